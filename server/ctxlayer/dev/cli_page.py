"""`docs/cli.md`: every command and option, from the argument parser."""

from __future__ import annotations

import argparse
import json

from ctxlayer.cli.parser import build_parser
from ctxlayer.dev.json_shapes import MORE, NOTE, SHAPES
from ctxlayer.dev.writing import code, note, table

_ENVIRONMENT = (
    ("CTXLAYER_TODAY", "a date (YYYY-MM-DD) that counts as today, for runs that must repeat"),
    ("CTXLAYER_CACHE_DIR", "where kept results live (default: the platform's cache folder)"),
    ("CTXLAYER_LOG", "a level (debug, info, warning, error), a file, or level:file"),
    ("NO_COLOR", "anything: no colours, even on a terminal"),
)


def page() -> str:
    """The page."""
    parser = build_parser()
    parts = [
        note("the argument parser (server/ctxlayer/cli)"),
        (
            "# Command line\n\n"
            "Exit codes: 0 = nothing that fails the run, 1 = findings at or above `--fail-on` "
            "(files that only grew old: with `--fail-on-stale`), "
            "2 = wrong usage.\n\n"
            f"{NOTE}\n"
        ),
    ]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                parts.append(_command(name, command))
    rows = ((code(name), meaning) for name, meaning in _ENVIRONMENT)
    parts.append(f"\n## Environment\n\n{table(('variable', 'meaning'), rows)}")
    return "".join(parts)


def _command(name: str, parser: argparse.ArgumentParser) -> str:
    actions = [action for action in parser._actions if action.dest != "help"]
    arguments = "".join(f" {_usage(action)}" for action in actions if not action.option_strings)
    options = " [options]" if any(action.option_strings for action in actions) else ""
    rows = [(_names(action), (action.help or "").replace("%%", "%")) for action in actions]
    listed = f"\n{table(('argument', 'meaning'), rows)}" if rows else ""
    return (
        f"\n## {name}\n\n{parser.description or ''}\n\n"
        f"```console\nctxlayer {name}{options}{arguments}\n```\n{listed}{_json(name)}"
    )


def _json(name: str) -> str:
    """What the command answers with `--format json`, where it has that."""
    shown = []
    for asked, shape in (*SHAPES.items(), *MORE.items()):
        command, _, option = asked.partition(" ")
        if command == name:
            also = f" and `{option}`{', what else is there' * (asked in MORE)}" if option else ""
            example = json.dumps(shape, indent=2, ensure_ascii=False)
            shown.append(f"\nWith `--format json`{also}:\n\n```json\n{example}\n```\n")
    return "".join(shown)


def _names(action: argparse.Action) -> str:
    if not action.option_strings:
        return code(_metavar(action))
    value = "" if action.nargs == 0 else f" {_metavar(action)}"
    return ", ".join(code(f"{option}{value}") for option in action.option_strings)


def _usage(action: argparse.Action) -> str:
    name = _metavar(action)
    return {"*": f"[{name} ...]", "?": f"[{name}]", "+": f"{name} ..."}.get(str(action.nargs), name)


def _metavar(action: argparse.Action) -> str:
    if action.metavar:
        return action.metavar if isinstance(action.metavar, str) else " ".join(action.metavar)
    if action.choices:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return action.dest.upper()
