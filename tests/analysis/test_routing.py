"""Which topics a task leads to, and by what."""

from __future__ import annotations

import random
from datetime import date

import pytest

from ctxlayer.analysis.routing import Case, evaluate, route
from ctxlayer.analysis.routing_files import reading
from ctxlayer.analysis.routing_index import routing_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from tests.harness.engine import build_snapshot
from tests.harness.repos import repos_of

TODAY = date(2026, 11, 29)
TABLE = """# Trigger table

## Platform

| topic | files | live pointer | vocabulary |
| --- | --- | --- | --- |
| tide-windows | overview.md · gauges.md | tidegauge northquay.heights, read-only | slack water, spring tide, ebb |
| pilotage | boarding.md | harbourdb ops.v_orders, read-only | slack water, pilot ladder, `C#`, 引航 |
| crane-shifts | roster.md | harbourdb ops.v_roster, read-only | gantry, time zone |

### berth-allocation

**Files**

#### ranking

- [overview.md](../knowledge/berth-allocation/overview.md) — how requests compete for a quay

#### incidents

- [extractions/2026-10-20-berth-allocation.md](../extractions/2026-10-20-berth-allocation.md) — double booking

**Live pointer:** harbourdb `ops.v_plan`, read-only

**Vocabulary:** under-keel clearance, demurrage, late-arriving

## Meta

| topic | files | live pointer | vocabulary |
| --- | --- | --- | --- |
| shift-handover | notes.md | | handover note |
"""
FILES = {
    "index/trigger-table.md": TABLE,
    "knowledge/tide-windows/overview.md": "# When the bar is open\n",
    "knowledge/tide-windows/gauges.md": "# Gauges\n",
    "knowledge/pilotage/boarding.md": "---\nsource: human-authored\n---\n\n# Where pilots board\n",
    "knowledge/crane-shifts/roster.md": "# Who works when\n",
    "knowledge/berth-allocation/overview.md": "# Berths\n",
    "knowledge/shift-handover/notes.md": "# Writing notes\n",
    "extractions/2026-10-20-berth-allocation.md": "# Two vessels at one mooring\n",
}


def layer(files: dict[str, str] = FILES) -> Snapshot:
    return build_snapshot(files, TODAY)


def topics(task: str, *, meta: bool = False) -> list[str]:
    return [each.topic for each in route(layer(), task, meta=meta)]


@pytest.mark.parametrize(
    ("task", "topic"),
    [
        ("which vessels pass at spring tide", "tide-windows"),
        ("Spring Tides are late", "tide-windows"),
        ("a spring-tide plan", "tide-windows"),
        ("three late arriving coasters", "berth-allocation"),
        ("three late-arriving coasters", "berth-allocation"),
        ("LATE_ARRIVING coasters", "berth-allocation"),
        ("is there clearance under the keel", "berth-allocation"),
        ("pilot ladders are wet", "pilotage"),
        ("the C# client hangs", "pilotage"),
        ("明天的引航计划", "pilotage"),
        ("the timezone of the roster", "crane-shifts"),
        ("the tide-windows page", "tide-windows"),
        ("allocation of a berth", "berth-allocation"),
        ("a crane is broken", "crane-shifts"),
    ],
)
def test_a_task_leads_to_its_topic(task: str, topic: str) -> None:
    assert topics(task)[:1] == [topic]


@pytest.mark.parametrize(
    "task",
    [
        "translate the newsletter",
        "plan C",
        "a webbed foot",
        "build the ui",
        "is it over and done with",
        "",
        " \n\t",
        "water",
        "\x1b[31m\u202e\x00",
    ],
)
def test_a_task_of_no_topic_leads_nowhere(task: str) -> None:
    assert topics(task) == []


def test_what_several_topics_share_counts_less() -> None:
    first, second = route(layer(), "slack water")
    (alone, *_) = route(layer(), "demurrage")
    assert first.score == second.score < alone.score
    assert first.reasons[0].shared == 2


def test_equal_topics_come_in_the_order_of_their_names() -> None:
    assert topics("slack water") == ["pilotage", "tide-windows"]


@pytest.mark.parametrize(
    ("gantry", "task", "expected"),
    [
        # Of a term that begins or ends with words that mean nothing, hardly anything is left.
        ("how it works", "the pump does not work", []),
        ("how it works", "tell me how it works", ["crane-shifts"]),
        # A topic is found by its whole name before another by its term.
        ("pilotage", "pilotages", ["pilotage", "crane-shifts"]),
        # Names of code are words too, also beside a term in the same name.
        ("hook load", "readHookLoad returns nothing", ["crane-shifts"]),
        ("gate 7", "a gate", []),
        ("gate 7", "gate-7 is shut", ["crane-shifts"]),
    ],
)
def test_what_a_term_is_worth(gantry: str, task: str, expected: list[str]) -> None:
    files = {**FILES, "index/trigger-table.md": TABLE.replace("gantry", gantry)}
    assert [each.topic for each in route(layer(files), task)] == expected


def test_endings_do_not_hide_that_a_term_is_shared() -> None:
    files = {**FILES, "index/trigger-table.md": TABLE.replace("gantry", "ebbs")}
    found = route(layer(files), "at ebb")
    assert {each.topic: each.reasons[0].shared for each in found} == {
        "tide-windows": 2,
        "crane-shifts": 2,
    }


def test_a_task_as_long_as_a_book_is_read_at_its_beginning() -> None:
    found = route(layer(), "a demurrage of words " * 500_000 + "spring tide")
    assert [each.topic for each in found] == ["berth-allocation"]


def test_a_longer_term_hides_one_inside_it() -> None:
    files = {**FILES, "index/trigger-table.md": TABLE.replace("gantry", "tide")}
    assert [each.topic for each in route(layer(files), "spring tide")] == ["tide-windows"]


def test_words_that_make_up_one_term_make_up_no_other() -> None:
    files = {
        **FILES,
        "index/trigger-table.md": TABLE.replace("gantry", "tide gantry, spring gantry"),
    }
    (first, *_) = route(layer(files), "spring tide gantry")
    assert first.topic == "crane-shifts"
    assert [each.topic for each in route(layer(files), "a spring tide")][:1] == ["tide-windows"]


def test_one_word_of_a_title_or_an_annotation_is_not_enough_but_two_are() -> None:
    assert topics("requests") == []
    assert topics("requests compete") == ["berth-allocation"]
    assert topics("vessels at a mooring") == ["berth-allocation"]


def test_meta_topics_are_routed_to_only_when_asked_for() -> None:
    assert topics("write a handover note") == []
    assert topics("write a hand-over note", meta=True) == ["shift-handover"]


def test_reasons_say_what_led_there() -> None:
    (found,) = route(layer(), "demurrage of requests that compete for double bookings")
    assert [(each.cause, each.text) for each in found.reasons] == [
        ("term", "demurrage"),
        ("annotation", "bookings"),
        ("annotation", "compete"),
        ("annotation", "double"),
        ("annotation", "requests"),
    ]
    assert found.reasons[2].sources == ("knowledge/berth-allocation/overview.md",)
    assert found.matched[0] == "demurrage"


def test_a_name_in_two_tables_is_one_topic() -> None:
    cold = "| topic | files | live pointer | vocabulary |\n|-|-|-|-|\n| Pilotage | boarding.md | | tugs |\n"
    files = {**FILES, "index/cold-table.md": cold}
    (found,) = route(layer(files), "tugs and a pilot ladder")
    assert found.topic.casefold() == "pilotage" and len(found.places) == 2


def test_rows_without_a_name_are_no_topics() -> None:
    files = {**FILES, "index/trigger-table.md": TABLE.replace("| pilotage ", "| ")}
    assert [each.topic for each in route(layer(files), "pilot ladder")] == []


def test_a_layer_without_tables_leads_nowhere() -> None:
    assert route(layer({"ctxlayer.toml": ""}), "spring tide") == ()


# What to read.


def test_reading_keeps_the_order_of_the_table_and_leaves_out_what_leads_nowhere() -> None:
    row = (
        "| tugs | overview.md · gone.md · ../../secret.md · external/manual.md · "
        "https://example.org/tugs · fleet:src/tugs.py · fleet:README.md · extractions/2026-* "
        "| fleetdb v_tugs, read-only · tracker pings | tug |\n"
    )
    head = "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
    files = {
        "index/trigger-table.md": head + row,
        "knowledge/tugs/overview.md": (
            '---\nsource: human-authored\ntracks: ["engines:src/**", "configs/tugs.yaml"]\n---\n\n# T\n'
        ),
        "external/manual.md": "# Manual\n",
        "extractions/2026-10-01-tugs.md": "# Findings\n",
    }
    snapshot = layer(files)
    (found,) = route(snapshot, "tug")
    read = reading(found, snapshot)
    assert read.map == ("knowledge/tugs/overview.md", "extractions/2026-*")
    assert read.siblings == ()
    assert read.external == (
        "external/manual.md",
        "https://example.org/tugs",
        "fleet:src/tugs.py",
        "fleet:README.md",
    )
    assert read.live == ("fleetdb v_tugs, read-only", "tracker pings")
    assert [each[:3:2] for each in read.repos] == [("engines", "UNKNOWN"), ("fleet", "UNKNOWN")]
    assert read.lost == 2
    gated = snapshot.after(repos=repos_of("fleet:\nengines: behind=2", snapshot.today))
    read = reading(found, gated)
    assert read.siblings == ("fleet:src/tugs.py",)
    assert read.external[-1] == "fleet:README.md"
    assert [each.state for each in read.repos] == ["STOP", "PASS"]


# Scores.


def test_cases_are_judged_by_the_place_of_the_right_topic() -> None:
    score = evaluate(
        layer(),
        [
            Case("spring tide", ("tide-windows",)),
            Case("slack water", ("Tide-Windows",)),
            Case("slack water", ("crane-shifts",)),
            Case("slack water", ("no-such", "pilotage")),
            Case("slack water", ("no-such",)),
            Case("a handover note", ("shift-handover",)),
            Case("the newsletter", ()),
            Case("demurrage", ()),
        ],
    )
    verdicts = [(each.verdict, each.rank) for each in score.results]
    assert verdicts == [
        ("first", 1),
        ("near", 2),
        ("missed", None),
        ("first", 1),
        ("unknown", None),
        ("meta", None),
        ("first", None),
        ("missed", None),
    ]
    assert (score.judged, score.top1, score.top3, score.nowhere) == (4, 0.5, 0.75, 0.5)
    assert score.results[3].unknown == ("no-such",)
    assert len(score.unjudged) == 2


def test_nothing_judged_has_no_share() -> None:
    score = evaluate(layer(), [])
    assert (score.judged, score.top1, score.top3, score.nowhere) == (0, None, None, None)


def test_a_case_is_not_led_by_the_file_that_it_was_made_from() -> None:
    path = "extractions/2026-10-20-berth-allocation.md"
    case = Case("Two vessels at one mooring", ("berth-allocation",))
    (with_it, without_it) = evaluate(layer(), [case, case._replace(sources=(path,))]).results
    assert (with_it.rank, without_it.rank) == (1, None)


# Kept up by difference.

PIECES = (
    "ebb",
    ", ",
    " · ",
    "| ",
    "quay",
    "spring tide",
    "\n",
    "### ",
    "— how requests",
    "pilotage",
)


def test_an_index_that_is_kept_up_ranks_as_one_from_scratch() -> None:
    rng = random.Random(7)
    snapshot, files = layer(), dict(FILES)
    tasks = ("spring tide at the quay", "requests compete for bookings", "slack water pilotage ebb")
    for _ in range(60):
        path = rng.choice(sorted(files))
        text = files[path]
        at = rng.randrange(len(text) + 1)
        files[path] = text[:at] + rng.choice(PIECES) + text[at + rng.randrange(3) :]
        placement = snapshot.placement(path)
        assert placement is not None
        changed = Document(path, placement, files[path], snapshot.document(path))
        snapshot = snapshot.after(changed=(changed,))
        fresh = layer(files)
        for task in tasks:
            kept = [(each.topic, each.reasons) for each in route(snapshot, task, meta=True)]
            assert kept == [(each.topic, each.reasons) for each in route(fresh, task, meta=True)]


def test_a_change_of_something_else_keeps_the_index() -> None:
    snapshot = layer({**FILES, "workflows/late.md": "# Late\n"})
    index = snapshot.ask(routing_index)
    placement = snapshot.placement("workflows/late.md")
    assert placement is not None
    after = snapshot.after(changed=(Document("workflows/late.md", placement, "# Later\n"),))
    assert after.ask(routing_index) is index


SITUATIONS = """# Trigger table

| If you are working on | Agent |
| --- | --- |
| Berth planning, quay walls | `berth-planner` |
| you move a gantry crane | `crane-checker` |
"""


@pytest.mark.parametrize(
    ("task", "first"),
    [
        ("the plan of a quay wall", "Berth planning, quay walls"),
        ("berth planning for June", "Berth planning, quay walls"),
        ("we want to move the gantry crane", "you move a gantry crane"),
        ("translate the newsletter", None),
    ],
)
def test_situations_route_by_their_phrases(task: str, first: str | None) -> None:
    found = route(layer({**FILES, "index/trigger-table.md": SITUATIONS}), task)
    assert (found[0].topic if found else None) == first
