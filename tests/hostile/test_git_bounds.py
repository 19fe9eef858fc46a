"""Whatever git does, nobody waits for long, and nothing of it is left running."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ctxlayer.probes.git import Git, GitFailed, gitpython
from ctxlayer.probes.git.process import portions, start

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs are shell scripts")

SOON = 5.0
"""Seconds that are far more than anything here takes, and far less than a program would."""

Engine = Callable[[str], Git]


class Held:
    """A pipe that shows when the last process that holds it is gone."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self._reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def is_taken(self) -> bool:
        """Whether somebody wrote to it, or soon does."""
        poll = select.poll()
        poll.register(self._reading, select.POLLIN)
        return bool(poll.poll(4 * SOON * 1000))

    def is_let_go(self) -> bool:
        poll = select.poll()
        poll.register(self._reading, select.POLLIN)
        while poll.poll(SOON * 1000):
            if not os.read(self._reading, 100):
                return True
        return False

    def close(self) -> None:
        os.close(self._reading)


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Held]:
    pipe = Held(tmp_path / "held")
    yield pipe
    pipe.close()


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Puts another git before the real one; its answer is a folder to run it in."""
    programs, root = tmp_path / "programs", tmp_path / "root"
    programs.mkdir()
    root.mkdir()

    def put(script: str) -> str:
        (programs / "git").write_text(f"#!/bin/sh\n{script}\n")
        (programs / "git").chmod(0o755)
        monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
        return str(root)

    return put


@pytest.mark.parametrize("engine", [Git, gitpython])
@pytest.mark.parametrize("asked", [b"", b"x" * 1_000_000])
def test_a_git_that_hangs_is_ended_with_all_that_it_started(
    fake: Callable[[str], str], held: Held, engine: Engine, asked: bytes
) -> None:
    root = fake(f"echo begun > {held.path}; exec 3> {held.path}; sleep 1000 & sleep 1000")
    begun = time.monotonic()
    with pytest.raises(GitFailed) as error:
        engine(root).run("cat-file", "--batch", timeout=0.5, asked=asked)
    assert error.value.why == "timeout"
    assert time.monotonic() - begun < SOON
    assert held.is_let_go()


@pytest.mark.parametrize("engine", [Git, gitpython])
def test_a_git_that_says_too_much_is_ended(
    fake: Callable[[str], str], held: Held, engine: Engine
) -> None:
    root = fake(f"exec 3> {held.path}; yes | cat")
    with pytest.raises(GitFailed) as error:
        engine(root).run("rev-parse", "HEAD", timeout=60, most=100_000)
    assert error.value.why == "too-much"
    assert held.is_let_go()


def test_a_git_that_complains_without_end_is_cut_short(fake: Callable[[str], str]) -> None:
    root = fake("yes complaint | head -c 1000000 >&2; exit 3")
    with pytest.raises(GitFailed) as error:
        Git(root).run("rev-parse", "HEAD", timeout=60)
    assert (error.value.why, error.value.code) == ("failed", 3)
    assert 0 < len(error.value.said) < 10_000


def test_nobody_waits_for_what_got_away(fake: Callable[[str], str], held: Held) -> None:
    """Who leaves the group of processes cannot be ended with it, and holds its output open."""
    gate = held.path.with_name("gate")
    os.mkfifo(gate)
    gone = "import os, sys; os.setsid(); open(sys.argv[1]).read()"
    root = fake(f"exec 3> {held.path}; {sys.executable} -c '{gone}' {gate} & echo out")
    begun = time.monotonic()
    with pytest.raises(GitFailed) as error:
        Git(root).run("rev-parse", "HEAD", timeout=0.5)
    assert error.value.why == "timeout"
    assert time.monotonic() - begun < SOON
    with gate.open("w"):
        pass  # now it may go
    assert held.is_let_go()


def test_whoever_stops_early_ends_git(fake: Callable[[str], str], held: Held) -> None:
    root = fake(f"exec 3> {held.path}; echo one; sleep 1000")
    out = Git(root).stream("rev-parse", "HEAD", timeout=60)
    assert next(out) == b"one\n"
    out.close()
    assert held.is_let_go()


def test_what_came_in_time_is_worth_having(fake: Callable[[str], str]) -> None:
    root = fake("echo one; sleep 1000")
    out = Git(root).stream("rev-parse", "HEAD", timeout=2)
    assert next(out) == b"one\n"
    with pytest.raises(GitFailed, match="timeout"):
        next(out)


def test_who_writes_may_put_away_what_was_begun(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    script = f"trap 'rm {lock}; exit 1' TERM; touch {lock}; echo begun; sleep 1000 & wait"
    process = start(["/bin/sh", "-c", script], str(tmp_path), dict(os.environ), asked=False)
    with pytest.raises(GitFailed, match="timeout"):
        list(portions(process, timeout=0.5, most=1000, writes=True))
    assert not lock.exists()


def test_who_will_not_end_is_ended(tmp_path: Path, held: Held) -> None:
    script = f"trap '' TERM; exec 3> {held.path}; sleep 1000 & wait; sleep 1000"
    process = start(["/bin/sh", "-c", script], str(tmp_path), dict(os.environ), asked=False)
    with pytest.raises(GitFailed, match="timeout"):
        list(portions(process, timeout=0.2, most=1000, writes=True))
    assert held.is_let_go()


def test_nothing_is_started_when_we_end(tmp_path: Path) -> None:
    """Threads that waited for a git which was ended go on with the next one."""
    code = (
        "import atexit, sys\n"
        "atexit.register(lambda: ask())\n"  # what was registered last runs first
        "from ctxlayer.probes.git import Git, GitFailed\n"
        "def ask():\n"
        "    try: print(Git(sys.argv[1]).run('rev-parse', '--git-dir', timeout=9))\n"
        "    except GitFailed as error: print(error.why, error.said)\n"
    )
    program = [sys.executable, "-c", code, str(tmp_path)]
    ran = subprocess.run(program, capture_output=True, text=True, check=True)
    assert ran.stdout == "failed no more is started\n"


def test_no_files_or_threads_are_left(fake: Callable[[str], str]) -> None:
    root = fake("cat; echo said >&2")
    git = Git(root)
    git.run("cat-file", "--batch", timeout=60, asked=b"x" * 100_000)
    before = len(os.listdir("/dev/fd")), threading.active_count()
    for _ in range(5):
        assert git.run("cat-file", "--batch", timeout=60, asked=b"x" * 100_000)
    assert (len(os.listdir("/dev/fd")), threading.active_count()) == before


def test_git_is_no_program_of_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    for folder in (tmp_path, tmp_path / "bin"):
        (folder / "git").write_text(f"#!/bin/sh\ntouch {tmp_path}/fired\n")
        (folder / "git").chmod(0o755)
    own = os.pathsep.join([".", "", "bin", str(tmp_path), str(tmp_path / "bin")])
    monkeypatch.setenv("PATH", f"{own}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    for engine in (Git, gitpython):
        with pytest.raises(GitFailed) as error:
            engine(str(tmp_path)).run("rev-parse", "HEAD", timeout=60)
        assert error.value.not_a_repository
    assert not (tmp_path / "fired").exists()


def test_without_git_or_a_folder_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(GitFailed, match="missing: no folder"):
        Git(str(tmp_path / "none")).run("rev-parse", "HEAD", timeout=60)
    monkeypatch.setenv("PATH", str(tmp_path))
    for engine in (Git, gitpython):
        with pytest.raises(GitFailed, match="missing: no git"):
            engine(str(tmp_path)).run("rev-parse", "HEAD", timeout=60)


@pytest.mark.parametrize(
    "end",
    ["pass", "raise KeyboardInterrupt", "import os, signal; os.kill(os.getpid(), signal.SIGINT)"],
)
def test_nothing_outlives_us(fake: Callable[[str], str], held: Held, end: str) -> None:
    root = fake(f"trap '' TERM; exec 3> {held.path}; echo one; sleep 1000 & wait; sleep 1000")
    program = (
        "import sys, threading\n"
        "from ctxlayer.probes.git import Git\n"
        "begun = threading.Event()\n"
        "def wait():\n"
        "    for _ in Git(sys.argv[1]).stream('rev-parse', 'HEAD', timeout=60):\n"
        "        begun.set()\n"
        "threading.Thread(target=wait, daemon=True).start()\n"
        f"begun.wait()\n{end}\n"
    )
    subprocess.run([sys.executable, "-c", program, root], capture_output=True, check=False)
    assert held.is_let_go()
