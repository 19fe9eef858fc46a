"""The fixture language reads what a person wrote, and nothing else."""

from __future__ import annotations

import datetime

import pytest

from ctxlayer.text import Span
from tests.harness import FixtureError, parse_fixture, read_marked


def test_a_fence_named_by_a_path_is_a_file() -> None:
    (case,) = parse_fixture("Prose.\n\n```knowledge/a.md\nbody\n```\n", "alone")
    assert case.title == "alone"
    assert case.files["knowledge/a.md"].text == "body\n"


def test_a_longer_fence_holds_fences() -> None:
    (case,) = parse_fixture("````a.md\n```py\nx\n```\n````\n")
    assert case.files["a.md"].text == "```py\nx\n```\n"


def test_each_heading_is_a_case_and_shares_what_stands_before() -> None:
    first, second = parse_fixture(
        "```@today\n2026-01-02\n```\n```a.md\nA\n```\n## one\n```b.md\nB\n```\n## two\n"
    )
    assert (first.title, second.title) == ("one", "two")
    assert set(first.files) == {"a.md", "b.md"}
    assert set(second.files) == {"a.md"}
    assert second.today == datetime.date(2026, 1, 2)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ("", "one\ntwo\n"),
        ("crlf", "one\r\ntwo\r\n"),
        ("bom", "\ufeffone\ntwo\n"),
        ("no-eol", "one\ntwo"),
        ("bom crlf no-eol", "\ufeffone\r\ntwo"),
    ],
)
def test_options_shape_the_file(options: str, text: str) -> None:
    (case,) = parse_fixture(f"```a.md {options}\none\ntwo\n```\n")
    assert case.files["a.md"].text == text


def test_escapes_are_read_only_where_asked_for() -> None:
    assert read_marked(r"a\u2028b").text == "a\\u2028b\n"
    assert read_marked(r"a\u2028\\b", frozenset({"escapes"})).text == "a\u2028\\b\n"


@pytest.mark.parametrize(
    "info",
    ["", "python", "a.md shiny", "@todo", "@today 2026-01-01", "expect", "@a/b.md", 'a.md "'],
)
def test_no_fence_is_ignored_by_accident(info: str) -> None:
    with pytest.raises(FixtureError):
        parse_fixture(f"```{info}\nx\n```\n")


def test_an_open_fence_is_an_error() -> None:
    with pytest.raises(FixtureError, match="never closed"):
        parse_fixture("```a.md\nx\n")


def test_a_path_with_a_space_is_quoted() -> None:
    (case,) = parse_fixture('```"notes/my file.md" crlf\nx\n```\n')
    assert case.files["notes/my file.md"].text == "x\r\n"


def test_a_file_may_be_unreadable() -> None:
    (case,) = parse_fixture('```a.md unreadable="not UTF-8"\n^"" x-lint\n```\n')
    assert case.unreadable == {"a.md": "not UTF-8"}


def test_marks_are_not_part_of_the_file() -> None:
    file = read_marked("status: done\n        ^^^^ invalid-value (error): not one of\nnext\n")
    assert file.text == "status: done\nnext\n"
    (mark,) = file.marks
    assert mark.span.of(file.text) == "done"
    assert (mark.lint, mark.severity, mark.message) == ("invalid-value", "error", "not one of")


def test_several_marks_follow_one_line() -> None:
    file = read_marked("first\na b\n^ one-lint\n  ^ other-lint\n")
    assert [mark.span.of(file.text) for mark in file.marks] == ["a", "b"]


def test_a_quoted_mark_finds_its_text_where_carets_cannot_be_aligned() -> None:
    file = read_marked('日本 x 日本\n^"日本"#2 some-lint\n')
    assert file.marks[0].span == Span(5, 7)


def test_an_empty_quoted_mark_is_an_empty_span() -> None:
    file = read_marked('abc\n   ^"" some-lint\n')
    assert file.marks[0].span == Span(3, 3)
    assert read_marked('^"" some-lint\nabc\n').marks[0].span == Span(0, 0)


def test_dots_let_a_mark_run_on() -> None:
    file = read_marked("abc\n ^^... some-lint\n")
    assert file.marks[0].runs_on


@pytest.mark.parametrize(
    "text",
    ["ab\n^^^^^ x-lint\n", 'ab\n^"c" x-lint\n', 'ab\n^"a"#2 x-lint\n', "ab\n^^\n", "ab\n^^ X\n"],
)
def test_a_mark_that_cannot_be_meant_is_an_error(text: str) -> None:
    with pytest.raises(FixtureError):
        read_marked(text)


def test_a_footnote_is_no_mark() -> None:
    assert read_marked("[^1]: note\n^1\n").text == "[^1]: note\n^1\n"


def test_the_cursor_is_taken_out_and_carets_still_align() -> None:
    file = read_marked("ab$0cd ef\n       ^^ x-lint\n")
    assert file.text == "abcd ef\n"
    assert file.cursors == (2,)
    assert file.marks[0].span.of(file.text) == "ef"


def test_carets_align_with_escapes_as_written() -> None:
    file = read_marked("a\\u200bc\n ^^^^^^ x-lint\n", frozenset({"escapes"}))
    assert file.marks[0].span == Span(1, 2)


def test_a_byte_order_mark_moves_spans_by_one() -> None:
    file = read_marked("abc\n^ x-lint\n", frozenset({"bom"}))
    assert file.marks[0].span == Span(1, 2)


def test_a_pair_of_cursors_is_a_selection() -> None:
    (case,) = parse_fixture("```a.md\nx$0yz$0\n```\n")
    assert case.cursor() == ("a.md", 1, 3)


def test_a_missing_cursor_is_said() -> None:
    (case,) = parse_fixture("```a.md\nx\n```\n")
    with pytest.raises(FixtureError, match="cursor"):
        case.cursor()


def test_a_case_is_a_layer_unless_it_says_otherwise() -> None:
    (plain,) = parse_fixture("```a.md\nx\n```\n")
    (bare,) = parse_fixture("```@bare\n```\n```a.md\nx\n```\n")
    assert "ctxlayer.toml" in plain.texts
    assert "ctxlayer.toml" not in bare.texts


def test_a_file_can_be_filled_up_to_an_offset() -> None:
    (case,) = parse_fixture("```a.md fill=100\n# A\n  ^ x\n…\ncut\n^^ y\n```\n")
    text = case.files["a.md"].text
    assert (text[:4], text[99:]) == ("# A\n", "\ncut\n")
    assert [mark.span for mark in case.files["a.md"].marks] == [Span(2, 3), Span(100, 102)]


@pytest.mark.parametrize("body", ["no dots", "# A heading that is long\n…"])
def test_a_file_that_cannot_be_filled_is_an_error(body: str) -> None:
    with pytest.raises(FixtureError):
        parse_fixture(f"```a.md fill=10\n{body}\n```\n")
