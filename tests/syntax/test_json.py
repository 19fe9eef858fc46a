"""JSON with exact spans, held to the standard reader where a text is sound."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.syntax.json import MAX_DEPTH, MAX_PROBLEMS, JsonText, parse_json
from ctxlayer.syntax.nodes import Mapping, Node, Scalar, Sequence, plain_value
from ctxlayer.text import Span

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip
PIECES = st.sampled_from(
    [
        *"{}[]:,\"\\/'\n\t -.1",
        "true",
        "null",
        '"a"',
        "//x",
        "/*",
        "*/",
        "\\u00e9",
        "<<<<<<< a\n",
        "é🔥",
    ]
)
BROKEN = st.lists(PIECES, max_size=40).map("".join)


def oracle(text: str) -> tuple[bool, Any]:
    def refuse(word: str) -> None:
        raise ValueError(word)

    try:
        return True, json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        return False, None


def nodes(node: Node | None) -> list[Node]:
    found = [node] if node is not None else []
    for each in found:
        if isinstance(each, Sequence):
            found += each.items
        elif isinstance(each, Mapping):
            found += (entry.value for entry in each.entries)
    return found


def messages(found: JsonText) -> list[str]:
    return [problem.message for problem in found.problems]


@given(VALUES, st.sampled_from([None, 2]), st.booleans())
def test_what_is_sound_is_read_as_the_standard_reader_reads_it(
    value: Any, indent: int | None, plain: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=plain)
    found = parse_json(text)
    assert found.is_strict
    assert found.root is not None
    assert plain_value(found.root) == json.loads(text)


@given(BROKEN)
@settings(max_examples=400)
def test_a_text_is_strict_exactly_where_the_standard_reader_takes_it(text: str) -> None:
    sound, value = oracle(text)
    found = parse_json(text)
    assert found.is_strict is sound, messages(found)
    if sound and found.root is not None:
        assert plain_value(found.root) == value


@given(BROKEN | st.text(max_size=60))
@settings(max_examples=400)
def test_every_span_lies_in_the_text(text: str) -> None:
    found = parse_json(text)
    spans = [node.span for node in nodes(found.root)] + [each.span for each in found.problems]
    spans += [edit.span for problem in found.problems for edit in problem.fix]
    spans += [*found.comments, *found.trailing_commas]
    assert all(0 <= span.start <= span.end <= len(text) for span in spans)


@given(VALUES)
def test_a_scalar_covers_what_it_was_read_from(value: Any) -> None:
    text = json.dumps(value, indent=1)
    for node in nodes(parse_json(text).root):
        if isinstance(node, Scalar):
            assert json.loads(node.span.of(text)) == node.value


@pytest.mark.parametrize(
    ("text", "value", "where"),
    [
        ('{"a" 1, "b": 2}', {"a": 1, "b": 2}, '"a"'),
        ('{"a": 1 "b": 2}', {"a": 1, "b": 2}, ""),
        ('{"a": "x\n "b": 2}', {"a": "x", "b": 2}, '"x'),
        ('{"a": "x, "b": ["y"]}', {"a": "x", "b": ["y"]}, '"x'),
        ('{a: 1}', {"a": 1}, "a"),
        ("{'a': 1}", {"a": 1}, "'a'"),
        ('{"a": b c, "d": 1}', {"a": "b", "c": None, "d": 1}, "b"),
        ('{"a": 1}}, "b": 2}', {"a": 1, "b": 2}, "}"),
        ('{"a": 1}, "b": 2}', {"a": 1, "b": 2}, ","),
        ('{"a": [1, {"b": 2], "c": 3}', {"a": [1, {"b": 2}], "c": 3}, "{"),
        ('{"a": 1]', {"a": 1}, "]"),
        ('{"a": {"b": 1}', {"a": {"b": 1}}, "{"),
        ('{"a": 1,, "b": 2}', {"a": 1, "b": 2}, ","),
        ('{"a":, "b": 2}', {"a": None, "b": 2}, '"a"'),
        ('{"a"}', {"a": None}, '"a"'),
        ('{"a": "C:\\tide\\x"}', {"a": "C:\tide\\x"}, "\\x"),
        ('{"a": "x\ty"}', {"a": "x\ty"}, "\t"),
        ('{"a": 01}', {"a": "01"}, "01"),
        ('{"a": NaN}', {"a": "NaN"}, "NaN"),
        ('{\n<<<<<<< a\n"b": 1,\n=======\n"b": 2,\n>>>>>>> c\n"d": 3}', {"b": 2, "d": 3}, "<<<<<<< a"),
        ('{"a": /* x', {"a": None}, "/*"),
        ("{} {}", {"": {}}, "{"),
    ],
)  # fmt: skip
def test_one_slip_is_one_problem_and_the_rest_is_read(text: str, value: Any, where: str) -> None:
    found = parse_json(text)
    assert found.root is not None
    assert plain_value(found.root) == value
    assert [problem.span.of(text) for problem in found.problems] == [where], messages(found)


@pytest.mark.parametrize(
    "text",
    ['{"a" 1}', '{"a": 1 "b": 2}', '{"a": "x\n}', "{'a': 1}", '{"a": 1,, "b": 2}', '{"a": "\\x"}',
     '{"a": "x\ty"}', '{"a": 1]', "{a: 1}"],
)  # fmt: skip
def test_a_fix_mends_its_problem(text: str) -> None:
    from ctxlayer.text.edits import apply_edits

    found = parse_json(text)
    fixed = apply_edits(text, [edit for problem in found.problems for edit in problem.fix])
    assert parse_json(fixed).is_strict, fixed


def test_comments_and_commas_before_a_bracket_are_no_problems_but_told() -> None:
    text = '// one\n{"a": [1, 2,], /* two */ "b": "// no", }'
    found = parse_json(text)
    assert not found.problems
    assert [span.of(text) for span in found.comments] == ["// one", "/* two */"]
    assert found.trailing_commas == (Span(18, 19), Span(44, 45))
    assert not found.is_strict


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    found = parse_json('\ufeff{"a": 1}')
    assert found.root is not None
    assert found.root.span == Span(1, 9)
    assert not found.problems


def test_duplicate_keys_are_kept() -> None:
    root = parse_json('{"a": 1, "a": 2}').root
    assert isinstance(root, Mapping)
    assert [entry.key for entry in root.entries] == ["a", "a"]


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "]" * 100_000, "[" * 500 + "]" * 500]
)
def test_nesting_is_followed_to_a_bound(text: str) -> None:
    found = parse_json(text)
    assert len(found.problems) <= MAX_PROBLEMS
    assert len(nodes(found.root)) <= MAX_DEPTH + 1


@pytest.mark.parametrize(
    "text", ['{"a": ' + "9" * 100_000 + "}", '"' + "\\n" * 100_000, "," * 100_000, "x " * 50_000]
)
def test_a_long_text_is_read(text: str) -> None:
    assert len(parse_json(text).problems) <= MAX_PROBLEMS


def test_objects_that_close_too_early_are_read_once() -> None:
    # Each of them opens the first one again; with a copy for each this takes minutes.
    root = parse_json("{" + '"a": 1}' * 60_000).root
    assert isinstance(root, Mapping)
    assert len(root.entries) == 60_000
