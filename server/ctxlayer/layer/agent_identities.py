"""Telling agents from people by the names that commits carry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ctxlayer.layer.authors import Role

_COAUTHOR = re.compile(r"[ \t]*co-authored-by[ \t]*:[ \t]*(\S[^\r\n]*)", re.IGNORECASE)
_SQUASHED = "Squashed commit of the following:"
_AUTHOR = re.compile(r"author[ \t]*:[ \t]*(\S[^\r\n]*)", re.IGNORECASE)

_ALSO_PEOPLE = frozenset({"claude"})
"""Names of agents that are given names as well."""
_OF_AGENTS = frozenset(
    "agent ai api app assistant bot cli code copilot fable haiku instant max opus sonnet sdk via".split()
)
"""Words that, and no others, may stand beside such a name for the agent."""
_MODELS = frozenset({"code", "fable", "haiku", "opus", "sonnet"})
"""Words behind such a name that show the agent, whatever else stands there."""
_WORDS = re.compile(r"[^\W\d_]+")


class Identity(NamedTuple):
    """Somebody whom a commit names, as `Name <mail>`."""

    name: str
    mail: str

    @property
    def whole(self) -> str:
        """As git writes it."""
        return f"{self.name} <{self.mail}>"


def identity(written: str) -> Identity:
    """What stands behind `Co-authored-by:`, which people also write by hand."""
    name, _, rest = written.partition("<")
    return Identity(name.strip(), rest.partition(">")[0].strip())


def named_in(message: str) -> Iterator[Identity]:
    """The co-authors that a message names anywhere, and the authors of what a squash took in."""
    squashed = message.startswith(_SQUASHED)
    for line in message.splitlines():
        found = _COAUTHOR.match(line) or (_AUTHOR.match(line) if squashed else None)
        if found is not None:
            yield identity(found[1])


class Hand(NamedTuple):
    """Whose hand a commit shows: None of `role` where its names do not tell."""

    role: Role | None
    name: str


def hand(
    authors: Sequence[Identity], committers: Sequence[Identity], message: str, parts: Sequence[str]
) -> Hand:
    """Whether an agent had a hand in a commit.

    `authors` and `committers` are each one person, under the names before and after the mail map;
    the last is the one to show. `parts` are parts of identities that show an agent.
    """
    doubt = None
    known = tuple(parts)
    for group in (authors, committers, *((each,) for each in named_in(message))):
        for each in group:
            verdict = _is_agent(each, known)
            if verdict:
                return Hand("agent", each.name or each.mail)
            if verdict is None:
                doubt = each
    if doubt is not None:
        return Hand(None, doubt.name or doubt.mail)
    return Hand("developer", authors[-1].name or authors[-1].mail)


@lru_cache(maxsize=1024)
def _is_agent(who: Identity, parts: tuple[str, ...]) -> bool | None:
    """None for a name that may be that of a person."""
    whole = who.whole.casefold()
    doubt = False
    for part in parts:
        wanted = part.casefold().strip()
        if not wanted or wanted not in whole:
            continue
        if wanted not in _ALSO_PEOPLE or _sounds_like_agent(who, wanted):
            return True
        doubt = True
    return None if doubt else False


def _sounds_like_agent(who: Identity, part: str) -> bool:
    """Whether `Claude` stands alone or beside words like Code and Opus, not beside a surname."""
    words = _WORDS.findall(who.name.casefold())
    if part not in words:
        return False
    behind = words[words.index(part) + 1 :][:1]
    named = bool(behind) and behind[0] in _MODELS
    return named or all(word == part or word in _OF_AGENTS for word in words)
