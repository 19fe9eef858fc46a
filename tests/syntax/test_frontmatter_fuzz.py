"""Frontmatter of any text: never an exception, spans inside the text, and always in time."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ctxlayer.syntax import _yaml_events
from ctxlayer.syntax.cursor import entry_at, key_prefix_at
from ctxlayer.syntax.frontmatter import parse_frontmatter
from ctxlayer.syntax.nodes import Entry, Frontmatter, Node, Scalar, Sequence
from ctxlayer.syntax.yaml import parse_yaml
from ctxlayer.text import Span, apply_edits

SYNTAX = "frontmatter-syntax"
PIECES = st.sampled_from(
    ["---", "\n", "\n", "\r\n", "\r", ": ", ":", " ", "  ", "\t", "- ", "a", "status", "b c", '"', "'",
     "[", "]", "{", "}", "{{", "}}", "*", "&x", "*x", "!t", "!!int", "|", ">", "%", "@", "`", "#", " #",
     "<<<<<<< A", "=======", ">>>>>>> B", "<%", "%>", ",", "?", "\0", "\x07", "\ud800", "\ufeff", "🔥",
     "\u2028", "\x85", "1", "2026-02-30", "10:30", "<<", "~", "...", "<!-- x -->", "```", "\\"]
)  # fmt: skip
SOUP = st.lists(PIECES, max_size=25).map("".join)
BLOCKS = SOUP.map(lambda soup: "---\n" + soup + "\n---\nbody\n")
VALID = (
    '---\nsource: extraction # c\ncreated: 2026-04-14\ndescription: "a: b"\nglobs:\n  - src/**\n'
    "tracks: [a, 'b']\nm:\n  k: v\nt: |\n  x\n---\n# Body\n"
)


def check(text: str) -> None:
    found = parse_frontmatter(text)
    check_block(text, found)
    for offset in range(0, len(text) + 1, max(1, len(text) // 8)):
        entry_at(found, offset)
        cursor = key_prefix_at(text, found, offset)
        assert cursor is None or 0 <= cursor.prefix.start <= cursor.prefix.end == offset


def check_block(text: str, found: Frontmatter) -> None:
    assert 0 <= found.body_start <= len(text)
    check_span(text, found.span)
    starts = [entry.span.start for entry in found.entries]
    assert starts == sorted(starts)
    for entry in found.entries:
        check_entry(text, entry)
    for problem in found.problems:
        check_span(text, problem.span)
        apply_edits(text, problem.fix)
        assert not problem.fix or problem.title
    if found.second is not None:
        check_block(text, found.second)


def check_span(text: str, span: Span) -> None:
    assert 0 <= span.start <= span.end <= len(text)


def check_entry(text: str, entry: Entry) -> None:
    check_span(text, entry.span)
    check_span(text, entry.key_span)
    assert entry.span.start == entry.key_span.start
    check_node(text, entry.value)


def check_node(text: str, node: Node) -> None:
    check_span(text, node.span)
    if isinstance(node, Sequence):
        for item in node.items:
            check_node(text, item)
    elif not isinstance(node, Scalar):
        for entry in node.entries:
            check_entry(text, entry)


@pytest.fixture(params=[False, True], ids=["C", "Python"])
def lane(request: pytest.FixtureRequest) -> object:
    before = _yaml_events.force_python
    _yaml_events.force_python = request.param
    yield request.param
    _yaml_events.force_python = before


@given(
    st.one_of(BLOCKS, SOUP, st.binary(max_size=60).map(lambda raw: "---\n" + raw.decode("latin-1")))
)
@example("---\nx: 'a\n---\n")
@example("\ufeff---\n\ufeff: x\n---\n")
def test_any_text_is_read(text: str) -> None:
    check(text)


@given(st.binary(max_size=80), st.sampled_from(["latin-1", "utf-8", "utf-16-le"]))
def test_any_bytes_are_read(raw: bytes, encoding: str) -> None:
    check("---\na: b\n" + raw.decode(encoding, "replace") + "\n---\n")


@given(BLOCKS)
def test_pyyaml_in_python_reads_any_text_too(text: str) -> None:
    _yaml_events.force_python = True
    try:
        check(text)
    finally:
        _yaml_events.force_python = False


@given(st.integers(0, len(VALID)), st.integers(0, 6), PIECES)
def test_a_damaged_block_is_read(at: int, drop: int, piece: str) -> None:
    check(VALID[:at] + piece + VALID[at + drop :])


@given(st.integers(0, len(VALID)), st.integers(0, 6), PIECES)
def test_a_fix_never_adds_problems(at: int, drop: int, piece: str) -> None:
    text = VALID[:at] + piece + VALID[at + drop :]
    found = parse_frontmatter(text)
    syntax = [problem for problem in found.problems if problem.kind == SYNTAX]
    for problem in syntax:
        if problem.fix:
            mended = parse_frontmatter(apply_edits(text, problem.fix))
            left = [other for other in mended.problems if other.kind == SYNTAX]
            assert len(left) < len(syntax), (text, problem)


@given(st.integers(0, len(VALID)))
def test_every_state_of_typing_is_read(length: int) -> None:
    check(VALID[:length])
    check(VALID[:length] + "\n---\n# Body\n")


@given(SOUP)
def test_any_yaml_file_is_read(text: str) -> None:
    node, problems = parse_yaml(text)
    if node is not None:
        check_node(text, node)
    for problem in problems:
        check_span(text, problem.span)


BIG = 1_000_000
HOSTILE = {
    "brackets": "a: 1\nx: " + "[" * 100_000,
    "closed brackets": "a: 1\nx: " + "[" * 50_000 + "]" * 50_000,
    "braces": "a: 1\nx: {a: " + "{" * 100_000,
    "one long value": "a: 1\nx: " + "a" * 10 * BIG,
    "one long open list": "a: 1\nx: [" + "a" * BIG,
    "one long open quote": "a: 1\nx: \"" + "a" * BIG,
    "backslashes": 'a: 1\nx: "' + "\\" * BIG,
    "apostrophes": "a: 1\nx: '" + "''" * BIG,
    "colons": "a: 1\nx: " + "a: " * BIG,
    "hashes": "a: 1\nx: @" + " #" * BIG,
    "a long key": "a: 1\n" + "k" * BIG + ": x",
    "joined keys": "a: 1\nx: b " + "status: c " * 100_000,
    "quotes": "a: 1\nx: " + '"a" ' * 100_000,
    "aliases": "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + "".join(f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)),
    "many broken lines": "a: 1\n" + "k: @x\n" * 100_000,
    "many flat lines": "a: 1\n" + "k: x\n" * 500_000,
    "many items": "a:\n" + "  - @x\n" * 100_000,
    "tabs": "a:\n" + "\t- x\n" * 100_000,
    "loose lines": "a: 1\n" + "some prose here\n" * 100_000,
    "control characters": "a: 1\nx: " + "\x07" * BIG,
    "table rules": "a: 1\n" + "---|\n" * BIG,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_blocks_end_fast(name: str) -> None:
    text = f"---\n{HOSTILE[name]}\n---\nbody\n"
    before = time.perf_counter()
    found = parse_frontmatter(text)
    assert time.perf_counter() - before < 5
    assert found.exists
    assert found.get("a") is not None
    assert len([one for one in found.problems if one.kind == SYNTAX]) <= 100


@pytest.mark.parametrize("name", ["brackets", "braces", "aliases", "closed brackets"])
def test_a_bomb_is_one_problem(name: str) -> None:
    assert len(parse_frontmatter(f"---\n{HOSTILE[name]}\n---\n").problems) == 1


@pytest.mark.parametrize(
    "text", ["\n" * BIG, "<!-- -->\n" * 100_000, "---\nx: 1\n\n" + "text\n\n" * BIG]
)
def test_hostile_documents_end_fast(text: str) -> None:
    before = time.perf_counter()
    parse_frontmatter(text)
    assert time.perf_counter() - before < 5
