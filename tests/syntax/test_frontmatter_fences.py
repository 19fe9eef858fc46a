"""Where frontmatter begins and ends, and what only looks like it."""

from __future__ import annotations

from typing import Any

import frontmatter as oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.syntax.frontmatter import parse_frontmatter
from ctxlayer.syntax.nodes import Frontmatter, Mapping, Scalar, plain_value
from ctxlayer.text import Span, apply_edits


def keys(block: Frontmatter) -> list[str]:
    return [entry.key for entry in block.entries]


def kinds(block: Frontmatter) -> list[str]:
    return [problem.kind for problem in block.problems]


def test_a_block_and_its_places() -> None:
    text = "---\nstatus: confirmed\n---\n# Body\n"
    found = parse_frontmatter(text)
    assert (found.exists, found.closed) == (True, True)
    assert found.open_span == Span(0, 3)
    assert found.close_span == Span(22, 25)
    assert found.span == Span(0, 25)
    assert text[found.body_start :] == "# Body\n"
    entry = found.entries[0]
    assert entry.span.of(text) == "status: confirmed"
    assert entry.key_span.of(text) == "status"
    assert entry.value.span.of(text) == "confirmed"


@pytest.mark.parametrize("eol", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("trail", ["", " ", " \t"])
def test_line_ends_bom_and_trailing_blanks(eol: str, bom: str, trail: str) -> None:
    lines = ["---" + trail, "status: x", "globs: [a, b]", "t: 🔥 é", "---" + trail, "body"]
    text = bom + eol.join(lines)
    found = parse_frontmatter(text)
    assert keys(found) == ["status", "globs", "t"]
    assert not found.problems
    assert text[found.body_start :] == "body"
    assert [entry.span.of(text) for entry in found.entries] == lines[1:4]


def test_mixed_line_ends() -> None:
    text = "---\r\na: 1\rb: 2\nc:\r\n- x\r- y\n---\rbody"
    found = parse_frontmatter(text)
    assert keys(found) == ["a", "b", "c"]
    assert plain_value(found.entries[2].value) == ["x", "y"]
    assert text[found.body_start :] == "body"


@pytest.mark.parametrize("text", ["---\n---\n", "---\n---", "---\n\n---\nx", "---\n# note\n---\n"])
def test_an_empty_block_exists(text: str) -> None:
    found = parse_frontmatter(text)
    assert (found.exists, found.closed, found.entries, found.problems) == (True, True, (), ())


@pytest.mark.parametrize(
    "first", ["# comment", '"status": x', "'status': x", "", "  # note", "# a\n# b", "x: 1"]
)
def test_a_comment_or_quoted_key_may_come_first(first: str) -> None:
    found = parse_frontmatter(f"---\n{first}\nlast: 1\n---\n")
    assert found.get("last") is not None
    assert not found.problems


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Title\n",
        "---",
        "---\n",
        "---\n\ntext\n",
        "----\nstatus: x\n----\n",
        "---\n\n## Session 1\ntext\n\n---",
        "---\n\n## Session 1\n\n---\n\n## Session 2\n",
        "---\n\n## Notes\nSeen today: a bug in text\nand prose.\n\n---\n",
        "---\n\nSome prose. Note: it goes on\n\n---\nmore\n",
        "---\nsome prose\n---\n",
        "---\n\n- a\n- b\n\n---\n",
        "---\n\n| a | b |\n| --- | --- |\n\n---\n",
        "---\n\nNote: prose with a colon\n\nMore prose.\n",
        "text\n\n---\n\nstatus: x\n\n---\n",
        "Title\n---\nstatus: x\n---\n",
        "# A\n\n---\n\n## B\n\n---\n",
        "\n\n---\n\ntext\n",
        "+++\na = 1\n+++\n",
        " ---\nstatus: x\n---\n",
    ],
)
def test_no_frontmatter_and_nothing_to_say(text: str) -> None:
    found = parse_frontmatter(text)
    assert not found.exists
    assert found.body_start == 0
    assert not found.problems
    assert not found.entries


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("---\nstatus: draft\n\n# Body\n\ntext", "---\nstatus: draft\n---\n\n# Body\n\ntext"),
        ("---\nstatus: x\nglobs:\n  - a\n\ntext\n", "---\nstatus: x\nglobs:\n  - a\n---\n\ntext\n"),
        ("---\nstatus: x", "---\nstatus: x\n---"),
        ("---\r\nstatus: x\r\n", "---\r\nstatus: x\r\n---\r\n"),
        ("---\nstatus: x\n# Title\n", "---\nstatus: x\n---\n# Title\n"),
        ("---\nstatus: x\n\n| a | b |\n|---|---|\n", "---\nstatus: x\n---\n\n| a | b |\n|---|---|\n"),
        ("---\nstatus: x\n\na | b\n--- | ---\n", "---\nstatus: x\n---\n\na | b\n--- | ---\n"),
        # A thematic break of the body closes nothing that prose stands before.
        ("---\nstatus: x\n\n# B\n\ntext\n\n---\n\nm", "---\nstatus: x\n---\n\n# B\n\ntext\n\n---\n\nm"),
        ("---\nstatus: x\n\nSome prose.\n\n---\n", "---\nstatus: x\n---\n\nSome prose.\n\n---\n"),
        ("---\nstatus: x\n  ---\nbody\n", "---\nstatus: x\n---\nbody\n"),
    ],
)  # fmt: skip
def test_an_open_block_is_one_problem_on_its_fence(text: str, mended: str) -> None:
    found = parse_frontmatter(text)
    assert (found.exists, found.closed, found.close_span) == (True, False, None)
    assert kinds(found) == ["frontmatter-unclosed"]
    assert found.problems[0].span == found.open_span
    assert found.get("status") is not None
    assert text[: found.body_start].rstrip("\r\n") == "---"
    assert apply_edits(text, found.problems[0].fix) == mended
    again = parse_frontmatter(mended)
    assert again.closed
    assert not again.problems
    assert keys(again) == keys(found)


@pytest.mark.parametrize(
    ("text", "glued", "mended"),
    [
        ("---\na: 1\n---text\nb", "text", "---\na: 1\n---\ntext\nb"),
        ("---\na: 1\n--- # Title\nb", "# Title", "---\na: 1\n---\n# Title\nb"),
        ("---\na: 1\n----\nb", "-", "---\na: 1\n---\nb"),
        ("---\r\na: 1\r\n---text\r\n", "text", "---\r\na: 1\r\n---\r\ntext\r\n"),
    ],
)
def test_text_glued_to_the_closing_fence(text: str, glued: str, mended: str) -> None:
    found = parse_frontmatter(text)
    assert found.closed
    assert kinds(found) == ["frontmatter-unclosed"]
    assert found.problems[0].span.of(text) == glued
    assert apply_edits(text, found.problems[0].fix) == mended
    assert not parse_frontmatter(mended).problems


def test_text_glued_to_the_opening_fence() -> None:
    text = "---status: x\na: 1\n---\n"
    found = parse_frontmatter(text)
    assert not found.exists
    assert kinds(found) == ["frontmatter-unclosed"]
    mended = apply_edits(text, found.problems[0].fix)
    assert keys(parse_frontmatter(mended)) == ["status", "a"]


@pytest.mark.parametrize(
    "before",
    ["\n", "\n\n", " \n", "<!-- keep -->\n", "<!-- a\nb -->\n\n", "# Title\n", "# Title\n\n"],
)
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_a_block_below_something_is_moved_up(before: str, bom: str) -> None:
    text = f"{bom}{before}---\nstatus: x\n---\nbody\n"
    found = parse_frontmatter(text)
    assert not found.exists
    assert kinds(found) == ["frontmatter-late"]
    assert found.problems[0].span.start == len(bom + before)
    mended = apply_edits(text, found.problems[0].fix)
    assert mended.startswith(f"{bom}---\nstatus: x\n---\n")
    assert not parse_frontmatter(mended).problems


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("```yaml\n---\nstatus: x\n---\n```\n# A\n", "---\nstatus: x\n---\n# A\n"),
        ("```yaml\n---\nstatus: x\n---\n\n```\n", "---\nstatus: x\n---\n\n"),
        ("```md\r\n---\r\na: x\r\n---\r\n# A\r\n```", "---\r\na: x\r\n---\r\n# A\r\n"),
        ("~~~\n---\nstatus: x\n---\n# A\n~~~\n", "---\nstatus: x\n---\n# A\n"),
    ],
)
def test_a_block_in_a_code_fence(text: str, mended: str) -> None:
    found = parse_frontmatter(text)
    assert kinds(found) == ["frontmatter-late"]
    assert not found.problems[0].safe
    assert apply_edits(text, found.problems[0].fix) == mended


@pytest.mark.parametrize(
    "text",
    [
        "```md\n---\nstatus: x\n---\n# A\n\n```py\n1\n```\n```\n",
        "```md\n---\nstatus: x\n---\n# A\n",
    ],
)
def test_a_code_fence_without_a_clear_end_stays(text: str) -> None:
    assert not parse_frontmatter(text).problems[0].fix


@pytest.mark.parametrize("between", ["", "\n", "\n\n"])
def test_a_second_block(between: str) -> None:
    text = f"---\ndescription:\nglobs: a\n---\n{between}---\ndescription: real\n---\nbody\n"
    found = parse_frontmatter(text)
    assert keys(found) == ["description", "globs"]
    assert not found.problems
    assert found.second is not None
    assert keys(found.second) == ["description"]
    assert found.second.entries[0].value.span.of(text) == "real"
    assert text[found.second.body_start :] == "body\n"


@pytest.mark.parametrize(
    "after", ["---\n", "---\ntext\n---\n", "---\n\n## H\n\n---\n", "x\n---\na: b\n---\n"]
)
def test_thematic_breaks_behind_a_block_are_no_second(after: str) -> None:
    found = parse_frontmatter("---\na: 1\n---\n" + after)
    assert found.second is None
    assert not found.problems


def test_duplicate_keys_are_all_kept() -> None:
    text = "---\nstatus: draft\nx: 1\nstatus: confirmed\n---\n"
    found = parse_frontmatter(text)
    assert not found.problems
    assert len(found.all("status")) == 2
    assert found.get("status") == found.entries[0]


def test_empty_values_have_a_place() -> None:
    for line, place in (("k:", 6), ("k: ", 7), ("k:   # note", 7)):
        value = parse_frontmatter(f"---\n{line}\nz: 1\n---\n").entries[0].value
        assert value == Scalar(Span.at(place), "", "empty", None)


def test_a_conflict_over_the_closing_fence_hides_what_it_holds() -> None:
    text = "---\na: 1\n<<<<<<< HEAD\ns: x\n---\nbody\n=======\ns: y\n---\n>>>>>>> b\n"
    found = parse_frontmatter(text)
    assert keys(found) == ["a"]
    assert kinds(found) == ["frontmatter-syntax"]


def test_prose_right_above_the_fence_is_a_value_that_ran_on() -> None:
    found = parse_frontmatter("---\nname: x\ndescription: y\n\nmore of it\n---\n# Body\n")
    assert found.closed
    assert kinds(found) == ["frontmatter-syntax"]


KEY = st.sampled_from(["source", "status", "created", "globs", "x-y", "été"])
VALUE = st.one_of(
    st.sampled_from(["confirmed", "2026-04-14", "no", "10:30", "1.10", '"a: b"', "[a, 'b']", ""]),
    st.text("abc 🔥é", min_size=1).map(str.strip),
)
LINES = st.lists(st.tuples(KEY, VALUE).map(lambda pair: f"{pair[0]}: {pair[1]}"), min_size=1)
BODY = st.text("ab#\n-| :", max_size=40).map(lambda body: "# Title\n" + body)


@given(LINES, BODY)
def test_python_frontmatter_reads_the_same(lines: list[str], body: str) -> None:
    text = "---\n" + "\n".join(lines) + "\n---\n" + body
    found = parse_frontmatter(text)
    theirs: Any = oracle.loads(text)
    ours = plain_value(Mapping(found.span, found.entries, False))
    assert ours == theirs.metadata
    assert text[found.body_start :].strip() == theirs.content.strip()
