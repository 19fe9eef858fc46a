"""What git ignores, told from the ignore files alone: no process, no index.

Each folder's `.gitignore` speaks about what is below it; the nearest one that has an opinion
wins. What lies in an ignored folder cannot be taken back, so the scan does not enter it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ctxlayer.vfs.disk import read_text

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

IGNORE_FILE = ".gitignore"

# What is beyond these is no list that a person keeps; such a line then ignores nothing.
_MOST_LINES = 5_000
_LONGEST_LINE = 1_000
_MOST_CHOICES = 4


class _Rules(NamedTuple):
    spec: GitIgnoreSpec
    may_match: Callable[[str], object]
    """False where no pattern of `spec` matches, which is so for most files and cheap to ask."""
    cut: int
    """How much of a path from the layer root lies above the folder that these rules are from."""
    lead: str
    """What to put before a path from the layer root, for rules from above it."""
    outer: _Rules | None


class Ignores:
    """The rules that hold in one folder; `below` gives those of a folder in it."""

    __slots__ = ("_rules",)

    def __init__(self, rules: _Rules | None = None) -> None:
        self._rules = rules

    def below(self, folder: str, prefix: str) -> Ignores:
        """The rules in `folder`, which has a `.gitignore`; `prefix` is its path and a slash."""
        rules = _load(os.path.join(folder, IGNORE_FILE), len(prefix), "", self._rules)
        return self if rules is self._rules else Ignores(rules)

    def ignores(self, path: str) -> bool:
        """Whether git ignores `path` (from the layer root; folders end in a slash)."""
        rules = self._rules
        while rules is not None:
            relative = rules.lead + path[rules.cut :]
            if rules.may_match(relative):
                verdict = rules.spec.check_file(relative).include
                if verdict is not None:
                    return verdict
            rules = rules.outer
        return False


def ignores_above(root: str) -> Ignores:
    """The rules that hold at `root` from the repository around it."""
    above: list[str] = []
    folder = root
    while not os.path.exists(os.path.join(folder, ".git")):
        above.append(folder)
        parent = os.path.dirname(folder)
        if parent == folder:
            return Ignores()
        folder = parent
    lead = "".join(f"{os.path.basename(each)}/" for each in reversed(above))
    rules = _load(os.path.join(git_folder(folder), "info", "exclude"), 0, lead, None)
    while folder != root:
        rules = _load(os.path.join(folder, IGNORE_FILE), 0, lead, rules)
        folder = above.pop()
        lead = lead.partition("/")[2]
    found = Ignores(rules)
    # A layer may be kept out of the repository around it; then its own rules are all there is.
    return Ignores() if found.ignores("") else found


def git_folder(worktree: str, *, common: bool = True) -> str:
    """The folder of the repository that `worktree` belongs to: with its `info`, or with the index of
    this one of its worktrees.
    """
    path = os.path.join(worktree, ".git")
    if os.path.isdir(path):
        return path
    link = (read_text(path).text or "").strip()
    if not link.startswith("gitdir:"):
        return path
    folder = os.path.join(worktree, link[len("gitdir:") :].strip())
    shared = (read_text(os.path.join(folder, "commondir")).text or "").strip() if common else ""
    return os.path.join(folder, shared) if shared else folder


def _load(path: str, cut: int, lead: str, outer: _Rules | None) -> _Rules | None:
    """The rules of one ignore file inside those of `outer`; just `outer` where it has none."""
    text = read_text(path).text if os.path.isfile(path) else None
    # As git parts them: at line feeds alone, a `\r` before one and a byte order mark left out.
    raw = (text or "").removeprefix("\ufeff").split("\n", _MOST_LINES)[:_MOST_LINES]
    lines = [
        line
        for line in (each.removesuffix("\r") for each in raw)
        if line.strip() and line[0] != "#" and not _is_costly(line)
    ]
    if not lines:
        return outer
    spec = _compile(lines)
    return _Rules(spec, _prefilter(spec), cut, lead, outer)


def _is_costly(line: str) -> bool:
    """Whether matching could take time without end: each choice multiplies those before it.

    A lone `*` in a segment leaves no choice, since no segment runs over a slash.
    """
    if len(line) > _LONGEST_LINE:
        return True
    stars = (1 if part == "**" else max(0, part.count("*") - 1) for part in line.split("/"))
    return sum(stars) > _MOST_CHOICES


def _compile(lines: list[str]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(lines)
    except (ValueError, re.error):
        if len(lines) == 1:
            return GitIgnoreSpec.from_lines([])
    # One bad pattern must not switch the others off.
    return GitIgnoreSpec(pattern for line in lines for pattern in _compile([line]).patterns)


def _prefilter(spec: GitIgnoreSpec) -> Callable[[str], object]:
    """A search for any pattern of `spec` at once."""
    parts = []
    for pattern in spec.patterns:
        regex = getattr(pattern, "regex", None)
        if isinstance(regex, re.Pattern):
            # Group names would clash; which group matched is of no interest here.
            parts.append(re.sub(r"\(\?P<\w+>", "(?:", regex.pattern))
    try:
        return re.compile("|".join(parts) or "(?!)", re.DOTALL).search
    except re.error:
        return lambda _path: True
