"""Where the bytes come from and go to: the process's own streams, a socket, a parent to watch."""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable
from typing import NamedTuple

from ctxlayer.lsp.framing import Read, bodies, frame

logger = logging.getLogger(__name__)

PARENT_POLL_SECONDS = 2.0


class Streams(NamedTuple):
    """Both directions of a connection. `write` sends all of its bytes or raises OSError."""

    read: Read
    write: Callable[[bytes], None]


def claim_stdio() -> Streams:
    """Take standard input and output for the protocol alone.

    Afterwards descriptor 0 is empty and descriptor 1 is standard error, so that a stray `print`
    or a child process can neither eat nor garble messages. Plain descriptors are used because a
    thread that waits in a buffered reader holds its lock, which aborts the interpreter at exit.
    """
    source, sink = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(2 if sys.stderr is not None else null, 1)
    os.close(null)
    sys.stdout = sys.stderr
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (source, sink):
            msvcrt.setmode(descriptor, os.O_BINARY)

    else:
        for descriptor in (source, sink):
            os.set_blocking(descriptor, True)

    def write(data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(sink, view) :]

    return Streams(lambda size: os.read(source, size), write)


class Writer:
    """Sends whole messages from any thread. Has the shape that pygls wants of a writer."""

    def __init__(self, write: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._write = write
        self._lost = lost
        self._lock = threading.Lock()

    def write(self, data: bytes) -> None:
        """Frame and send one message body; a connection that is gone is reported, not raised."""
        message = frame(data)
        try:
            with self._lock:
                self._write(message)
        except (OSError, ValueError):
            logger.info("the client is gone")
            self._lost()

    def close(self) -> None:
        """Nothing to do: the process ends with the connection."""


def start_reader(read: Read, arrived: Callable[[bytes], None], ended: Callable[[], None]) -> None:
    """Read messages on a thread of their own, so that no work ever delays input.

    pygls reads on the pool that runs its thread handlers: a few long ones there and the server
    no longer hears, and each message costs three hops between threads.
    """

    def run() -> None:
        try:
            for body in bodies(read):
                arrived(body)
        except (OSError, ValueError):
            logger.info("input broke off", exc_info=True)
        finally:
            ended()

    threading.Thread(target=run, name="ctxlayer-reader", daemon=True).start()


def watch_parent(pid: int, died: Callable[[], None]) -> None:
    """Call `died` once when process `pid` is gone: an editor that crashes closes no pipe
    that a grandchild inherited."""

    def run() -> None:
        pause = threading.Event()
        while is_alive(pid):
            pause.wait(PARENT_POLL_SECONDS)
        died()

    threading.Thread(target=run, name="ctxlayer-parent", daemon=True).start()


def is_alive(pid: int) -> bool:
    """Whether a process with this id exists."""
    if sys.platform == "win32":
        return _is_alive_windows(pid)
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def _is_alive_windows(pid: int) -> bool:
    import ctypes

    synchronize, timed_out = 0x00100000, 0x102
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]  # on Windows only
    handle = kernel.OpenProcess(synchronize, False, pid)
    if not handle:
        return False
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == timed_out)
    finally:
        kernel.CloseHandle(handle)


def accept_one(host: str, port: int) -> Streams:
    """Wait for one client on a loopback address."""
    import ipaddress
    import socket

    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    if not ipaddress.ip_address(address[0]).is_loopback:
        raise ValueError(f"{host} is not a loopback address")
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1)
        shown = listener.getsockname()
        sys.stderr.write(f"ctxlayer: listening on {shown[0]}:{shown[1]}\n")
        sys.stderr.flush()
        connection, _ = listener.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sys.stdout = sys.stderr
    return Streams(connection.recv, connection.sendall)
