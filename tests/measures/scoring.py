"""How often something that judges is right, on texts labelled by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class Score(NamedTuple):
    """Right and wrong answers; `false` and `missed` are the labelled ones that came out wrong."""

    right: int
    false: tuple[Any, ...]
    missed: tuple[Any, ...]
    total: int

    @property
    def precision(self) -> float:
        """How many of those found are what was looked for."""
        found = self.right + len(self.false)
        return self.right / found if found else 1.0

    @property
    def recall(self) -> float:
        """How many of those that are what was looked for are found."""
        wanted = self.right + len(self.missed)
        return self.right / wanted if wanted else 1.0


def scored(
    rows: Sequence[Any], is_wanted: Callable[[Any], bool], is_found: Callable[[Any], bool]
) -> Score:
    """What a judge makes of labelled rows."""
    judged = [(row, is_wanted(row), is_found(row)) for row in rows]
    return Score(
        sum(wanted and found for _, wanted, found in judged),
        tuple(row for row, wanted, found in judged if found and not wanted),
        tuple(row for row, wanted, found in judged if wanted and not found),
        len(judged),
    )
