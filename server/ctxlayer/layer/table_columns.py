"""Names in a trigger table: what its column headers, part labels and clusters mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, get_args

from ctxlayer.layer.topic import Cluster, Column, Role
from ctxlayer.layer.topic_text import without_comments
from ctxlayer.settings import COLUMNS
from ctxlayer.syntax.table import Row

DEFAULT_COLUMNS: Mapping[str, Sequence[str]] = COLUMNS
"""Synonyms that need no setting. A name of two roles takes the first that is free in its table."""

_HEADER_WORDS: Mapping[str, Sequence[str]] = {
    "topic": (
        "name", "subsystem", "working on", "when working on", "if", "situation", "if working on",
        "if you are working on", "when you need", "if you need", "use when", "when to use", "load when", "when to load",
        "read when", "read this when", "when to read", "open when", "when to open", "scenario",
        "question", "question type", "question about", "intent",
    ),
    "files": (
        "file", "documentation", "paths", "knowledge", "context", "open", "references", "rules",
        "then load", "then read", "sources", "document", "guide", "see", "jump to", "go to",
        "load first", "load these", "load these files", "files to load", "read these",
        "read these files", "files to read", "reference files", "start with", "start here",
    ),
    "live": ("live state", "query", "adapter"),
    "agents": (
        "agent name", "skill name", "sub agent", "sub agents", "specialist",
        "invoke agent", "invoke skill", "invoke agents", "agent to use", "agent to invoke", "skill to use",
        "skill to invoke", "skill to load", "use agent", "use skill", "use this agent", "use this skill",
        "delegate to", "auto invoke", "load skill", "primary agent", "then invoke",
    ),
    "vocabulary": (
        "words", "aliases", "synonyms", "anchors", "tags", "trigger keywords", "search terms",
    ),
}  # fmt: skip
"""More of them, too common to mean anything but in the header of a table."""

NAMING = frozenset(
    "topic topics name names area areas subject subjects domain domains subsystem subsystems".split()
)
"""Headers of columns that hold names; below `when`, `task` or `if working on` stand situations."""

DEFAULT_CLUSTERS: Mapping[str, str] = {"platform": "platform", "meta": "meta"}
"""Headings by the cluster that they open; any other heading leaves the cluster as it was."""

_OF_SITUATIONS = frozenset(
    "action actions request requests situation situations condition conditions event events if when after before while "
    "whenever on use user".split()
)
"""First words of headers below which situations stand, beside those in `-ing`."""
_CLAUSES = frozenset("if when after before while whenever use".split())
_TRACKED = frozenset(
    "status state progress phase step price cost effort # no id done result results".split()
)
"""Headers of lists of work, which name agents and route to none."""
_ROLES: tuple[Role, ...] = get_args(Role)
_PARTS: tuple[Role, ...] = ("topic", "files", "live", "vocabulary")
"""The roles that the format asks for; only these may be lent to an unknown header."""
_ASIDE = re.compile(r"\([^()]*\)")
_LONGEST = 400  # characters of a name that could mean something
_JOINTS = re.compile(r"[-_/\s]+")
_CLUSTER_NOUN = re.compile(r" (?:topics?|cluster|rows|table)$")


class Grammar(NamedTuple):
    """The names in force, normalised. One object per settings, so that it can be compared by `is`."""

    headers: Mapping[str, tuple[Role, ...]]
    labels: Mapping[str, tuple[Role, ...]]
    clusters: Mapping[str, Cluster]

    def label(self, text: str) -> Role | None:
        """The part that a label or heading `text` opens in a section."""
        roles = self.labels.get(normal(text)) or _meaning(_default_labels(), text)
        return next((role for role in roles if role not in ("topic", "agents")), None)

    def cluster(self, heading: str) -> Cluster | None:
        """The cluster that a heading names."""
        name = normal(heading)
        return self.clusters.get(name) or self.clusters.get(_CLUSTER_NOUN.sub("", name))

    def columns(self, header: Row) -> tuple[Column, ...]:
        """The header's cells with their roles. Any role but the topic's may have two columns.

        Beside a column of agents more headers name situations than elsewhere: `action | skill`.
        """
        wanted = [_meaning(self.headers, cell.text) for cell in header.cells]
        taken = {names[0] for names in wanted if len(names) == 1}
        columns: list[Column] = []
        for cell, names in zip(header.cells, wanted, strict=True):
            free = (name for name in names if len(names) == 1 or name not in taken)
            role = next(free, next((name for name in names if name != "topic"), None))
            if role == "topic" and any(column.role == "topic" for column in columns):
                role = None
            if role is not None:
                taken.add(role)
            columns.append(Column(cell.text, cell.span, role))
        if "agents" in taken and not any(column.role == "topic" for column in columns):
            roles = [column.role for column in columns]
            front = columns[: roles.index("agents")]
            behind = (each for each in columns if _is_situation(each) and _is_clause(each))
            found = next((each for each in front if _is_situation(each)), next(behind, None))
            at = columns.index(found) if found is not None else None
            if at is not None:
                columns[at] = columns[at]._replace(role="topic")
        return tuple(columns)


def _is_clause(column: Column) -> bool:
    """Whether a header begins as a condition does; `agent | action` is what is to be done to it."""
    return normal(column.text).split()[0] in _CLAUSES


def _is_situation(column: Column) -> bool:
    """Whether a header that no list holds may name situations: `action`, `after modifying`."""
    if column.role not in (None, "topic"):
        return False
    words = normal(column.text).split()
    return bool(words) and (words[0] in _OF_SITUATIONS or words[0].endswith("ing"))


def _meaning(names: Mapping[str, tuple[Role, ...]], text: str) -> tuple[Role, ...]:
    """The roles that a name may have, singular or plural."""
    name = normal(text)
    return names.get(name) or names.get(name.removesuffix("s")) or names.get(f"{name}s", ())


def row_roles(columns: Sequence[Column]) -> tuple[Role | None, ...]:
    """The roles by which rows are read: one unknown header stands for the one missing role.

    A misspelt `topc` or `vocabluary` then costs one finding on the header, and not one for every
    row. Topics and files are in every routing table; other columns have to look the part.
    """
    roles = [column.role for column in columns]
    missing = [role for role in _PARTS if role not in roles]
    if "agents" in roles and "files" in missing:
        return tuple(roles)
    if len(missing) == 1 and roles.count(None) == 1:
        at = roles.index(None)
        if missing[0] in ("topic", "files") or _resembles(normal(columns[at].text), missing[0]):
            roles[at] = missing[0]
    return tuple(roles)


@lru_cache(maxsize=64)
def _resembles(name: str, role: Role) -> bool:
    from difflib import get_close_matches

    return bool(get_close_matches(name, DEFAULT_COLUMNS[role], n=1, cutoff=0.75))


def routes(columns: Sequence[Column]) -> bool:
    """Whether a table with these columns is a routing table: topics, and what they route to."""
    roles = row_roles(columns)
    return "topic" in roles and ("files" in roles or ("live" in roles and "vocabulary" in roles))


def may_lead_to_agents(columns: Sequence[Column]) -> bool:
    """Whether the header is one of situations and agents; what its cells hold has the last word.

    An unknown column in front, or one that tracks work, makes it a list of something else.
    """
    roles = [column.role for column in columns]
    if "topic" not in roles or "agents" not in roles or roles[0] is None:
        return False
    return not any(normal(each.text) in _TRACKED for each in columns if each.role is None)


def names_situations(columns: Sequence[Column]) -> bool:
    """Whether the topics of a table are situations (`when`, `task`, `if working on`), no names.

    Such a table is another team's form: its situations are its vocabulary. So is one that leads to
    agents alone. Of a header that only settings know its words decide.
    """
    roles = {column.role for column in columns}
    if "agents" in roles and "files" not in roles:
        return True
    return any(
        column.role == "topic" and (normal(column.text) in _situations() or _is_situation(column))
        for column in columns
    )


@lru_cache(maxsize=1)
def _situations() -> frozenset[str]:
    words = (*DEFAULT_COLUMNS["topic"], *_HEADER_WORDS["topic"])
    return frozenset(form for word in words for form in (word, f"{word}s")) - NAMING


def normal(text: str) -> str:
    """A name as it is compared: no markup, no aside in parentheses, folded case, single spaces."""
    plain = without_comments(text)
    if len(plain) > _LONGEST:
        return ""
    plain = _ASIDE.sub(" ", plain).replace("*", "").replace("`", "").casefold()
    return _JOINTS.sub(" ", plain).strip(" :.…?")


def grammar(columns: Mapping[str, Sequence[str]], clusters: Mapping[str, str]) -> Grammar:
    """A layer's names beside the default ones, ready to look up.

    Equal settings give the same object. A given name is tried in its given role first.
    """
    return _grammar(
        tuple((role, tuple(names)) for role, names in columns.items()), tuple(clusters.items())
    )


@lru_cache(maxsize=8)
def _grammar(
    columns: tuple[tuple[str, tuple[str, ...]], ...], clusters: tuple[tuple[str, str], ...]
) -> Grammar:
    given = dict(columns)
    kinds: dict[str, Cluster] = {
        normal(name): "meta" if kind == "meta" else "platform"
        for name, kind in (*DEFAULT_CLUSTERS.items(), *clusters)
    }
    return Grammar(_by_name(given, DEFAULT_COLUMNS, _HEADER_WORDS), _by_name(given), kinds)


@lru_cache(maxsize=1)
def _default_labels() -> Mapping[str, tuple[Role, ...]]:
    return _by_name(DEFAULT_COLUMNS)


def _by_name(*lists: Mapping[str, Sequence[str]]) -> dict[str, tuple[Role, ...]]:
    """The roles of each name, those of the earlier lists first."""
    roles: dict[str, tuple[Role, ...]] = {}
    for names in lists:
        for role in _ROLES:
            for key in map(normal, names.get(role, ())):
                if role not in roles.get(key, ()):
                    roles[key] = (*roles.get(key, ()), role)
    return roles
