"""Many paths, many patterns: the indexes give what one by one gives, only sooner."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.globs import DIALECTS, GlobSet, PathIndex, closest, compile_glob, nearest_pattern
from tests.bench.glob_workload import indexed, one_by_one, workload

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


def test_the_index_finds_what_one_match_at_a_time_finds() -> None:
    paths, patterns = workload()
    assert indexed(paths[:2000], patterns) == one_by_one(paths[:2000], patterns)


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


def test_a_slip_is_found_among_many_names_and_nothing_among_thousands() -> None:
    names = {f"gauge-{number}" for number in range(100)} | {"harbours"}
    assert closest("harbuors", names) == "harbours"
    assert closest("HARBOURS", names) == "harbours"
    assert closest("gauge-x", names) is None  # which one of a hundred is anybody's guess
    assert (
        closest("harbuors", {f"{each}{number}" for each in names for number in range(50)}) is None
    )
