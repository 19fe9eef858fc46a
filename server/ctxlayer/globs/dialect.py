"""How each runtime reads a glob: one record a runtime, and only what is established about it.

A field is True or False where the runtime's documentation or source says so, and None where
nothing does. Matching reads an unestablished form generously, and `Glob.notes` says that it did.
"""

from __future__ import annotations

from typing import NamedTuple


class Dialect(NamedTuple):
    """One runtime's glob rules. None means: not established."""

    name: str
    """What to call it in messages."""
    anchored: bool | None
    """A pattern with a folder starts at the root, not at any depth."""
    bare_name_any_depth: bool | None
    """`*.ts` matches `a/b.ts`."""
    braces: bool | None
    """`{a,b}` is two alternatives."""
    brackets: bool | None
    """`[abc]` is one character of three."""
    negation: bool | None
    """A leading `!` takes paths away."""
    case_sensitive: bool | None
    """`*.TS` does not match `a.ts`."""
    comma_string: bool | None
    """One string may hold several patterns, separated by commas."""
    dotfiles: bool | None
    """`*` matches names that begin with a dot."""
    folder: bool | None
    """`src/` means everything below it."""


CLAUDE = Dialect(
    name="Claude Code",
    anchored=True,
    bare_name_any_depth=False,
    braces=True,
    brackets=True,
    negation=None,
    case_sensitive=None,
    comma_string=True,
    dotfiles=None,
    folder=None,
)

LAYER = Dialect(
    name="the layer",
    anchored=True,
    bare_name_any_depth=False,
    braces=True,
    brackets=True,
    negation=None,
    case_sensitive=None,
    comma_string=True,
    dotfiles=None,
    folder=None,
)

CURSOR = Dialect(
    name="Cursor",
    anchored=True,
    bare_name_any_depth=False,
    braces=None,
    brackets=None,
    negation=None,
    case_sensitive=None,
    comma_string=True,
    dotfiles=None,
    folder=None,
)

VSCODE = Dialect(
    name="VS Code",
    anchored=False,
    bare_name_any_depth=True,
    braces=True,
    brackets=True,
    negation=None,
    case_sensitive=False,
    comma_string=True,
    dotfiles=None,
    folder=None,
)

GITHUB = Dialect(
    name="GitHub",
    anchored=True,
    bare_name_any_depth=False,
    braces=None,
    brackets=None,
    negation=None,
    case_sensitive=None,
    comma_string=True,
    dotfiles=None,
    folder=None,
)

CLINE = Dialect(
    name="Cline",
    anchored=True,
    bare_name_any_depth=False,
    braces=True,
    brackets=True,
    negation=None,
    case_sensitive=True,
    comma_string=False,
    dotfiles=True,
    folder=False,
)

DIALECTS: dict[str, Dialect] = {
    "layer": LAYER,
    "claude": CLAUDE,
    "cursor": CURSOR,
    "vscode": VSCODE,
    "github": GITHUB,
    "cline": CLINE,
}
"""The established dialects by runtime id."""


def unestablished(name: str) -> Dialect:
    """The record of a runtime that documents nothing about its globs."""
    return Dialect(name, None, None, None, None, None, None, None, None, None)
