"""Trigger tables under edits: what is the same object, and that nothing else differs."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.layer import trigger_table
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.table_places import locate
from ctxlayer.layer.topic import Topic, TriggerTable
from ctxlayer.layer.trigger_table import parse_trigger_table
from ctxlayer.settings import Settings
from ctxlayer.syntax import rescan
from ctxlayer.text import Span

HEAD = "| topic | files | live pointer | vocabulary | owner |\n|---|---|---|---|---|\n"
ROWS = [f"| topic-{n} | a{n}.md · b.md | books x{n}, read-only | word {n} |" for n in range(6)]
SECTIONS = [
    f"### section-{n}\n\n**Files**\n- a{n}.md — note\n#### more\n- [b](../b.md)\n\n"
    f"**Live pointer:** books y{n}\n\n**Vocabulary:** term {n}, other {n}\n"
    for n in range(6)
]
DOCUMENT = "# T\n\n## Platform\n\n{}\n\n## Meta\n\n{}\n".format(
    HEAD + "\n".join(ROWS), "\n".join(SECTIONS)
)
LINES = [
    *HEAD.splitlines(),
    *ROWS,
    *"\n".join(SECTIONS).splitlines(),
    "## Platform",
    "## Meta",
    "#### Files",
    "# title",
    "```",
    "~~~",
    "<!--",
    "-->",
    "text",
    "| `a | b` | c | d | e | f | g |",
    "| when | agent |",
    "|---|---|",
    "| agent | action | model |",
    "| a ship moves | `pilot-reviewer` + /close-berth |",
    "| a ship waits | whoever is on the quay just then |",
    "| [x](y.md), crane-checker | moor | z |",
    "| 日本 | é.md, [x](y z.md) | 👩‍👩‍👧 | ` |",
    "|---|",
    "- [ ] `c.md`:1-2",
    "    - nested.md#a",
    "**Vocabulary:** a, `b`, ",
    "**Files:** a.md · ",
    "Live pointer: x",
    "---",
    "\ufeff",
    "\t",
]

documents = st.lists(
    st.one_of(
        st.sampled_from(LINES), st.text("|`*[](),·:-#<!> \\\t\u2028\x00\ud800é", max_size=12)
    ),
    max_size=25,
).flatmap(lambda lines: st.sampled_from(["\n", "\r\n", "\r"]).map(lambda end: end.join(lines)))


def flat(value: Any) -> Any:
    """A table or topic as plain data, so that two of them compare by content."""
    if isinstance(value, Topic):
        return tuple(flat(getattr(value, each.name)) for each in fields(value))
    if isinstance(value, TriggerTable):
        shown = ("topics", "problems", "title_span", "headers", "clusters", "drafts")
        return tuple(flat(getattr(value, name)) for name in shown)
    if isinstance(value, tuple) and type(value) is tuple:
        return tuple(flat(each) for each in value)
    return value


def same(old: TriggerTable, new: TriggerTable) -> list[str]:
    """The names of the topics of `new` that `old` has not got as the same objects."""
    known = {id(topic) for _, topic in old.topics}
    return [topic.name for _, topic in new.topics if id(topic) not in known]


@pytest.mark.parametrize(
    ("old", "new", "renewed"),
    [
        ("b.md | books x2", "c.md | books x2", ["topic-2"]),
        ("term 3", "term three", ["section-3"]),
        ("# T", "# A longer title\n\nwith text", []),
        (ROWS[1] + "\n", "", []),
        (SECTIONS[2], "", []),
        (ROWS[0], ROWS[3] + "\n" + ROWS[0], []),
        (SECTIONS[0], SECTIONS[0].replace("section-0", "new") + "\n" + SECTIONS[0], ["new"]),
        ("## Platform", "## Other", []),
        ("## Meta", "## Platform", [f"section-{n}" for n in range(6)]),
        ("| owner |", "| tags |", [f"topic-{n}" for n in range(6)]),
    ],
)
def test_an_edit_renews_only_what_it_touches(old: str, new: str, renewed: list[str]) -> None:
    before = parse_trigger_table(DOCUMENT)
    text = DOCUMENT.replace(old, new, 1)
    after = parse_trigger_table(text, previous=before)
    assert same(before, after) == renewed
    assert flat(after) == flat(parse_trigger_table(text))


def test_other_settings_renew_everything() -> None:
    before = parse_trigger_table(DOCUMENT)
    after = parse_trigger_table(DOCUMENT, {"topic": ["thing"]}, previous=before)
    assert len(same(before, after)) == 12


def test_a_topic_comes_back_only_from_the_last_parse() -> None:
    first = parse_trigger_table(DOCUMENT)
    second = parse_trigger_table(DOCUMENT.replace(ROWS[1] + "\n", ""), previous=first)
    third = parse_trigger_table(DOCUMENT, previous=second)
    assert same(second, third) == ["topic-1"]


@given(documents, documents)
def test_incremental_is_from_scratch(before: str, after: str) -> None:
    table = parse_trigger_table(after, previous=parse_trigger_table(before))
    assert flat(table) == flat(parse_trigger_table(after))


@given(st.integers(0, len(DOCUMENT)), st.integers(0, 40), st.sampled_from(LINES))
def test_incremental_after_one_edit(at: int, length: int, new: str) -> None:
    text = DOCUMENT[:at] + new + DOCUMENT[at + length :]
    table = parse_trigger_table(text, previous=parse_trigger_table(DOCUMENT))
    assert flat(table) == flat(parse_trigger_table(text))


@given(documents)
def test_spans_are_what_fields_say(text: str) -> None:
    table = parse_trigger_table(text)
    for offset, topic in (*table.topics, *table.drafts):
        for span, value in spans(topic):
            if span is not None:
                assert 0 <= span.start <= span.end <= topic.span.end
                assert value is None or span.shift(offset).of(text) == value
        assert topic.span.shift(offset).of(text) == topic.text
    for problem in table.problems:
        assert 0 <= problem.span.start < problem.span.end <= len(text)
    for offset in range(0, len(text) + 2, 3):
        locate(table, offset)


def spans(topic: Topic) -> list[tuple[Span | None, str | None]]:
    """Every span of a topic with the text that it has to cover, None where any will do.

    A comment is no part of what surrounds it, so that only whole texts without one are compared.
    """
    found: list[tuple[Span | None, str | None]] = [(topic.name_span, topic.name)]
    for pointer in topic.pointers:
        found += [
            (pointer.span, None),
            (pointer.path_span, pointer.path),
            (pointer.anchor_span, pointer.anchor),
            (pointer.lines_span, None),
            (pointer.annotation_span, pointer.annotation),
            (pointer.label_span, pointer.label),
        ]
        assert 0 <= pointer.group < len(topic.groups)
    for live in topic.live:
        found += [(live.adapter_span, live.adapter), (live.object_span, live.object)]
        assert live.well_formed is not bool(live.reason)
    found += [(term.span, term.text) for term in topic.vocabulary]
    found += [(group.span, group.name or None) for group in topic.groups]
    parts = (topic.files_span, topic.live_span, topic.vocabulary_span)
    found += [(span, None) for span in (*parts, *topic.cells, *topic.strays)]
    if "<!--" in topic.text or "\r" in topic.text or "```" in topic.text:
        return [(span, None) for span, _ in found]
    return found


# The same through documents, which know what an edit left alone.


@pytest.fixture
def _whatever_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rescan, "_ENOUGH", 0)


PIECES = [f"{line}\n" for line in LINES] + [f"{row}\n" for row in ROWS] + ["\n", "\n\n", *SECTIONS]


@pytest.mark.usefixtures("_whatever_the_size")
@pytest.mark.parametrize("seed", range(40))
def test_edit_by_edit_a_document_has_the_topics_that_it_has_from_scratch(seed: int) -> None:
    choose = random.Random(seed)
    settings, place = Settings(), Placement(Kind.TRIGGER_TABLE, None)
    text = DOCUMENT if seed % 2 else "".join(choose.choices(PIECES, k=40))
    document = Document("index/trigger-table.md", place, text)
    for _ in range(40):
        if choose.random() < 0.8:
            document.table(settings)
        at = choose.randint(0, len(text))
        if choose.random() < 0.5:
            at = text.rfind("\n", 0, at) + 1
        gone = choose.choice([0, 0, 0, 1, 2, 9, 60])
        new = choose.choice((*PIECES, "", "x", "|", " ", "#", "\n", " | y"))
        text = text[:at] + new + text[at + gone :]
        document = Document("index/trigger-table.md", place, text, document)
        assert flat(document.table(settings)) == flat(parse_trigger_table(text, hot=True))


@pytest.mark.usefixtures("_whatever_the_size")
@pytest.mark.parametrize("where", ["b.md | books x2", "term 3"])
def test_a_keystroke_in_a_document_looks_at_one_topic(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, place = Settings(), Placement(Kind.TRIGGER_TABLE, None)
    before = Document("index/trigger-table.md", place, DOCUMENT)
    before.table(settings)
    looked: list[object] = []
    for name in ("row", "section"):
        whole = getattr(trigger_table._Parse, name)
        monkeypatch.setattr(
            trigger_table._Parse, name, lambda *args, of=whole: looked.append(args) or of(*args)
        )
    after = Document("index/trigger-table.md", place, DOCUMENT.replace(where, f"x{where}"), before)
    after.table(settings)
    assert len(looked) <= 2
