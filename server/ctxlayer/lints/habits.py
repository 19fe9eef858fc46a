"""What many files of a team have alike: one of them speaks for all.

A hundred rules with a key of the team's own are one decision, and a hundred findings about it hide
the few that are faults. So a lint names such a cause in its reports, and where most files of one
sort have it, the first of them says so for the others, with a fix for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.lints.model import Deferred, Finding, Fix
from ctxlayer.text import Edit

HABITUAL = (Kind.RULE, Kind.UNREAD_RULE, Kind.SKILL, Kind.AGENT, Kind.COMMAND)
"""Kinds of which a team has many, made after one pattern."""

_FEWEST = 8
"""Files below which each is told of its own: they are read one by one."""
_SHARE = 10
"""One in so many of the files of the sort has it, or it is no habit."""

_Sort = tuple[Kind, str]
_Cause = tuple[_Sort, str, str]


class Habitual(NamedTuple):
    """A file, by the kind and runtime that it shares with others, and its findings that may be habits."""

    sort: _Sort
    findings: tuple[Finding, ...]


class Habits(NamedTuple):
    """The files that were looked at, under what went into their findings, and what many share."""

    world: tuple[object, ...]
    by_path: Mapping[str, Habitual]
    shared: Mapping[_Cause, tuple[Finding, ...]]


def sort_of(document: Document) -> _Sort:
    """The files that a document is compared with."""
    return document.kind, document.runtime


def habits_of(world: tuple[object, ...], by_path: Mapping[str, Habitual]) -> Habits:
    """What enough of the files share, in the order of their paths."""
    sizes: dict[_Sort, int] = {}
    causes: dict[_Cause, list[Finding]] = {}
    for _, each in sorted(by_path.items()):
        sizes[each.sort] = sizes.get(each.sort, 0) + 1
        for finding in each.findings:
            causes.setdefault((each.sort, finding.lint, finding.habit), []).append(finding)
    shared = {}
    for cause, findings in causes.items():
        files = len({finding.path for finding in findings})
        if files >= _FEWEST and _SHARE * files >= sizes[cause[0]]:
            shared[cause] = tuple(findings)
    return Habits(world, by_path, shared)


def one_for_all(
    findings: Iterable[Finding], document: Document, habits: Habits
) -> tuple[Finding, ...]:
    """The findings of a document without those that another file speaks of."""
    return tuple(_spoken(findings, sort_of(document), habits))


def _spoken(findings: Iterable[Finding], sort: _Sort, habits: Habits) -> Iterator[Finding]:
    for finding in findings:
        alike = habits.shared.get((sort, finding.lint, finding.habit)) if finding.habit else None
        if alike is None:
            yield finding
        elif (finding.path, finding.span) == (alike[0].path, alike[0].span):
            yield _for_all(finding, alike)


def _for_all(first: Finding, alike: tuple[Finding, ...]) -> Finding:
    others = len({finding.path for finding in alike}) - 1
    return first._replace(
        message=f"{first.message}; {others} more files have it so, and are not flagged one by one",
        fixes=(*first.fixes, *_everywhere(first.fixes, alike)),
    )


def _everywhere(fixes: Iterable[Fix], alike: tuple[Finding, ...]) -> Iterator[Fix]:
    """Each fix in every file that has one of its name; not to be run unasked, as it leaves its file."""
    for fix in fixes:
        same = _same(fix, alike)
        if len(same) > 1:
            yield Fix(f"{fix.title}, in all {len(same)} files", Deferred(partial(_edits, same)))


def _same(fix: Fix, alike: tuple[Finding, ...]) -> dict[str, Fix]:
    same: dict[str, Fix] = {}
    for finding in alike:
        for other in finding.fixes:
            if other.title == fix.title:
                same.setdefault(finding.path, other)
    return same


def _edits(fixes: Mapping[str, Fix]) -> dict[str, tuple[Edit, ...]]:
    return {path: fix.edits[path] for path, fix in fixes.items() if path in fix.edits}
