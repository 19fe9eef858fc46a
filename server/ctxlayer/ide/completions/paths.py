"""Folders, files and patterns of the tree, for globs and tracked paths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeVar

from ctxlayer.ide.model import Completion
from ctxlayer.ide.text import counted
from ctxlayer.layer.tree import Tree
from ctxlayer.text import Edit, Span

T = TypeVar("T")

_MOST = 200
_MOST_TYPES = 3


def fitting(options: list[T], typed: str, most: int, text: Callable[[T], str] = str) -> list[T]:
    """At most `most` of `options`, in order; of more than that, those that `typed` may stand for.

    A client narrows down what it is given; what it is not given, only this can find.
    """
    if len(options) > most and typed:
        wanted = typed.lstrip("./<").casefold()
        options = [each for each in options if _holds_in_order(text(each).casefold(), wanted)]
    return options[:most]


def _holds_in_order(path: str, typed: str) -> bool:
    at = 0
    for char in typed:
        at = path.find(char, at) + 1
        if not at:
            return False
    return True


def pattern_start(text: str, start: int, end: int) -> int:
    """Where the pattern at `end` begins: behind the last comma outside braces, and its blanks."""
    depth = 0
    begin = start
    for at in range(start, end):
        char = text[at]
        if char == "{":
            depth += 1
        elif char == "}":
            depth = max(0, depth - 1)
        elif char == "," and depth == 0:
            begin = at + 1
    while begin < end and text[begin] in " \t":
        begin += 1
    return begin


def pattern_completions(
    text: str, span: Span, tree: Tree, *, quoted: bool, in_list: bool, repo: str = ""
) -> Iterator[Completion]:
    """Continuations of the pattern at `span`: folders, whole folders, file types, files of a tree.

    A pattern that plain YAML would misread is put in quotes where it does not stand in any. `repo` is what
    the pattern begins with where the tree is that of a sibling: `name:`.
    """
    typed = span.of(text).removeprefix(repo)
    folder = typed.rpartition("/")[0]
    if folder and folder not in tree.folders:
        return
    found = fitting(list(_continuations(folder, tree)), typed, _MOST, lambda each: each[0])
    for number, (path, kind, detail) in enumerate(found):
        pattern = f"{repo}{path}"
        written = pattern if quoted or not _misread(pattern, in_list) else f'"{pattern}"'
        edit = Edit(span, written)
        yield Completion(
            pattern,
            "folder" if kind == "folder" else "file",
            edit,
            f"{number:04d}",
            detail,
            filter=pattern,
        )


def _misread(pattern: str, in_list: bool) -> bool:
    """Whether YAML makes something else of a plain `pattern`."""
    return pattern[0] in "*&!%@`[{>|'\"#?-" or ": " in pattern or (in_list and "{" in pattern)


def _continuations(folder: str, tree: Tree) -> Iterator[tuple[str, str, str]]:
    """(pattern, kind, detail) of what may follow `folder/`."""
    below = tree.below(folder)
    prefix = f"{folder}/" if folder else ""
    if folder:
        yield f"{prefix}**", "pattern", counted(len(below), "file")
    children = Counter(
        path[len(prefix) :].partition("/")[0] for path in below if "/" in path[len(prefix) :]
    )
    for child, count in sorted(children.items(), key=lambda each: (each[0][0] == ".", each[0])):
        yield f"{prefix}{child}/", "folder", counted(count, "file")
    types = Counter(_suffix(path) for path in below if _suffix(path))
    for suffix, count in sorted(types.items(), key=lambda each: (-each[1], each[0]))[:_MOST_TYPES]:
        yield f"{prefix}**/*{suffix}", "pattern", counted(count, "file")
    for path in tree.in_folder(folder):
        yield path, "file", ""


def _suffix(path: str) -> str:
    stem, dot, suffix = path.rpartition("/")[2].rpartition(".")
    return f".{suffix}" if stem and dot and suffix.isalnum() else ""
