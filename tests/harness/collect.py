"""Markdown fixtures as pytest items: one file a module, one `##` heading a test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.harness.fixture import Case, parse_fixture
from tests.harness.marks import FixtureError


class FixtureMismatch(AssertionError):
    """A case whose findings or answers are not the written ones."""


class FixtureFile(pytest.File):
    """A Markdown fixture."""

    def collect(self) -> Iterator[FixtureItem]:
        """One item a case."""
        try:
            cases = self.cases()
        except FixtureError as error:
            raise self.CollectError(f"{self.path}: {error}") from None
        for number, case in enumerate(cases):
            yield FixtureItem.from_parent(
                self, name=case.title or self.path.stem, number=number, line=case.line
            )

    def cases(self) -> tuple[Case, ...]:
        """The cases as the file holds them now (an earlier case may have rewritten it)."""
        return parse_fixture(self.path.read_text(encoding="utf-8"), self.path.stem)


class FixtureItem(pytest.Item):
    """One case of a fixture."""

    def __init__(self, *, number: int, line: int, **rest: Any) -> None:
        super().__init__(**rest)
        self.number = number
        self.line = line
        # Some plugins look into the arguments of every item.
        self.funcargs: dict[str, Any] = {}

    def runtest(self) -> None:
        """Raise `FixtureMismatch` unless the case holds."""
        from tests.harness.run import run_case

        assert isinstance(self.parent, FixtureFile)
        wrong = run_case(self.parent.cases()[self.number], self.path)
        if wrong:
            raise FixtureMismatch(wrong)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The difference alone where that is the news; a traceback for anything else."""
        if isinstance(excinfo.value, (FixtureMismatch, FixtureError)):
            return f"{self.path}:{self.line}: {self.name}\n{excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int, str]:
        """Where the case begins, for editors and reports."""
        return self.path, self.line - 1, self.name
