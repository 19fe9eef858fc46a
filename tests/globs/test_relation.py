"""Whether one pattern covers or meets another, for all paths there could be."""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.globs import DIALECTS, compile_glob, covers, overlap


@pytest.mark.parametrize(
    ("broad", "narrow", "expected"),
    [
        ("src/**", "src/**/*.ts", True),
        ("src/**", "src/a.ts", True),
        ("src/**/*.ts", "src/**", False),
        ("**/*.{ts,tsx}", "src/*.ts", True),
        ("**/*.ts", "**/*.{ts,tsx}", False),
        ("*.ts", "**/*.ts", False),
        ("**/*.ts", "*.ts", True),
        ("**", "**/*", True),
        ("**/*", "**", True),
        ("a/*/c", "a/**/c", False),
        ("a/**/c", "a/*/c", True),
        ("a/**/c", "a/c", True),
        ("[a-m]*", "[b-d]x", True),
        ("[a-m]*", "[b-z]x", False),
        ("docs/", "docs/x/*.md", True),
        ("?*", "*", True),
        ("a*", "*a", False),
        ("src/[", "src/x", False),
        ("**", "!x", False),
        ("{a,b}/**", "b/c", True),
    ],
)
def test_covers(broad: str, narrow: str, expected: bool) -> None:
    assert covers(compile_glob(broad), compile_glob(narrow)) is expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("src/**", "**/*.ts", True),
        ("src/**", "docs/**", False),
        ("*.ts", "*.tsx", False),
        ("a*", "*b", True),
        ("a/*", "a/b/**", False),
        ("[a-c]x", "[c-d]x", True),
        ("[a-b]x", "[c-d]x", False),
        ("{a,b}/x", "{b,c}/x", True),
        ("**/a/**", "**/b/**", True),
        ("x", "[", False),
    ],
)
def test_overlap(one: str, other: str, expected: bool) -> None:
    assert overlap(compile_glob(one), compile_glob(other)) is expected
    assert overlap(compile_glob(other), compile_glob(one)) is expected


PATTERN = st.lists(
    st.sampled_from(["a", "b", "*", "**", "/", "/", "?", "[ab]", "[!a]", "{a,b/b}", "**/"]),
    min_size=1,
    max_size=6,
).map("".join)
NAMES = ["".join(name) for size in (1, 2) for name in itertools.product("abc", repeat=size)]
PATHS = NAMES + [f"{a}/{b}" for a in NAMES for b in NAMES] + ["a/b/c", "b/b/a", "a/a/b/b"]


@settings(derandomize=True, max_examples=150, deadline=None)
@given(PATTERN, PATTERN, st.sampled_from(["layer", "vscode"]))
def test_agrees_with_matching(one: str, other: str, runtime: str) -> None:
    left, right = (compile_glob(each, DIALECTS[runtime]) for each in (one, other))
    ours = {path for path in PATHS if left.matches(path)}
    theirs = {path for path in PATHS if right.matches(path)}
    if covers(left, right):
        assert theirs <= ours
    if ours & theirs:
        assert overlap(left, right)
    if left.alternatives and ours:
        assert covers(left, left)


def test_hard_questions_are_given_up_in_time() -> None:
    start = time.perf_counter()
    hard = compile_glob("**/*a" + "?" * 20 + "/**/*b" + "?" * 20)
    covers(hard, compile_glob("**/*b" + "?" * 20))
    overlap(hard, hard)
    assert time.perf_counter() - start < 5
