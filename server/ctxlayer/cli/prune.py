"""`ctxlayer prune`: take out extractions that may go, with the pointers to them."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ctxlayer.analysis.pruning import Prunable, prunable
from ctxlayer.cli.changes import print_diff
from ctxlayer.cli.layers import must_exist, open_layer, relative_paths, selects
from ctxlayer.cli.output import plural, print_json, use_utf8, visible
from ctxlayer.cli.parser import UsageError, add_format, add_root
from ctxlayer.host import LayerHandle
from ctxlayer.ide.pruning import Plan, prune_plan
from ctxlayer.probes.committed_files import committed_files
from ctxlayer.vfs.moving import Immovable, move_all

SUMMARY = "take out extractions that may go, with the pointers to them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `prune`."""
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="files or folders (default: all extractions)"
    )
    add_root(parser)
    add_format(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--apply", action="store_true", help="do it, all or nothing")
    how.add_argument(
        "--dry-run",
        action="store_true",
        help="show what would change, and change nothing (default)",
    )
    parser.add_argument(
        "--to",
        metavar="DIR",
        help="move the files into this folder of the repository instead of removing them",
    )


def run(options: argparse.Namespace) -> int:
    """Run `prune`: exit 0 when it was done (or shown), 2 when it cannot be."""
    use_utf8()
    must_exist(options.paths)
    layer = open_layer(options.root, options.paths)
    if layer is None:
        return 2
    to = _folder(options.to, layer) if options.to is not None else None
    paths = relative_paths(layer, options.paths)
    found = layer.snapshot.ask(prunable)
    wanted = {path: each for path, each in found.items() if selects(paths, path)}
    texts = {path: each.document.text for path, each in wanted.items()}
    recoverable = committed_files(str(layer.root), texts) if to is None else ()
    plan = prune_plan(layer.snapshot, wanted, recoverable, to)
    if options.apply:
        _apply(plan, layer)
    if options.format == "json":
        print_json(_to_json(plan, wanted, dry_run=not options.apply))
    else:
        _report(plan, wanted, dry_run=not options.apply)
    return 0


def _folder(named: str, layer: LayerHandle) -> str:
    """The folder to move to, from the root; one where nothing is a document of the layer."""
    (folder,) = relative_paths(layer, [named])
    if not folder or layer.snapshot.placement(f"{folder}/2026-01-01-note.md") is not None:
        raise UsageError(
            f"--to {named}: what lies there belongs to the layer; name a folder outside of it"
        )
    return folder


def _apply(plan: Plan, layer: LayerHandle) -> None:
    moves = {old: new for old, new in plan.pruned.items() if new}
    documents = layer.snapshot.documents
    removed = {path: documents[path].text for path, new in plan.pruned.items() if not new}
    try:
        move_all(str(layer.root), moves, plan.texts, removed)
    except Immovable as error:
        raise UsageError(str(error)) from error


def _report(plan: Plan, wanted: dict[str, Prunable], *, dry_run: bool) -> None:
    would = "would " if dry_run else ""
    ending = "" if dry_run else "d"
    for path, new in plan.pruned.items():
        words = visible(wanted[path].words)
        if new:
            print(f"{would}move{ending} {visible(path)} -> {visible(new)}: {words}")
        else:
            print(f"{would}remove{ending} {visible(path)}: {words}")
    for path in plan.texts:
        print(f"{would}edit{'' if dry_run else 'ed'} {visible(path)}")
    for path, why in plan.kept.items():
        print(f"{'keeps' if dry_run else 'kept'} {visible(path)}: {visible(why)}")
    if dry_run:
        print_diff(plan.texts)
    if not wanted:
        print("ctxlayer: no extraction here may go", file=sys.stderr)
    elif dry_run and plan.pruned:
        count = plural(len(plan.pruned), "file")
        print(f"ctxlayer: nothing was changed; --apply takes out {count}", file=sys.stderr)


def _to_json(plan: Plan, wanted: dict[str, Prunable], *, dry_run: bool) -> dict[str, Any]:
    return {
        "version": 1,
        "dry_run": dry_run,
        "pruned": [
            {"path": path, "to": new or None, "reasons": _reasons(wanted[path])}
            for path, new in plan.pruned.items()
        ],
        "kept": [
            {"path": path, "because": why, "reasons": _reasons(wanted[path])}
            for path, why in plan.kept.items()
        ],
        "edits": sorted(plan.texts),
    }


def _reasons(found: Prunable) -> list[dict[str, str | None]]:
    return [
        {"why": each.why, "evidence": each.words, "target": each.target or None}
        for each in found.reasons
    ]
