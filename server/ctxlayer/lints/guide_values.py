"""Values of skills, subagents and commands, and what keeps them from being loaded at all."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.guide import Guide, guide_of, is_part
from ctxlayer.layer.guides import flat_skill
from ctxlayer.layer.guides.reading import readers_of_place
from ctxlayer.layer.guides.schema import GuideKey, Holds
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.mending import mends_by_quoting
from ctxlayer.layer.rule import inner_span
from ctxlayer.layer.runtimes import PROFILES
from ctxlayer.layer.skills import default_name, flag, is_flag
from ctxlayer.lints.guide_keys import meant_key
from ctxlayer.lints.model import Fix, Report, Severity
from ctxlayer.lints.wording import clip, near_value, one_of, replace_with, value_span
from ctxlayer.syntax.nodes import Entry, Mapping, Scalar

_CHECKED_TEXTS = frozenset({"name", "description"})


def invalid_in_guide(document: Document) -> Iterator[Report]:
    """Values that their keys do not take, by the record of the first reader that reads the key."""
    guide = guide_of(document)
    block = document.frontmatter
    if guide is None or not (block.exists and block.closed):
        return
    for entry in block.entries:
        key = guide.readers.key(entry.key)
        if key is None or entry.damaged or _is_empty(entry):
            continue
        yield from _by_type(document, entry, key)
        yield from _too_long(entry, key, guide)
        if key.name == "name" and len(block.all("name")) == 1 and guide.place.sort == "skill":
            yield from _skill_name(document, entry, guide)


def _is_empty(entry: Entry) -> bool:
    return isinstance(entry.value, Scalar) and not entry.value.text.strip()


def _by_type(document: Document, entry: Entry, key: GuideKey) -> Iterator[Report]:
    value = entry.value
    if key.holds is Holds.FLAG:
        if not is_flag(value):
            yield Report(value_span(entry), f"`{key.name}` takes true or false")
    elif key.holds is Holds.CHOICE:
        yield from _choice(document, entry, key)
    elif key.holds is Holds.NUMBER:
        if not (isinstance(value, Scalar) and value.text.strip().isdecimal() and value.value != 0):
            yield Report(value_span(entry), f"`{key.name}` takes {key.holds.value}")
    elif (
        (key.holds is Holds.TABLE and not isinstance(value, Mapping))
        or (key.holds in (Holds.TEXTS, Holds.GLOBS) and isinstance(value, Mapping))
        or (key.name in _CHECKED_TEXTS and not isinstance(value, Scalar))
    ):
        yield Report(value_span(entry), f"`{key.name}` takes {key.holds.value}", severity="warning")


def _choice(document: Document, entry: Entry, key: GuideKey) -> Iterator[Report]:
    text = entry.value.text.strip() if isinstance(entry.value, Scalar) else ""
    if not text or text in key.values:
        return
    close = near_value(text, key.values)
    if close is None and not key.closed:
        return  # a value of a later version
    message = f"{key.name} `{clip(text)}` is not one of {one_of(key.values)}"
    if close is None:
        yield Report(value_span(entry), message, severity="warning")
        return
    fixes: tuple[Fix, ...] = ()
    if isinstance(entry.value, Scalar) and entry.value.style not in ("literal", "folded"):
        span = inner_span(entry.value, document.text)
        fixes = (replace_with(document, span, close, title=f"Change to `{close}`", safe=True),)
    yield Report(value_span(entry), f"{message}; did you mean `{close}`?", fixes)


def _too_long(entry: Entry, key: GuideKey, guide: Guide) -> Iterator[Report]:
    if not key.most or not isinstance(entry.value, Scalar):
        return
    read = entry.value.value
    length = len(read if isinstance(read, str) else entry.value.text)
    if length <= key.most:
        return
    owner = guide.readers.owner
    skipped = owner.skips_long
    effect = (
        f"{owner.title} passes over the {guide.word}"
        if skipped
        else "agents that check it, as Codex does, pass over it"
    )
    yield Report(
        value_span(entry),
        f"`{key.name}` has {length:,} characters, of at most {key.most:,}; {effect}; shorten it",
        severity=None if skipped else "warning",
    )


def _skill_name(document: Document, entry: Entry, guide: Guide) -> Iterator[Report]:
    if not isinstance(entry.value, Scalar) or is_part(document, guide):
        return
    if guide.place.owner == "layer":
        return  # no runtime looks there by itself
    if not document.path.endswith("/SKILL.md"):
        return
    name, folder = entry.value.text.strip(), default_name(document.path)
    if name == folder and _is_skill_name(name):
        return
    if name != folder and _is_skill_name(folder):
        fix = replace_with(
            document,
            inner_span(entry.value, document.text),
            folder,
            title=f"Change to `{folder}`",
            safe=False,
        )
        yield Report(
            entry.value.span,
            f"name `{clip(name)}` is not the name of its folder, `{clip(folder)}`: {_loses(guide)}",
            (fix,),
            severity=_how_loud(guide),
            habit="name of the folder" if _how_loud(guide) else "",
        )
    elif not _is_skill_name(name):
        yield Report(
            entry.value.span,
            f"name `{clip(name)}` is more than lower-case letters, digits and single hyphens, and "
            "agents that check it pass over the skill; rename it and its folder",
            severity="info" if guide.readers.owner.any_name else "warning",
            habit="form of the name",
        )


def _is_skill_name(name: str) -> bool:
    """Lower-case letters and digits of any script, joined by single hyphens."""
    return name == name.lower() and all(part.isalnum() for part in name.split("-"))


def _loses(guide: Guide) -> str:
    strict = next((each.folder_name for each in guide.readers.all if each.folder_name), "")
    if not strict:
        return "agents that check it pass over the skill; make the two equal"
    if guide.readers.owner.any_name:
        return f"{guide.owner} loads the skill, {strict} does not; make the two equal"
    return f"{strict} does not load the skill; make the two equal"


def _how_loud(guide: Guide) -> Severity | None:
    owner = guide.readers.owner
    if owner.folder_name:
        return None
    return "info" if owner.any_name else "warning"


def never_loads_in_guide(document: Document) -> Iterator[Report]:
    """Skills without a folder, and subagents that their runtime passes over."""
    if document.kind is Kind.UNREAD_SKILL:
        yield from _flat_skill(document)
        return
    guide = guide_of(document)
    block = document.frontmatter
    if guide is not None and guide.place.sort != "agent":
        yield from _for_nobody(document, guide)
    if guide is None or guide.place.sort != "agent" or not guide.readers.owner.loads_by:
        return
    if not (block.exists and block.closed) or block.problems or block.second is not None:
        return
    if not any(guide.readers.key(entry.key) for entry in block.entries):
        return  # notes
    yield from _subagent(document, guide)


def _flat_skill(document: Document) -> Iterator[Report]:
    block = document.frontmatter
    place = flat_skill(document.path)
    readers = readers_of_place(place) if place else None
    if readers is None or block.get("description") is None:
        return  # notes beside the skills
    name = default_name(document.path)
    title = readers.owner.title
    who = "agents look" if place and place.owner == "portable" else f"{title} looks"
    yield Report(
        block.open_span,
        f"this skill never loads: {who} for folders with a SKILL.md; move it to `{name}/SKILL.md`",
    )


def _for_nobody(document: Document, guide: Guide) -> Iterator[Report]:
    """Kept from the agent and from people by the two switches together."""
    entry = document.frontmatter.get("user-invocable")
    if entry is None or guide.readers.owner.key(entry.key) is None:
        return
    if flag(document, "disable-model-invocation") is True and flag(document, entry.key) is False:
        yield Report(
            entry.value.span,
            f"this {guide.word} never loads in {guide.owner}: `disable-model-invocation: true` keeps "
            "it from the agent, and this from people; remove one of the two",
        )


def _subagent(document: Document, guide: Guide) -> Iterator[Report]:
    block = document.frontmatter
    slips = {meant_key(entry, document, guide) for entry in block.entries}
    absent = []
    for key in guide.readers.owner.loads_by:
        entry = block.get(key)
        if (entry is None or _is_empty(entry)) and key not in slips:
            absent.append(key)
    if absent:
        names = " and no ".join(f"`{key}`" for key in absent)
        first = block.get(absent[0])
        yield Report(
            first.key_span if first is not None else block.open_span,
            f"this subagent never loads in {guide.owner}: it has no {names}; add it",
        )
        return
    entry = block.get("name")
    name = entry.value.text.strip() if entry and isinstance(entry.value, Scalar) else ""
    if entry is not None and (":" in name or name.startswith("-")):
        yield Report(
            entry.value.span,
            f"this subagent never loads in {guide.owner}: its name has a colon or begins with a "
            "hyphen; use lower-case letters and hyphens",
        )


def is_mended(document: Document) -> bool:
    """Whether its runtime reads the block of a skill, subagent or command though it is no YAML."""
    guide = guide_of(document)
    profile = PROFILES.get(guide.place.owner) if guide is not None else None
    return profile is not None and profile.quotes_values and mends_by_quoting(document)
