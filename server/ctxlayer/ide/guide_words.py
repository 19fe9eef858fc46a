"""What hovers, lenses and completions say about skills, subagents and commands."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.ide.text import DOT, WARM_WORDS, code, listed, listing_words
from ctxlayer.layer.document import Document
from ctxlayer.layer.guide import guide_of
from ctxlayer.layer.guides.schema import GuideKey, Holds
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.rule import Temperature
from ctxlayer.layer.skills import Skill, default_name, listing_tokens, read_skill
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import document_tokens
from ctxlayer.syntax.nodes import Entry

NewKey = tuple[str, str, str, str]
"""(name, what it inserts, detail, documentation)"""

_MOST_READERS = 3


def guide_lens(document: Document, snapshot: Snapshot) -> str:
    """Band, tokens and what its listing costs, in the words of rules.

    `warm · opened when its description fits · ≈310 ±15 % tokens (claude) · ≈25 a message for its name
    and description`.
    """
    skill = read_skill(document)
    if skill is None:
        return ""
    weight = document_tokens(document, snapshot)
    size = weight.line if weight is not None else ""
    return _joined(_band(skill, document), size, _listing_tax(skill, document, snapshot))


def temperature_words(skill: Skill, document: Document, snapshot: Snapshot) -> str:
    """How warm it is, and what its listing costs."""
    return _joined(_band(skill, document), _listing_tax(skill, document, snapshot))


def _joined(*parts: str) -> str:
    return DOT.join(filter(None, parts))


def _listing_tax(skill: Skill, document: Document, snapshot: Snapshot) -> str:
    tokens = listing_tokens(document, snapshot)
    if skill.temperature is not Temperature.WARM or tokens is None:
        return ""
    return listing_words(tokens)


def _band(skill: Skill, document: Document) -> str:
    if skill.temperature is Temperature.WARM:
        return WARM_WORDS
    if skill.temperature is Temperature.COOL:
        return f"cool{DOT}offered while files that match are worked on"
    if document.kind is Kind.AGENT and not skill.description:
        return f"cold{DOT}nothing says when to use it"
    return f"cold{DOT}called by name only"


def guide_key_lines(entry: Entry, document: Document, snapshot: Snapshot) -> list[str]:
    """A key: who reads it, what it does, what it takes; nothing for a key of the team's own."""
    guide = guide_of(document)
    key = guide.readers.key(entry.key) if guide is not None else None
    if guide is None or key is None:
        return []
    lines = [
        f"**{key.name}**{DOT}read by {_titles(guide.readers.titles_of(key.name))}",
        "",
        key.doc,
    ]
    if key.default:
        lines += ["", f"Without it: {key.default}."]
    if key.values:
        lines += ["", *listed(code(value) for value in key.values)]
    if key.most:
        lines += ["", f"At most {key.most:,} characters."]
    skill = read_skill(document)
    if skill is not None and key.name in _DECIDING:
        lines += ["", f"This {guide.word}: {temperature_words(skill, document, snapshot)}."]
    return lines


_DECIDING = frozenset({"description", "when_to_use", "disable-model-invocation", "paths", "infer"})


def _titles(titles: tuple[str, ...]) -> str:
    shown = ", ".join(titles[:_MOST_READERS])
    more = len(titles) - _MOST_READERS
    return f"{shown} and {more} more" if more > 0 else shown


def guide_keys(document: Document) -> Iterator[NewKey]:
    """The keys that are missing, those that the owner of the place requires first."""
    guide = guide_of(document)
    if guide is None:
        return
    present = {entry.key for entry in document.frontmatter.entries}
    names = [name for name in guide.readers.names if name not in present]
    required = {key.name for key in guide.readers.owner.keys if key.required}
    for name in sorted(names, key=lambda name: name not in required):
        key = guide.readers.key(name)
        if key is not None:
            readers = _titles(guide.readers.titles_of(name))
            detail = f"required{DOT}{readers}" if name in required else readers
            yield name, f"{name}: {_stop(key)}", detail, key.doc


def _stop(key: GuideKey) -> str:
    """The value part of a new key as a snippet."""
    if key.holds is Holds.FLAG:
        other = "false" if key.default == "true" else "true"
        return f"${{1|{other},{key.default or 'false'}|}}"
    if key.values:
        return f"${{1|{','.join(key.values)}|}}"
    return "$1"


def guide_block(document: Document) -> tuple[str, ...]:
    """The lines of a new block: what the owner of the place requires, else the description."""
    guide = guide_of(document)
    if guide is None:
        return ()
    keys = [key.name for key in guide.readers.owner.keys if key.required] or ["description"]
    values = {"name": default_name(document.path)}
    return ("---", *(f"{name}: {values.get(name, '')}" for name in keys), "---", "")


def guide_values(entry: Entry, document: Document) -> list[tuple[str, str, str]]:
    """The values that a key offers: (label and text, detail, documentation)."""
    guide = guide_of(document)
    key = guide.readers.key(entry.key) if guide is not None else None
    if key is None:
        return []
    if key.holds is Holds.FLAG:
        return [
            (value, "what holds without it" if value == key.default else "", key.doc)
            for value in ("true", "false")
        ]
    return [(value, "", "") for value in key.values]


def takes_globs(entry: Entry, document: Document) -> bool:
    """Whether a key of a skill takes patterns."""
    guide = guide_of(document)
    key = guide.readers.key(entry.key) if guide is not None else None
    return key is not None and key.holds is Holds.GLOBS
