"""The flat reader against PyYAML: the same values, and the same spans as the event reader."""

from __future__ import annotations

import math
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.syntax import _yaml_events
from ctxlayer.syntax._yaml_events import BLOCK_LIMITS, Unreadable, compose
from ctxlayer.syntax._yaml_flat import read_flat
from ctxlayer.syntax._yaml_scalars import resolve
from ctxlayer.syntax.nodes import Mapping, Scalar, plain_value, scalars

PLAIN_VALUES = (
    """
a|a b|yes|Yes|YES|no|No|NO|on|off|On|OFF|true|True|TRUE|false|y|n|Y|N|yEs|null|Null|NULL|~|nul
0|1|-1|+1|12_000|0123|-0123|0o17|08|0x1F|-0x1f|0b101|0b2|10:30|09:30|1:2:3|190:20:30|10:60|1:30.5
1.10|1.|.5|-.5|1e5|1.0e+5|1.5E-3|.inf|-.inf|+.INF|.nan|.NaN|1_0.5|685_230.15|1.2.3|v1.2|-|--|-a
2026-04-14|2026-4-14|2026-02-30|0000-01-01|2026-13-01|2026-04-14 10:30:00|2026-04-14T10:30:00Z
2026-04-14t10:30:00.5+02:00|2026-4-1 1:02:03.123456789 -5|2026-04-14 25:00:00|2026-06-02T10:30
0_|0b_|0x_|=|<<|a#b|a:b|http://x.y/z|a, b|src/**/*.py|.env|C#|a*b|a&b|x!|"|it's|a]|a}|99999999999999999999
12e03|1e3|0.0|00|+.5|._5|1__0|:a|-:|?a|/plan|+|+a|.|..|...a|2026-04-14 10:30|a\\b|\u00e9t\u00e9|\u6a21\u578b
""".replace("\n", "|")
    .strip("|")
    .split("|")
)


def same(ours: object, theirs: object) -> bool:
    if isinstance(ours, float) and isinstance(theirs, float):
        return ours == theirs or (math.isnan(ours) and math.isnan(theirs))
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return list(ours) == [str(key) for key in theirs] and all(
            map(same, ours.values(), theirs.values())
        )
    return type(ours) is type(theirs) and ours == theirs


def loaded(text: str) -> Any:
    """What PyYAML loads, or None where it cannot build a value that it recognises."""
    try:
        return yaml.safe_load(text)
    except (ValueError, yaml.YAMLError):
        return None


_NOT_PLAIN = ("-", '"', "...")
"""What is no plain value where a value stands."""


@pytest.mark.parametrize("value", [each for each in PLAIN_VALUES if each not in _NOT_PLAIN])
def test_a_plain_value_is_what_pyyaml_reads(value: str) -> None:
    theirs = loaded(f"key: {value}")
    if theirs is None:
        assert resolve(value) == value
    elif value not in ("=", "<<"):
        assert same(resolve(value), theirs["key"])


@given(st.text("0123456789_:.-+eExXbBTtZ ynof~i", max_size=12).map(str.strip))
def test_any_number_like_text_is_what_pyyaml_reads(value: str) -> None:
    if value.startswith(("- ", ": ")) or ": " in value or value.endswith(":") or value in "-~":
        return
    theirs = loaded(f"key: {value}")
    if theirs is not None:
        assert same(resolve(value), theirs["key"]), value


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("10:30", "10:30"),
        ("1.10", "1.10"),
        ("0123", "0123"),
        ("no", "no"),
        ("2026-02-30", "2026-02-30"),
        ('"no"', "no"),
        ("'it''s'", "it's"),
        (r'"a\tb\u00e9\x41\""', 'a\tb\u00e9A"'),
        (r'"\U0001F525"', "\U0001f525"),
    ],
)
def test_text_is_what_the_author_wrote(source: str, text: str) -> None:
    entries = read_flat(f"key: {source}", 0, 5 + len(source))
    assert entries is not None
    value = entries[0].value
    assert isinstance(value, Scalar)
    assert value.text == text
    assert value.span == (5, 5 + len(source))


WORDS = st.text("abcXYZ019_-./*:#,é模🔥'\"", min_size=1, max_size=8)
PLAIN = st.one_of(
    st.sampled_from(PLAIN_VALUES), st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
)
QUOTED = st.text("ab \\'é:#-{}[]*!&", max_size=8).map(
    lambda text: "'" + text.replace("'", "''") + "'"
) | st.text("ab :#-{}[]*!&'", max_size=8).map(lambda text: f'"{text}"')
FLOW = st.lists(st.text("abc/*.é-01", min_size=1, max_size=6) | QUOTED, max_size=4).map(
    lambda items: "[" + ", ".join(items) + "]"
)
SCALAR = st.one_of(PLAIN, QUOTED, st.just(""))
ITEMS = st.lists(PLAIN | QUOTED, min_size=1, max_size=4).flatmap(
    lambda items: st.sampled_from(["", "  ", "    "]).map(
        lambda indent: "".join(f"\n{indent}- {item}" for item in items)
    )
)
COMMENT = st.sampled_from(["", "", " # note", "   # a: b"])
LINE = st.one_of(
    st.tuples(st.sampled_from("abcde"), st.one_of(SCALAR, FLOW), COMMENT).map(
        lambda part: f"{part[0]}: {part[1]}{part[2]}"
    ),
    st.tuples(st.sampled_from("fgh"), ITEMS).map(lambda part: f"{part[0]}:{part[1]}"),
    st.sampled_from(["", "# comment", "  # comment: x", "i:", "j: # c", '"q k": 1', "'s': x"]),
)
BLOCK = st.tuples(st.lists(LINE, max_size=6), st.sampled_from(["\n", "\r\n", "\r"])).map(
    lambda part: "\n".join(part[0]).replace("\n", part[1])
)


@given(BLOCK)
def test_the_flat_reader_agrees_with_pyyaml(block: str) -> None:
    flat = read_flat(block, 0, len(block))
    if flat is None:
        return
    node = compose(block, 0, len(block), BLOCK_LIMITS)
    assert node is None if not flat else isinstance(node, Mapping)
    # As text, since a NaN is no other NaN.
    assert repr(flat) == repr(node.entries if isinstance(node, Mapping) else ())
    theirs = loaded(block)
    if isinstance(theirs, dict):
        ours = plain_value(Mapping(node.span, flat, False)) if node else {}
        assert same(ours, theirs)


@given(BLOCK)
def test_plain_scalars_span_their_text(block: str) -> None:
    text = "# before\n" + block
    for entry in read_flat(text, 9, len(text)) or ():
        assert entry.key_span.of(text).strip("\"'") == entry.key
        for scalar in scalars(entry.value):
            if scalar.style == "plain":
                assert scalar.span.of(text) == scalar.text


def test_common_blocks_are_flat() -> None:
    """The cheap reader is worth nothing if real blocks do not get to it."""
    for block in (
        "source: extraction\ncreated: 2026-04-14\nstatus: confirmed # by hand\n",
        'tracks: ["service-ingest:src/cdc/**", "configs/cdc.yaml"]\n',
        "globs:\n  - src/**/*.py\n  - 'tests/**'\nalwaysApply: true\n",
        "description: Handles é and 🔥, e.g. in `x` (see docs)\nglobs: src/**/*.{ts,tsx}\n",
        '"status": x\n# comment\n\ndescription:\n',
        'hot-memory: "reviewed, no change: nothing new"\n',
        "globs: a\r\nx: y\r\n",
    ):
        assert read_flat(block, 0, len(block)) is not None, block


NOT_FLAT = [
    "m:\n  a: 1\n  b: [x, {y: z}]\n",
    "t: |\n  line\n  two\n\nx: 1\n",
    "t: >-\n  folded\n  text\nx: 1\n",
    "d: first\n  and more\nx: 1\n",
    'd: "first\n  and more"\nx: 1\n',
    "a: &x\n  k: v\nb: *x\nc:\n  <<: *x\n  z: 1\n",
    "items:\n  - name: a\n    globs: [x]\n  - name: b\n",
    "a: !!str 10\nb: !!int '3'\nc: !!float 3\nd: !!binary aGk=\n",
    "{a: 1, b: [c, d]}",
    "? a\n: b\n",
    "a: [x,\n  y]\nb: {p: q}\n",
    "  a: 1\n  b:\n    - c\n",
    "a: [10:30, yes, 2026-04-14]\nb: 'x''y'\n",
    "k:\n- a\n-\n- b\n",
    "a : b\nc: d\n",
    "Last updated: x\nk: v\n",
]


@pytest.fixture(params=[False, True], ids=["C", "Python"])
def lane(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(_yaml_events, "force_python", request.param)
    return bool(request.param)


@pytest.mark.parametrize("block", NOT_FLAT)
def test_other_yaml_is_what_pyyaml_reads(block: str, lane: bool) -> None:
    node = compose(block, 0, len(block), BLOCK_LIMITS)
    assert node is not None
    assert same(plain_value(node), yaml.safe_load(block))


@pytest.mark.parametrize("block", NOT_FLAT)
def test_both_parsers_of_pyyaml_give_the_same_nodes(
    block: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = compose(block, 0, len(block), BLOCK_LIMITS)
    monkeypatch.setattr(_yaml_events, "force_python", True)
    assert compose(block, 0, len(block), BLOCK_LIMITS) == one


@pytest.mark.parametrize("block", NOT_FLAT)
@pytest.mark.parametrize("before", ["", "# 🔥 é\n", "\ufeff---\r\n"])
def test_spans_count_code_points_of_the_whole_text(block: str, before: str, lane: bool) -> None:
    alone = compose(block, 0, len(block), BLOCK_LIMITS)
    text = before + block
    node = compose(text, len(before), len(text), BLOCK_LIMITS)
    assert isinstance(node, Mapping)
    assert isinstance(alone, Mapping)
    for entry, bare in zip(node.entries, alone.entries, strict=True):
        assert entry.span == bare.span.shift(len(before))
        assert entry.key_span.of(text) == entry.key
        assert entry.value.span == bare.value.span.shift(len(before))


@pytest.mark.parametrize(
    "block",
    [
        "a: !!python/object/apply:os.system ['true']",
        "a: !gen/**",
        "a: !!timestamp x",
        "a: &x [*x]",
        "a: *nope",
        "a: 1\n--- \nb: 2",
        "{{a}}: b",
        "? [a]\n: b",
        "a: " + "[" * 101 + "]" * 101,
        "a: &a [1, 1]\n" + "b: [" + "*a, " * 10_000 + "]",
    ],
)
def test_what_is_not_safe_to_read_is_refused(block: str, lane: bool) -> None:
    with pytest.raises(Unreadable):
        compose(block, 0, len(block), BLOCK_LIMITS)
