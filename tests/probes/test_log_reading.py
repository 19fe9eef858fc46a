"""Reading git's log in portions."""

from __future__ import annotations

from datetime import date

import pytest

from ctxlayer.layer.sources import Commit, Rename
from ctxlayer.probes.log_reading import Log, read_log, tokens_of
from ctxlayer.probes.mailmap import Mailmap

NEW, OLD = "b" * 40, "a" * 40
NAMES = Mailmap(b"Ada <ada@example.org>\n")
TOLD = (
    f"@{NEW}\0{OLD}\x001772366400 +0000\0ada\0ADA@example.org\0@{OLD}, and \x01 more\0"
    "\nR090\0src/a.py\0src/@b.py\0M\0R100\0D\0x\ny\0R100\0c\0d\0"
    f"@{OLD}\0\x009999999999999 +0000\0\0\0\0"
    "\nA\0src/a.py\0"
).encode()


@pytest.mark.parametrize("size", [1, 2, 7, 50, len(TOLD)])
def test_portions_of_any_size_tell_the_same(size: int) -> None:
    log = Log()
    read_log((TOLD[at : at + size] for at in range(0, len(TOLD), size)), log, NAMES)
    assert log.commits == [
        Commit(NEW, date(2026, 3, 1), "Ada", f"@{OLD}, and   more", 4),
        # In no calendar: whatever it was, it was long ago.
        Commit(OLD, date.min, "", "", 1),
    ]
    assert log.parents == [OLD, ""]
    assert log.seconds == [1772366400, 9999999999999]
    assert log.touched == {"src/@b.py": [0], "R100": [0], "x\ny": [0], "src/a.py": [1]}
    assert log.renames == [Rename("src/a.py", "src/@b.py", 0), Rename("c", "d", 0)]
    assert {path for path, is_there in log.there.items() if is_there} == {"src/@b.py", "R100", "d"}


def test_a_subject_may_be_as_long_as_its_author_liked() -> None:
    long = [b"a\0b"] + [b"x" * 65_536] * 2_000 + [b"\0c"]  # by joining all anew each time, minutes
    tokens = [token for some in tokens_of(long) for token in some]
    assert [len(token) for token in tokens] == [1, 1 + 2_000 * 65_536, 1]


def test_a_log_without_commits() -> None:
    log = Log()
    read_log([], log, NAMES)
    assert log == Log()


@pytest.mark.parametrize("end", range(0, len(TOLD), 9))
def test_of_a_log_that_is_cut_no_half_is_made_up(end: int) -> None:
    log = Log()
    try:
        read_log([TOLD[:end]], log, NAMES)
    except ValueError:
        return
    assert len(log.commits) == len(log.parents) == len(log.seconds)


@pytest.mark.parametrize(
    ("written", "seconds", "day"),
    [
        ("1772366400 +0000", 1772366400, date(2026, 3, 1)),
        ("1772366400 +1200", 1772366400, date(2026, 3, 2)),
        ("1772366400 -1230", 1772366400, date(2026, 2, 28)),
        ("1 -1200", 1, date(1969, 12, 31)),
        ("4102444800 +9999", 4102444800, date(2100, 1, 5)),
        ("1772366400 +99999999", 1772366400, date(2026, 3, 1)),
        ("1772366400", 1772366400, date(2026, 3, 1)),
        ("999999999999999999 +0000", 999999999999999999, date.min),
        ("99999999999999999999999 +0000", 0, date(1970, 1, 1)),
        ("-5 +0000", 0, date(1970, 1, 1)),
        ("", 0, date(1970, 1, 1)),
        ("٣ +0000", 0, date(1970, 1, 1)),
        ("yesterday", 0, date(1970, 1, 1)),
    ],
)
def test_whatever_stands_for_a_date(written: str, seconds: int, day: date) -> None:
    log = Log()
    read_log([f"@{NEW}\0\0{written}\0\0\0\0\nM\0a\0".encode()], log, NAMES)
    assert (log.seconds, [each.day for each in log.commits]) == ([seconds], [day])
    assert log.touched == {"a": [0]}
