"""Reading files, and the file systems that the rest is written against."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ctxlayer.vfs import MAX_BYTES, Content, decode, of_buffer, read_text

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files")


@pytest.mark.parametrize("text", ["", "a\r\nb\rc\n", "\ufeffx", "日本\u2028\x0c", "no end"])
def test_texts_come_as_they_are(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(text.encode())
    assert read_text(str(path)) == Content(text)


@pytest.mark.parametrize(
    ("data", "word"),
    [
        ("text".encode("utf-16"), "UTF-16"),
        (b"\xfe\xff\x00a", "UTF-16"),
        (b"caf\xe9", "0xE9 at offset 3"),
        (b"a\0b", "binary"),
        (b"\xed\xa0\x80", "not UTF-8"),
        (b"a" * (MAX_BYTES + 1), "too large"),
    ],
)
def test_what_is_no_text_says_why(tmp_path: Path, data: bytes, word: str) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(data)
    text, reason = read_text(str(path))
    assert text is None
    assert word in reason
    assert decode(data).text is None


@posix
def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert read_text(str(tmp_path / "pipe")).reason == "not a regular file"
    assert read_text(str(tmp_path)).reason == "not a regular file"
    assert read_text(os.devnull).reason == "not a regular file"
    assert read_text(str(tmp_path / "none")).reason == "missing"
    assert read_text("nul\0name").text is None
    assert "readable" in read_text(str(tmp_path / ("n" * 5000))).reason


@posix
@pytest.mark.skipif(sys.platform != "win32" and os.geteuid() == 0, reason="root may read all")
def test_a_forbidden_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.touch()
    path.chmod(0)
    assert read_text(str(path)).reason == "not readable: permission denied"


@posix
def test_a_link_is_read_only_where_that_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a")
    (tmp_path / "link.md").symlink_to("a.md")
    assert read_text(str(tmp_path / "link.md")) == Content("a")
    assert read_text(str(tmp_path / "link.md"), follow=False).text is None


def test_a_buffer_has_the_same_bound() -> None:
    assert of_buffer("é" * 10) == Content("é" * 10)
    assert of_buffer("a" * (MAX_BYTES + 1)).reason.startswith("too large")
