"""The argument parser, put together from the command modules."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType
from typing import NoReturn

from ctxlayer import __version__

COMMANDS = (
    "budget",
    "check",
    "explain",
    "format",
    "fresh",
    "match",
    "mv",
    "prune",
    "route",
    "trust",
    "serve",
)
"""The commands, each a module of this package with SUMMARY, add_arguments and run."""


class UsageError(Exception):
    """The command line asks for something that cannot be done as asked."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        raise UsageError(message)


def run(arguments: Sequence[str]) -> int:
    """Parse `arguments` and run the command that they name."""
    # With the command known, the others need not be imported.
    named = next((each for each in arguments if not each.startswith("-")), None)
    needed = (named,) if named in COMMANDS else () if "--version" in arguments else COMMANDS
    parser = build_parser(needed)
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help()
        return 2
    exit_code: int = options.run(options)
    return exit_code


def build_parser(commands: Sequence[str | None] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of `ctxlayer` with these commands."""
    parser = _Parser(
        prog="ctxlayer",
        description="Makes a context layer tell the truth while it is edited.",
    )
    parser.add_argument("--version", action="version", version=f"ctxlayer {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name in commands:
        module = _module(str(name))
        sub = subparsers.add_parser(
            str(name),
            help=module.SUMMARY,
            description=f"{module.SUMMARY[0].upper()}{module.SUMMARY[1:]}.",
        )
        module.add_arguments(sub)
        sub.set_defaults(run=module.run)
    return parser


def _module(name: str) -> ModuleType:
    return import_module(f"ctxlayer.cli.{name}")


def add_root(parser: argparse.ArgumentParser) -> None:
    """The option that picks the layer."""
    parser.add_argument(
        "--root",
        metavar="DIR",
        help="the layer's root (default: found from the paths or the working folder)",
    )


def add_format(parser: argparse.ArgumentParser) -> None:
    """The option that picks text for people or JSON for programs."""
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="text (default) or json"
    )


def at_least(least: int) -> Callable[[str], int]:
    """The type of an option whose value is a whole number, not below `least`."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least:
            raise argparse.ArgumentTypeError(f"{text} is no whole number from {least} up")
        return number

    return read
