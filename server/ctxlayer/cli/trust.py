"""`ctxlayer trust`: how much each file is believed."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ctxlayer.analysis.trust import trust_entry
from ctxlayer.analysis.verification_queue import Waiting, verification_queue
from ctxlayer.cli.layers import must_exist, open_layer, relative_paths, selects
from ctxlayer.cli.output import plural, print_json, use_utf8, visible
from ctxlayer.cli.parser import add_format, add_root
from ctxlayer.host import LayerHandle
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
        for _ in layer.read_authors():
            pass
    if options.queue:
        return _queue(options, layer)
    entries: list[dict[str, Any]] = []
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
    if options.format == "json":
        print_json({"version": 1, "files": entries})
        return 0
    for entry in entries:
        print(visible(_line(entry)))
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
        queue = [
            {
                "path": each.path,
                "reasons": [reason._asdict() for reason in each.reasons],
                "hot": each.hot,
                "topics": each.topics,
                "files": each.files,
                "age_days": each.age,
            }
            for each in waiting
        ]
        print_json({"version": 1, "queue": queue})
        return 0
    for number, each in enumerate(waiting, 1):
        print(f"{number}. {visible(each.path)}: {_needed(each)}")
        for reason in each.reasons:
            print(f"   {visible(reason.evidence)}")
    if layer is not None and not waiting:
        print("ctxlayer: nothing here waits for a person", file=sys.stderr)
    return 0


def _needed(each: Waiting) -> str:
    """What depends on a file: `hot text leads to it · 2 topics · linked from 3 files`."""
    parts = ["hot text leads to it"] if each.hot else []
    parts += [plural(each.topics, "topic")] if each.topics else []
    parts += [f"linked from {plural(each.files, 'file')}"] if each.files else []
    return " · ".join(parts) or "nothing leads to it"


def _line(entry: dict[str, Any]) -> str:
    tier = f"Tier {entry['tier']}" if entry["tier"] else "no tier"
    tier += ", best available (re-graded)" if entry["regraded"] else ""
    parts = [tier]
    if not entry["okf"] or entry["status"] or entry["verified_by"]:
        parts.append((entry["status"] or "status unknown") + _annotation(entry))
        parts.append(_verification(entry) + _by(entry["authors"]["verified-by"]))
    parts += [f"OKF {entry['okf']['tier']}"] if entry["okf"] else []
    parts += [f"{each['kind']}: {each['evidence']}" for each in entry["stale"]]
    return f"{entry['path']}: {' · '.join(parts)}"


def _annotation(entry: dict[str, Any]) -> str:
    """What git makes of a `confirmed`."""
    if entry["standing"] != "annotation":
        return ""
    return f", an annotation by {visible(entry['authors']['status']['name'] or 'an agent')}"


def _by(author: dict[str, Any] | None) -> str:
    """Who committed an entry, where that was an agent."""
    if author is None or author["by"] != "agent":
        return ""
    return f", written by an agent ({visible(author['name'] or 'unknown')})"


def _verification(entry: dict[str, Any]) -> str:
    """Who verified a file and how long ago. A date does not make `unverified` a verification."""
    if entry["verified_by"] == "unverified":
        return "never verified"
    if not entry["last_verified"]:
        return "date unknown"
    age = entry["age_days"]
    ago = "in the future" if age < 0 else f"{plural(age, 'day')} ago" if age else "today"
    return f"verified by {entry['verified_by'] or 'unknown'} {entry['last_verified']} ({ago})"
