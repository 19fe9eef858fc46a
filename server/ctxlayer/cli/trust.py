"""`ctxlayer trust`: how much each file is believed."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ctxlayer.analysis.stale_words import plain_evidence
from ctxlayer.analysis.trust import trust_entry
from ctxlayer.analysis.verification_queries import NO_QUERY
from ctxlayer.analysis.verification_queue import Waiting, queue_entry, verification_queue
from ctxlayer.cli.layers import must_exist, open_layer, read_all, relative_paths, selects
from ctxlayer.cli.output import plural, print_json, use_utf8, visible
from ctxlayer.cli.parser import add_format, add_root
from ctxlayer.host import LayerHandle
from ctxlayer.ide.text import standing
from ctxlayer.layer.kinds import TRUST_KINDS

SUMMARY = "show tier, grade, author and age of knowledge files"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `trust`."""
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="files or folders (default: all knowledge, extractions and external documents)",
    )
    add_root(parser)
    add_format(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--stale", action="store_true", help="only files that are stale")
    which.add_argument(
        "--queue",
        action="store_true",
        help="what a person should verify next, worst first, with the reasons",
    )


def run(options: argparse.Namespace) -> int:
    """Run `trust`: exit 0 whatever it shows."""
    use_utf8()
    must_exist(options.paths)
    layer = open_layer(options.root, options.paths)
    if layer is not None:
        read_all(layer, everybody=True)
    if options.queue:
        return _queue(options, layer)
    entries: list[dict[str, Any]] = []
    lines: list[str] = []
    if layer is not None:
        snapshot = layer.snapshot
        wanted = relative_paths(layer, options.paths)
        for path in sorted(snapshot.documents):
            named = path in wanted
            graded = snapshot.documents[path].kind in TRUST_KINDS
            if named or (graded and selects(wanted, path)):
                entry = trust_entry(snapshot, path)
                if entry is not None and (entry["stale"] or not options.stale):
                    entries.append(entry)
                    lines.append(standing(snapshot.documents[path], snapshot) or "no grade")
    if options.format == "json":
        print_json({"version": 1, "files": entries})
        return 0
    for entry, words in zip(entries, lines, strict=True):
        print(f"{visible(entry['path'])}: {visible(words)}")
        for each in entry["stale"]:
            print(f"   {visible(each['evidence'])}")
    if layer is not None and not entries:
        nothing = "nothing here is stale" if options.stale else "no file here has a grade"
        print(f"ctxlayer: {nothing}", file=sys.stderr)
    return 0


def _queue(options: argparse.Namespace, layer: LayerHandle | None) -> int:
    waiting: list[Waiting] = []
    if layer is not None:
        wanted = relative_paths(layer, options.paths)
        waiting = [
            each for each in verification_queue(layer.snapshot) if selects(wanted, each.path)
        ]
    if options.format == "json":
        print_json({"version": 1, "queue": [queue_entry(each) for each in waiting]})
        return 0
    for number, each in enumerate(waiting, 1):
        print(f"{number}. {visible(each.path)}: {_needed(each)}")
        for reason in each.reasons:
            print(f"   {visible(plain_evidence(reason.evidence))}")
        print(f"   to verify:{_query(each)}")
    if layer is not None and not waiting:
        print("ctxlayer: nothing here waits for a person", file=sys.stderr)
    return 0


def _query(each: Waiting) -> str:
    """What to ask, ready to copy, one line of it a line; nothing of ours asks it."""
    lines = [visible(line) for line in (each.query or NO_QUERY).splitlines()]
    return f" {lines[0]}" if len(lines) == 1 else "".join(f"\n      {line}" for line in lines)


def _needed(each: Waiting) -> str:
    """What depends on a file: `hot text leads to it · 2 topics · linked from 3 files`."""
    parts = ["hot text leads to it"] if each.hot else []
    parts += [plural(each.topics, "topic")] if each.topics else []
    parts += [f"linked from {plural(each.files, 'file')}"] if each.files else []
    return " · ".join(parts) or "nothing leads to it"
