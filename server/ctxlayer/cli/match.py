"""`ctxlayer match`: which rules load for a path, and why."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ctxlayer.analysis.matching import match_path
from ctxlayer.analysis.rules import rule_book
from ctxlayer.cli.layers import open_layer, relative_paths
from ctxlayer.cli.output import print_json, use_utf8
from ctxlayer.cli.parser import add_format, add_root
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.rule import read_rule
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import document_tokens

SUMMARY = "tell which rules load for a path, and why"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `match`."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files; they need not exist")
    add_root(parser)
    add_format(parser)


def run(options: argparse.Namespace) -> int:
    """Run `match`: exit 0 whatever matches."""
    use_utf8()
    layer = open_layer(options.root, options.paths)
    entries: list[dict[str, Any]] = []
    if layer is not None:
        paths = relative_paths(layer, options.paths)
        entries = [match_path(layer.snapshot, path) for path in paths]
    if options.format == "json":
        print_json({"version": 1, "paths": entries})
        return 0
    if layer is not None:
        for entry in entries:
            _show(entry, layer.snapshot)
        _say_unjudged(layer.snapshot)
    return 0


def _show(entry: dict[str, Any], snapshot: Snapshot) -> None:
    print(entry["path"])
    for rule in entry["rules"]:
        line = f"  {rule['temperature']:4}  {rule['path']} ({rule['runtime']}): {_why(rule)}"
        document = snapshot.document(rule["path"])
        tokens = document_tokens(document, snapshot) if document is not None else None
        print(f"{line}, {tokens.line}" if tokens is not None else line)
    if not entry["rules"]:
        print("  no rule loads")


def _say_unjudged(snapshot: Snapshot) -> None:
    """Name the rules whose loading is not established: silence would say that none loads."""
    judged = {rule.path for rule in snapshot.ask(rule_book).rules}
    rules = snapshot.of_kind(Kind.RULE)
    paths = sorted(rule.path for rule in rules if rule.path not in judged and not _is_read(rule))
    if paths:
        more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
        said = "may load too: when is not established"
        print(f"ctxlayer: {paths[0]}{more} {said}", file=sys.stderr)


def _is_read(document: Document) -> bool:
    """Whether it is known when a rule loads, though another file may keep it from being read."""
    return read_rule(document) is not None


def _why(rule: dict[str, Any]) -> str:
    because = rule["because"]
    if because["kind"] == "glob":
        return f"matches {because['pattern']}"
    if because["kind"] == "always":
        return "loads on every message"
    return "its description is listed; the agent decides"
