"""Where a runtime's limits cut a file, in each unit, alone and along a chain of folders."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from ctxlayer.analysis.loaded import reach
from ctxlayer.analysis.rules import RuleBook, rule_book
from ctxlayer.analysis.runtime_limits import runtime_cuts
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.runtimes.profile import Limit, Unit
from ctxlayer.layer.snapshot import Snapshot
from tests.harness.engine import build_snapshot

TODAY = datetime.date(2026, 11, 29)


def document(text: str) -> Document:
    return Document("CLAUDE.md", Placement(Kind.RULE, "claude"), text)


@pytest.mark.parametrize(
    ("text", "most", "unit", "rest"),
    [
        ("one\ntwo\nthree\n", 3, "lines", None),
        ("one\ntwo\nthree", 3, "lines", None),
        ("one\ntwo\nthree\n", 2, "lines", "three\n"),
        ("one\r\ntwo\r\nthree", 1, "lines", "two\r\nthree"),
        ("abcdef", 6, "characters", None),
        ("abcdef", 4, "characters", "ef"),
        ("潮位潮位", 4, "characters", None),
        ("潮位潮位", 12, "bytes", None),
        ("潮位潮位", 6, "bytes", "潮位"),
        ("潮位潮位", 7, "bytes", "潮位"),
        ("a⚓b", 3, "bytes", "⚓b"),
        ("", 1, "bytes", None),
        ("", 1, "lines", None),
    ],
)
def test_a_text_is_cut_where_its_unit_says(
    text: str, most: int, unit: Unit, rest: str | None
) -> None:
    at = reach(document(text), most, unit)
    assert (None if at is None else text[at:]) == rest


def with_limit(files: dict[str, str], limit: Limit) -> Snapshot:
    """The layer with this limit on all memory files."""
    snapshot = build_snapshot({"ctxlayer.toml": "", **files}, TODAY)
    rules = tuple(
        rule._replace(store=replace(rule.store, limits=(limit,)))
        for rule in snapshot.ask(rule_book).rules
    )
    snapshot._answers[rule_book] = RuleBook(rules)
    return snapshot


CHAIN = Limit(10, "bytes", "Reads ten bytes of all together.", cuts=True, total=True)


@pytest.mark.parametrize(
    ("sizes", "cut"),
    [
        ({"": 10}, []),
        ({"": 10, "a": 5}, [("a/CLAUDE.md", 0)]),
        ({"": 11}, [("CLAUDE.md", 10)]),
        ({"": 6, "a": 4}, []),
        ({"": 6, "a": 5}, [("a/CLAUDE.md", 4)]),
        ({"": 6, "a": 3, "b": 3}, []),
        ({"": 4, "a": 4, "a/c": 4}, [("a/c/CLAUDE.md", 2)]),
        ({"": 12, "a": 4}, [("CLAUDE.md", 10)]),
        ({"a": 12}, [("a/CLAUDE.md", 10)]),
    ],
)
def test_a_limit_over_all_files_falls_in_the_file_that_passes_it(
    sizes: dict[str, int], cut: list[tuple[str, int]]
) -> None:
    files = {f"{home}/CLAUDE.md".lstrip("/"): "x" * size for home, size in sizes.items()}
    assert [(each.path, each.at) for each in with_limit(files, CHAIN).ask(runtime_cuts)] == cut


def test_what_lies_behind_a_file_that_is_cut_is_the_same_fault() -> None:
    files = {"CLAUDE.md": "x" * 12, "a/CLAUDE.md": "y", "a/c/CLAUDE.md": "z"}
    assert [each.path for each in with_limit(files, CHAIN).ask(runtime_cuts)] == ["CLAUDE.md"]


def test_advice_cuts_nothing() -> None:
    advice = Limit(2, "lines", "Keep it short.")
    assert with_limit({"CLAUDE.md": "a\nb\nc\nd\n"}, advice).ask(runtime_cuts) == ()


def test_a_file_that_is_skipped_is_lost_from_its_start() -> None:
    skipped = Limit(4, "bytes", "Skips what is larger.", skips=True)
    (found,) = with_limit({"CLAUDE.md": "# Locks\n"}, skipped).ask(runtime_cuts)
    assert (found.path, found.at) == ("CLAUDE.md", 0)
