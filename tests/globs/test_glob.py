"""One pattern against one path: the forms, the faults, and a slow matcher that cannot be wrong."""

from __future__ import annotations

import time
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.globs import compile_glob, split_patterns
from ctxlayer.globs.syntax import expand_braces

MATCH = [
    ("src/**", "src/a/b.py", True),
    ("src/**", "src", False),
    ("src/**", "x/src/a.py", False),
    ("*.py", "a.py", True),
    ("*.py", "d/a.py", False),
    ("a/**/b", "a/b", True),
    ("a/**/b", "a/x/y/b", True),
    ("a**b", "axxb", True),
    ("a**b", "ax/b", False),
    ("**.ts", "a/b.ts", False),
    ("**/**/**/x", "x", True),
    ("**/foo/**", "foo/a", True),
    ("**/foo/**", "a/foo", False),
    ("foo/**/", "foo/a/b", True),
    ("src/?.py", "src/a.py", True),
    ("src/?.py", "src/ab.py", False),
    ("file[a-z].md", "filea.md", True),
    ("file[a-z].md", "fileA.md", False),
    ("file[!a-z].md", "file1.md", True),
    ("file[^a-z].md", "filex.md", False),
    ("x[!a]y", "x/y", False),
    ("x[+-9]y", "x/y", False),
    ("x[]]y", "x]y", True),
    ("x[a\\]]y", "x]y", True),
    ("x[a-]y", "x-y", True),
    ("app/\\[id\\]/p.ts", "app/[id]/p.ts", True),
    ("app/\\[id\\]/p.ts", "app/i/p.ts", False),
    ("a\\*b", "a*b", True),
    ("a\\*b", "axb", False),
    ("/README.md", "README.md", True),
    ("/README.md", "x/README.md", False),
    ("./src/*.py", "src/a.py", True),
    ("src//a.py", "src/a.py", True),
    ("{a,b}/**/{c,d}.md", "a/x/d.md", True),
    ("src/{a,{b,c}}.py", "src/c.py", True),
    ("{src/**,docs}/a.md", "docs/a.md", True),
    ("{src/**,docs}/a.md", "src/x/a.md", True),
    ("x{}y", "x{}y", True),
    ("x{a}y", "x{a}y", True),
    ("x{a}y", "xay", True),
    ("{,a}b", "b", True),
    ("a}b", "a}b", True),
    ("**/*.md", ".github/a.md", True),
    ("**/*.md", "a/.hidden/b.md", True),
    ("**/*", ".env", True),
    ("my docs/*.md", "my docs/a.md", True),
    ("configs/**", "configs/x/é.yml", True),
    ("**/a\nb", "x/a\nb", True),
    ("src/**/*.ts", "app/src/b.ts", False),
    ("**/src/**", "app/src/b.ts", True),
    ("!src/**", "src/a", False),
    ("", "a", False),
    ("/", "a", False),
    ("src", "src/a.py", False),
]


@pytest.mark.parametrize(("pattern", "path", "expected"), MATCH)
def test_matches(pattern: str, path: str, expected: bool) -> None:
    glob = compile_glob(pattern)
    assert glob.error is None
    assert glob.matches(path) is expected


@pytest.mark.parametrize(
    ("pattern", "blamed", "word"),
    [
        ("photos [2024/**", "[", "never closed"),
        ("src/{a,b/**", "{", "never closed"),
        ("src/[a/b]", "[", "never closed"),
        ("x[]", "[", "never closed"),
        ("x[!]", "[", "never closed"),
        ("x[z-a]y", "z-a", "backwards"),
        ("{a,{b,c}", "{", "never closed"),
    ],
)
def test_faults_are_named_and_placed(pattern: str, blamed: str, word: str) -> None:
    glob = compile_glob(pattern)
    assert glob.error is not None
    assert glob.error_span is not None
    assert word in glob.error
    assert glob.error_span.of(pattern) == blamed
    assert not glob.matches("src/a")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**/*.ts,**/*.tsx", ["**/*.ts", "**/*.tsx"]),
        ("**/*.{kt,java}, build.gradle", ["**/*.{kt,java}", "build.gradle"]),
        ("src/**/*.ts, tests/**/*.ts", ["src/**/*.ts", "tests/**/*.ts"]),
        ("my docs/**", ["my docs/**"]),
        (" a , , b ", ["a", "b"]),
        ("", []),
        ("x[a,b]y,z", ["x[a,b]y", "z"]),
        ("a\\,b", ["a\\,b"]),
        ("src/{a,b/**, docs/**", ["src/{a,b/**", "docs/**"]),
        ("photos [2024/**, src/[ab].ts", ["photos [2024/**", "src/[ab].ts"]),
        ("photos [2024, a]b", ["photos [2024", "a]b"]),
    ],
)
def test_split_patterns(text: str, expected: list[str]) -> None:
    parts = split_patterns(text)
    assert [pattern for _, pattern in parts] == expected
    assert [span.of(text) for span, _ in parts] == expected


PATTERN = st.lists(
    st.sampled_from(
        ["a", "b", ".", "*", "**", "/", "/", "?", "[ab]", "[!a]", "{a,b/b}", "\\*", "**/", "-"]
    ),
    max_size=9,
).map("".join)
PATH = st.lists(st.text("ab.*-", min_size=1, max_size=4), min_size=1, max_size=4).map("/".join)


def slow_match(pattern: str, path: str) -> bool:
    """The meaning of a root-anchored glob, spelt out by trying everything."""
    return any(_slow_one(each, path) for each in expand_braces(pattern))


def _slow_one(pattern: str, path: str) -> bool:
    segments = pattern.split("/")
    names = [s for s in segments[:-1] if s not in ("", ".")]
    if segments[-1] == "":
        if not names:
            return False
        names.append("**")
    elif segments[-1] != ".":
        names.append(segments[-1])
    parts = path.split("/")

    @lru_cache(None)
    def walk(at: int, part: int) -> bool:
        if at == len(names):
            return part == len(parts)
        if names[at] == "**":
            if at + 1 == len(names):
                return part < len(parts)
            return any(walk(at + 1, later) for later in range(part, len(parts) + 1))
        return part < len(parts) and _slow_name(names[at], parts[part]) and walk(at + 1, part + 1)

    return bool(names) and walk(0, 0)


def _slow_name(pattern: str, name: str) -> bool:
    if not pattern:
        return not name
    if pattern[0] == "*":
        rest = pattern.lstrip("*")
        return any(_slow_name(rest, name[at:]) for at in range(len(name) + 1))
    if not name:
        return False
    if pattern[0] == "?":
        return _slow_name(pattern[1:], name[1:])
    if pattern.startswith("[ab]"):
        return name[0] in "ab" and _slow_name(pattern[4:], name[1:])
    if pattern.startswith("[!a]"):
        return name[0] != "a" and _slow_name(pattern[4:], name[1:])
    at = pattern[0] == "\\"
    return pattern[at] == name[0] and _slow_name(pattern[at + 1 :], name[1:])


@settings(derandomize=True, max_examples=400, deadline=None)
@given(PATTERN, PATH)
def test_agrees_with_the_slow_matcher(pattern: str, path: str) -> None:
    glob = compile_glob(pattern)
    assert glob.error is None
    assert glob.matches(path) == slow_match(pattern, path)


@settings(derandomize=True, max_examples=500, deadline=None)
@given(st.text(alphabet=st.characters() | st.sampled_from("[]{}!^-,\\*?/"), max_size=30))
def test_any_text_compiles_or_says_why(text: str) -> None:
    for dialect_text in (text, f"{text}/**"):
        glob = compile_glob(dialect_text)
        glob.matches("a/b")
        assert (glob.error is None) == (glob.error_span is None)
    for span, pattern in split_patterns(text):
        assert span.of(text) == pattern


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("**/" * 200 + "x", "a/" * 2000 + "y"),
        ("**/a/" * 30 + "x", "a/" * 2000 + "y"),
        ("*a" * 40 + "b", "a" * 4000),
        ("**/*a*a*a*a*a*b/**/*a*a*a*b", ("a" * 200 + "/") * 20),
        ("?*" * 40 + "b", "a" * 4000),
        ("{a,b}" * 9, "ab" * 2000),
    ],
)
def test_no_pattern_runs_away(pattern: str, path: str) -> None:
    start = time.perf_counter()
    assert not compile_glob(pattern).matches(path)
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    "pattern",
    ["{a,b}" * 10, "{" * 100_000, "[" * 100_000, "a" * 1_000_000, "{a,b" * 5000 + "}" * 5000],
)
def test_what_is_over_budget_is_an_error(pattern: str) -> None:
    start = time.perf_counter()
    glob = compile_glob(pattern)
    assert glob.error is not None
    assert not glob.matches("a")
    assert time.perf_counter() - start < 5
