"""Skills, subagents and commands: what an agent is shown of them, and when it loads the rest."""

from __future__ import annotations

from typing import NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.layer.guides import Place, place_of
from ctxlayer.layer.guides.reading import readers_of_place
from ctxlayer.layer.guides.schema import Schema
from ctxlayer.layer.kinds import GUIDE_KINDS, Kind
from ctxlayer.layer.rule import Temperature
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import Estimate
from ctxlayer.syntax.nodes import Entry, Node, Scalar, Sequence

_YES = frozenset({"true", "yes", "on", "1"})
_NO = frozenset({"false", "no", "off", "0"})
_NO_TEXT = ("#", "<!--", "```", "~~~", "---", "|")
"""What begins a line that is not of a paragraph."""
_LONGEST_PARAGRAPH = 20_000


class ListingLimit(NamedTuple):
    """How many characters of description and `when_to_use` a runtime lists. `effect` is a sentence."""

    most: int
    effect: str
    source: str
    read_on: str


LISTING_LIMITS = {
    "claude": ListingLimit(
        1536,
        "Claude Code lists 1,536 characters of description and `when_to_use`",
        "https://code.claude.com/docs/en/skills",
        "2026-08-22",
    )
}
"""By the runtime whose folder a skill lies in."""


class Skill(NamedTuple):
    """A skill, subagent or command as the runtimes read it that look where it lies.

    `readers` are the ids of these runtimes, the one that the folder is named after first.
    `description` is what the author wrote, else "", else the first paragraph where a runtime
    takes that. `listing` is the text that these runtimes show on every message, "" where none.
    """

    path: str
    kind: Kind
    readers: tuple[str, ...]
    name: str
    description: str
    when_to_use: str
    temperature: Temperature

    @property
    def said(self) -> str:
        """What it says about when to use it."""
        return " ".join(filter(None, (self.description, self.when_to_use)))

    @property
    def listing(self) -> str:
        """The name and the description of a warm one; the others are not listed."""
        if self.temperature is not Temperature.WARM:
            return ""
        return f"{self.name}: {self.said}"


def read_skill(document: Document) -> Skill | None:
    """The skill, subagent or command in a document; None for documents of other kinds."""
    if document.kind not in GUIDE_KINDS:
        return None
    if "skill" not in document.memo:
        document.memo["skill"] = _read(document)
    skill: Skill = document.memo["skill"]
    return skill


def listing_tokens(document: Document, snapshot: Snapshot) -> Estimate | None:
    """The tokens of what is listed of a document on every message, counted once.

    None where no tokenizer is known, and for a document that is not listed.
    """
    skill = read_skill(document)
    tokenizer = snapshot.tokenizer
    if skill is None or tokenizer is None or not skill.listing:
        return None
    known = document.memo.get(listing_tokens)
    if known is None or known[0] is not tokenizer:
        known = document.memo[listing_tokens] = (tokenizer, tokenizer.count(skill.listing))
    found: Estimate = known[1]
    return found


def _read(document: Document) -> Skill:
    place = place_of(document.path)
    name = _text(document, "name") or default_name(document.path)
    description = _text(document, "description")
    if not description and _takes_first_paragraph(document, place):
        description = _first_paragraph(document)
    return Skill(
        document.path,
        document.kind,
        place.readers if place else ("layer",),
        name,
        description,
        _text(document, "when_to_use") if document.kind is Kind.SKILL else "",
        _temperature(document, place, description),
    )


def default_name(path: str) -> str:
    """What a skill, subagent or command is called where it does not say: its folder or file."""
    folder, _, name = path.rpartition("/")
    if name == "SKILL.md":
        return folder.rpartition("/")[2]
    return name.partition(".")[0]


def _temperature(document: Document, place: Place | None, description: str) -> Temperature:
    """Cold where only a person or another text calls it, cool where paths do."""
    if place is not None and not place.frontmatter:
        return Temperature.COLD
    if flag(document, "disable-model-invocation") is True or not description:
        return Temperature.COLD
    if document.kind is Kind.SKILL and _scoped(document, place):
        return Temperature.COOL
    if document.kind is Kind.COMMAND:
        # Those that say nothing are for people.
        owner = _owner(place)
        said = owner is not None and owner.lists_commands and bool(_text(document, "description"))
        return Temperature.WARM if said else Temperature.COLD
    if document.kind is Kind.AGENT:
        return _agent_temperature(document, place)
    return Temperature.WARM


def _agent_temperature(document: Document, place: Place | None) -> Temperature:
    owner = _owner(place)
    unnamed = owner is not None and "name" in owner.loads_by and not _text(document, "name")
    hidden = flag(document, "infer") is False
    return Temperature.COLD if unnamed or hidden else Temperature.WARM


def _scoped(document: Document, place: Place | None) -> bool:
    """Whether paths say when a skill is offered, be it by its place or to runtimes that read them."""
    if place is not None and place.nested:
        return True
    owner = _owner(place)
    entry = _entry(document, "paths")
    if owner is None or owner.key("paths") is None or entry is None:
        return False
    if isinstance(entry.value, Sequence):
        return any(isinstance(each, Scalar) and each.text.strip() for each in entry.value.items)
    return isinstance(entry.value, Scalar) and bool(entry.value.text.strip())


def _takes_first_paragraph(document: Document, place: Place | None) -> bool:
    """Whether a skill without a description is listed by the first paragraph of its text."""
    owner = _owner(place)
    return document.kind is Kind.SKILL and owner is not None and owner.lists_text


def _owner(place: Place | None) -> Schema | None:
    """The record of the runtime that a folder is named after."""
    readers = readers_of_place(place) if place is not None else None
    return readers.owner if readers is not None else None


def _first_paragraph(document: Document) -> str:
    lines: list[str] = []
    start = document.frontmatter.body_start
    for line in document.text[start : start + _LONGEST_PARAGRAPH].split("\n"):
        words = line.strip()
        if words and (lines or not words.startswith(_NO_TEXT)):
            lines.append(words)
        elif lines:
            break
    return " ".join(lines)


def _entry(document: Document, key: str) -> Entry | None:
    block = document.frontmatter
    return block.get(key) if block.exists and block.closed else None


def _text(document: Document, key: str) -> str:
    entry = _entry(document, key)
    if entry is None or not isinstance(entry.value, Scalar) or entry.value.value is None:
        return ""
    value = entry.value.value
    return " ".join((value if isinstance(value, str) else entry.value.text).split())


def is_flag(value: Node) -> bool:
    """Whether a value is one of the words that loaders take for true or false."""
    return isinstance(value, Scalar) and value.text.strip().lower() in _YES | _NO


def flag(document: Document, key: str) -> bool | None:
    """What a switch says, in any of the words that loaders take for one; None where nothing."""
    entry = _entry(document, key)
    if entry is None or not isinstance(entry.value, Scalar):
        return None
    word = entry.value.text.strip().lower()
    return True if word in _YES else False if word in _NO else None
