"""The paths that git knows, looked up and matched."""

from __future__ import annotations

import pytest

from ctxlayer.analysis.known_paths import KnownPaths
from ctxlayer.layer.sources import Rename, RepoHistory

PATHS = ("README.md", "src/cd/c.py", "src/cdc.py", "src/cdc/a.py", "src/cdc/deep/b.py")
CDC = ("src/cdc/a.py", "src/cdc/deep/b.py")


def known(*paths: str) -> KnownPaths:
    history = RepoHistory("f" * 40, "", (), dict.fromkeys(paths, (0,)), frozenset(paths[1:]))
    return KnownPaths(history)


@pytest.mark.parametrize(
    ("folder", "paths"),
    [
        ("src/cdc", CDC),
        ("src/cdc/deep", CDC[1:]),
        ("src", PATHS[1:]),
        ("", PATHS),
        ("src/cdc.py", ()),
        ("sr", ()),
    ],
)
def test_what_is_below_a_folder(folder: str, paths: tuple[str, ...]) -> None:
    assert tuple(known(*PATHS).below(folder)) == paths
    assert not folder or known(*PATHS).is_folder(folder) == bool(paths)


@pytest.mark.parametrize(
    ("pattern", "paths"),
    [
        ("src/cdc/*.py", CDC[:1]),
        ("src/cdc/**", CDC),
        ("./src/cdc/*.py", CDC[:1]),
        ("/src/cdc/*.py", CDC[:1]),
        ("src/cdc/", CDC),
        ("src/{cdc,cd}/*.py", ("src/cd/c.py", "src/cdc/a.py")),
        ("{src,lib}/cdc.py", ("src/cdc.py",)),
        ("src/cdc.py", ("src/cdc.py",)),
        ("src/c[d]c.py", ("src/cdc.py",)),
        ("src/cd\\c.py", ("src/cdc.py",)),
        ("**/*.py", PATHS[1:]),
        ("**/deep/*", CDC[1:]),
        ("*.md", ("README.md",)),
        ("*.txt", ()),
        ("!*.md", ()),
        ("[", ()),
    ],
)
def test_what_a_pattern_matches(pattern: str, paths: tuple[str, ...]) -> None:
    assert tuple(sorted(known(*PATHS).matching(pattern, ""))) == paths


def test_a_pattern_counts_from_its_base() -> None:
    assert tuple(known(*PATHS).matching("cdc/*.py", "src/")) == CDC[:1]
    assert tuple(known(*PATHS).matching("*.py", "src/")) == ("src/cdc.py",)
    assert tuple(known(*PATHS).matching("**/*.md", "src/")) == ()


def test_a_name_that_only_moves_told_of_is_known() -> None:
    moved = RepoHistory("f", "", (), {}, frozenset({"c.py"}), [Rename("a.py", "b.py", 1)])
    assert list(KnownPaths(moved).paths) == ["a.py", "b.py", "c.py"]
