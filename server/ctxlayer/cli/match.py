"""`ctxlayer match`: which rules load for a path, and why."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ctxlayer.analysis.matching import match_path
from ctxlayer.analysis.rules import rule_book
from ctxlayer.analysis.why_not import WhyNot, why_not
from ctxlayer.cli.layers import open_layer
from ctxlayer.cli.output import print_json, use_utf8, visible
from ctxlayer.cli.parser import UsageError, add_format, add_root
from ctxlayer.globs import closest
from ctxlayer.host import LayerHandle
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.rule import read_rule
from ctxlayer.layer.runtimes import profile_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import document_tokens

SUMMARY = "tell which rules load for a path, and why"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `match`."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files; they need not exist")
    parser.add_argument(
        "--why-not",
        metavar="RULE",
        help="tell instead why this rule does not load: the first part of each path that keeps a "
        "pattern from matching",
    )
    add_root(parser)
    add_format(parser)


def run(options: argparse.Namespace) -> int:
    """Run `match`: exit 0 whatever matches."""
    use_utf8()
    layer = open_layer(options.root, options.paths, any_path=True)
    if layer is None:
        if options.format == "json":
            print_json({"version": 1, "paths": []})
        return 0
    snapshot = layer.snapshot
    rule = _named_rule(layer, options.why_not) if options.why_not is not None else None
    entries = []
    for given in options.paths:
        path = layer.relative(Path(given))
        if path is None:
            print(
                f"ctxlayer: {visible(given)} is outside the layer at {layer.root}: none of its rules loads for it",
                file=sys.stderr,
            )
            entries.append(
                {"path": given, "rules": [], **({} if rule is None else {"why_not": []})}
            )
        else:
            if path in snapshot.tree.folders:
                print(f"ctxlayer: {visible(given)} is a folder; name a file in it", file=sys.stderr)
            entry = match_path(snapshot, path)
            if rule is not None:
                entry["why_not"] = [_explained(each) for each in why_not(snapshot, rule, path)]
            entries.append(entry)
    if options.format == "json":
        print_json({"version": 1, "paths": entries})
        return 0
    for entry in entries:
        if rule is None:
            _show(entry, snapshot)
        else:
            _show_why_not(entry)
    if rule is None:
        _say_unjudged(snapshot)
    return 0


def _named_rule(layer: LayerHandle, name: str) -> str:
    """The path of the rule that is meant: by a path from here or from the root, or by its end.

    Raises `UsageError` where none or several are called so.
    """
    judged = {rule.path for rule in layer.snapshot.ask(rule_book).rules}
    found = [
        path for path in (layer.relative(Path(name)), name.removeprefix("./")) if path in judged
    ]
    found = found or sorted(path for path in judged if f"/{path}".endswith(f"/{name}"))
    if len(found) == 1 or (found and found[0] == found[-1]):
        return found[0]
    if found:
        raise UsageError(f"--why-not {name}: several rules are called so: {', '.join(found[:5])}")
    path = layer.relative(Path(name)) or name
    document = layer.snapshot.document(path) or layer.snapshot.document(name)
    if document is not None:
        raise UsageError(f"--why-not {name}: {_unjudged(document)}")
    close = closest(name, judged)
    near = f"; did you mean {close}?" if close is not None else ""
    raise UsageError(f"--why-not {name}: no rule of the layer at {layer.root} is called so{near}")


def _unjudged(document: Document) -> str:
    """Why a file that is there is no rule of a runtime in use."""
    if document.kind is Kind.UNREAD_RULE:
        profile = profile_of(document.runtime)
        store = next(each for each in profile.stores if each.passes_over(document.path))
        endings = " and ".join(f"`{suffix}`" for suffix in store.suffixes)
        return f"no rule: {profile.title} reads only {endings} files in `{store.folders[0]}`"
    if document.kind is Kind.RULE:
        return "no runtime in use is known to read this file as a rule"
    return "this file is no rule, and `match` tells of rules alone"


def _explained(answer: WhyNot) -> dict[str, Any]:
    return {
        "rule": answer.rule.path,
        "runtime": answer.rule.profile.id,
        "loads": answer.loads,
        "reason": answer.text,
        "patterns": [
            {"pattern": miss.pattern, "segment": miss.segment, "reason": miss.text}
            for miss in answer.misses
        ],
    }


def _show_why_not(entry: dict[str, Any]) -> None:
    print(visible(entry["path"]))
    for answer in entry.get("why_not", ()):
        print(f"  {visible(answer['rule'])} ({answer['runtime']}): {visible(answer['reason'])}")
        for miss in answer["patterns"]:
            print(f"    {visible(miss['pattern'])}: {visible(miss['reason'])}")


def _show(entry: dict[str, Any], snapshot: Snapshot) -> None:
    print(visible(entry["path"]))
    for rule in entry["rules"]:
        why = f"{rule['path']} ({rule['runtime']}): {_why(rule)}"
        line = f"  {rule['temperature']:4}  {visible(why)}"
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
        print(f"ctxlayer: {visible(paths[0])}{more} {said}", file=sys.stderr)


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
