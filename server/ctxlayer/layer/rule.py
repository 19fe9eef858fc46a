"""Rule files: when their text is loaded, and by what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ctxlayer.globs import DIALECTS, Dialect, Glob, compile_glob, split_patterns, unestablished
from ctxlayer.layer.document import Document
from ctxlayer.layer.mending import is_broken, mends_by_quoting
from ctxlayer.layer.runtimes import (
    KeyType,
    Load,
    Profile,
    RuleKey,
    Store,
    Temperature,
    own_store_of,
    profile_of,
)
from ctxlayer.layer.runtimes.profile import Condition, State
from ctxlayer.syntax.nodes import Entry, Frontmatter, Scalar, Sequence, scalars
from ctxlayer.text import Span

__all__ = [
    "Cause",
    "Pattern",
    "Rule",
    "Temperature",
    "dialect_of",
    "inner_span",
    "read_as",
    "read_rule",
]

Cause = Literal["always", "glob", "description", ""]
"""What loads a rule; "" where nothing does by itself."""

_CAUSES: dict[Temperature, Cause] = {
    Temperature.HOT: "always",
    Temperature.COOL: "glob",
    Temperature.WARM: "description",
    Temperature.COLD: "",
}


class Pattern(NamedTuple):
    """One glob of a rule: its place in the file and the pattern as its runtime reads it."""

    span: Span
    glob: Glob


class Rule(NamedTuple):
    """A rule file as one runtime reads it. Entries are None where the key is absent.

    `patterns` are the globs that it writes, `scope` one that its place implies: an `AGENTS.md` in
    a folder is for the files below it. `always_entry` is the switch that may make it hot.
    """

    path: str
    profile: Profile
    always: bool
    patterns: tuple[Pattern, ...]
    description: str
    always_entry: Entry | None
    globs_entry: Entry | None
    store: Store
    load: Load
    scope: Glob | None = None

    @property
    def temperature(self) -> Temperature:
        """How often its text is paid for."""
        return self.load.temperature

    @property
    def cause(self) -> Cause:
        """What loads it."""
        return _CAUSES[self.load.temperature]

    @property
    def why(self) -> str:
        """What makes it as warm as it is, in words that follow a colon."""
        return self.load.why

    @property
    def globs(self) -> tuple[Glob, ...]:
        """What makes a cool rule fire."""
        if self.scope is not None:
            return (self.scope,)
        return tuple(pattern.glob for pattern in self.patterns)


def read_rule(document: Document) -> Rule | None:
    """A rule file as the runtime reads it whose store it lies in.

    None for other files, and where it is not established when this one is loaded.
    """
    if not document.runtime:
        return None
    store = own_store_of(document.path, document.runtime)
    if store is None:
        return None
    return read_as(document, profile_of(document.runtime), store)


def read_as(
    document: Document, profile: Profile, store: Store, path: str | None = None
) -> Rule | None:
    """A rule file as a runtime reads it in one of its stores, there at `path` if a link leads to it.

    None where it is not established when the file is loaded.
    """
    place = document.path if path is None else path
    key = ("rule", profile.id, store.title, place)
    if key not in document.memo:
        document.memo[key] = _read(document, profile, store, place)
    rule: Rule | None = document.memo[key]
    return rule


def dialect_of(profile: Profile, store: Store) -> Dialect:
    """How globs in a store are read."""
    name = store.dialect or profile.dialect
    return DIALECTS[name] if name in DIALECTS else unestablished(profile.title)


class _Reading(NamedTuple):
    """What one key says to the runtime; `unread` is a value of a form that it does not take."""

    entry: Entry | None
    patterns: tuple[Pattern, ...] = ()
    words: str = ""
    flag: bool = False
    empty: bool = False
    unread: bool = False

    @property
    def absent(self) -> bool:
        """Whether nothing stands there."""
        return self.entry is None or (
            isinstance(self.entry.value, Scalar) and self.entry.value.value in (None, "")
        )


def _read(document: Document, profile: Profile, store: Store, place: str) -> Rule | None:
    block = document.frontmatter
    dialect = dialect_of(profile, store)
    readings = {key.name: _reading(key, block, dialect, document.text) for key in store.keys}
    home = store.home_of(place)
    load = next(
        (load for load in store.loads if all(_holds(each, readings, home) for each in load.when)),
        None,
    )
    if store.broken is not None and _is_lost(document, profile):
        load = store.broken
    if load is None:
        return None
    globs_key = store.globs_key
    globs = readings[globs_key.name] if globs_key else _NOTHING
    return Rule(
        document.path,
        profile,
        load.temperature is Temperature.HOT,
        globs.patterns,
        readings["description"].words if "description" in readings else "",
        _switch(store, readings),
        globs.entry,
        store,
        load,
        compile_glob(f"{_literal(home)}/**", dialect) if load.subtree else None,
    )


def _is_lost(document: Document, profile: Profile) -> bool:
    """Whether the runtime reads nothing of the frontmatter, for it is no YAML."""
    if not is_broken(document):
        return False
    return not (profile.quotes_values and mends_by_quoting(document))


_NOTHING = _Reading(None)


def _reading(key: RuleKey, block: Frontmatter, dialect: Dialect, text: str) -> _Reading:
    entry = block.get(key.name) if block.exists and block.closed else None
    if entry is None:
        return _NOTHING
    value = entry.value
    if key.type is KeyType.GLOBS:
        return _globs(key, entry, dialect, text)
    if key.type is KeyType.FLAG:
        said = value.value if isinstance(value, Scalar) else None
        words = str(said).lower() if isinstance(said, bool) else ""
        return _Reading(entry, words=words, flag=said is True)
    if key.type is KeyType.TEXTS:
        texts = [each.text.strip() for each in scalars(value) if each.value is not None]
        return _Reading(entry, words=" ".join(filter(None, texts)))
    words = value.text.strip() if isinstance(value, Scalar) and value.value is not None else ""
    return _Reading(entry, words=words)


def _globs(key: RuleKey, entry: Entry, dialect: Dialect, text: str) -> _Reading:
    value = entry.value
    if isinstance(value, Sequence):
        # Several quoted texts on one line are read as the list that was meant.
        taken = key.lists is not False or entry.damaged
        empty = not value.items
    else:
        taken = isinstance(value, Scalar) and key.text is not False
        empty = False
    if not taken:
        return _Reading(entry, unread=True)
    return _Reading(entry, tuple(_patterns(entry, dialect, text)), empty=empty)


def _switch(store: Store, readings: dict[str, _Reading]) -> Entry | None:
    """The entry of the flag or choice that decides before all globs."""
    for load in store.loads:
        key = store.key(load.key) if load.temperature is Temperature.HOT else None
        if key is not None and key.type in (KeyType.FLAG, KeyType.CHOICE):
            return readings[key.name].entry
    return None


def _holds(condition: Condition, readings: dict[str, _Reading], home: str) -> bool:
    state = condition.state
    if state is State.ROOT or state is State.BELOW:
        return (home == "") is (state is State.ROOT)
    reading = readings[condition.key]
    if state is State.TRUE:
        return reading.flag
    if state is State.SET:
        return bool(reading.patterns or reading.words)
    if state is State.ABSENT:
        return reading.absent
    if state is State.EMPTY:
        return reading.empty
    if state is State.UNREAD:
        return reading.unread
    if state is State.IS:
        return reading.words in condition.values
    return any(pattern.glob.pattern in condition.values for pattern in reading.patterns)


def _literal(folder: str) -> str:
    """A folder as a pattern that matches it alone."""
    return "".join(f"\\{char}" if char in "*?[]{}!\\" else char for char in folder)


def _patterns(entry: Entry, dialect: Dialect, text: str) -> Iterator[Pattern]:
    if isinstance(entry.value, Sequence):
        for item in entry.value.items:
            if isinstance(item, Scalar) and item.text.strip():
                yield from _placed(item, [item.text.strip()], dialect, text)
    elif isinstance(entry.value, Scalar) and entry.value.value is not None:
        read = entry.value.value if isinstance(entry.value.value, str) else entry.value.text
        patterns = [pattern for _, pattern in split_patterns(read, dialect)]
        yield from _placed(entry.value, patterns, dialect, text)


_FURTHEST = 2_000
"""Characters between two patterns of one value; a look at all the rest for each would take too long."""


def _placed(value: Scalar, patterns: list[str], dialect: Dialect, text: str) -> Iterator[Pattern]:
    """The patterns that a scalar holds, each where its source has it.

    One that is spelt otherwise there (with escapes, or over several lines) has the whole value.
    """
    inner = inner_span(value, text)
    at = inner.start
    for pattern in patterns:
        start = text.find(pattern, at, min(inner.end, at + len(pattern) + _FURTHEST))
        if start < 0:
            span = inner
        else:
            span = Span(start, start + len(pattern))
            at = span.end
        yield Pattern(span, compile_glob(pattern, dialect))


def inner_span(value: Scalar, text: str) -> Span:
    """The span of a scalar's content, inside its quotes."""
    raw = value.span.of(text)
    if len(raw) > 1 and raw[0] in "'\"" and raw[-1] == raw[0]:
        return Span(value.span.start + 1, value.span.end - 1)
    return value.span
