"""A missing finding fails, an unexpected one fails, and the difference says which."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from ctxlayer.text import Span
from tests.harness import Case, parse_fixture
from tests.harness.compare import difference
from tests.harness.expect import settle


@dataclass(frozen=True)
class Found:
    span: Span
    lint: str = "invalid-value"
    severity: str = "error"
    message: str = "status `done` is not one of"
    family: str = "frontmatter"


def case(mark: str = "        ^^^^ invalid-value (error): not one of\n", lints: str = "") -> Case:
    fact = f"```@lints\n{lints}\n```\n" if lints else ""
    return parse_fixture(f"{fact}```a.md\nstatus: done\n{mark}```\n")[0]


DONE = Found(Span(8, 12))


def test_agreement_is_silent() -> None:
    assert difference(case(), {"a.md": [DONE]}) == ""


def test_a_missing_finding_fails() -> None:
    assert "-        ^^^^ invalid-value (error): not one of" in difference(case(), {})


def test_an_unexpected_finding_fails() -> None:
    shown = difference(case(mark=""), {"a.md": [DONE]})
    assert "+        ^^^^ invalid-value (error): status `done` is not one of" in shown


def test_a_finding_in_a_file_that_the_case_does_not_hold_fails() -> None:
    assert "b.md (found)" in difference(case(), {"a.md": [DONE], "b.md": [Found(Span(0, 0))]})


@pytest.mark.parametrize(
    "other",
    [
        Found(Span(8, 11)),
        Found(Span(0, 12)),
        Found(Span(8, 12), lint="invalid-date"),
        Found(Span(8, 12), severity="warning"),
        Found(Span(8, 12), message="something else"),
    ],
)
def test_every_part_of_a_mark_counts(other: Found) -> None:
    assert difference(case(), {"a.md": [other]})


def test_a_finding_twice_fails() -> None:
    assert difference(case(), {"a.md": [DONE, DONE]})


def test_two_findings_at_one_place_are_told_apart() -> None:
    marks = "        ^^^^ invalid-value: second\n        ^^^^ invalid-value: first\n"
    found = [Found(Span(8, 12), message="the first"), Found(Span(8, 12), message="the second")]
    assert difference(case(marks), {"a.md": found}) == ""
    assert difference(case(marks), {"a.md": found[:1]})
    assert difference(case(marks), {"a.md": [found[0], found[0]]})


def test_a_mark_without_words_takes_any() -> None:
    assert difference(case("        ^^^^ invalid-value\n"), {"a.md": [DONE]}) == ""


@pytest.mark.parametrize("lints", ["links", "dead-link"])
def test_other_lints_may_be_left_out_of_sight(lints: str) -> None:
    assert difference(case(mark="", lints=lints), {"a.md": [DONE]}) == ""


def test_a_finding_over_several_lines_runs_on() -> None:
    (marked,) = parse_fixture("```a.md\nab\n ^... x-lint\ncd\n```\n")
    assert difference(marked, {"a.md": [Found(Span(1, 5), lint="x-lint")]}) == ""
    assert difference(marked, {"a.md": [Found(Span(1, 2), lint="x-lint")]})


def test_wide_characters_are_shown_by_their_text() -> None:
    (marked,) = parse_fixture("```a.md\n日本 x x\n```\n")
    assert '+^"x" x-lint' in difference(marked, {"a.md": [Found(Span(3, 4), lint="x-lint")]})
    assert '+^"x"#2 x-lint' in difference(marked, {"a.md": [Found(Span(5, 6), lint="x-lint")]})


FIXTURE = "## a\n```expect hover\nold\n```\n## b\n```expect hover\n```\n"


def test_a_wrong_answer_shows_both(tmp_path: Path) -> None:
    (want,) = parse_fixture(FIXTURE)[0].expectations
    assert settle(tmp_path / "x.md", [(want, "old")], update=False) == ""
    shown = settle(tmp_path / "x.md", [(want, "new")], update=False)
    assert "old" in shown
    assert "new" in shown


def test_update_rewrites_the_fixture_in_place(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    path.write_text(FIXTURE, encoding="utf-8")
    wants = [case.expectations[0] for case in parse_fixture(FIXTURE)]
    assert settle(path, [(wants[0], "one\ntwo"), (wants[1], "three")], update=True) == ""
    expected = "## a\n```expect hover\none\ntwo\n```\n## b\n```expect hover\nthree\n```\n"
    assert path.read_text(encoding="utf-8") == expected
