from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.lsp.framing import MAX_BODY, MAX_HEADER, bodies, frame


def read(data: bytes, step: int = 1 << 16) -> list[bytes]:
    """The bodies in `data`, when at most `step` bytes arrive at a time."""
    stream = io.BytesIO(data)
    return list(bodies(lambda size: stream.read(min(size, step))))


def test_messages_come_out_one_by_one() -> None:
    assert read(frame(b"{}") + frame(b"[1]") + frame("é".encode())) == [b"{}", b"[1]", "é".encode()]


@given(st.lists(st.binary(max_size=40)), st.integers(1, 50))
def test_how_the_bytes_are_cut_makes_no_difference(messages: list[bytes], step: int) -> None:
    assert read(b"".join(map(frame, messages)), step) == messages


def test_header_names_know_no_case_and_other_headers_are_allowed() -> None:
    block = b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-LENGTH:2\r\n\r\n{}"
    assert read(block) == [b"{}"]
    assert read(b"Content-Length: 2\r\nContent-Type: x\r\n\r\n{}") == [b"{}"]


@pytest.mark.parametrize(
    "garbage",
    [
        b"\x00\xff\x80 no header at all\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"Content-Length: many\r\n\r\n",
        b"Content-Length: -5\r\n\r\n",
        b"Content-Length: " + b"9" * 10_000 + b"\r\n\r\n",
        b"Content-Length: %d\r\n\r\n" % (MAX_BODY + 1),
        b"Content-Length: 3",
        b"Content-Length: 3\r\nX: " + b"y" * (2 * MAX_HEADER) + b"\r\n\r\n",
        b"\r\n" * 1000,
    ],
)
@pytest.mark.parametrize("step", [7, 1 << 16])
def test_what_is_no_message_is_skipped(garbage: bytes, step: int) -> None:
    assert read(garbage + frame(b"{}"), step) == [b"{}"]
    assert read(frame(b"1") + garbage + frame(b"{}"), step) == [b"1", b"{}"]


def test_a_message_that_breaks_off_ends_the_stream() -> None:
    assert read(frame(b"{}") + b"Content-Length: 9\r\n\r\n{") == [b"{}"]
    assert read(b"") == []
