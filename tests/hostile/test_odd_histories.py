"""Histories that no git would write: what is odd in one commit hides nothing of the others."""

from __future__ import annotations

import subprocess
from datetime import date
from pathlib import Path

import pytest

from ctxlayer.layer.sources import Commit
from ctxlayer.probes.landing import landing
from ctxlayer.probes.log_reading import Log
from ctxlayer.probes.sources import read_history
from tests.harness.fast_import import ALONE
from tests.probes.clones import commit, git, new_remote

_NOON = "1772366400 +0000"
_WHO = "Ada <ada@example.org>"


def put(folder: Path, headers: str, message: str = "odd") -> str:
    """A commit with whatever headers behind those that git follows, on top of HEAD; its hash."""
    tree, head = git(folder, "rev-parse", "HEAD^{tree}", "HEAD").split()
    text = f"tree {tree}\nparent {head}\n{headers}\n{message}\n"
    done = subprocess.run(
        ["git", "hash-object", "-t", "commit", "-w", "--literally", "--stdin"],
        cwd=folder,
        env=ALONE,
        input=text.encode("utf-8", "surrogateescape"),
        capture_output=True,
        check=True,
    )
    new = done.stdout.decode().strip()
    git(folder, "update-ref", "HEAD", new)
    return new


ODD = {
    "before all time": f"author {_WHO} -5 +0000\ncommitter {_WHO} -5 +0000\n",
    "before all time by its zone": f"author {_WHO} {_NOON}\ncommitter {_WHO} 1 -9999\n",
    "a zone that is none": f"author {_WHO} {_NOON}\ncommitter {_WHO} 1772366400 +99999999\n",
    "after all time": f"author {_WHO} {_NOON}\ncommitter {_WHO} 9999999999999 +0000\n",
    "a number without end": f"author {_WHO} {_NOON}\ncommitter {_WHO} {'9' * 400} +0000\n",
    "no date": f"author {_WHO} {_NOON}\ncommitter {_WHO}\n",
    "no committer": f"author {_WHO} {_NOON}\n",
    "nobody": "",
    "an encoding that is none": f"author {_WHO} {_NOON}\ncommitter {_WHO} {_NOON}\nencoding x\n",
    "an encoding of two bytes": (
        f"author {_WHO} {_NOON}\ncommitter {_WHO} {_NOON}\nencoding UTF-16\n"
    ),
    "zero bytes by its encoding": (
        f"author {_WHO} 1772366400 -0000\ncommitter {_WHO} 1772366400 -0000\nencoding UTF-7\n"
    ),
    "names that are none": "author \x01@ <<>> 0\ncommitter \udcff\x1b[31m > 7 7\n",
}


@pytest.mark.parametrize("headers", ODD.values(), ids=ODD)
def test_one_odd_commit_hides_nothing_of_the_others(tmp_path: Path, headers: str) -> None:
    folder = new_remote(tmp_path)
    odd = put(folder, headers, "x +AAA-M+AAA-gauges.py+AAA- \x01")
    commit(folder, "last", tides_py="HIGH = 2\n")
    history = read_history(str(folder))
    assert history is not None
    assert [each.subject for each in history.commits][::2] == ["last", "first"]
    assert history.commits[1].hash == odd
    assert history.commits_of("tides.py") == (0, 2)
    assert history.commits_of("gauges.py") == (2,)


@pytest.mark.parametrize("how", ["graft", "replacement"])
def test_a_past_that_leads_back_into_itself_has_an_end(tmp_path: Path, how: str) -> None:
    folder = new_remote(tmp_path)
    first = git(folder, "rev-parse", "HEAD")
    last = commit(folder, "last", tides_py="HIGH = 2\n")
    if how == "graft":
        (folder / ".git" / "info").mkdir(exist_ok=True)
        (folder / ".git" / "info" / "grafts").write_text(f"{first} {last}\n", encoding="utf-8")
    else:
        headers = f"author {_WHO} {_NOON}\ncommitter {_WHO} {_NOON}\n"
        git(folder, "update-ref", f"refs/replace/{first}", put(folder, headers))
        git(folder, "reset", "-q", "--soft", last)
    history = read_history(str(folder))
    assert history is None or [each.hash for each in history.commits][:1] == [last]


@pytest.mark.parametrize("size", [1, 2, 5])
@pytest.mark.parametrize("merges", [False, True])
def test_what_lands_in_a_circle_lands_once(size: int, merges: bool) -> None:
    names = [f"{number:040}" for number in range(size)]
    others = f" {names[-1]}" if merges else ""
    log = Log(
        commits=[Commit(name, date(2026, 3, 1), "", "", 0) for name in names],
        parents=[names[(number + 1) % size] + others for number in range(size)],
        seconds=[0] * size,
    )
    landed = landing(log, names[0])
    assert sorted(landed.commits) == list(range(size))
    assert landed.rest == names[0]
