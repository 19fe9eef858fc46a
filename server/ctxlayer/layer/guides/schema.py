"""What a runtime reads in the frontmatter of skills, subagents or commands: one record each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ctxlayer.layer.runtimes.profile import Sure


class Holds(str, Enum):
    """What a key may hold."""

    TEXT = "a text"
    TEXTS = "a text or a list of texts"
    GLOBS = "patterns: a comma-separated text or a list of texts"
    FLAG = "true or false"
    CHOICE = "one of its values"
    NUMBER = "a whole number above zero"
    TABLE = "keys and values"
    ANY = "anything"


@dataclass(frozen=True, slots=True)
class GuideKey:
    """One key that a runtime reads.

    `values` are those that are offered; `closed` says that it takes no others. `default` says what
    holds without it, "" where nothing does. `most` is a published limit in characters, 0 for none.
    `lost` is what the author loses where a runtime does not read the key, as the end of a sentence,
    "" where that is nothing that matters. `meant_by` are names of other runtimes and older forms
    that people write in its place, though none of its readers reads them. `required` does not hold
    where another key has the value that `unless` says.
    """

    name: str
    holds: Holds
    doc: str
    required: bool = False
    default: str = ""
    values: tuple[str, ...] = ()
    closed: bool = False
    most: int = 0
    lost: str = ""
    meant_by: tuple[str, ...] = ()
    unless: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Schema:
    """The keys that a runtime reads in one sort of file, and what it passes over.

    `loads_by` are keys without which it passes over a file, `skips_long` says that it does so where a
    value is longer than `most`. `folder_name` is the product that loads no skill whose name is not
    that of its folder, "" for none; `any_name` says that the runtime is known to load it all the same.
    `lists_text` says that a skill without a description is listed by its first paragraph,
    `lists_commands` that commands with one are listed to the model.
    """

    runtime: str
    title: str
    keys: tuple[GuideKey, ...]
    source: str
    read_on: str
    sure: Sure = "D"
    loads_by: tuple[str, ...] = ()
    skips_long: bool = False
    folder_name: str = ""
    any_name: bool = False
    lists_text: bool = False
    lists_commands: bool = False

    def key(self, name: str) -> GuideKey | None:
        """The key called `name`, if the runtime reads it."""
        return next((key for key in self.keys if key.name == name), None)
