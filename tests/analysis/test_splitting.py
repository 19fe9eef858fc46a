"""Splitting a topic: nothing is lost, nothing new is found, tasks still arrive."""

from __future__ import annotations

import random
from collections import Counter
from datetime import date

import pytest

from ctxlayer.analysis.routing import Case, evaluate
from ctxlayer.analysis.splitting import Share, split_by_subgroups, split_topic
from ctxlayer.analysis.topics import TopicPlace, topic_index
from ctxlayer.ide.fixing import edited
from ctxlayer.layer.snapshot import Snapshot
from tests.bench import workload
from tests.harness.engine import build_snapshot, findings_of

TODAY = date(2026, 11, 29)
TABLE = "index/trigger-table.md"
NOTE = (
    "---\nsource: human-authored\ncreated: 2026-10-01\nlast-verified: 2026-11-01\n"
    "verified-by: developer\nstatus: confirmed\n---\n\n# {title}\n\n{body}\n"
)
NOTES = {
    "knowledge/tides/overview.md": "The ebb runs out past the bar. Chart datum is the zero.",
    "knowledge/tides/gauges.md": "A float gauge and a radar gauge. Read the radar gauge at slack water.",
    "knowledge/tides/wells.md": "The stilling well damps a float gauge.",
    "knowledge/tides/tables/springs.md": "Spring tide and neap tide by the moon.",
    "extractions/2026-11-03-tides.md": "The ebb ran late after the storm surge.",
}
ROW = (
    "| tides | overview.md · gauges.md — where *heights* come from · wells.md · [springs]"
    "(../knowledge/tides/tables/springs.md#springs) · extractions/2026-11-03-tides.md | "
    "harbour heights, read-only | ebb, chart datum, float gauge, radar gauge, `spring tide`, "
    "storm surge, {more} |"
)
HEAD = (
    "# Trigger table\n\n| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
)
SECTION = """# Trigger table

### tides

**Files**

#### heights

- [overview.md](../knowledge/tides/overview.md) — what the zero is
- gauges.md:1-3 — how they are read <!-- the radar first -->
  by day and by night
- wells.md

#### tables

<!-- Sorted by the moon. -->
- [springs](../knowledge/tides/tables/springs.md)

#### findings

- extractions/2026-11-03-tides.md

**Live pointer:** harbour heights, read-only · almanac `tables`, read-only

**Vocabulary:** ebb, chart datum, float gauge, `spring tide`, neap tide, storm surge, lunitidal

Prose that belongs to nothing.

### pilots

**Files**
- boarding.md

**Live pointer:** harbour orders, read-only

**Vocabulary:** ladder
"""


def layer(table: str, **more: str) -> Snapshot:
    """A layer of the notes, a pilots topic, and this trigger table."""
    files = {
        path: NOTE.format(title=path.rpartition("/")[2].removesuffix(".md").title(), body=body)
        for path, body in NOTES.items()
    }
    files["knowledge/pilots/boarding.md"] = NOTE.format(title="Boarding", body="The ladder.")
    adapters = '[adapters]\nnames = ["harbour", "almanac"]\n'
    return build_snapshot({**files, TABLE: table, "ctxlayer.toml": adapters, **more}, TODAY)


def place_of(snapshot: Snapshot, name: str = "tides") -> TopicPlace:
    return snapshot.ask(topic_index).names[name][0]


def topics(snapshot: Snapshot) -> dict[str, TopicPlace]:
    return {name: places[0] for name, places in snapshot.ask(topic_index).names.items()}


def targets(snapshot: Snapshot) -> Counter[str]:
    places = snapshot.ask(topic_index).places
    return Counter(path for place in places for path in place.facts.targets)


def lints(snapshot: Snapshot) -> Counter[str]:
    found = findings_of(snapshot)
    return Counter(each.lint for of_file in found.values() for each in of_file)


def terms(place: TopicPlace) -> list[str]:
    return [term.text for term in place.facts.topic.vocabulary]


def test_a_section_is_split_along_its_sub_groups() -> None:
    before = layer(SECTION)
    after = edited(before, split_by_subgroups(before, place_of(before)))
    assert after.documents[TABLE].text == SECTION_SPLIT
    assert targets(after) == targets(before)
    assert not lints(after) - lints(before)


SECTION_SPLIT = """# Trigger table

### tides

**Files**

#### heights

- [overview.md](../knowledge/tides/overview.md) — what the zero is
- gauges.md:1-3 — how they are read <!-- the radar first -->
  by day and by night
- wells.md

**Live pointer:** harbour heights, read-only · almanac `tables`, read-only

**Vocabulary:** ebb, chart datum, float gauge, lunitidal

Prose that belongs to nothing.

### tides-tables

**Files**

#### tables

<!-- Sorted by the moon. -->
- [springs](../knowledge/tides/tables/springs.md)

**Live pointer:** almanac `tables`, read-only

**Vocabulary:** `spring tide`, neap tide

### tides-findings

**Files**

#### findings

- extractions/2026-11-03-tides.md

**Live pointer:** harbour heights, read-only · almanac `tables`, read-only

**Vocabulary:** storm surge

### pilots

**Files**
- boarding.md

**Live pointer:** harbour orders, read-only

**Vocabulary:** ladder
"""


def test_pointers_of_a_row_go_where_they_are_sent() -> None:
    before = layer(HEAD + ROW.format(more="lunitidal") + "\n")
    shares = (Share(frozenset({0, 4})), Share(frozenset({1, 2, 3}), title="Gauges & tables"))
    after = edited(before, split_topic(before, place_of(before), shares))
    assert after.documents[TABLE].text == (
        HEAD
        + "| tides | overview.md · extractions/2026-11-03-tides.md | harbour heights, read-only "
        "| ebb, chart datum, storm surge, lunitidal |\n"
        "| tides-gauges-tables | knowledge/tides/gauges.md — where *heights* come from · "
        "knowledge/tides/wells.md · [springs](../knowledge/tides/tables/springs.md#springs) | "
        "harbour heights, read-only | float gauge, radar gauge, `spring tide` |\n"
    )
    assert targets(after) == targets(before)


def test_a_row_falls_into_the_folders_of_its_topic() -> None:
    row = ROW.replace("extractions/2026-11-03-tides.md", "knowledge/tides/tables/neaps.md")
    table = HEAD + row.format(more="lunitidal") + "\n"
    before = layer(table, **{"knowledge/tides/tables/neaps.md": NOTE.format(title="x", body="y")})
    after = edited(before, split_by_subgroups(before, place_of(before)))
    assert set(topics(after)) == {"tides", "tides-tables"}
    assert terms(topics(after)["tides-tables"]) == ["spring tide"]


@pytest.mark.parametrize(
    "table", [HEAD + ROW.format(more="lunitidal"), SECTION], ids=["row", "section"]
)
def test_line_ends_and_a_missing_last_one_stay(table: str) -> None:
    before = layer(table.rstrip("\n").replace("\n", "\r\n"))
    shares = (Share(frozenset({0, 1})), Share(frozenset({2, 3, 4}), title="rest"))
    text = edited(before, split_topic(before, place_of(before), shares)).documents[TABLE].text
    assert text != before.documents[TABLE].text
    assert "\n" not in text.replace("\r\n", "") and not text.endswith("\n")


def test_a_name_that_is_taken_gets_a_number() -> None:
    other = "| tides-rest | knowledge/pilots/boarding.md | harbour orders, read-only | ladder |\n"
    before = layer(HEAD + ROW.format(more="lunitidal") + "\n" + other)
    shares = (Share(frozenset({0})), Share(frozenset({1, 2, 3, 4}), title="Rest"))
    after = edited(before, split_topic(before, place_of(before), shares))
    assert list(topics(after)) == ["tides", "tides-rest-2", "tides-rest"]


def test_every_topic_has_words_and_none_has_those_of_another() -> None:
    before = layer(
        HEAD
        + ROW.replace(
            "ebb, chart datum, float gauge, radar gauge, `spring tide`, storm surge, ", ""
        ).format(more="lunitidal, perigee")
        + "\n"
    )
    shares = tuple(Share(frozenset({n}), title=f"part {n}") for n in range(5))
    after = edited(before, split_topic(before, place_of(before), shares))
    assert [terms(place) for place in topics(after).values()] == [
        ["lunitidal", "perigee"],
        ["tides part 1"],
        ["tides part 2"],
        ["tides part 3"],
        ["tides part 4"],
    ]
    assert not lints(after) - lints(before)


@pytest.mark.parametrize(
    "table", [HEAD + ROW.format(more="lunitidal") + "\n", SECTION], ids=["row", "section"]
)
def test_cases_from_before_the_split_are_still_right(table: str) -> None:
    cases = [
        Case(f"why is the {term} off", ("tides",))
        for term in ("ebb", "chart datum", "float gauge", "spring tide", "storm surge", "lunitidal")
    ]
    before = layer(table)
    assert evaluate(before, cases).top1 == 1.0
    shares = tuple(Share(frozenset({n}), title=f"part {n}") for n in range(5))
    for edits in (
        split_topic(before, place_of(before), shares),
        split_by_subgroups(before, place_of(before)),
    ):
        assert edits
        assert evaluate(edited(before, edits), cases).top1 == 1.0


@pytest.mark.parametrize(
    "table",
    [
        SECTION.replace("- wells.md", "- wells.md\n  - boarding.md"),
        SECTION.replace("- wells.md", "- wells.md · `./x.md` · https://example.com/a"),
        SECTION.replace("**Files**", "Files: a.md · b.md — x"),
        SECTION.replace("#### heights", "**heights**").replace("#### tables", "**tables**"),
        SECTION.replace("- ", "1. "),
        SECTION.replace("#### heights\n\n", "").replace(
            "**Vocabulary:** ebb", "**Vocabulary:**\n- ebb"
        ),
        HEAD + ROW.format(more="x") + " <!-- keep --> |\n",
        HEAD + ROW.format(more="x").replace("wells.md", "`a|b.md` · we\\|ll.md") + "\n",
        HEAD + ROW.format(more="x").replace(" · ", "<br>") + "\n",
        HEAD + ROW.format(more="x").removesuffix(" |") + "\n",
        "> " + (HEAD + ROW.format(more="x")).replace("\n", "\n> "),
    ],
)
def test_whatever_the_form_no_pointer_term_or_comment_is_lost(table: str) -> None:
    before = layer(table)
    rng = random.Random(7)
    splits = 0
    for place in before.ask(topic_index).places:
        count = len(place.facts.topic.pointers)
        for _ in range(8):
            numbers = frozenset(n for n in range(count) if rng.random() < 0.5)
            shares = (Share(frozenset(range(count)) - numbers), Share(numbers, title="rest"))
            edits = split_topic(before, place, shares)
            splits += bool(edits)
            after = edited(before, edits)
            assert targets(after) == targets(before)
            words = {key for each in before.ask(topic_index).places for key in each.facts.term_keys}
            assert words <= {
                key for each in after.ask(topic_index).places for key in each.facts.term_keys
            }
            for comment in (
                "<!-- the radar first -->",
                "<!-- Sorted by the moon. -->",
                "<!-- keep -->",
            ):
                text = after.documents[TABLE].text
                assert text.count(comment) == table.count(comment)
    assert splits or table.startswith(">")  # a table in a quote is left alone


def test_routing_cases_follow_the_words_that_leave_no_doubt() -> None:
    cases = (
        "- task: when is the next spring tide\n  topic: tides\n"
        "- task: the float gauge at spring tide\n  topic: 'tides'\n"
        "- task: a storm surge\n  topic: [tides, pilots]\n"
        "- task: the neap tide\n  topic: 'tides'\n"
        "- task: something else\n  topic: tides\n"
    )
    before = layer(SECTION, **{"routing-cases.yaml": cases})
    after = edited(before, split_by_subgroups(before, place_of(before)))
    wanted = cases.replace("spring tide\n  topic: tides", "spring tide\n  topic: tides-tables", 1)
    wanted = wanted.replace("neap tide\n  topic: 'tides'", "neap tide\n  topic: 'tides-tables'")
    assert after.documents["routing-cases.yaml"].text == wanted


def in_rows(files: dict[str, str], before: Snapshot) -> Snapshot:
    """The same layer with its topics in rows."""
    rows = [
        f"| {topic.name} | {' · '.join(path for each in facts.resolved for path in each.targets)} | "
        f"{' · '.join(each.span.of(topic.text) for each in topic.live)} | "
        f"{', '.join(term.text for term in topic.vocabulary)} |\n"
        for facts in (place.facts for place in before.ask(topic_index).places)
        for topic in (facts.topic,)
    ]
    return build_snapshot({**files, TABLE: HEAD + "".join(rows)}, TODAY)


@pytest.mark.parametrize("rows", [False, True], ids=["sections", "rows"])
def test_the_densest_topic_of_a_large_layer_is_split_without_a_new_finding(rows: bool) -> None:
    files = dict(workload.files(1))
    before = build_snapshot(files, TODAY)
    before = in_rows(files, before) if rows else before
    places = before.ask(topic_index).places
    cases = [
        Case(f"why is the {term} off since then", (place.facts.topic.name,))
        for place in places
        for term in terms(place)[:3]
    ]
    densest = max(places, key=lambda place: len(place.facts.topic.pointers))
    after = edited(before, split_by_subgroups(before, densest))
    assert len(after.ask(topic_index).places) > len(places)
    assert targets(after) == targets(before)
    assert not lints(after) - lints(before)
    old, new = evaluate(before, cases), evaluate(after, cases)
    assert (new.top1 or 0) >= (old.top1 or 1) and (new.top3 or 0) >= (old.top3 or 1)
