"""`ctxlayer trust`: how much each file is believed."""

from __future__ import annotations

import argparse
from typing import Any

from ctxlayer.analysis.trust import trust_entry
from ctxlayer.cli.layers import must_exist, open_layer, relative_paths, selects
from ctxlayer.cli.output import print_json, use_utf8
from ctxlayer.cli.parser import add_format, add_root
from ctxlayer.layer.kinds import TRUST_KINDS

SUMMARY = "show tier, grade and age of knowledge files"


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
    parser.add_argument("--stale", action="store_true", help="only files that are stale")


def run(options: argparse.Namespace) -> int:
    """Run `trust`: exit 0 whatever it shows."""
    use_utf8()
    must_exist(options.paths)
    layer = open_layer(options.root, options.paths)
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
        print(_line(entry))
    return 0


def _line(entry: dict[str, Any]) -> str:
    tier = f"Tier {entry['tier']}" if entry["tier"] else "no tier"
    parts = [tier, entry["status"] or "status unknown"]
    parts.append(_verification(entry))
    parts += [f"{each['kind']}: {each['evidence']}" for each in entry["stale"]]
    return f"{entry['path']}: {' · '.join(parts)}"


def _verification(entry: dict[str, Any]) -> str:
    """Who verified a file and how long ago. A date does not make `unverified` a verification."""
    if entry["verified_by"] == "unverified":
        return "never verified"
    if not entry["last_verified"]:
        return "date unknown"
    age = entry["age_days"]
    ago = f"{age} days ago" if age >= 0 else "in the future"
    return f"verified by {entry['verified_by'] or 'unknown'} {entry['last_verified']} ({ago})"
