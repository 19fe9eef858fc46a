"""What a parser found wrong, with where and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlayer.text import Edit, Span


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in one text.

    `kind` is the id of the lint that reports it. `fix` holds the edits that mend it, titled by
    `title`; `safe` says that they may be applied without asking.
    """

    kind: str
    span: Span
    message: str
    fix: tuple[Edit, ...] = ()
    title: str = ""
    safe: bool = False
    related: tuple[tuple[Span, str], ...] = ()
