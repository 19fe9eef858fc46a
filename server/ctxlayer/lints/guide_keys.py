"""Keys of skills, subagents and commands: which are missing, misspelt, or another runtime's."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.guide import WORDS, Guide, guide_of, is_part
from ctxlayer.layer.guides.reading import others_reading
from ctxlayer.layer.guides.schema import GuideKey, Holds
from ctxlayer.layer.runtimes import LAYER, readers_of
from ctxlayer.layer.skills import default_name, flag
from ctxlayer.layer.trust import slip
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.wording import has_plain_lines, replace_with, without_entry
from ctxlayer.syntax.nodes import Entry, Mapping, Scalar, scalars
from ctxlayer.text import Edit, Span
from ctxlayer.text.lines import body_length

_SEPARATORS = re.compile(r"[-_ ]+")
_OF_OTHERS = frozenset(
    "mode path skill version versions title type types tags id ids role roles author authors"
    " disable hidden permission permissions temperature top_p steps prompt icons domain".split()
)
"""Names that other tools and teams use, though a letter more would make a key of them."""
_RULE_TRIGGERS = frozenset({"globs", "alwaysApply", "applyTo", "fileMatchPattern"})


def missing_in_guide(document: Document) -> Iterator[Report]:
    """The required keys that are not there. Without a block at all, one report names them all."""
    guide = guide_of(document)
    block = document.frontmatter
    if guide is None or (block.exists and not block.closed) or is_part(document, guide):
        return
    needed = [key for key in guide.readers.owner.keys if _needed(key, guide, document)]
    absent = [key for key in needed if not _says(document, key.name)]
    if not absent or guide.readers.owner.loads_by:
        return  # it is never loaded, and another finding says so
    if not block.exists:
        yield _without_block(document, guide, absent)
        return
    slips = {meant for entry in block.entries if (meant := meant_key(entry, document, guide))}
    if block.second is not None:  # another finding says to move these keys up
        slips |= {entry.key for entry in block.second.entries}
    for key in absent:
        if key.name not in slips:
            yield _missing(document, guide, key)


def _needed(key: GuideKey, guide: Guide, document: Document) -> bool:
    if key.name == "description" and guide.place.sort == "skill":
        # The description is for the agent; a skill that only people call needs none.
        return flag(document, "disable-model-invocation") is not True
    other, value = key.unless
    return key.required and not (other and _text(document, other) == value)


def _missing(document: Document, guide: Guide, key: GuideKey) -> Report:
    block = document.frontmatter
    entry = block.get(key.name)
    span = entry.key_span if entry is not None else block.open_span
    state = "is empty" if entry is not None else "is missing"
    return Report(
        span,
        f"`{key.name}` {state}: {_effect(key, guide)}",
        _name_fix(document, key, entry),
        severity=None if key.required else "info",
    )


def _effect(key: GuideKey, guide: Guide) -> str:
    says = key.doc.partition(".")[0].partition(":")[0]
    says = says[0].lower() + says[1:]
    if not key.required and key.default:
        return f"{guide.owner} takes {key.default}, other agents pass over the {guide.word}; it says {says}"
    if not key.required:
        return f"no agent learns when to use the {guide.word}; say {says}"
    return f"{guide.owner} requires it; it says {says}"


def _without_block(document: Document, guide: Guide, absent: list[GuideKey]) -> Report:
    start = 1 if document.text.startswith("\ufeff") else 0
    line = Span(start, max(start, body_length(document.lines.line(0))))
    names = " and ".join(f"`{key.name}`" for key in absent)
    required = any(key.required for key in absent)
    return Report(
        line,
        f"this {guide.word} has no frontmatter, so agents do not know when to use it; put {names} "
        "between two `---` lines at the top",
        severity=None if required else "info",
    )


def _name_fix(document: Document, key: GuideKey, entry: Entry | None) -> tuple[Fix, ...]:
    """The folder gives the name; only a person can say what a skill is for."""
    block = document.frontmatter
    if key.name != "name" or entry is not None or not has_plain_lines(document):
        return ()
    line = f"name: {default_name(document.path)}{document.newline}"
    at = block.entries[0].span.start if block.entries else None
    if at is None and block.close_span is not None:
        at = block.close_span.start
    return (
        (Fix(f"Add `{line.strip()}`", {document.path: (Edit(Span.at(at), line),)}),) if at else ()
    )


def unknown_in_guide(document: Document, extra: Collection[str]) -> Iterator[Report]:
    """The keys that are a slip of one that is read. Teams add keys of their own."""
    guide = guide_of(document)
    block = document.frontmatter
    if guide is None or not (block.exists and block.closed):
        return
    offered: set[str] = set()
    for entry in block.entries:
        meant = None if entry.key in extra else meant_key(entry, document, guide)
        if meant is None:
            continue
        readers = " and ".join(guide.readers.titles_of(meant)[:2])
        key = guide.readers.key(meant)
        lost = f", so {key.lost}" if key and key.lost else ""
        fix = replace_with(
            document,
            entry.key_span,
            meant,
            title=f"Rename to `{meant}`",
            safe=meant not in offered and meant.isascii(),
        )
        offered.add(meant)
        yield Report(
            entry.key_span,
            f"`{entry.key}` is not read in a {guide.word}{lost}; did you mean `{meant}`, which "
            f"{readers} {'read' if ' and ' in readers else 'reads'}?",
            (fix,),
        )


def meant_key(entry: Entry, document: Document, guide: Guide) -> str | None:
    """The key that `entry` is another spelling or a slip of, where the file lacks that key."""
    names = guide.readers.names
    if not entry.key or entry.key in names:
        return None
    present = {each.key for each in document.frontmatter.entries}
    absent = [name for name in names if name not in present]
    plain = _plain(entry.key)
    found = next((name for name in absent if _plain(name) == plain), None)
    found = found or next((name for name in absent if _is_meant(entry.key, name, guide)), None)
    if found is None and entry.key not in _OF_OTHERS and not _read_elsewhere(entry.key, guide):
        found = slip(entry.key, absent)
    key = guide.readers.key(found) if found else None
    return found if key is not None and _could_hold(key, entry) else None


def _plain(name: str) -> str:
    return _SEPARATORS.sub("", name).lower()


def _is_meant(written: str, name: str, guide: Guide) -> bool:
    key = guide.readers.key(name)
    return key is not None and written in key.meant_by


def _read_elsewhere(name: str, guide: Guide) -> bool:
    return bool(readers_of(name)) or any(any(others_reading(sort, name)) for sort in WORDS)


def _could_hold(key: GuideKey, entry: Entry) -> bool:
    """Whether the value of `entry` is of the form that `key` takes."""
    if key.holds in (Holds.TEXT, Holds.FLAG, Holds.CHOICE, Holds.NUMBER):
        return isinstance(entry.value, Scalar)
    if key.holds is Holds.TABLE:
        return isinstance(entry.value, Mapping)
    if key.holds is Holds.GLOBS:
        return any(mark in each.text for each in scalars(entry.value) for mark in "/*")
    return True


def foreign_in_guide(document: Document, extra: Collection[str]) -> Iterator[Report]:
    """The keys that do something elsewhere, and nothing for any runtime that reads this file."""
    guide = guide_of(document)
    block = document.frontmatter
    if guide is None or not (block.exists and block.closed):
        return
    known = {*guide.readers.names, *extra}
    for entry in block.entries:
        if entry.key in known or meant_key(entry, document, guide) is not None:
            continue
        if entry.key in _RULE_TRIGGERS:
            yield _of_rules(document, entry, guide)
            continue
        other = next(iter(others_reading(guide.place.sort, entry.key)), None)
        key = other.key(entry.key) if other else None
        if other is not None and key is not None and key.lost:
            yield Report(
                entry.key_span,
                f"`{entry.key}` is read by {other.title}, not by {_who(guide)}, so {key.lost}",
                without_entry(document, entry, f"Remove `{entry.key}`"),
                severity="info",
                tag="unnecessary",
                habit=entry.key,
            )


def _of_rules(document: Document, entry: Entry, guide: Guide) -> Report:
    titles = [title for title in readers_of(entry.key) if title != LAYER.title]
    readers = " and ".join(titles[:2]) or "other runtimes"
    instead = "`paths` or the description" if guide.readers.key("paths") else "the description"
    return Report(
        entry.key_span,
        f"`{entry.key}` loads rules of {readers}, and a {guide.word} is no rule; say in {instead} "
        "when it is for",
        without_entry(document, entry, f"Remove `{entry.key}`"),
        tag="unnecessary",
        habit=entry.key,
    )


def _who(guide: Guide) -> str:
    return " and ".join(schema.title for schema in guide.readers.all[:2])


def _text(document: Document, name: str) -> str:
    entry = document.frontmatter.get(name)
    return entry.value.text.strip() if entry and isinstance(entry.value, Scalar) else ""


def _says(document: Document, name: str) -> bool:
    """Whether a key is there with something behind it."""
    entry = document.frontmatter.get(name)
    if entry is None:
        return False
    return not isinstance(entry.value, Scalar) or bool(entry.value.text.strip())
