"""Days as authors write them in frontmatter."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from ctxlayer.syntax.nodes import Scalar

_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_YEAR_FIRST = re.compile(
    r"([0-9]{4})[-/. ]([0-9]{1,2})[-/. ]([0-9]{1,2})|([0-9]{4})([0-9]{2})([0-9]{2})"
)
_YEAR_LAST = re.compile(r"([0-9]{1,2})[-/. ]([0-9]{1,2})[-/. ]([0-9]{4})")
_DAY_MONTH = re.compile(
    r"([0-9]{1,2})(?:st|nd|rd|th)?[-. ]{1,2}([a-z]{3,9})\.?[-, ]{1,2}([0-9]{4})"
)
_MONTH_DAY = re.compile(r"([a-z]{3,9})\.? ([0-9]{1,2})(?:st|nd|rd|th)?,? ([0-9]{4})")
_MONTHS = (
    "january february march april may june july august september october november december".split()
)
_TIME = re.compile(
    r"(?:[Tt]|[ \t]{1,9})(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{0,9})?)?"
    r"[ \t]{0,9}(?:[Zz]|UTC|[+-][0-9]{1,2}(?::?[0-9]{2})?)?"
)


class ReadDate(NamedTuple):
    """A date as written. `exact` is False where it had to be guessed (`2026-5-1`)."""

    day: date
    exact: bool


def read_date(value: Scalar) -> ReadDate | None:
    """The day that a scalar names: an ISO date, quoted or not, or a timestamp's day.

    `2026-5-1`, `1 May 2026` and whatever else has one reading only are read, as inexact. None
    for everything else: impossible days, and `05/04/2026`, which is two days.
    """
    text = value.text.strip()
    iso = _ISO.match(text)
    if iso is not None and (iso.end() == len(text) or _TIME.fullmatch(text, iso.end())):
        day = _day(iso[1], iso[2], iso[3])
        return ReadDate(day, True) if day else None
    days = {day for day in _readings(text) if day is not None}
    return ReadDate(days.pop(), False) if len(days) == 1 else None


def _readings(text: str) -> list[date | None]:
    """The days that `text` may mean."""
    if len(text) > 40:
        return []
    first = _YEAR_FIRST.match(text)
    if first is not None and (first.end() == len(text) or _TIME.fullmatch(text, first.end())):
        return [_day(*(part for part in first.groups() if part))]
    last = _YEAR_LAST.fullmatch(text)
    if last is not None:
        return [_day(last[3], last[2], last[1]), _day(last[3], last[1], last[2])]
    lower = text.lower()
    if (named := _DAY_MONTH.fullmatch(lower)) is not None:
        return [_day(named[3], _month(named[2]), named[1])]
    if (named := _MONTH_DAY.fullmatch(lower)) is not None:
        return [_day(named[3], _month(named[1]), named[2])]
    return []


def _month(name: str) -> str:
    """The number of an English month, its name in full or cut to three or four letters."""
    found = [n for n, each in enumerate(_MONTHS, 1) if each == name or each[:3] == name[:4]]
    return str(found[0]) if found else str(9 if name == "sept" else 0)


def _day(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None
