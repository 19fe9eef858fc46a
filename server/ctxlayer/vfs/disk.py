"""Reading one file, or saying in words why not."""

from __future__ import annotations

import os
import stat
from typing import NamedTuple

from ctxlayer.text.common import common

MAX_BYTES = 4_000_000
"""Size of the largest file that is read: far above any that an agent could use."""

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    # A pipe that took the file's place since it was looked at must not block us.
    | getattr(os, "O_NONBLOCK", 0)
)
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)


_BINARY = "binary: it holds NUL bytes"


class Content(NamedTuple):
    """The text of a file; or None, and the reason in words that follow "it is"."""

    text: str | None
    reason: str = ""


def read_text(path: str, *, follow: bool = True) -> Content:
    """The text of the file at `path` with its line ends and byte order mark kept.

    Only regular files are opened; with `follow` False, not through a symbolic link. Never raises.
    """
    try:
        if not stat.S_ISREG(os.stat(path, follow_symlinks=follow).st_mode):
            return Content(None, "not a regular file")
        descriptor = os.open(path, _FLAGS if follow else _FLAGS | _NO_FOLLOW)
    except (OSError, ValueError) as error:
        return Content(None, _told(error))
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return Content(None, "not a regular file")
        if status.st_size > MAX_BYTES:
            return Content(None, _too_large(status.st_size))
        return decode(_read(descriptor, status.st_size))
    except OSError as error:
        return Content(None, _told(error))
    finally:
        os.close(descriptor)


def _read(descriptor: int, size: int) -> bytes:
    data = os.read(descriptor, size + 1)
    if len(data) == size:
        return data
    # The file grew, or the system gave it in pieces: take what there is, up to the limit.
    pieces = [data]
    while pieces[-1] and sum(map(len, pieces)) <= MAX_BYTES:
        pieces.append(os.read(descriptor, 1 << 16))
    return b"".join(pieces)


def decode(data: bytes) -> Content:
    """The text of a file's bytes. Only UTF-8 is text here; a byte order mark stays."""
    if len(data) > MAX_BYTES:
        return Content(None, f"too large: more than {MAX_BYTES:,} bytes")
    if data.startswith(_UTF16_MARKS):
        return Content(None, "UTF-16 text; save it as UTF-8")
    if b"\0" in data:
        return Content(None, _BINARY)
    try:
        return Content(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        byte = data[error.start]
        return Content(None, f"not UTF-8: byte 0x{byte:02X} at offset {error.start:,}")


_measured: tuple[str, int] = ("", 0)
"""The last buffer that could be read, and its bytes: of the next one mostly the edit is news."""


def of_buffer(text: str) -> Content:
    """An open buffer as a file of the same text would be read."""
    global _measured
    try:
        size = _size_after(*_measured, text)
    except UnicodeEncodeError as error:
        # An editor sent half of a surrogate pair, or somebody piped in what is no UTF-8.
        return Content(None, f"not UTF-8: no character at offset {error.start:,}")
    if size is None:
        return Content(None, _BINARY)
    if size > MAX_BYTES:
        return Content(None, _too_large(size))
    _measured = (text, size)
    return Content(text)


def _size_after(last: str, size: int, text: str) -> int | None:
    """The bytes of `text`, given those of another text; None if it holds NUL.

    Raises UnicodeEncodeError where it has none.
    """
    start, end = common(last, text)
    new = text[start : len(text) - end]
    if "\0" in new:
        return None
    try:
        more = len(new.encode("utf-8"))
    except UnicodeEncodeError:
        return len(text.encode("utf-8"))  # which tells where
    return size + more - len(last[start : len(last) - end].encode("utf-8"))


def _too_large(size: int) -> str:
    return f"too large: {size:,} bytes, of at most {MAX_BYTES:,}"


def _told(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "missing"
    if isinstance(error, PermissionError):
        return "not readable: permission denied"
    return f"not readable: {getattr(error, 'strerror', None) or error}"
