"""`ctxlayer mv`: move a file or folder with every pointer and link to it."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from ctxlayer.analysis.moves import Moves
from ctxlayer.cli.changes import Changes, print_diff
from ctxlayer.cli.layers import must_exist, open_layer, relative_paths
from ctxlayer.cli.output import plural, print_json, use_utf8, visible
from ctxlayer.cli.parser import UsageError, add_format, add_root
from ctxlayer.ide.model import Rewrite
from ctxlayer.ide.moving import moved
from ctxlayer.ide.renames.files import ending_fault, move_fault
from ctxlayer.ide.renames.topics import move_whole
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.vfs.moving import Immovable, move_all

SUMMARY = "move a file or folder with every pointer and link to it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `mv`."""
    parser.add_argument("old", metavar="OLD", help="a file or folder of the layer")
    parser.add_argument(
        "new",
        metavar="NEW",
        help="its new path, or an existing folder to put it in; the folder of a topic takes the "
        "topic's name and extractions along",
    )
    add_root(parser)
    add_format(parser)
    parser.add_argument(
        "--dry-run", action="store_true", help="show what would change, and change nothing"
    )


def run(options: argparse.Namespace) -> int:
    """Run `mv`: exit 0 when the move was made (or shown), 2 when it cannot be."""
    use_utf8()
    must_exist([options.old])
    if os.path.islink(options.old.rstrip("/" + os.sep)):
        raise UsageError(f"{options.old} is a link: name what it leads to")
    layer = open_layer(options.root, [options.old])
    if layer is None:
        return 2
    (old,) = relative_paths(layer, [options.old])
    (new,) = relative_paths(layer, [_target(options.old, options.new)])
    snapshot = layer.snapshot
    _refuse(old, new, snapshot)
    rewrite = move_whole(snapshot, {old: new})
    after = moved(snapshot, rewrite)
    places = Moves(rewrite.moves, snapshot.tree)
    _refuse_loss(places, snapshot, after)
    if not options.dry_run:
        changes = _changes(snapshot, after, rewrite, places)
        texts = {path: (before or "", then) for path, (before, then) in changes.items()}
        try:
            move_all(str(layer.root), rewrite.moves, texts)
        except Immovable as error:
            raise UsageError(str(error)) from error
    _report(options, snapshot, after, rewrite, places)
    return 0


def _target(old: str, new: str) -> str:
    """Where `old` goes: into `new` where that is a folder, as `mv` has it."""
    into = os.path.isdir(new) or (new.endswith(("/", os.sep)) and not os.path.isdir(old))
    if into and not (os.path.exists(new) and os.path.samefile(old, new)):
        return str(Path(new) / Path(os.path.abspath(old)).name)
    return new


def _refuse(old: str, new: str, snapshot: Snapshot) -> None:
    tree = snapshot.tree
    if not old:
        raise UsageError("the root of the layer cannot be moved from inside")
    if old not in tree.paths and old not in tree.folders:
        raise UsageError(f"{old} is no file or folder of the layer; git may ignore it")
    if old == new:
        raise UsageError(f"{old} is there already")
    fault = move_fault(old, new, snapshot) or ending_fault(old, new, snapshot)
    if fault is not None:
        raise UsageError(fault)


def _refuse_loss(places: Moves, snapshot: Snapshot, after: Snapshot) -> None:
    """No table stops being one by a move; of other documents a word is enough."""
    lost = [
        old
        for old, new in places.files.items()
        if old in snapshot.documents and new not in after.documents
    ]
    for old in lost:
        if snapshot.documents[old].kind is Kind.TRIGGER_TABLE:
            raise UsageError(
                f"{places.of(old)} would be no trigger table: name it in `table.files` first"
            )
    if lost:
        count = plural(len(lost), "file")
        print(f"ctxlayer: {count} will be no documents of the layer there", file=sys.stderr)


def _changes(
    snapshot: Snapshot, after: Snapshot, rewrite: Rewrite, places: Moves
) -> dict[str, tuple[str | None, str]]:
    """(old, new) text of each edited file, by its old path."""
    changes: dict[str, tuple[str | None, str]] = {}
    for path in rewrite.edits:
        document = after.document(places.of(path))
        if document is not None:
            changes[path] = (snapshot.documents[path].text, document.text)
    return changes


def _report(
    options: argparse.Namespace,
    snapshot: Snapshot,
    after: Snapshot,
    rewrite: Rewrite,
    places: Moves,
) -> None:
    if options.format == "json":
        print_json(_to_json(rewrite, places, dry_run=options.dry_run))
        return
    would = "would " if options.dry_run else ""
    for old, new in sorted(rewrite.moves.items()):
        print(f"{would}move{'' if would else 'd'} {visible(old)} -> {visible(new)}")
    for path, edits in rewrite.edits.items():
        places_there = plural(len(edits), "place")
        where = visible(places.of(path))
        print(f"{would}edit{'' if would else 'ed'} {where} ({places_there})")
    if options.dry_run:
        changes: Changes = {
            places.of(path): change
            for path, change in _changes(snapshot, after, rewrite, places).items()
        }
        print_diff(changes)


def _to_json(rewrite: Rewrite, places: Moves, *, dry_run: bool) -> dict[str, Any]:
    return {
        "version": 1,
        "dry_run": dry_run,
        "moves": [{"old": old, "new": new} for old, new in sorted(rewrite.moves.items())],
        "edits": [
            {"path": places.of(path), "count": len(edits)} for path, edits in rewrite.edits.items()
        ],
    }
