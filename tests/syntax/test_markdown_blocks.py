"""Headings, tables, fences and what hides text: small cases first, then markdown-it-py as oracle."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ctxlayer.syntax.markdown import scan_blocks


def headings(text: str) -> list[tuple[int, str]]:
    return [(heading.level, heading.text) for heading in scan_blocks(text).headings]


def tables(text: str) -> list[list[list[str]]]:
    return [
        [[cell.text for cell in row.cells] for row in (table.header, *table.rows)]
        for table in scan_blocks(text).tables
    ]


def fences(text: str) -> list[str]:
    return [fence.span.of(text) for fence in scan_blocks(text).fences]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# A\n## B ##\n#c\n", [(1, "A"), (2, "B")]),
        ("A\n===\n\nB\nc\n---\n", [(1, "A"), (2, "B c")]),
        ("#\n", [(1, "")]),
        ("\ufeff# a\n", [(1, "a")]),
        ("-\n\n  # a\n      b\n", [(1, "a")]),
        ("# a #b\r\n", [(1, "a #b")]),
        ("# a\r# b\r", [(1, "a"), (1, "b")]),
        ("    # code\n", []),
        ("- # in an item\n", [(1, "in an item")]),
        ("> # quoted\n", [(1, "quoted")]),
        ("text\n    # more text\n", []),
        ("- a\n---\n", []),
        ("a | b\n---\n", [(2, "a | b")]),
        ("# `a_b` *c* [d](e.md) ![f](g.png) \\* &amp; <b>h</b>\n", [(1, "a_b c d  * & h")]),
    ],
)
def test_headings(text: str, found: list[tuple[int, str]]) -> None:
    assert headings(text) == found


def test_a_heading_knows_its_source() -> None:
    text = "x\n\n  ## a `b`  ##\r\n\nfoo\nbar\n===\n"
    first, second = scan_blocks(text).headings
    assert first.span.of(text) == "  ## a `b`  ##".strip()
    assert first.text_span.of(text) == "a `b`"
    assert second.span.of(text) == "foo\nbar\n==="
    assert second.text_span.of(text) == "foo\nbar"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("```\na\n```\n", ["```\na\n```"]),
        ("~~~ py\n```\n~~~\n", ["~~~ py\n```\n~~~"]),
        ("````\n```\n`````\nx\n", ["````\n```\n`````"]),
        ("```x``` on one line\n", []),
        ("``` a\nb\n", ["``` a\nb"]),
        ("- ```\n  a\n  ```\n", ["```\n  a\n  ```"]),
        ("- ```\n  a\nout\n", ["```\n  a"]),
        ("> ```\n> a\nout\n", ["```\n> a"]),
        ("```\r\na\r\n```\r\n", ["```\r\na\r\n```"]),
    ],
)
def test_fences(text: str, found: list[str]) -> None:
    assert fences(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("| a | b |\n|---|---|\n| c |\n| d | e | f |\n", [[["a", "b"], ["c"], ["d", "e", "f"]]]),
        ("a | b\n--- | ---\nno pipe\n", [[["a", "b"], ["no pipe"]]]),
        ("text\n| a |\n| - |\n", [[["a"]]]),
        ("| a |\n|---|\n| b |\n# h\n| c |\n", [[["a"], ["b"]]]),
        ("| a |\r\n|---|\r\n| b |\r\n", [[["a"], ["b"]]]),
        ("- | a |\n  |---|\n  | b |\n", [[["a"], ["b"]]]),
        ("> | a |\n> |---|\n> | b |\n", [[["a"], ["b"]]]),
        ("```\n| a |\n|---|\n```\n", []),
        ("<!--\n| a |\n|---|\n-->\n", []),
        ("    | a |\n    |---|\n", []),
        ("An `a | b` line\n", []),
        ("a | b\n- | -\n", []),
        ("| a | b | c |\n|---|---|\n| d | e | f |\n", []),
    ],
)
def test_tables(text: str, found: list[list[list[str]]]) -> None:
    assert tables(text) == found


@pytest.mark.parametrize(
    ("text", "widths"),
    [
        ("| a | b | c |\n|---|---|\n| d | e | f |\n", (3, 2)),
        ("| a | b |\n|---|---| |\n", (2, 3)),
        ("| a | b |\n\n|---|---|\n| c | d |\n", (0, 2)),
        ("- | a | b |\n  |---|\n", (2, 1)),
    ],
)
def test_a_table_that_silently_is_none(text: str, widths: tuple[int, int]) -> None:
    blocks = scan_blocks(text)
    [broken] = blocks.broken_tables
    assert (broken.header_cells, broken.delimiter_cells) == widths
    assert set(broken.delimiter_span.of(text)) <= set("|- ")
    assert blocks.tables == ()


@pytest.mark.parametrize(
    "text",
    [
        "An `a | b` line\n",
        "a | b\n---\n",
        "a | b\n===\n",
        "a | b\n- | -\n",
        "a | b\n|\n",
        "|---|---|\n| a | b |\n|---|---|\n| c | d |\n",
        "---\n---\n",
        "```\n| a | b |\n|---|\n```\n",
        "<!-- | a | b |\n|---| -->\n",
    ],
)
def test_what_nobody_meant_as_a_table(text: str) -> None:
    assert scan_blocks(text).broken_tables == ()


def test_comments_and_html_hide_what_they_hold() -> None:
    text = "<!-- a\n# b\n--> c\n# d\n<div>\n# e\n\n# f\n<!-- open\n# g\n"
    blocks = scan_blocks(text)
    assert [heading.text for heading in blocks.headings] == ["d", "f"]
    assert [span.of(text) for span in blocks.comments] == ["<!-- a\n# b\n-->", "<!-- open\n# g"]


def test_reading_starts_behind_the_frontmatter() -> None:
    text = "---\n# no\n---\n# yes\n"
    assert [heading.text for heading in scan_blocks(text, 13).headings] == ["yes"]


# --- the oracle

_ORACLE = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table")


def oracle(text: str) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    rows: list[list[str]] = []
    for before, token in pairwise([None, *_ORACLE.parse(text)]):
        line = token.map[0] if token.map else -1
        if token.type == "inline" and before.type == "heading_open":
            found.append((line, "heading", before.tag))
        elif token.type == "fence":
            found.append((line, "fence", token.map[1] - 1, token.info.strip()))
        elif token.type in ("code_block", "html_block"):
            found.append((line, token.type))
        elif token.type == "table_open":
            rows = []
            found.append((line, "table", rows))
        elif token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and before.type in ("th_open", "td_open"):
            rows[-1].append(token.content)
    return sorted(found, key=repr)


def ours(text: str) -> list[tuple[object, ...]]:
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    blocks = scan_blocks(text)

    def line(offset: int) -> int:
        return bisect_right(starts, offset) - 1

    found: list[tuple[object, ...]] = []
    found += ((line(h.span.start), "heading", f"h{h.level}") for h in blocks.headings)
    found += ((line(f.span.start), "fence", line(f.span.end), f.info) for f in blocks.fences)
    found += ((line(span.start), "code_block") for span in blocks.code)
    found += ((line(span.start), "html_block") for span in blocks.html)
    for table in blocks.tables:
        width = len(table.header.cells)
        rows = [[cell.text for cell in row.cells][:width] for row in (table.header, *table.rows)]
        padded = [row + [""] * (width - len(row)) for row in rows]
        found.append((line(table.span.start), "table", padded))
    return sorted(found, key=repr)


_LEADS = ("", "", "", "  ", "   ", "    ", "> ", ">", "- ", "  - ", "1. ", "2) ", "      ", "> - ")
_BODIES = (
    "text", "a | b", "| a | b |", "|---|---|", "---|---", "--- | :-:", "***", "===", "=", "# h",
    "## h ##", "#tag", "```", "````", "``` py", "```x```", "~~~", "~~~ x", "<!-- c", "-->", "",
    "<!-- x -->", "<div>", "</div>", "<b>", "", "para `code`", "+", "1.", "* * *", "|", "||",
    r"a\|b", "| `a|b` |", "<pre>", "</pre>", "10. x", "_foo_", "**bold** x", "2026 x", "3.5 x",
)  # fmt: skip
_LINES = st.lists(
    st.builds("".join, st.tuples(st.sampled_from(_LEADS), st.sampled_from(_BODIES))), max_size=9
)


def reads_otherwise(text: str) -> bool:
    """Where the oracle is known to differ from GitHub's own reader, or makes a choice of its own."""
    marked = r"(?:>|[-*+]|\d+[.)])"
    return bool(
        # It reads a delimiter row before it sees the list or quote that the header opens.
        re.search(rf"^[ ]*{marked}.*\|.*\n(?:.*\n)?[ >]*[|:-][|:\- ]*$", text, re.MULTILINE)
        or re.search(rf"\|.*\n[ >]*{marked}.*\n?[ >]*[|:-][|:\- ]*$", text, re.MULTILINE)
        # A lazy line that is indented deeper than three columns opens blocks in it.
        or re.search(rf"{marked}.*\n {{3,}}[<`~#*+>\d-]", text)
        # White space at the very end counts to an open fence or not.
        or re.search(r"\n[ >]+\Z", text)
    )


@settings(max_examples=300)
@given(_LINES)
def test_generated_documents_read_as_the_oracle_reads_them(lines: list[str]) -> None:
    text = "\n".join(lines) + "\n"
    assume(not reads_otherwise(text))
    assert ours(text) == oracle(text)


@settings(max_examples=300)
@given(_LINES, st.data())
def test_mutated_documents_read_as_the_oracle_reads_them(
    lines: list[str], data: st.DataObject
) -> None:
    text = "\n".join(lines) + "\n"
    at = data.draw(st.integers(0, len(text) - 1))
    text = (
        text[:at] + data.draw(st.sampled_from(["", "\n", "`", "# ", "x", "\n\n"])) + text[at + 1 :]
    )
    text += "\n" * (not text.endswith("\n"))
    assume(not reads_otherwise(text) and "- " not in text[at - 2 : at + 2])
    assert ours(text) == oracle(text)


@given(_LINES, st.sampled_from(["\r", "\r\n"]))
def test_line_ends_make_no_difference(lines: list[str], end: str) -> None:
    text = "\n".join(lines) + "\n"
    found = scan_blocks(text.replace("\n", end))
    expected = scan_blocks(text)
    assert [h.text for h in found.headings] == [h.text for h in expected.headings]
    assert [len(t.rows) for t in found.tables] == [len(t.rows) for t in expected.tables]
    assert [f.info for f in found.fences] == [f.info for f in expected.fences]
    assert len(found.html) == len(expected.html)


@given(_LINES)
def test_spans_are_ordered_and_inside(lines: list[str]) -> None:
    text = "\n".join(lines)
    blocks = scan_blocks(text)
    spans = [
        *(item.span for item in (*blocks.headings, *blocks.fences, *blocks.tables)),
        *blocks.code,
        *blocks.html,
    ]
    spans.sort()
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(left.end < right.start for left, right in pairwise(spans))
