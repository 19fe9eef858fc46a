"""How each runtime reads a glob: one record a runtime, and only what is established about it.

A field is True or False where the runtime's documentation or source says so, and None where
nothing does. Matching reads an unestablished form generously, and `Glob.notes` says that it did.
"""

from __future__ import annotations

from typing import NamedTuple


class Dialect(NamedTuple):
    """One runtime's glob rules. None means: not established; a record leaves such fields out."""

    name: str
    """What to call it in messages."""
    anchored: bool | None = None
    """A pattern with a folder starts at the root, not at any depth."""
    bare_name_any_depth: bool | None = None
    """`*.ts` matches `a/b.ts`."""
    braces: bool | None = None
    """`{a,b}` is two alternatives."""
    brackets: bool | None = None
    """`[abc]` is one character of three."""
    negation: bool | None = None
    """A leading `!` takes paths away."""
    case_sensitive: bool | None = None
    """`*.TS` does not match `a.ts`."""
    comma_string: bool | None = None
    """One string may hold several patterns, separated by commas."""
    dotfiles: bool | None = None
    """`*` matches names that begin with a dot."""
    folder: bool | None = None
    """`src/` means everything below it."""
    escapes: bool | None = None
    """`\\[` is a bracket and no class."""
    leading_slash: bool | None = None
    """A leading `/` is the root of the project; where not, the root of the disk."""


CLAUDE = Dialect(
    name="Claude Code",
    anchored=True,
    bare_name_any_depth=False,
    braces=True,
    brackets=True,
    comma_string=True,
    escapes=True,
)

LAYER = CLAUDE._replace(name="the layer")
"""The layer's own rules are read as those of Claude Code."""

CURSOR = Dialect(name="Cursor", anchored=True, bare_name_any_depth=False, comma_string=True)

VSCODE = Dialect(
    name="VS Code",
    anchored=False,
    bare_name_any_depth=True,
    braces=True,
    brackets=True,
    # The pattern gets `**/` before it, which makes `!` the first letter of a name, and is tried on
    # the absolute path.
    negation=False,
    case_sensitive=False,
    comma_string=True,
    escapes=False,
    leading_slash=False,
)

GITHUB = Dialect(name="GitHub", anchored=True, bare_name_any_depth=False, comma_string=True)

CLINE = Dialect(
    name="Cline",
    anchored=True,
    bare_name_any_depth=False,
    braces=True,
    brackets=True,
    case_sensitive=True,
    comma_string=False,
    dotfiles=True,
    folder=False,
    escapes=True,
)

CONTINUE = Dialect(
    name="Continue",
    braces=True,
    brackets=True,
    negation=True,
    case_sensitive=True,
)
"""What a pattern starts from is not established."""

DIALECTS: dict[str, Dialect] = {
    "layer": LAYER,
    "claude": CLAUDE,
    "cursor": CURSOR,
    "vscode": VSCODE,
    "github": GITHUB,
    "cline": CLINE,
    "continue": CONTINUE,
    # Nothing is documented about the globs of these.
    "windsurf": Dialect(name="Windsurf"),
    "kiro": Dialect(name="Kiro"),
}
"""The established dialects by runtime id."""


def unestablished(name: str) -> Dialect:
    """The record of a runtime that documents nothing about its globs."""
    return Dialect(name)
