"""Links, code spans, imports and anchors: small cases first, then markdown-it-py as oracle."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from ctxlayer.syntax.markdown import (
    html_anchors,
    parse_markdown,
    plain_text,
    scan_blocks,
    scan_imports,
    slug,
    slugs,
)
from ctxlayer.syntax.targets import unescape


def links(text: str) -> list[tuple[str, str]]:
    return [(link.kind, link.target) for link in parse_markdown(text).links]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[a](b.md)", [("inline", "b.md")]),
        ("[a](<b c.md>)", [("inline", "b c.md")]),
        ("[a](b%20c.md 'title')", [("inline", "b%20c.md")]),
        ("[a](b_(c).md)", [("inline", "b_(c).md")]),
        ("[a](b c.md)", []),
        ("[a]()", [("inline", "")]),
        ("![a](b.png)", [("image", "b.png")]),
        ("[![a](b.png)](c.md)", [("inline", "c.md"), ("image", "b.png")]),
        ("[a [b](c) d](e)", [("inline", "c")]),
        ("[a]: b.md\n", [("definition", "b.md")]),
        ("[a]: <b c.md> 'title'\n\n[A][] [x][a] [a]", [("definition", "b c.md"), *3 * [("reference", "b c.md")]]),
        ("text\n[a]: b.md\n", []),
        ("[^1]: note\n", []),
        ("<https://a.example/b>", [("autolink", "https://a.example/b")]),
        ("(see https://a.example/b).", [("autolink", "https://a.example/b")]),
        ("[https://a.example](b)", [("inline", "b")]),
        ("[[wiki]] and `[[` and `]]`", []),
        ("`[a](b)` ``[c](d)``", []),
        ("```\n[a](b)\n```\n\n    [c](d)\n\n<!-- [e](f) -->\n\nx <!-- [g](h) -->", []),
        ('<a href="[a](b)">', []),
        ("\\[a](b) [c\\](d)", []),
        ("- `a\n- b` [c](d)", [("inline", "d")]),
        ("| [a](b) | `x` |\n|---|---|\n| [c](d) | |\n", [("inline", "b"), ("inline", "d")]),
        ("# [a](b)\n", [("inline", "b")]),
    ],
)  # fmt: skip
def test_links(text: str, found: list[tuple[str, str]]) -> None:
    assert links(text) == found


def test_a_link_knows_its_target_as_written_and_decoded() -> None:
    text = 'x [a `b`](<c%20d\\_e.md#f> "t") y'
    [link] = parse_markdown(text).links
    assert link.span.of(text) == text[2:-2]
    assert link.text == "a `b`"
    assert link.target_span.of(text) == link.target == "c%20d\\_e.md#f"
    assert link.decoded == "c d_e.md#f"


@pytest.mark.parametrize("target", ["a%00b", "a%ff", "a%", "a%0Ab"])
def test_percent_escapes_of_no_text_stay(target: str) -> None:
    assert parse_markdown(f"[x]({target})").links[0].decoded == target


def test_code_spans() -> None:
    text = "`a` ``b`c`` ` d ` \\`e``\n\n`f\ng`\n\n| `h\\|i` |\n|---|\n"
    spans = parse_markdown(text).code_spans
    assert [span.text for span in spans] == ["a", "b`c", "d", "f g", "h|i"]
    assert spans[1].span.of(text) == "``b`c``"


def test_comments_are_found_in_blocks_and_between_words() -> None:
    text = "<!-- a -->\n\nb <!-- c --> `<!-- d -->`\n\n| e <!-- f --> |\n|---|\n"
    found = [span.of(text) for span in parse_markdown(text).comments]
    assert found == ["<!-- a -->", "<!-- c -->", "<!-- f -->"]


def test_the_title_is_the_first_heading_of_level_one() -> None:
    title = parse_markdown("## a\n# b\n# c\n").title
    assert title and title.text == "b"
    assert parse_markdown("## a\n").title is None


# --- `@path`


def imports(text: str) -> list[tuple[str, str]]:
    found = parse_markdown(text)
    return [(link.text, link.target) for link in scan_imports(text, found.blocks, found.inline)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@guide.md", [("guide.md", "guide.md")]),
        ("See @guide.md: it explains", [("guide.md:", "guide.md")]),
        ("- @docs/a.md, @../b and @~/c", [("docs/a.md,", "docs/a.md"), ("../b", "../b"), ("~/c", "~/c")]),
        ("@docs/my notes/a.md", [("docs/my", "docs/my notes/a.md")]),
        ("@src/main.rs#L3", [("src/main.rs#L3", "src/main.rs#L3")]),
        ("`@pkg/name` @pkg/name @Entity @john.doe @ dev@corp.example @v1.2 @a.example", []),
        ("```\n@foo.md\n```\n\n`@a.md` <!-- @b.md -->\n\n    @c.md\n", []),
    ],
)  # fmt: skip
def test_imports(text: str, found: list[tuple[str, str]]) -> None:
    assert imports(text) == found


def test_an_import_spans_what_the_loader_takes_and_the_path_that_is_meant() -> None:
    text = "a @docs/b\\ c.md."
    found = parse_markdown(text)
    [link] = scan_imports(text, found.blocks, found.inline)
    assert link.span.of(text) == "@docs/b\\ c.md."
    assert link.target_span.of(text) == "docs/b\\ c.md"
    assert link.decoded == "docs/b c.md"


# --- anchors


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("A b-c_d", "a-b-c_d"),
        ("What's new? (v1.2)", "whats-new-v12"),
        ("C++ & D", "c--d"),
        ("Über 日本語 é", "über-日本語-é"),
        ("हिन्दी", "हिन्दी"),
        ("🚀 Launch", "-launch"),
        ("x² — y", "x--y"),
    ],
)
def test_slug(text: str, anchor: str) -> None:
    assert slug(text) == anchor


def test_repeated_anchors_are_numbered() -> None:
    text = "# A\n# `a`\n# a-1\n# [A](b)\n#\n"
    assert slugs(scan_blocks(text).headings) == ("a", "a-1", "a-1-1", "a-2", "")


def test_html_anchors_count_outside_code() -> None:
    text = '<a name="x"></a>\n\n<p id=\'y\'>\n\n```\n<a id="no">\n```\n\n<b data-id="no" id=z>\n'
    assert html_anchors(text, scan_blocks(text)) == ("x", "y", "z")


# --- the oracle

_ORACLE = MarkdownIt("commonmark", {"maxNesting": 1000}).enable("table")
_ORACLE.validateLink = lambda _: True  # type: ignore[method-assign]
_ORACLE.normalizeLink = lambda url: url  # type: ignore[method-assign]

_Found = tuple[list[tuple[str, str]], list[str]]


def oracle(text: str) -> _Found:
    found: list[tuple[str, str]] = []
    headings: list[str] = []
    before = ""
    for token in _ORACLE.parse(text):
        if token.type == "inline":
            for child in token.children or ():
                found += _named(child)
            if before == "heading_open":
                headings.append(slug("".join(map(_shown, token.children or ()))))
        before = token.type
    return sorted(found), headings


def _named(token: Token) -> list[tuple[str, str]]:
    if token.type == "link_open":
        return [("autolink" if token.info == "auto" else "link", str(token.attrs["href"]))]
    if token.type == "image":
        return [("image", str(token.attrs["src"]))]
    return [("code", token.content)] if token.type == "code_inline" else []


def _shown(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return token.content if token.type in ("text", "code_inline") else ""


def ours(text: str) -> _Found:
    found = parse_markdown(text)
    images = [link.span for link in found.links if link.kind == "image"]
    kinds = {"inline": "link", "reference": "link"}
    named = [
        (link.span, kinds.get(link.kind, link.kind), unescape(link.target))
        for link in found.links
        if link.kind != "definition"
        and not (link.kind == "autolink" and link.span == link.target_span)
    ]
    named += [(code.span, "code", code.text) for code in found.code_spans]
    # The oracle keeps what an image's text holds to itself.
    outer = [
        (kind, f"mailto:{target}" if kind == "autolink" and ":" not in target else target)
        for span, kind, target in named
        if not any(image.start < span.start and span.end <= image.end for image in images)
    ]
    return sorted(outer), [slug(heading.text) for heading in found.headings]


_PIECES = (
    "[", "]", "(", ")", "![", "`", "``", "a", "b c", " ", "\n", "*", "**", "_", "\\", "<", ">",
    "[x](y)", "[x](<a b>)", "[x](c d)", "![i](j.png)", "<http://u.v>", "<a@b.c>", "<b>", "</b>",
    '<a href="q">', '"t"', "'t'", "# ", "\n\n", "- ", "> ", "](", "](u", "&amp;", "\\[", "\\`",
    "%20", "é", "\n# ", "\n---\n", "<!--", "-->", "foo", "1_2", "\n\n| a | b |\n|---|---|\n| ",
    "`x\\|y`", "[r]", "[x][r]", "[r][]", "***", "__",
)  # fmt: skip
_TEXTS = st.lists(st.sampled_from(_PIECES), max_size=14).map("".join)


def reads_otherwise(text: str) -> bool:
    return bool(
        # One column without a colon: a heading to GitHub, a table to the oracle.
        re.search(r"\|.*\n[ >]*-+$", text, re.MULTILINE)
        # GitHub drops no cell that a row has too many of, and neither do we.
        or re.search(r"\|.*\|.*\|", text.replace("| a | b |", "").replace("|---|---|", ""))
        or re.search(r"\[r\]\($", text.rstrip())
        or re.search(r"\[r\]\[+\[", text)
        or "<!-->" in text
    )


@settings(max_examples=300)
@given(_TEXTS)
def test_inline_markup_reads_as_the_oracle_reads_it(body: str) -> None:
    assume(not reads_otherwise(body))
    text = f"{body}\n"
    assert ours(text) == oracle(text)


@settings(max_examples=300)
@given(_TEXTS)
def test_definitions_read_as_the_oracle_reads_them(body: str) -> None:
    assume(not reads_otherwise(body) and "#" not in body and "---" not in body)
    text = f"[r]: target.md 'title'\n\n{body}\n"
    assert ours(text) == oracle(text)


@given(_TEXTS)
def test_every_target_is_where_its_span_says(body: str) -> None:
    for link in parse_markdown(body).links:
        assert link.target_span.of(body) == link.target
        if link.kind != "reference":
            assert link.span.start <= link.target_span.start
            assert link.target_span.end <= link.span.end


@settings(max_examples=300)
@given(st.lists(st.sampled_from("*_ab~`\\é ."), max_size=14).map("".join))
def test_plain_text_drops_the_emphasis_that_the_oracle_drops(body: str) -> None:
    assume("~" not in body and body.strip())
    [inline] = [token for token in _ORACLE.parse(f"# {body}") if token.type == "inline"]
    assert plain_text(inline.content) == "".join(map(_shown, inline.children or ()))
