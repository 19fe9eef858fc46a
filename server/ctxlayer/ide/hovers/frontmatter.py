"""Keys and values of frontmatter: what they mean, and what a loader makes of them."""

from __future__ import annotations

from datetime import date, datetime

from ctxlayer.analysis.authorship import standing_of
from ctxlayer.analysis.freshness import limit_days
from ctxlayer.analysis.gate import gate_of
from ctxlayer.analysis.justifications import KEY as JUSTIFICATION
from ctxlayer.analysis.justifications import switch_keys
from ctxlayer.globs import compile_glob
from ctxlayer.ide.evidence_words import about_entry, evidence_lines, reason_lines
from ctxlayer.ide.guide_words import guide_key_lines
from ctxlayer.ide.hovers.files import file_lines, glob_lines, pattern_lines
from ctxlayer.ide.linking import join
from ctxlayer.ide.model import Hover
from ctxlayer.ide.okf_words import okf_key_lines, okf_status_lines
from ctxlayer.ide.repo_words import tier_sentence
from ctxlayer.ide.rule_words import promotion_lines
from ctxlayer.ide.text import (
    DOT,
    age,
    author_line,
    code,
    counted,
    listed,
    matching_files,
    standing,
    temperature_line,
    temperature_reason,
)
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import GUIDE_KINDS, INDEXED_KINDS, TRUST_KINDS, Kind
from ctxlayer.layer.okf import speaks_okf
from ctxlayer.layer.pointer import sibling_parts
from ctxlayer.layer.rule import Rule, read_rule
from ctxlayer.layer.runtimes import KeyType, RuleKey
from ctxlayer.layer.runtimes.profile import JUSTIFICATION as OUR_KEY
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import (
    TrustKey,
    ValueType,
    allowed_values,
    key_by_variant,
    read_date,
    read_trust,
    trust_key,
)
from ctxlayer.syntax.cursor import entry_at
from ctxlayer.syntax.nodes import Entry, Scalar, scalars
from ctxlayer.text import Span


def frontmatter_hover(document: Document, offset: int, snapshot: Snapshot) -> Hover | None:
    """What stands at `offset` in the frontmatter of a document."""
    entry = entry_at(document.frontmatter, offset)
    if entry is None:
        return None
    if entry.key_span.holds(offset):
        lines = _key(entry, document, snapshot)
        return Hover(entry.key_span, "\n".join(lines)) if lines else None
    scalar = _scalar_at(entry, offset)
    span = scalar.span if scalar else entry.value.span
    found = _value(entry, scalar, offset, document, snapshot)
    lines = found[1] if found else []
    reading = yaml_reading(scalar) if scalar else ""
    if reading:
        # A runtime reads its rules with a YAML loader; we read our own keys as they are written.
        reading += " Here the text counts." if document.kind in TRUST_KINDS else ""
        lines = [*lines, "", reading] if lines else [reading]
    return Hover(found[0] if found else span, "\n".join(lines)) if lines else None


def _scalar_at(entry: Entry, offset: int) -> Scalar | None:
    return next((each for each in scalars(entry.value) if each.span.holds(offset)), None)


# Keys.


def _key(entry: Entry, document: Document, snapshot: Snapshot) -> list[str]:
    if document.kind is Kind.RULE:
        rule = read_rule(document)
        return _rule_key(rule, entry, document, snapshot) if rule else []
    if document.kind in GUIDE_KINDS:
        return guide_key_lines(entry, document, snapshot)
    if document.kind not in TRUST_KINDS:
        return []
    if entry.key == "status" and speaks_okf(document.frontmatter):
        return okf_status_lines(document)
    concept = okf_key_lines(entry, document, snapshot)
    if concept:
        return concept
    key = trust_key(entry.key)
    if key is not None:
        told = evidence_lines(document, snapshot) if key.name in _EVIDENT else []
        return [*trust_key_lines(key, snapshot), *([""] if told else []), *told]
    key = key_by_variant(entry.key)
    if key is not None:
        return [f"Another spelling of {code(key.name)}; its value is read.", "", key.doc]
    if entry.key in snapshot.settings.frontmatter.extra_keys:
        return [f"**{entry.key}**{DOT}a key of this team, named in the settings."]
    return []


_EVIDENT = ("last-verified", "tracks")
"""Keys that say what is held against a file."""


def trust_key_lines(key: TrustKey, snapshot: Snapshot) -> list[str]:
    """A key of trust frontmatter with the values that it accepts."""
    needed = "required" if key.required else "optional"
    if key.name == "last-verified":
        needed = "required, unless `verified-by` is `unverified`"
    lines = [f"**{key.name}**{DOT}{needed}", "", key.doc]
    if key.type is ValueType.CHOICE:
        docs = dict(zip(key.values, key.value_docs, strict=True))
        values = allowed_values(key, snapshot.settings)
        meanings = (f"{code(each)}: {docs.get(each, 'added by the settings')}" for each in values)
        return [*lines, "", *listed(meanings)]
    if key.type is ValueType.DATE:
        return [*lines, "", "An ISO date, such as `2026-04-14`."]
    return lines


def _rule_key(rule: Rule, entry: Entry, document: Document, snapshot: Snapshot) -> list[str]:
    key = rule.store.key(entry.key)
    if key is None:
        return []
    reader = "ctxlayer" if key is OUR_KEY else rule.profile.title
    lines = [f"**{key.name}**{DOT}read by {reader}", "", key.doc]
    if key.default and key.type is not KeyType.FLAG:
        lines += ["", f"Without it: {key.default}."]
    if key.lists_since:
        lines += ["", f"A list is read from version {key.lists_since} on."]
    lines += [""] * bool(key.values)
    lines += listed(f"{code(choice.value)}: {choice.doc}" for choice in key.values)
    return [
        *lines,
        "",
        *_temperature(rule, document, snapshot),
        *_promotion(rule, key, document, snapshot),
    ]


def _temperature(rule: Rule, document: Document, snapshot: Snapshot) -> list[str]:
    return [f"This rule: {temperature_line(document, snapshot)}. {temperature_reason(rule)}"]


def _promotion(rule: Rule, key: RuleKey, document: Document, snapshot: Snapshot) -> list[str]:
    """On what makes a rule hot, and on what justifies it: whether that pays."""
    if key.name != JUSTIFICATION and key.name not in switch_keys(rule):
        return []
    lines = promotion_lines(document, snapshot)
    return ["", *lines] if lines else []


# Values.


def _value(
    entry: Entry, scalar: Scalar | None, offset: int, document: Document, snapshot: Snapshot
) -> tuple[Span, list[str]] | None:
    """What a value means, and the span that this is about."""
    if document.kind is Kind.RULE:
        rule = read_rule(document)
        key = rule.store.key(entry.key) if rule else None
        return _rule_value(rule, key, entry, offset, document, snapshot) if rule and key else None
    key_ = trust_key(entry.key) or key_by_variant(entry.key)
    if document.kind not in TRUST_KINDS or key_ is None or scalar is None:
        return None
    lines = _trust_value(key_, scalar, document, snapshot)
    return (scalar.span, lines) if lines else None


def _rule_value(
    rule: Rule,
    key: RuleKey,
    entry: Entry,
    offset: int,
    document: Document,
    snapshot: Snapshot,
) -> tuple[Span, list[str]] | None:
    if key.type is KeyType.GLOBS:
        for pattern in rule.patterns:
            if pattern.span.holds(offset):
                return pattern.span, pattern_lines(document.path, pattern, snapshot)
        count = len(matching_files(document, rule, snapshot))
        patterns = counted(len(rule.patterns), "pattern")
        return entry.value.span, [f"{patterns}{DOT}{counted(count, 'file')} matched now"]
    if key.type in (KeyType.FLAG, KeyType.CHOICE) or key.name in ("description", JUSTIFICATION):
        lines = [*_meaning(key, entry), *_temperature(rule, document, snapshot)]
        return entry.value.span, [*lines, *_promotion(rule, key, document, snapshot)]
    return None


def _meaning(key: RuleKey, entry: Entry) -> list[str]:
    """What one of the values of a key does."""
    text = entry.value.text.strip() if isinstance(entry.value, Scalar) else ""
    docs = [f"{code(text)}: {each.doc}." for each in key.values if each.value == text]
    return [*docs, ""] if docs else []


def _trust_value(
    key: TrustKey, scalar: Scalar, document: Document, snapshot: Snapshot
) -> list[str]:
    text = scalar.text.strip()
    if key.type is ValueType.CHOICE:
        return _choice(key, text, document, snapshot)
    if key.type is ValueType.DATE:
        return _date(key, scalar, document, snapshot)
    if key.type is ValueType.PATHS and text:
        return _tracked(text, document, snapshot)
    if key.name == "superseded-by" and text:
        return _replacement(text, document, snapshot)
    return []


def _choice(key: TrustKey, text: str, document: Document, snapshot: Snapshot) -> list[str]:
    docs = dict(zip(key.values, key.value_docs, strict=True))
    if text not in allowed_values(key, snapshot.settings):
        return []  # a finding says which values there are
    lines = [f"{code(text)}: {docs.get(text, 'a value that the settings add.')}"]
    lines += ["", f"This file: {standing(document, snapshot)}"]
    if (key.name, text) in _STATED:
        lines += ["", author_line(key.name, document, snapshot)]
    return lines


_STATED = (
    ("status", "confirmed"),
    ("verified-by", "developer"),
    ("verified-by", "live-query"),
)
"""What counts for more when a developer said it."""


def _date(key: TrustKey, scalar: Scalar, document: Document, snapshot: Snapshot) -> list[str]:
    read = read_date(scalar)
    if read is None:
        return []
    line = f"{read.day.isoformat()}{DOT}{age((snapshot.today - read.day).days)}"
    superseded = read_trust(document).status == "superseded"
    if key.name == "last-verified" and document.kind in INDEXED_KINDS and not superseded:
        line += f"{DOT}holds for {limit_days(document, snapshot)} d"
    lines = [line]
    if standing_of(document, key.name, snapshot).state != "unknown":
        lines += ["", author_line(key.name, document, snapshot)]
    told = evidence_lines(document, snapshot) if key.name == "last-verified" else []
    return [*lines, "", *told] if told else lines


def _tracked(text: str, document: Document, snapshot: Snapshot) -> list[str]:
    """What a tracked source is now, and what commits did to it."""
    told = reason_lines(about_entry(text, document, snapshot))
    return [*_source(text, snapshot), *([""] if told else []), *told]


def _source(text: str, snapshot: Snapshot) -> list[str]:
    parts = sibling_parts(text)
    if parts is None:
        return glob_lines(compile_glob(text.removeprefix("/")), snapshot)
    repo, pattern = parts
    matched = snapshot.siblings.any_file(repo, compile_glob(pattern).matches)
    known = gate_of(repo, snapshot).facts is not None
    told = ["", tier_sentence(repo, pattern, snapshot)] if known else []
    source = f"{code(pattern)} in the sibling {code(repo)}"
    if matched is not None:
        return [f"{source}: {'found' if matched else 'no file'}.", *told]
    if known:
        return [f"{source}; what is in it is not known.", *told]
    return [f"{source}, which is not known on this machine."]


def _replacement(text: str, document: Document, snapshot: Snapshot) -> list[str]:
    beside = join(document.path.rpartition("/")[0], text)
    for path in (text.lstrip("/"), beside):
        if path is not None and path in snapshot.tree.paths:
            return file_lines(path, snapshot)
    return []


# What a loader reads.

_TYPES = ((bool, "the value"), (int, "the number"), (float, "the number"), (datetime, "the moment"))


def yaml_reading(scalar: Scalar) -> str:
    """What YAML 1.1 makes of a plain value, where that is not what stands there."""
    value = scalar.value
    text = scalar.text.strip()
    if scalar.style != "plain" or isinstance(value, str):
        return ""
    if type(value) is date or value is None:
        return ""
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    if shown == text.lower():
        return ""
    kind = next((words for type_, words in _TYPES if isinstance(value, type_)), "the value")
    return f"You wrote {code(text)}; YAML 1.1 reads {kind} {code(shown)}."
