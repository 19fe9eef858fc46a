"""Small pieces of Markdown that the generated pages share."""

from __future__ import annotations

from collections.abc import Iterable


def note(source: str) -> str:
    """The comment that keeps people from editing a generated page."""
    return f"<!-- Made from {source} by `make docs`; edit that instead. -->\n\n"


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table. Pipes in cells are escaped, line ends become spaces."""
    names = list(header)
    lines = [names, ["---"] * len(names), *([_cell(cell) for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def code(text: object) -> str:
    """`text` as a code span; nothing for nothing."""
    return f"`{text}`" if str(text) else ""


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
