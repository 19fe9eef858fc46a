"""Places in TOML, against the standard reader: what a span covers parses to the value there."""

from __future__ import annotations

import sys
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.settings.toml_spans import Path, locate

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SAMPLE = '''\
# a comment with "quotes" and [brackets]
top = 1 # another
"quoted key" . inner = 'lit # eral'
dates = [1979-05-27 07:32:00, 1979-05-27T00:32:00-07:00, 07:32:00]
many = [ # comment, with a comma
  1, [2, "]"], # more
  { a.b = 1, "c d" = [ ] },
]
text = """
one \\"""
  two""\\
"""
raw = \'\'\'it''s\'\'\'
"\\u00e9\\"" = true
[table . "x.y"]
deep = {}
[[items]]
name = "a"
[items.sub]
n = 0x1F
[[items]]
name = "b"
[[items.parts]]
k = inf
[[items.parts]]
k = 1_000.5e-3
'''


def leaves(value: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() for leaf in leaves(inner, (*path, key))]
    if isinstance(value, list):
        return [leaf for at, inner in enumerate(value) for leaf in leaves(inner, (*path, at))]
    return [(path, value)]


def assert_placed(text: str) -> None:
    places = locate(text)
    for path, value in leaves(tomllib.loads(text)):
        written = places.value(path).of(text)
        assert tomllib.loads(f"x = {written}")["x"] == value
        key = next(part for part in reversed(path) if isinstance(part, str))
        while not isinstance(path[-1], str):
            path = path[:-1]
        assert next(iter(tomllib.loads(f"{places.key(path).of(text)} = 1"))) == key


def test_every_leaf_of_a_sample_is_placed() -> None:
    assert_placed(SAMPLE)


def test_tables_are_placed_at_their_headers() -> None:
    places = locate(SAMPLE)
    assert places.value(("items", 1)).of(SAMPLE) == "[[items]]"
    assert places.value(("items", 1)).start == SAMPLE.rindex("[[items]]")
    assert places.key(("items", 0, "sub")).of(SAMPLE) == "sub"
    assert places.value(("table", "x.y")).of(SAMPLE) == '[table . "x.y"]'
    assert places.value(("quoted key",)).of(SAMPLE) == '"quoted key"'
    assert places.value(("nowhere", "at", "all")).of(SAMPLE) == ""


KEY = st.sampled_from(["a", "b-c", "_d1", '"e.f"', "'g h'", '"\\t#"', "1979"])
SCALAR = st.sampled_from(
    ["1", "-2.5", "true", "1979-05-27", "1979-05-27 07:32:00Z", "'a]b'", '"c\\"}d"', "''", '""']
)
LONG = st.sampled_from(['"""x\n"y""" ', "'''p\n'q'''", "inf", "0xff"])
SPACE = st.sampled_from(["", " ", "\t"])
NEWLINE = st.sampled_from(["\n", "\r\n", " # note ]\n", "\n\n# x = 1\n"])


@st.composite
def value(draw: st.DrawFn, depth: int = 0) -> str:
    shape = draw(st.integers(0, 3 if depth < 3 else 1))
    if shape < 2:
        return draw(LONG if shape else SCALAR)
    items = draw(st.lists(value(depth + 1), max_size=3))
    if shape == 2:
        gap = draw(st.one_of(SPACE, NEWLINE))
        return "[" + gap + f",{gap}".join(items) + draw(SPACE) + "]"
    keys = draw(st.lists(KEY, min_size=len(items), max_size=len(items), unique=True))
    return "{" + ", ".join(f"{k} = {v}" for k, v in zip(keys, items, strict=True)) + "}"


@st.composite
def document(draw: st.DrawFn) -> str:
    out = []
    for header in draw(
        st.lists(st.sampled_from(["", "[t{}]", "[t{} . 'u']", "[[s]]"]), max_size=4)
    ):
        out.append(header.format(len(out)) + (draw(NEWLINE) if header else ""))
        prefix = "" if header else f"r{len(out)}."
        for key in draw(st.lists(KEY, max_size=3, unique=True)):
            out.append(f"{draw(SPACE)}{prefix}{key}{draw(SPACE)}={draw(SPACE)}")
            out.append(draw(value()) + draw(NEWLINE))
    return "".join(out)


@settings(derandomize=True, max_examples=300, deadline=None)
@given(document())
def test_every_leaf_of_any_document_is_placed(text: str) -> None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return  # a rootless key after a table, or a table twice
    assert_placed(text)


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.text(st.sampled_from("ab=.[]{}\"'\\#\n\r ,1"), max_size=40))
def test_any_text_is_survived(text: str) -> None:
    locate(text)


def test_deep_and_long_texts_end() -> None:
    locate("a = " + "[" * 100_000)
    locate("a = " + '"""' * 100_000)
    locate("a" * 1_000_000)
    locate("#" * 1_000_000)
