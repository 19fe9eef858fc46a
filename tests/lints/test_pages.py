"""The page of each lint is true: its Example has exactly its marks, its Instead has no finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxlayer.lints.registry import Lint, all_lints, known_names
from tests.harness import Case, parse_fixture
from tests.harness.run import run_case


def holds(case: Case) -> None:
    wrong = run_case(case, Path(f"{case.title}.md"))
    if wrong:
        pytest.fail(wrong, pytrace=False)


HEADINGS = ("What it does", "Why", "Example", "Instead")


@pytest.mark.parametrize("lint", all_lints(), ids=lambda lint: lint.id)
class TestPage:
    def test_it_has_the_fixed_headings_in_order(self, lint: Lint) -> None:
        headings = [name for name in lint.sections if name in HEADINGS]
        assert tuple(headings) == HEADINGS

    def test_its_example_has_the_marked_finding(self, lint: Lint) -> None:
        (case,) = parse_fixture(lint.sections["Example"], lint.id)
        marked = [mark.lint for file in case.files.values() for mark in file.marks]
        assert lint.id in marked, "the example marks no finding of this lint"
        holds(case)

    def test_its_instead_has_no_finding(self, lint: Lint) -> None:
        (case,) = parse_fixture(lint.sections["Instead"], lint.id)
        assert case.files, "the section shows no file"
        holds(case)

    def test_it_has_a_fixture(self, lint: Lint) -> None:
        assert (Path(__file__).parent / lint.family / f"{lint.id}.md").is_file()


def test_a_file_name_is_enough_to_know_a_lint() -> None:
    assert known_names() == {name for lint in all_lints() for name in (lint.id, lint.family)}
