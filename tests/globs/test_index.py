"""Many paths, many patterns: the indexes give what one by one gives, only sooner."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.globs import DIALECTS, GlobSet, PathIndex, compile_glob, nearest_pattern

PATTERNS = [
    "**/*.{ts,md}",
    "src/**",
    "*.ts",
    "{src,docs}/**/*.md",
    "**/a*b*a.ts",
    "**",
    "x",
    "SRC/*",
]
PATH = st.lists(st.sampled_from(["src", "docs", "a", "b", "aba.ts", "x"]), max_size=3).flatmap(
    lambda head: st.sampled_from(["x", "a.ts", "b.MD", "c.md", "axbxa.ts", "n\nl.ts", ".ts"]).map(
        lambda name: "/".join([*head, name])
    )
)


@settings(derandomize=True, max_examples=150, deadline=None)
@given(st.lists(PATH, max_size=40, unique=True), st.sampled_from(["layer", "vscode", "cursor"]))
def test_indexes_agree_with_one_by_one(paths: list[str], runtime: str) -> None:
    globs = [compile_glob(pattern, DIALECTS[runtime]) for pattern in PATTERNS]
    index, several = PathIndex(paths), GlobSet(globs)
    for glob in globs:
        expected = tuple(path for path in paths if glob.matches(path))
        assert index.matching(glob) == expected
        assert index.any_match(glob) == bool(expected)
    for path in paths:
        assert several.matching(path) == [at for at, g in enumerate(globs) if g.matches(path)]


def workload() -> tuple[list[str], list[str]]:
    """10,000 paths and 100 patterns of the five common forms."""
    rng = random.Random(1)
    words = ["src", "docs", "lib", "app", "core", "api", "web", "ui", "configs", "data", "tests"]
    kinds = ["py", "ts", "tsx", "md", "yml", "json", "sql", "cs", "go", "rs"]
    paths = [
        "/".join(rng.choices(words, k=rng.randint(1, 6))) + f"/f{n}.{rng.choice(kinds)}"
        for n in range(10_000)
    ]
    forms = [
        lambda: f"**/*.{{{rng.choice(kinds)},{rng.choice(kinds)}}}",
        lambda: f"{rng.choice(words)}/**",
        lambda: f"*.{rng.choice(kinds)}",
        lambda: f"{rng.choice(words)}/**/{rng.choice(words)}/*.{rng.choice(kinds)}",
        lambda: f"**/{rng.choice(words)}/f[0-9]*.{rng.choice(kinds)}",
    ]
    return paths, [forms[n % 5]() for n in range(100)]


def test_a_hundred_patterns_over_ten_thousand_paths_are_quick() -> None:
    paths, patterns = workload()
    globs = [compile_glob(pattern) for pattern in patterns]
    index = PathIndex(paths)
    start = time.perf_counter()
    for glob in globs:
        index.matching(glob)
    assert time.perf_counter() - start < 1.5  # some 60 ms on a quiet machine


PATHS = PathIndex(
    [
        "src/ingest/a.py",
        "src/api/b.ts",
        "app/web/c.ts",
        "README.md",
        "docs/Guide.md",
        "quay-lock.yaml",
        ".github/ci.yml",
    ]
)


@pytest.mark.parametrize(
    ("pattern", "proposed"),
    [
        ("src/ingset/**", "src/ingest/**"),
        ("scr/ingset/*.py", "src/ingest/*.py"),
        ("web/**/*.ts", "**/web/**/*.ts"),
        ("*.py", "**/*.py"),
        ("Src/ingest/**", "src/ingest/**"),
        ("docs/guide.md", "docs/Guide.md"),
        ("docs/Giude.md", "docs/Guide.md"),
        ("quay-workspace.yaml", None),
        (".git/*", None),
        ("**/*.{ts|tsx}", "**/*.{ts,tsx}"),
        ("/{src|lib}/**", "{src,lib}/**"),
        ("src/warehouse/**", None),
        ("**/*.rs", None),
        ("src/[", None),
        ("", None),
    ],
)
def test_nearest_pattern(pattern: str, proposed: str | None) -> None:
    assert nearest_pattern(compile_glob(pattern), PATHS) == proposed
