"""`ctxlayer budget`: what is in every message, largest first, against its budget."""

from __future__ import annotations

import argparse
from typing import Any

from ctxlayer.analysis.budget import hot_set
from ctxlayer.cli.layers import must_exist, open_layer, relative_paths
from ctxlayer.cli.output import print_json, use_utf8
from ctxlayer.cli.parser import UsageError, add_format, add_root, at_least
from ctxlayer.host import LayerHandle

SUMMARY = "show what is in every message, largest first, against its budget"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `budget`."""
    parser.add_argument(
        "path",
        nargs="?",
        metavar="PATH",
        help="a file or folder of the layer (default: the working folder)",
    )
    add_root(parser)
    add_format(parser)
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument(
        "--against",
        metavar="REF",
        help="show what the files as they are now add to each message, compared with a git ref",
    )
    asked.add_argument(
        "--promote",
        metavar="RULE",
        help="work out whether a rule (a path from here, or from the root) would earn a place in every "
        "message; needs --saves",
    )
    asked.add_argument(
        "--probe",
        action="store_true",
        help="start the configured adapters, or reach them, and ask for their tool schemas first",
    )
    parser.add_argument(
        "--saves",
        type=at_least(0),
        metavar="N",
        help="with --promote: tokens that the rule saves in a session if it is always loaded",
    )
    parser.add_argument(
        "--sessions",
        type=at_least(1),
        metavar="N",
        help="with --promote: sessions to come (default: 1)",
    )
    parser.add_argument(
        "--one-time",
        type=at_least(0),
        metavar="N",
        help="with --promote: tokens that the change itself costs, once (default: 0)",
    )


def run(options: argparse.Namespace) -> int:
    """Run `budget`: exit 0 whatever it shows; `check` is what fails a run over budget."""
    use_utf8()
    if options.promote is not None and options.saves is None:
        raise UsageError("--promote RULE needs --saves N")
    named = {
        "--saves": options.saves,
        "--sessions": options.sessions,
        "--one-time": options.one_time,
    }
    alone = [name for name, value in named.items() if value is not None]
    if alone and options.promote is None:
        raise UsageError(f"{alone[0]} needs --promote RULE")
    paths = [each for each in (options.path, options.promote) if each]
    must_exist([options.path] if options.path else [])
    layer = open_layer(options.root, paths[:1])
    if layer is None:
        return _nothing(options)
    if options.promote is not None:
        return _promote(layer, options)
    if options.against is not None:
        return _against(layer, options)
    from ctxlayer.cli.budget_report import as_json, show

    probed = _probed(layer) if options.probe else {}
    snapshot = layer.snapshot
    data = snapshot.ask(hot_set)
    if options.format == "json":
        print_json({**as_json(data, snapshot), **probed})
    else:
        show(data, snapshot, probed=options.probe)
    return 0


def _probed(layer: LayerHandle) -> dict[str, Any]:
    from ctxlayer.cli.budget_probe import as_json, probe

    return {"probed": as_json(probe(layer))}


def _nothing(options: argparse.Namespace) -> int:
    """The answer where there is no layer."""
    if options.promote is not None:
        raise UsageError(f"{options.promote} is no document of a layer")
    if options.format == "json":
        from ctxlayer.cli import budget_against, budget_report

        ref = options.against
        print_json(budget_report.nothing() if ref is None else budget_against.nothing(ref))
    return 0


def _promote(layer: LayerHandle, options: argparse.Namespace) -> int:
    from ctxlayer.analysis.promotion import promotion
    from ctxlayer.cli.budget_promotion import as_json, show
    from ctxlayer.layer.tokens import document_tokens

    snapshot = layer.snapshot
    path = options.promote
    if snapshot.document(path) is None:
        (path,) = relative_paths(layer, [path])
    document = snapshot.document(path)
    tokens = document_tokens(document, snapshot) if document is not None else None
    if tokens is None:
        raise UsageError(f"{options.promote} is no document of the layer at {layer.root}")
    found = promotion(
        tokens,
        options.saves,
        snapshot.settings.budget.messages_per_session,
        sessions=1 if options.sessions is None else options.sessions,
        one_time=options.one_time or 0,
    )
    hot = any(part.temperature == "hot" for part in snapshot.ask(hot_set).at(path))
    if options.format == "json":
        print_json(as_json(path, found, hot=hot))
    else:
        show(path, found, hot=hot)
    return 0


def _against(layer: LayerHandle, options: argparse.Namespace) -> int:
    from ctxlayer.cli.budget_against import as_json, show
    from ctxlayer.probes.revisions import Revisions

    revisions = Revisions(str(layer.root))
    commit = revisions.commit(options.against)
    if commit is None:
        raise UsageError(f"--against {options.against}: git knows no such commit at {layer.root}")
    before = revisions.layer_at(commit, layer.snapshot, layer.nested)
    if before is None:
        raise UsageError(f"--against {options.against}: git cannot read that commit")
    now, then = layer.snapshot.ask(hot_set), before.ask(hot_set)
    if options.format == "json":
        print_json(as_json(now, then, options.against, commit))
    else:
        show(now, then, options.against)
    return 0
