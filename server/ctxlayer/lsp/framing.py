"""Messages on a byte stream: a header block with `Content-Length`, then that many bytes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

logger = logging.getLogger(__name__)

Read = Callable[[int], bytes]
"""Up to that many bytes as soon as there are some; none at the end of the stream."""

CHUNK = 1 << 16
MAX_HEADER = 1 << 14
"""Bytes of header block after which it is taken for garbage."""
MAX_BODY = 1 << 28
"""Bytes of one message; an editor sends whole documents, not disks."""

_LENGTH = b"content-length:"


def frame(body: bytes) -> bytes:
    """`body` as it goes over the wire."""
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def bodies(read: Read) -> Iterator[bytes]:
    """The bodies of all messages until the stream ends.

    Whatever is not a header block is skipped up to the next `Content-Length`, so one broken
    message costs only itself.
    """
    stream = _Buffered(read)
    while stream.find_header():
        block = stream.header_block()
        length = None if block is None else _content_length(block)
        if length is None:
            logger.warning("skipped a message: no header block with a sane Content-Length")
            continue
        body = stream.take(length)
        if body is None:
            return
        yield body


def _content_length(block: bytes) -> int | None:
    """The length that a header block states; None when there is no sane one."""
    for line in block.split(b"\r\n"):
        if line[: len(_LENGTH)].lower() == _LENGTH:
            digits = line[len(_LENGTH) :].strip()
            # A bound on the digits first: converting a very long number is slow or refused.
            if digits.isdigit() and len(digits) < 12 and int(digits) <= MAX_BODY:
                return int(digits)
    return None


class _Buffered:
    """What has been read and not yet used. Every method reads on as far as it needs to."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._bytes = bytearray()

    def find_header(self) -> bool:
        """Drop everything before the next `Content-Length`; False when the stream ended."""
        if self._bytes[: len(_LENGTH)].lower() == _LENGTH:
            return True
        while (at := self._bytes.lower().find(_LENGTH)) < 0:
            # Its first bytes may be here already.
            del self._bytes[: -len(_LENGTH)]
            if not self._more():
                return False
        del self._bytes[:at]
        return True

    def header_block(self) -> bytes | None:
        """Take the header block at the front; None when it does not end in time."""
        searched = 0
        while (end := self._bytes.find(b"\r\n\r\n", searched, MAX_HEADER)) < 0:
            searched = max(0, len(self._bytes) - 3)
            if searched > MAX_HEADER or not self._more():
                del self._bytes[: len(_LENGTH)]
                return None
        block = bytes(self._bytes[:end])
        if _LENGTH in block[len(_LENGTH) :].lower():
            # Two starts in one block: the first one was garbage.
            del self._bytes[: len(_LENGTH)]
            return None
        del self._bytes[: end + 4]
        return block

    def take(self, length: int) -> bytes | None:
        """Take `length` bytes; None when the stream ends before."""
        while len(self._bytes) < length:
            if not self._more():
                return None
        body = bytes(self._bytes[:length])
        del self._bytes[:length]
        return body

    def _more(self) -> bool:
        chunk = self._read(CHUNK)
        self._bytes += chunk
        return bool(chunk)
