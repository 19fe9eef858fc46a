"""Many paths and many patterns, made up: the same each time."""

from __future__ import annotations

import random

from ctxlayer.globs import Glob, PathIndex
from ctxlayer.globs.dialect import LAYER

_FOLDERS = ["src", "docs", "lib", "app", "core", "api", "web", "ui", "configs", "data", "tests"]
_KINDS = ["py", "ts", "tsx", "md", "yml", "json", "sql", "cs", "go", "rs"]


def workload() -> tuple[list[str], list[str]]:
    """10,000 paths and 100 patterns of the five common forms."""
    rng = random.Random(1)
    paths = [
        "/".join(rng.choices(_FOLDERS, k=rng.randint(1, 6))) + f"/f{n}.{rng.choice(_KINDS)}"
        for n in range(10_000)
    ]
    forms = [
        lambda: f"**/*.{{{rng.choice(_KINDS)},{rng.choice(_KINDS)}}}",
        lambda: f"{rng.choice(_FOLDERS)}/**",
        lambda: f"*.{rng.choice(_KINDS)}",
        lambda: f"{rng.choice(_FOLDERS)}/**/{rng.choice(_FOLDERS)}/*.{rng.choice(_KINDS)}",
        lambda: f"**/{rng.choice(_FOLDERS)}/f[0-9]*.{rng.choice(_KINDS)}",
    ]
    return paths, [forms[n % 5]() for n in range(100)]


def indexed(paths: list[str], patterns: list[str]) -> int:
    """The matches of all patterns, with all that is worked out on the way: nothing is kept before."""
    index = PathIndex(paths)
    return sum(len(index.matching(Glob(pattern, LAYER))) for pattern in patterns)


def one_by_one(paths: list[str], patterns: list[str]) -> int:
    """The same without an index: each pattern against each path."""
    globs = [Glob(pattern, LAYER) for pattern in patterns]
    return sum(glob.matches(path) for glob in globs for path in paths)
