"""Features answer about any text, however broken, at any place, and soon."""

from __future__ import annotations

import datetime
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.ide.completion import complete
from ctxlayer.ide.hints import MOST, hints
from ctxlayer.ide.hover import hover
from ctxlayer.ide.lenses import lenses
from ctxlayer.ide.model import Symbol
from ctxlayer.ide.navigation import definition, document_links
from ctxlayer.ide.symbols import document_symbols
from tests.harness.engine import build_snapshot

TODAY = datetime.date(2026, 11, 29)
PATHS = (
    "index/trigger-table.md",
    "knowledge/grafting/unions.md",
    "extractions/2026-11-02-grafting.md",
    ".rules/pruning.md",
    ".cursor/rules/pruning.mdc",
    ".local/repo-paths.json",
)
PIECES = st.sampled_from(
    [
        *("---\n", "\n", "\r\n", " ", "\ufeff", "\x00", "\ud800", "🍏", "`", "|", "·", ",", "#"),
        *("status: ", "tracks: [", "globs: **/*", "alwaysApply: true", "superseded-by: ../..", '"'),
        *("| topic | files |\n| --- | --- |\n", "| grafting | [x](", "### ", "**Files**\n", "- "),
        *("unions.md", "../", "knowledge/", "#anchor", ":12-4", "https://", "repo:path", "]("),
        *("**Live pointer:** ", "**Vocabulary:** ", "10:30", "2026-13-45", "<", ">", "{a,b}"),
    ]
)


def ask(path: str, text: str, offset: int) -> None:
    snapshot = build_snapshot({"ctxlayer.toml": "", "src/a.py": "", path: text}, TODAY)
    shown = hover(snapshot, path, offset)
    assert shown is None or 0 <= shown.span.start <= shown.span.end <= len(text)
    for item in complete(snapshot, path, offset):
        assert item.edit.span.end == offset
    for link in document_links(snapshot, path):
        assert 0 <= link.span.start <= link.span.end <= len(text)
    for lens in lenses(snapshot, path):
        assert lens.title
        assert lens.span.end <= len(text)
    for hint in hints(snapshot, path):
        assert 0 <= hint.offset <= len(text)
        assert 0 < len(hint.label) <= MOST
    definition(snapshot, path, offset)
    check(document_symbols(snapshot, path), 0, len(text))


def check(symbols: tuple[Symbol, ...], start: int, end: int) -> None:
    """Clients drop a whole outline in which a name or a child lies outside its symbol."""
    for symbol in symbols:
        assert start <= symbol.span.start <= symbol.selection.start
        assert symbol.selection.end <= symbol.span.end <= end
        check(symbol.children, symbol.span.start, symbol.span.end)


@pytest.mark.parametrize("path", PATHS)
@given(st.lists(PIECES, max_size=25), st.integers(0, 400))
def test_any_text(path: str, pieces: list[str], at: int) -> None:
    text = "".join(pieces)
    ask(path, text, min(at, len(text)))


@pytest.mark.parametrize("path", PATHS[:4])
@pytest.mark.parametrize("piece", ["|", "[", "](", "- ", "` ", "a: ", "#", "**", "é,", "{", " · "])
def test_a_long_line_is_answered_soon(path: str, piece: str) -> None:
    """Linear time: 300,000 characters on one line take well under two seconds each."""
    head = (
        "---\nglobs: x" if path.startswith(".rules") else "| topic | files |\n| --- | --- |\n| a | "
    )
    text = head + piece * (300_000 // len(piece))
    snapshot = build_snapshot({"ctxlayer.toml": "", path: text}, TODAY)
    before = time.process_time()
    complete(snapshot, path, len(text))
    hover(snapshot, path, len(text))
    assert time.process_time() - before < 4
