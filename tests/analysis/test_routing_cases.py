"""Files of routing cases, and the cases that a layer's past makes."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.analysis.routing import Case, evaluate
from ctxlayer.analysis.routing_cases import read_cases
from ctxlayer.analysis.routing_history import history_cases
from ctxlayer.text import LineIndex
from tests.harness.engine import build_snapshot

TODAY = date(2026, 11, 29)


def told(text: str, name: str = "cases.yaml") -> list[tuple[int, str]]:
    """(line, message) of each problem."""
    lines = LineIndex(text)
    return [
        (lines.position(each.span.start).line + 1, each.message)
        for each in read_cases(text, name).problems
    ]


def test_a_case_has_one_topic_or_any_of_several_or_none() -> None:
    text = (
        "# A comment\n"
        "- task: 'which vessels: at ebb'\n  topic: tide-windows\n"
        "- {task: who boards, topic: [pilotage, tide-windows], note: both are right}\n"
        '- task: "the \\"newsletter\\""\n  topic: null\n'
        "- task: |\n    two lines\n    of it\n  topic: 2026\n"
    )
    assert read_cases(text).cases == (
        Case("which vessels: at ebb", ("tide-windows",), 2),
        Case("who boards", ("pilotage", "tide-windows"), 4),
        Case('the "newsletter"', (), 5),
        Case("two lines\nof it\n", ("2026",), 7),
    )
    assert told(text) == []


@pytest.mark.parametrize("wrap", ["{}", '{{"version": 1, "cases": {}}}'])
def test_json_is_read_too(wrap: str) -> None:
    text = wrap.format(
        '[\n  {"task": "who boards", "topic": "pilotage"},\n  {"task": "x", "topic": null}]'
    )
    assert read_cases(text, "cases.json").cases == (
        Case("who boards", ("pilotage",), 2),
        Case("x", (), 3),
    )


def test_lines_with_tabs_are_read_too() -> None:
    text = "task\ttopic\n# who\nwho boards\tpilotage | tide-windows\r\n\nnewsletter\tnull\n"
    assert read_cases(text, "cases.tsv").cases == (
        Case("who boards", ("pilotage", "tide-windows"), 3),
        Case("newsletter", (), 5),
    )
    assert told("a\tb\tc\nno tab\n\tpilotage\nx\t\n", "c.tsv") == [
        (line, "a line is a task, one tab and a topic, or `null`") for line in (1, 2, 3, 4)
    ]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "it holds no case"),
        ("[]", 1, "it holds no case"),
        ("cases: []", 1, "it holds no case"),
        ("task: x\ntopic: y\n", 1, "it is one mapping; give a list"),
        ("just words", 1, "it is no list"),
        ("- task: x\n  topic: y\n- words\n", 3, "a case is a mapping"),
        ("- task: x\n", 1, "this case has no `topic`; write `topic: null`"),
        ("\n\n- topic: x\n", 3, "this case has no `task`"),
        ("- task: x\n  topics: y\n", 2, "`topics` is not one of task, topic, note"),
        ("- task: x\n  topic: y\n  topic: z\n", 3, "`topic` stands here twice"),
        ("- task: x\n  topic:\n", 2, "`topic` has to be a name"),
        ("- task: x\n  topic: ''\n", 2, "`topic` has to be a name"),
        ("- task: x\n  topic: []\n", 2, "`topic` has to be a name"),
        ("- task: x\n  topic: [a, [b]]\n", 2, "`topic` has to be a name"),
        ("- task: x\n  topic: {a: b}\n", 2, "`topic` has to be a name"),
        ("- task: ' '\n  topic: y\n", 1, "`task` has to be a text"),
        ("- task: [x]\n  topic: y\n", 1, "`task` has to be a text"),
        ("- {task: a b, topic: y}\n- {task: A  b, topic: z}\n", 2, "stands in line 1 already"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: int, words: str) -> None:
    ((at, message),) = told(text)
    assert at == line and words in message


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (
            "- task: x\n  topic: y\n- task: 'open\n  topic: z\n- task: a\n  topic: b\n",
            4,
            "in line 3",
        ),
        ("- task: x\n  topic: y\n- task: a: b\n  topic: z\n", 3, "in line 3"),
        ("- task: x\n  topic: y\n\t- z\n", 3, "in line 1"),
        ("[{task: x, topic: y}\n", 2, "it is no YAML"),
        ("- task: x\x07\n  topic: y\n", 1, "U+0007 may not stand"),
        ("- task: x\n  topic: !!python/name:os.system y\n", 2, "unknown tag"),
        ("- &a {task: x, topic: y}\n- *b\n", 2, "`*b` names no anchor"),
    ],
)
def test_yaml_that_does_not_parse_is_told_with_its_line(text: str, line: int, words: str) -> None:
    ((at, message),) = told(text)
    assert at == line and words in message


def test_all_that_is_wrong_is_told_at_once() -> None:
    assert [line for line, _ in told("- task: x\n- topic: y\n- 3\n")] == [1, 2, 3]


@given(
    st.text(alphabet="- taskopic:\n\t'\"[]{}#&*!|>null1é\x00\u2028"), st.sampled_from(["", "a.tsv"])
)
def test_no_text_raises(text: str, name: str) -> None:
    found = read_cases(text, name)
    assert found.cases or found.problems
    assert all(case.task.strip() and case.line > 0 for case in found.cases)


# What the past makes.

NOTE = "---\nsource: extraction\ncreated: 2026-10-20\n---\n\n"
TABLE = """| topic | files | live pointer | vocabulary |
| --- | --- | --- | --- |
| tide-windows | extractions/2026-10-20-tide-windows.md · extractions/2026-10-22-gates.md | tidegauge x, read-only | ebb |
| pilotage | | harbourdb y, read-only | ladder, boarding ground |
"""
PAST = {
    "index/trigger-table.md": TABLE,
    "extractions/2026-10-20-tide-windows.md": (
        NOTE
        + "# Tide windows: one closed early\n\nThe ebb came early, and the tide-windows did not\n"
        "know.\n\nA second paragraph.\n\n## Hot-memory verdict\n\nreviewed\n"
    ),
    "extractions/2026-10-21-pilotage-slow-ladder.md": NOTE
    + "# Why ladders are wet\n\nRain on HARB-7.\n",
    "extractions/2026-10-22-gates.md": NOTE + "# Gates that were left open\n",
    "extractions/2026-10-23-locks.md": NOTE + "# Locks that nobody wrote a row for\n",
    "extractions/2026-10-24-pilotage.md": NOTE + "# Pilotage\n",
    "extractions/notes.md": NOTE + "# Notes of some day without a topic\n",
    "working/HARB-7/ticket.md": "# HARB-7: pilots wait too long at the boarding ground\n\nSince Monday.\n",
    "working/HARB-8/ticket.md": "# The ebb table is off by one hour\n",
    "working/HARB-8/handoff.md": "See [it](../../extractions/2026-10-20-tide-windows.md).\n",
    "working/HARB-9/ticket.md": "# Nobody has finished this one yet\n",
    "working/plan/ticket.md": "# An id that is a word is in every text\n",
    "working/loose.md": "# No folder of its own\n",
}


def test_extractions_and_tickets_are_labelled_cases() -> None:
    history = history_cases(build_snapshot(PAST, TODAY))
    assert [(case.task, case.topics) for case in history.extractions] == [
        ("one closed early. The ebb came early, and the did not know", ("tide-windows",)),
        ("Why ladders are wet. Rain on HARB-7", ("pilotage",)),
        ("Gates that were left open", ("tide-windows",)),
        ("that nobody wrote a row for", ("locks",)),
    ]
    assert history.skipped_extractions == {"too few words": 1, "no topic": 1}
    assert [(case.task, case.topics) for case in history.tickets] == [
        ("pilots wait too long at the boarding ground. Since Monday", ("pilotage",)),
        ("The ebb table is off by one hour", ("tide-windows",)),
    ]
    assert history.skipped_tickets == {"no extraction": 2}


def test_a_case_of_the_past_does_not_count_the_file_that_it_is_from() -> None:
    snapshot = build_snapshot(PAST, TODAY)
    history = history_cases(snapshot)
    assert history.extractions[0].sources == ("extractions/2026-10-20-tide-windows.md",)
    verdicts = [each.verdict for each in evaluate(snapshot, history.extractions).results]
    assert verdicts == ["first", "first", "missed", "unknown"]
    assert [each.rank for each in evaluate(snapshot, history.tickets).results] == [1, 1]
