"""The record of one runtime: where it looks for instructions, and what it makes of them.

A profile has *stores*: groups of files that it reads in one way. A store has *keys* of frontmatter
and *loads*: the lines of its truth table, of which the first that holds says when a file is loaded.
Whatever is not established is left out, and then nothing is said about it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple


class Temperature(str, Enum):
    """How often the text of a rule is paid for."""

    HOT = "hot"
    WARM = "warm"
    COOL = "cool"
    COLD = "cold"


Sure = Literal["D", "S", "T", "I"]
"""How a fact is known: vendor's Documentation, its Source code, a Third party, Inferred by us."""


class Source(NamedTuple):
    """Where a fact is from, when that was read (an ISO date), and how sure it is."""

    where: str = ""
    read_on: str = ""
    sure: Sure = "I"


NOWHERE = Source()


class KeyType(str, Enum):
    """What a frontmatter key of a rule may hold."""

    TEXT = "text"
    TEXTS = "one text or a list"
    GLOBS = "globs"
    FLAG = "true or false"
    CHOICE = "one of its values"


_ORDER = (KeyType.GLOBS, KeyType.TEXT, KeyType.TEXTS, KeyType.CHOICE, KeyType.FLAG)


class Choice(NamedTuple):
    """One value of a key that has a few, and what it does."""

    value: str
    doc: str


@dataclass(frozen=True, slots=True)
class RuleKey:
    """One frontmatter key that a runtime reads in a store.

    `default` says what holds without it, "" where that is nothing or not established. Of globs,
    `text` and `lists` say whether one text and a list of texts are read: None is not established,
    and is read. `bare` says that the runtime itself writes globs without quotes and reads them so, which
    YAML does not. `lists_since` is the version that first read a list. `source` is that of its profile where it is not given.
    """

    name: str
    type: KeyType
    doc: str
    default: str = ""
    values: tuple[Choice, ...] = ()
    text: bool | None = True
    lists: bool | None = True
    lists_since: str = ""
    bare: bool = False
    source: Source | None = None


JUSTIFICATION = RuleKey(
    "justification",
    KeyType.TEXT,
    "Why a hot rule earns its cost on every message. No runtime reads it.",
)
"""The one key of our own that every rule may have."""


class State(str, Enum):
    """What a condition asks of a key, or of the place of a file."""

    TRUE = "is true"
    SET = "says something"
    """Globs: at least one pattern. Text: at least one word."""
    ABSENT = "is missing, or nothing stands behind it"
    EMPTY = "is an empty list"
    UNREAD = "has a form that is not read"
    IS = "is this value"
    NAMES = "has this pattern"
    ROOT = "at the root"
    BELOW = "below the root"


class Condition(NamedTuple):
    """One thing that has to hold. `values` are those of IS and NAMES, one of which will do."""

    key: str
    state: State
    values: tuple[str, ...] = ()


def is_true(key: str) -> Condition:
    """The flag `key` is true."""
    return Condition(key, State.TRUE)


def is_set(key: str) -> Condition:
    """`key` has a pattern or a text that the runtime reads."""
    return Condition(key, State.SET)


def is_absent(key: str) -> Condition:
    """`key` is not there, or nothing stands behind its colon."""
    return Condition(key, State.ABSENT)


def is_empty(key: str) -> Condition:
    """`key` is `[]`."""
    return Condition(key, State.EMPTY)


def is_unread(key: str) -> Condition:
    """`key` has a value of a form or type that the runtime does not read."""
    return Condition(key, State.UNREAD)


def has_value(key: str, *values: str) -> Condition:
    """The text of `key` is one of `values`."""
    return Condition(key, State.IS, values)


def has_pattern(key: str, *patterns: str) -> Condition:
    """One of the globs of `key` is one of `patterns`."""
    return Condition(key, State.NAMES, patterns)


AT_ROOT = Condition("", State.ROOT)
BELOW_ROOT = Condition("", State.BELOW)


@dataclass(frozen=True, slots=True)
class Load:
    """One line of a truth table: where all of `when` holds, a file has this temperature.

    The first condition is the one that decides. `why` says so in words, and goes on the sentence
    "this rule is hot: ...". `ignores` are keys that mean nothing then, though their author must have
    meant something. `remedy` is what to do about a rule that nothing loads. `subtree` makes it cool for the files of its own folder. `manual` says that people
    can attach it by hand, `meant` that its author asked for just that.
    """

    temperature: Temperature
    why: str
    when: tuple[Condition, ...] = ()
    ignores: tuple[str, ...] = ()
    subtree: bool = False
    manual: bool = False
    meant: bool = False
    remedy: str = ""
    source: Source | None = None

    @property
    def key(self) -> str:
        """The key that decides; "" where none does."""
        return self.when[0].key if self.when else ""


Unit = Literal["lines", "characters", "bytes"]


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a file may be. `effect` says what happens beyond, as a sentence.

    `cuts` says that the text behind the limit is lost; a limit that cuts nothing is advice, unless
    `skips`: then the whole file is lost. `total` counts all files of the store together. `partly`
    says that it holds in one use of the runtime only.
    """

    most: int
    unit: Unit
    effect: str
    cuts: bool = False
    skips: bool = False
    total: bool = False
    partly: bool = False
    source: Source | None = None


class Quirk(NamedTuple):
    """Something that goes wrong in silence, for people to know of."""

    says: str
    source: Source | None = None


@dataclass(frozen=True, slots=True)
class Store:
    """Files that a runtime reads in one way.

    A file belongs to it below one of `folders` with one of `suffixes` (right in the folder alone, where
    `deep` is False, and in none of the folders `apart`, which hold something else), or as one of the
    exact `files`, or by one of `names` in any folder. A folder called as one of `homes` stands for the
    folder around it: `.claude/CLAUDE.md`. Files with one of the suffixes `unread` lie in `folders` as
    rules do, and are passed over.

    With `readmes`, a README in the folders is established to be loaded as any other; elsewhere it is
    taken for a note to people.

    `own` says that the files show that the runtime is in use; a file of another runtime that it
    reads too shows nothing. Of `files`, and of `names` in one folder, only the `first` that exists is
    read. Where one of the files `unless` exists, none is. Without `loads` it is not established when
    its files are loaded. `broken` tells when a file is loaded whose frontmatter is no YAML; without it
    what can be made out of such a block is believed. `dialect` is that of the profile where it is not given.
    """

    title: str
    folders: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    homes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    deep: bool = True
    readmes: bool = False
    apart: tuple[str, ...] = ()
    own: bool = True
    first: bool = False
    unless: tuple[str, ...] = ()
    keys: tuple[RuleKey, ...] = ()
    loads: tuple[Load, ...] = ()
    limits: tuple[Limit, ...] = ()
    broken: Load | None = None
    dialect: str = ""
    note: str = ""
    source: Source | None = None

    @property
    def manual(self) -> bool:
        """Whether people can attach by hand what nothing else loads."""
        return any(load.manual for load in self.loads)

    def holds(self, path: str) -> bool:
        """Whether the file at `path` is one of these, by its place and name."""
        if path in self.files:
            return True
        if self.names and path.rpartition("/")[2] in self.names:
            return True
        return path.endswith(self.suffixes) and self._in_folder(path)

    def passes_over(self, path: str) -> bool:
        """Whether the file at `path` lies among these and is none by its name."""
        return bool(self.unread) and path.endswith(self.unread) and self._in_folder(path)

    def hidden_by(self, path: str, present: Collection[str]) -> str | None:
        """The file that keeps the runtime from reading `path`; `present` are those that exist."""
        for other in self.unless:
            if other in present and other != path:
                return other
        return self._before(path, present) if self.first else None

    def _before(self, path: str, present: Collection[str]) -> str | None:
        """The file of the list that comes before `path` and exists."""
        folder, slash, name = path.rpartition("/")
        if path in self.files:
            others = self.files[: self.files.index(path)]
        elif name in self.names:
            others = tuple(f"{folder}{slash}{n}" for n in self.names[: self.names.index(name)])
        else:
            others = ()
        return next((other for other in others if other in present), None)

    def _in_folder(self, path: str) -> bool:
        for folder in self.folders:
            if path.startswith(folder):
                rest = path[len(folder) :]
                return (self.deep or "/" not in rest) and not rest.startswith(self.apart)
        return False

    def home_of(self, path: str) -> str:
        """The folder that a file by name is about; "" for the root."""
        folder = path.rpartition("/")[0]
        above, _, last = folder.rpartition("/")
        return above if last in self.homes else folder

    @property
    def all_keys(self) -> tuple[RuleKey, ...]:
        """What may stand in the frontmatter; nothing where the runtime reads none."""
        return (*self.keys, JUSTIFICATION) if self.keys else ()

    def key(self, name: str) -> RuleKey | None:
        """The key called `name`, if it may stand here."""
        return next((key for key in self.all_keys if key.name == name), None)

    @property
    def globs_key(self) -> RuleKey | None:
        """The key that holds the globs."""
        return next((key for key in self.keys if key.type is KeyType.GLOBS), None)

    def triggers(self) -> tuple[str, ...]:
        """The keys that decide when a file is loaded, those with globs first."""
        asked = {condition.key for load in self.loads for condition in load.when}
        found = [key for key in self.keys if key.name in asked]
        found.sort(key=lambda key: _ORDER.index(key.type))
        return tuple(key.name for key in found)


class Imports(NamedTuple):
    """How a runtime reads `@path` in its memory files.

    `hops` is how many imports in a row it follows, 0 where that is not established. `to_blank`
    says that a path runs to the next blank, so that punctuation behind it becomes a part of it.
    """

    hops: int = 0
    to_blank: bool = False


@dataclass(frozen=True, slots=True)
class Profile:
    """A runtime: its stores, how it reads globs, and what to know about it.

    `dialect` names its glob dialect, "" where nothing is established about it. `evidence` are
    further files, and folders with a `/` at the end, that show that it is in use. A `fallback` is a
    reading of files that no other runtime in use reads; one that is `format_only` is no program but a
    way to write rules. `imports` is None where it reads no `@path`.
    `adapter_configs` are the files that set up its adapters. `strips_comments` says that comments which
    begin a line of a file of `names` are taken out before anything is sent. `quotes_values` says that
    where YAML fails, what stands behind a key on one line is quoted, and the block is read again.
    """

    id: str
    title: str
    stores: tuple[Store, ...] = ()
    dialect: str = ""
    evidence: tuple[str, ...] = ()
    fallback: bool = False
    format_only: bool = False
    imports: Imports | None = None
    adapter_configs: tuple[str, ...] = ()
    strips_comments: bool = False
    quotes_values: bool = False
    quirks: tuple[Quirk, ...] = ()
    note: str = ""
    source: Source = NOWHERE

    def store_of(self, path: str) -> Store | None:
        """The store that holds `path`, by its place and name."""
        return next((store for store in self.stores if store.holds(path)), None)

    def own_store_of(self, path: str) -> Store | None:
        """The same among the stores that are its own."""
        return next((s for s in self.stores if s.own and s.holds(path)), None)

    def passes_over(self, path: str) -> bool:
        """Whether `path` lies among its own rules and is none by its name."""
        return any(store.own and store.passes_over(path) for store in self.stores)

    @property
    def names(self) -> tuple[str, ...]:
        """The names that make a file one of its own in any folder."""
        return tuple(name for store in self.stores if store.own for name in store.names)

    @property
    def places(self) -> tuple[str, ...]:
        """Its own folders, with a `/` at the end, and exact files."""
        return tuple(
            place for store in self.stores if store.own for place in (*store.folders, *store.files)
        )
