"""`ctxlayer format`: the trigger tables of a layer in their canonical layout."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from ctxlayer.cli.changes import Changes, diff_lines, print_diff, write_changes
from ctxlayer.cli.layers import must_exist, open_layer, relative_paths, selects
from ctxlayer.cli.output import plural, print_json, use_utf8, visible
from ctxlayer.cli.parser import UsageError, add_format, add_root
from ctxlayer.ide.formatting import format_document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import apply_edits

SUMMARY = "align the trigger tables of a layer"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `format`."""
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="trigger tables or folders (default: the whole layer); other files are left alone; "
        "- formats unsaved text onto stdout",
    )
    add_root(parser)
    add_format(parser)
    parser.add_argument(
        "--check",
        action="store_true",
        help="change nothing; exit 1 if something would change",
    )
    parser.add_argument(
        "--diff",
        action="store_true",
        help="show what would change, and change nothing; exit 1 if something would",
    )
    parser.add_argument(
        "--stdin-filename", metavar="PATH", help="the file that the text on stdin is meant for"
    )


def run(options: argparse.Namespace) -> int:
    """Run `format`; see `ctxlayer.cli.main` for the exit codes."""
    use_utf8()
    if "-" in options.paths or options.stdin_filename:
        return _format_stdin(options)
    must_exist(options.paths)
    layer = open_layer(options.root, options.paths)
    if layer is None:
        return _report(options, Path.cwd().as_posix(), (), {}, ())
    paths = _tables(layer.snapshot, relative_paths(layer, options.paths))
    changes = _changes(layer.snapshot, paths)
    written: Collection[str] = ()
    if not (options.check or options.diff):
        written = write_changes(layer, changes, "formatted")
    return _report(options, layer.root.as_posix(), paths, changes, written)


def _format_stdin(options: argparse.Namespace) -> int:
    """Format unsaved text as the file that `--stdin-filename` names, onto stdout."""
    name = options.stdin_filename
    if not name:
        raise UsageError("text on stdin needs --stdin-filename PATH, to know what file it is")
    if [path for path in options.paths if path != "-"]:
        raise UsageError("give paths or text on stdin, not both")
    if os.path.isdir(name):
        raise UsageError(f"--stdin-filename {name}: that is a folder")
    data = sys.stdin.buffer.read()
    text = data.decode("utf-8", "surrogateescape")
    layer = open_layer(options.root, (name,), text)
    paths: Sequence[str] = ()
    changes: Changes = {}
    if layer is not None:
        paths = _tables(layer.snapshot, relative_paths(layer, (name,)))
        changes = _changes(layer.snapshot, paths)
    if options.check or options.diff or options.format == "json":
        root = Path.cwd() if layer is None else layer.root
        return _report(options, root.as_posix(), paths, changes, ())
    new = next((new for _, new in changes.values()), text)
    # As bytes: what is left alone comes out as it went in, UTF-8 or not.
    sys.stdout.buffer.write(new.encode("utf-8", "surrogateescape"))
    return 0


def _tables(snapshot: Snapshot, wanted: Sequence[str]) -> list[str]:
    found = (document.path for document in snapshot.of_kind(Kind.TRIGGER_TABLE))
    return sorted(path for path in found if selects(wanted, path))


def _changes(snapshot: Snapshot, paths: Sequence[str]) -> dict[str, tuple[str, str]]:
    changes = {}
    for path in paths:
        edits = format_document(snapshot, path)
        if edits:
            text = snapshot.documents[path].text
            changes[path] = (text, apply_edits(text, edits))
    return changes


def _report(
    options: argparse.Namespace,
    root: str,
    paths: Sequence[str],
    changes: Changes,
    written: Collection[str],
) -> int:
    only_shown = options.check or options.diff or bool(options.stdin_filename)
    if options.format == "json":
        files = [
            {
                "path": path,
                "changed": path in changes,
                "written": path in written,
                "diff": "\n".join(diff_lines(path, *changes[path]))
                if options.diff and path in changes
                else None,
            }
            for path in paths
        ]
        print_json({"version": 1, "root": root, "files": files})
    elif options.diff:
        print_diff(changes)
    else:
        if only_shown:
            for path in changes:
                print(f"would format {visible(path)}")
        print(_summary(len(paths), len(changes), len(written), only_shown=only_shown))
    if only_shown:
        return int(bool(changes) and (options.check or options.diff))
    return int(len(written) < len(changes))


def _summary(paths: int, changes: int, written: int, *, only_shown: bool) -> str:
    if not paths:
        return "No trigger tables to format."
    if only_shown:
        return f"{changes} of {plural(paths, 'trigger table')} would be formatted."
    return f"{written} of {plural(paths, 'trigger table')} formatted."
