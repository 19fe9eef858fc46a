"""The layer that a command works on."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from ctxlayer.cli.failure import start_log
from ctxlayer.cli.output import visible
from ctxlayer.cli.parser import UsageError
from ctxlayer.host import Host, LayerHandle
from ctxlayer.host.repositories import Names
from ctxlayer.probes.clock import today


def open_layer(
    root: str | None,
    paths: Sequence[str] = (),
    unsaved: str | None = None,
    *,
    any_path: bool = False,
) -> LayerHandle | None:
    """The layer at `root`, or the one that holds the first of `paths` or the working folder.

    With `any_path` the first of `paths` that lies in the layer of the working folder, or in one
    below it, decides before all others.
    `unsaved` is a text that counts for the first path instead of what is on disk. None, with a
    word on stderr, where there is no layer. Raises `UsageError` for a root that is no folder.
    """
    start_log()
    host = Host(today=today)
    if unsaved is not None:
        host.overlay(Path(paths[0]), unsaved)
    if root is not None:
        if not os.path.isdir(root):
            raise UsageError(f"--root {root}: no such folder")
        layer = host.layer_at(Path(root).resolve())
    else:
        start = Path(paths[0]) if paths else Path.cwd()
        layer = _layer_here(host, paths) if any_path else None
        layer = layer or host.layer_of(start.resolve())
    if layer is None:
        where = root or (paths[0] if paths and not any_path else str(Path.cwd()))
        print(
            f"ctxlayer: no context layer at {visible(where)}: neither ctxlayer.toml nor "
            "index/trigger-table.md nor rules (CLAUDE.md, .cursor/rules and the like) are there",
            file=sys.stderr,
        )
        return None
    for nested in layer.nested:
        print(
            f"ctxlayer: {visible(nested)} is a layer of its own, left out here: see --root",
            file=sys.stderr,
        )
    return layer


def _layer_here(host: Host, paths: Sequence[str]) -> LayerHandle | None:
    """The layer of the first of `paths` that lies below that of the working folder."""
    here = host.layer_of(Path.cwd())
    if here is None:
        return None
    inside = (path for path in paths if here.relative(Path(path)) is not None)
    first = next(inside, None)
    return here if first is None else host.layer_of(Path(first).resolve()) or here


def read_all(
    layer: LayerHandle,
    *,
    everybody: bool = False,
    words: bool = False,
    of: Names = None,
    mapped: bool = False,
) -> None:
    """Have read all that findings and grades go by and nobody waits for in an editor.

    Of repositories those that something relies on, or those of the names `of`; with `mapped` each line of
    the repo map is looked at too. Who wrote trust frontmatter is found out with `everybody` also where no
    agent had a hand in; `words` are the texts of all files.
    """
    names = layer.repositories.needed(layer.snapshot) if of is None and not mapped else of
    beside = (
        layer.read_authors(everybody=everybody),
        layer.read_sources(of),
        layer.read_repos(names),
        layer.read_tracked(),
    )
    for each in beside:
        # So git begins with all of it while texts are read here.
        next(each, None)
    for _ in chain(layer.read_words() if words else (), *beside):
        pass


def must_exist(paths: Sequence[str]) -> None:
    """Raises `UsageError` for the first path of the command line where there is nothing."""
    for path in paths:
        if not os.path.exists(path):
            raise UsageError(f"{path}: no such file or folder")


def relative_paths(layer: LayerHandle, paths: Sequence[str]) -> list[str]:
    """Paths of the command line, relative to the layer root; the root itself is "".

    Raises `UsageError` for a path outside the layer.
    """
    found = []
    for path in paths:
        relative = layer.relative(Path(path))
        if relative is None:
            raise UsageError(f"{path} is outside the layer at {layer.root}")
        found.append(relative)
    return found


def selects(wanted: Sequence[str], path: str) -> bool:
    """Whether `path` is one of `wanted` or lies in a folder of them; all are where none is named."""
    return not wanted or any(each in ("", path) or path.startswith(f"{each}/") for each in wanted)
