"""`ctxlayer explain`: what a lint looks for, and why."""

from __future__ import annotations

import argparse

from ctxlayer.cli.lint_names import meant
from ctxlayer.cli.output import print_json, use_utf8
from ctxlayer.cli.parser import UsageError, add_format
from ctxlayer.lints.registry import Lint, all_lints, known_names, lint_by_id

SUMMARY = "explain a lint, or list them all"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `explain`."""
    parser.add_argument(
        "lint", nargs="?", metavar="LINT", help="a lint id, or a family (default: list all)"
    )
    add_format(parser)


def run(options: argparse.Namespace) -> int:
    """Run `explain`."""
    use_utf8()
    if options.lint is None:
        lints = all_lints()
    elif options.lint in lint_by_id():
        lints = (lint_by_id()[options.lint],)
    elif options.lint in known_names():
        lints = tuple(lint for lint in all_lints() if lint.family == options.lint)
    else:
        raise UsageError(f"no lint or family is called {options.lint}{meant(options.lint)}")
    if options.format == "json":
        print_json({"version": 1, "lints": [_json(lint) for lint in lints]})
    elif options.lint not in lint_by_id():
        for lint in lints:
            print(f"{lint.family}/{lint.id} ({lint.severity}): {lint.summary}")
    else:
        print(f"{lints[0].id} ({lints[0].family}, {lints[0].severity})\n\n{lints[0].page}", end="")
    return 0


def _json(lint: Lint) -> dict[str, object]:
    return {
        "id": lint.id,
        "family": lint.family,
        "severity": lint.severity,
        "fix": lint.fixable,
        "since": lint.since,
        "page": lint.page,
    }
