"""A process with bounds: so much time, so many bytes, and nothing of it is left when it is stopped."""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ctxlayer.probes.git.failures import GitFailed

if TYPE_CHECKING:
    from subprocess import Popen

    Process = Popen[bytes]

PORTION = 1 << 16
"""Bytes that are handed on at once, so that nobody holds up other threads over many."""

_SAID = 1 << 16
"""Bytes of the standard error that are kept."""
_AT_ONCE = 4096
"""Bytes that any pipe holds: they can be written before anybody reads."""
_GRACE = 1.0
"""Seconds to put away what was begun, for a process that writes."""
_LAST_WORDS = 0.5
"""Seconds that the standard error may stay open after the process has ended."""


_RUNNING: set[Process] = set()
"""Those that somebody waits for."""


class _Door:
    """Through it goes whoever starts a process; it is shut when our own ends."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.inside = 0
        self.shut = False


_DOOR = _Door()


def started(make: Callable[[], Process]) -> Process:
    """A process that `make` starts, for `portions`; it ends when we do.

    Raises `GitFailed` while our own process ends: threads go on a little, and would begin the next one where
    the last was ended.
    """
    with _DOOR.lock:
        if _DOOR.shut:
            raise GitFailed("failed", "no more is started")
        _DOOR.inside += 1
    try:
        process = make()
        _RUNNING.add(process)
        return process
    finally:
        with _DOOR.lock:
            _DOOR.inside -= 1


def own_group() -> dict[str, Any]:
    """For `Popen`: a session of its own, so without a terminal to ask at, and all of it can be ended."""
    if sys.platform != "win32":
        return {"start_new_session": True}
    import subprocess

    return {"creationflags": subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP}


def start(argv: Sequence[str], folder: str, environment: dict[str, str], *, asked: bool) -> Process:
    """Start a program in a folder; with `asked` something will be written to it."""
    # Who never asks anything of git need not wait for this.
    import subprocess

    return subprocess.Popen(
        argv,
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE if asked else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **own_group(),
    )


def portions(
    process: Process, *, timeout: float, most: int, asked: bytes = b"", writes: bool = False
) -> Iterator[bytes]:
    """What a process that was `started` writes, as it comes.

    Raises `GitFailed` ("timeout", "too-much", "failed") after the portions that came before. Whoever
    stops early closes the iterator. What did not end by itself is ended then, with all that it started; one
    that `writes` is first asked to put away what it has begun. So it is when our own process ends.
    """
    until = time.monotonic() + timeout
    ended = False
    said = _Said(process)
    try:
        with _ended_in_time(process, timeout):
            _write(process, asked)
            whole = 0
            while portion := _read(process, until):
                whole += len(portion)
                if whole > most:
                    raise GitFailed("too-much")
                yield portion
            code = _code(process, until)
        ended = True
    finally:
        if not ended:
            _stop(process, gently=writes)
        _RUNNING.discard(process)
        _close(process, said)
    if code:
        if time.monotonic() >= until:
            raise GitFailed("timeout")
        raise GitFailed("failed", said.words(), code)


class _Said:
    """What a process writes to its standard error, read beside so that it never has to wait."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._kept = bytearray()
        self._thread = threading.Thread(target=self._read, name="ctxlayer-git", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        stream = self._process.stderr
        if stream is None:
            return
        with contextlib.suppress(OSError, ValueError):
            while portion := os.read(stream.fileno(), PORTION):
                self._kept += portion[: _SAID - len(self._kept)]

    def finished(self) -> bool:
        """Whether all was said; waits for a moment. Somebody who got away may hold the pipe open."""
        self._thread.join(_LAST_WORDS)
        return not self._thread.is_alive()

    def words(self) -> str:
        return self._kept.decode("utf-8", "replace").strip()


def _write(process: Process, asked: bytes) -> None:
    stream = process.stdin
    if stream is None:
        return

    def write() -> None:
        # Git may have ended before it read all.
        with contextlib.suppress(OSError, ValueError):
            stream.write(asked)
        with contextlib.suppress(OSError, ValueError):
            stream.close()

    if len(asked) <= _AT_ONCE:
        write()
    else:
        threading.Thread(target=write, name="ctxlayer-git", daemon=True).start()


def _read(process: Process, until: float) -> bytes:
    """The next portion, b"" at the end. Not through the stream's buffer, which cannot be hurried."""
    stream = process.stdout
    if stream is None:
        return b""
    if sys.platform != "win32":
        import select

        poll = select.poll()
        poll.register(stream.fileno(), select.POLLIN)
        if not poll.poll(max(0.0, until - time.monotonic()) * 1000):
            raise GitFailed("timeout")
    return os.read(stream.fileno(), PORTION)


def _code(process: Process, until: float) -> int:
    from subprocess import TimeoutExpired

    try:
        return process.wait(max(0.0, until - time.monotonic()))
    except TimeoutExpired:
        raise GitFailed("timeout") from None


@contextlib.contextmanager
def _ended_in_time(process: Process, timeout: float) -> Iterator[None]:
    """Where pipes cannot be waited for with a limit, somebody else ends the process."""
    if sys.platform != "win32":
        yield
        return
    timer = threading.Timer(timeout, _stop, (process,), {"gently": False})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _stop(process: Process, *, gently: bool) -> None:
    """End a process with all that it started."""
    from subprocess import TimeoutExpired

    if gently:
        # A git that is killed leaves its lock files behind.
        _signal(process, "SIGTERM")
        with contextlib.suppress(TimeoutExpired):
            process.wait(_GRACE)
    _signal(process, "SIGKILL")
    with contextlib.suppress(TimeoutExpired):
        process.wait(_GRACE)


@atexit.register
def _stop_all() -> None:
    """Threads that wait for git end with us, and then nobody would bound it: it is in a group of its own."""
    until = time.monotonic() + _GRACE
    with _DOOR.lock:
        _DOOR.shut = True
    while _DOOR.inside and time.monotonic() < until:
        time.sleep(0.01)
    running = [each for each in tuple(_RUNNING) if each.poll() is None]
    for process in running:
        _signal(process, "SIGTERM")
    until = time.monotonic() + _GRACE
    while any(each.poll() is None for each in running) and time.monotonic() < until:
        time.sleep(0.01)
    for process in running:
        _signal(process, "SIGKILL")


def _signal(process: Process, name: str) -> None:
    if sys.platform != "win32":
        import signal

        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.Signals[name])
    elif process.poll() is None:
        import subprocess

        with contextlib.suppress(OSError, subprocess.SubprocessError):
            system = os.path.join(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32")
            subprocess.run(
                [os.path.join(system, "taskkill.exe"), "/F", "/T", "/PID", str(process.pid)],
                capture_output=True,
                timeout=_GRACE,
                check=False,
                **own_group(),
            )
        process.kill()


def _close(process: Process, said: _Said) -> None:
    if process.stdout is not None:
        process.stdout.close()
    # Whoever still reads from a stream must not lose its number to another file.
    if said.finished() and process.stderr is not None:
        process.stderr.close()
