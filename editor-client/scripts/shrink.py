"""Takes comments and docstrings out of the Python files of a folder, and leaves each line in its place.

They are a third of the archive, and nothing that runs reads them; tracebacks name the same lines as in
the released packages. Comments that speak of a copyright or a licence stay. A file in which anything
else would change is left as it is.

Usage: shrink.py FOLDER ...
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

KEPT = re.compile(r"copyright|licen[cs]e|coding[:=]|^#!", re.IGNORECASE)
# What a docstring becomes: some text, since `dataclass` writes one where there is none.
SHORT = '"."'
NOTE = "# Comments and docstrings were taken out of this copy.\n"
Cut = tuple[tuple[int, int], tuple[int, int], str]
"""From (line, column) to (line, column), and what comes in its place; lines count from 1."""


def shrunk(source: str) -> str:
    """The same program without comments and docstrings, each statement on its own line as before."""
    lines = source.splitlines(keepends=True)
    for start, end, new in sorted([*_comments(source), *_docstrings(source, lines)], reverse=True):
        (first, column), (last, behind) = start, end
        rest = lines[last - 1][behind:]
        before = lines[first - 1][:column]
        if first == last:
            lines[first - 1] = (before if new else before.rstrip()) + new + rest
        else:
            lines[first - 1] = before + new + "\n"
            lines[first : last - 1] = ["\n"] * (last - first - 1)
            lines[last - 1] = rest.lstrip(" ")
    result = "".join(lines)
    return result if _bare(result) == _bare(source) else source


def _comments(source: str) -> Iterator[Cut]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not KEPT.search(token.string):
            yield token.start, token.end, ""


def _docstrings(source: str, lines: list[str]) -> Iterator[Cut]:
    for node in ast.walk(ast.parse(source)):
        for statement in getattr(node, "body", []) if isinstance(node, _SCOPES) else []:
            if not _is_text(statement):
                continue
            if isinstance(node, ast.Module) and KEPT.search(statement.value.value):
                continue
            start = (statement.lineno, _column(lines, statement.lineno, statement.col_offset))
            end = (statement.end_lineno, _column(lines, statement.end_lineno, statement.end_col_offset))
            yield start, end, SHORT


_SCOPES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def _is_text(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _column(lines: list[str], line: int, offset: int) -> int:
    """A column in characters, of one in bytes."""
    return len(lines[line - 1].encode()[:offset].decode())


def _bare(source: str) -> str:
    """What a program does and on which lines, without its docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, _SCOPES):
            node.body = [each for each in node.body if not _is_text(each)]
    marks = [getattr(node, "lineno", 0) for node in ast.walk(tree)]
    return ast.dump(tree) + str(marks)


def main(folders: list[str]) -> None:
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            result = shrunk(source)
            if result != source:
                path.write_text(result + NOTE, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
