"""The record of one runtime."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class KeyType(str, Enum):
    """What a frontmatter key of a rule may hold."""

    TEXT = "text"
    GLOBS = "globs"
    FLAG = "true or false"


@dataclass(frozen=True, slots=True)
class RuleKey:
    """One frontmatter key that a runtime reads in its rules."""

    name: str
    type: KeyType
    doc: str


class Imports(NamedTuple):
    """How a runtime reads `@path` in its memory files.

    `hops` is how many imports in a row it follows, 0 where that is not established. `to_blank`
    says that a path runs to the next blank, so that punctuation behind it becomes a part of it.
    """

    hops: int = 0
    to_blank: bool = False


@dataclass(frozen=True, slots=True)
class Profile:
    """Where a runtime keeps its rules and which frontmatter it reads there.

    `folders` with `suffixes` and `names` say which files are its rules: a file below one of the
    folders with one of the suffixes, or a file of one of the names anywhere (`files` are exact
    paths). Files with one of the suffixes `unread` lie in `folders` as rules do, and the runtime passes
    over them. `keys` is empty where this product does not judge the frontmatter yet. `dialect`
    names its glob dialect. `manual` says that a rule without a trigger can still be attached by
    hand. `imports` is None where a runtime reads no `@path`. `adapter_configs` are the files that set
    up its adapters. `strips_comments` says that comments which begin a line of a file of `names` are
    taken out before anything is sent. `source` and `read_on` say where the facts are from, and when they were read.
    """

    id: str
    title: str
    folders: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    keys: tuple[RuleKey, ...] = ()
    dialect: str = ""
    manual: bool = False
    imports: Imports | None = None
    adapter_configs: tuple[str, ...] = ()
    strips_comments: bool = False
    source: str = ""
    read_on: str = ""

    @property
    def judged(self) -> bool:
        """Whether this product knows what the frontmatter of these rules means."""
        return bool(self.keys)

    def owns(self, path: str) -> bool:
        """Whether the file at `path` is a rule of this runtime."""
        if path in self.files:
            return True
        if self.names and path.rpartition("/")[2] in self.names:
            return True
        return path.endswith(self.suffixes) and any(
            path.startswith(folder) for folder in self.folders
        )

    def passes_over(self, path: str) -> bool:
        """Whether the file at `path` lies among its rules and is none by its name."""
        return path.endswith(self.unread) and path.startswith(self.folders)

    def key(self, name: str) -> RuleKey | None:
        """The key called `name`, if this runtime reads it."""
        return next((key for key in self.keys if key.name == name), None)
