"""Keys and values of frontmatter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ctxlayer.analysis.ledgers import tree_of
from ctxlayer.ide.completions.paths import fitting, pattern_completions, pattern_start
from ctxlayer.ide.guide_words import guide_block, guide_keys, guide_values, takes_globs
from ctxlayer.ide.hovers.frontmatter import trust_key_lines
from ctxlayer.ide.model import Completion, CompletionKind
from ctxlayer.ide.snippets import literal, literal_choice
from ctxlayer.ide.text import age, standing
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import GUIDE_KINDS, TRUST_KINDS, Kind
from ctxlayer.layer.runtimes import KeyType, RuleKey, Store, own_store_of, profile_of
from ctxlayer.layer.runtimes.profile import JUSTIFICATION
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.templates import humble_value, trust_block
from ctxlayer.layer.trust import (
    TRUST_KEYS,
    TrustKey,
    ValueType,
    allowed_values,
    entries_of,
    key_by_variant,
    read_trust,
    trust_key,
)
from ctxlayer.syntax.cursor import Cursor, key_prefix_at
from ctxlayer.text import Edit, Span

_MOST_FILES = 200
_KEY_BEHIND = re.compile(r"[\w-]*[ \t]*:")
_FENCE_TYPED = re.compile(r"\ufeff?(-{0,3})\Z")
_REST_OF_LINE = re.compile(r"[^\r\n]*")


def frontmatter_completions(
    document: Document, offset: int, snapshot: Snapshot
) -> Iterator[Completion]:
    """What fits at a cursor in frontmatter; nothing outside of it."""
    cursor = key_prefix_at(document.text, document.frontmatter, offset)
    if cursor is None:
        return
    if cursor.kind == "key":
        yield from _keys(document, cursor, snapshot)
        return
    if cursor.entry is None:
        return
    if document.kind is Kind.RULE:
        yield from _rule_values(document, cursor, snapshot)
    elif document.kind in TRUST_KINDS:
        yield from _trust_values(document, cursor, snapshot)
    elif document.kind in GUIDE_KINDS:
        yield from _guide_values(document, cursor, snapshot)


def _guide_values(document: Document, cursor: Cursor, snapshot: Snapshot) -> Iterator[Completion]:
    if cursor.entry is not None and takes_globs(cursor.entry, document):
        yield from _patterns(document, cursor, snapshot)
    elif cursor.entry is not None:
        yield from _plain(guide_values(cursor.entry, document), "value", document, cursor)


def block_template(document: Document, offset: int, snapshot: Snapshot) -> list[Completion]:
    """A whole block, at the top of a document that has none. It claims no more than is known."""
    typed = _FENCE_TYPED.match(document.text[:offset])
    rest = _REST_OF_LINE.match(document.text, offset)
    if document.frontmatter.exists or typed is None or (rest and rest[0].strip()):
        return []
    edit_span = Span(typed.start(1), offset)
    if document.kind in TRUST_KINDS:
        new, label = trust_block(document, snapshot), "trust frontmatter"
    elif document.kind in GUIDE_KINDS:
        lines = guide_block(document)
        if not lines:
            return []
        newline = "\r\n" if "\r\n" in document.text else "\n"
        new, label = newline.join(lines), f"{document.kind.value} frontmatter"
    else:
        key = _first_key(document)
        if key is None:
            return []
        newline = "\r\n" if "\r\n" in document.text else "\n"
        new, label = newline.join(("---", f"{key}: ", "---", "")), "rule frontmatter"
    return [
        Completion(
            label,
            "snippet",
            Edit(edit_span, new),
            "0000",
            "weakest claims, for you to raise" if document.kind in TRUST_KINDS else "",
            filter="---",
        )
    ]


def _first_key(document: Document) -> str | None:
    """The key that the frontmatter of a rule begins with; None where its runtime reads none."""
    store = _store(document)
    triggers = store.triggers() if store else ()
    return next((name for name in ("description", *triggers) if name in triggers), None)


def _store(document: Document) -> Store | None:
    """How the runtime reads a rule in whose store it lies."""
    if document.kind is not Kind.RULE:
        return None
    return own_store_of(document.path, document.runtime)


# Keys.


def _keys(document: Document, cursor: Cursor, snapshot: Snapshot) -> Iterator[Completion]:
    """Keys that are still missing; behind one that is already written, its name alone."""
    bare = _KEY_BEHIND.match(document.text, cursor.prefix.end) is not None
    if document.kind is Kind.RULE:
        found = _rule_keys(document)
    elif document.kind in TRUST_KINDS:
        found = _missing_trust_keys(document, snapshot)
    elif document.kind in GUIDE_KINDS:
        found = guide_keys(document)
    else:
        return
    for number, (name, snippet, detail, doc) in enumerate(found):
        new = name if bare else snippet
        edit = Edit(cursor.prefix, new)
        snippets = not bare and "$" in snippet
        yield Completion(name, "key", edit, f"{number:04d}", detail, doc, name, snippets)


_NewKey = tuple[str, str, str, str]
"""(name, what it inserts, detail, documentation)"""


def _rule_keys(document: Document) -> Iterator[_NewKey]:
    store = _store(document)
    if store is None:
        return
    present = {entry.key for entry in document.frontmatter.entries}
    title = profile_of(document.runtime).title
    for key in store.all_keys:
        if key.name not in present:
            reader = "ctxlayer" if key is JUSTIFICATION else title
            yield key.name, f"{key.name}: {_rule_stop(key)}", reader, _key_doc(key)


def _rule_stop(key: RuleKey) -> str:
    if key.type is KeyType.FLAG:
        return "${1|false,true|}"
    if key.type is KeyType.CHOICE:
        return f"${{1|{','.join(literal_choice(choice.value) for choice in key.values)}|}}"
    if key.type is KeyType.GLOBS and not key.bare:
        return '["$1"]' if key.lists else '"$1"'
    return "$1"


def _key_doc(key: RuleKey) -> str:
    return f"{key.doc} Without it: {key.default}." if key.default else key.doc


def _missing_trust_keys(document: Document, snapshot: Snapshot) -> Iterator[_NewKey]:
    """Required keys first. `last-verified` is required only of what somebody verified."""
    block = document.frontmatter
    missing = [key for key in TRUST_KEYS if not any(entries_of(block, key.name))]
    unverified = read_trust(document).verified_by == "unverified"

    def needed(key: TrustKey) -> bool:
        return key.required and not (key.name == "last-verified" and unverified)

    for key in sorted(missing, key=lambda key: not needed(key)):
        detail = "required" if needed(key) else ""
        doc = "\n".join(trust_key_lines(key, snapshot))
        yield key.name, f"{key.name}: {_trust_stop(key, document, snapshot)}", detail, doc
    present = {entry.key for entry in block.entries}
    for name in snapshot.settings.frontmatter.extra_keys:
        if name not in present:
            yield name, f"{literal(name)}: $1", "a key of this team", ""


def _trust_stop(key: TrustKey, document: Document, snapshot: Snapshot) -> str:
    """The value part of a new key as a snippet; what it starts with claims least."""
    if key.type is ValueType.CHOICE:
        choices = map(literal_choice, _choices(key, document, snapshot))
        return f"${{1|{','.join(choices)}|}}"
    if key.type is ValueType.DATE:
        day = humble_value(key, document, snapshot)
        return f"${{1:{day}}}" if day else "$1"
    if key.type is ValueType.PATHS:
        return '["$1"]'
    return '"$1"' if key.name == "hot-memory" else "$1"


def _choices(key: TrustKey, document: Document, snapshot: Snapshot) -> tuple[str, ...]:
    """The values of a choice, the humblest first: choosing more is for a person to do."""
    values = list(allowed_values(key, snapshot.settings))
    if key.name == "verified-by":
        values = [*reversed(key.values), *values[len(key.values) :]]
    humble = humble_value(key, document, snapshot)
    if humble in values:
        values.remove(humble)
        values.insert(0, humble)
    return tuple(values)


# Values.


def _trust_values(document: Document, cursor: Cursor, snapshot: Snapshot) -> Iterator[Completion]:
    entry = cursor.entry
    key = trust_key(entry.key) or key_by_variant(entry.key) if entry else None
    if key is None:
        return
    if key.type is ValueType.PATHS:
        yield from _patterns(document, cursor, snapshot)
        return
    if key.type is ValueType.CHOICE:
        docs = dict(zip(key.values, key.value_docs, strict=True))
        options = [(value, "", docs.get(value, "")) for value in _choices(key, document, snapshot)]
        yield from _plain(options, "value", document, cursor)
    elif key.type is ValueType.DATE:
        yield from _plain(_days(key, document, snapshot), "date", document, cursor)
    elif key.name == "superseded-by":
        typed = cursor.prefix.of(document.text)
        yield from _plain(_replacements(document, typed, snapshot), "file", document, cursor)
    elif key.name == "hot-memory":
        yield from _verdicts(document, cursor)


_Option = tuple[str, str, str]
"""(label and text, detail, documentation)"""


def _days(key: TrustKey, document: Document, snapshot: Snapshot) -> list[_Option]:
    """Today, and the other date of the same file."""
    trust = read_trust(document)
    other = trust.last_verified if key.name == "created" else trust.created
    days = dict.fromkeys([snapshot.today, *([other] if other else [])])
    other_name = "last-verified" if key.name == "created" else "created"
    return [
        (
            day.isoformat(),
            "today"
            if day == snapshot.today
            else f"{other_name}, {age((snapshot.today - day).days)}",
            "",
        )
        for day in days
    ]


def _replacements(document: Document, typed: str, snapshot: Snapshot) -> list[_Option]:
    """Knowledge files, those of the same folder first."""
    folder = document.path.rpartition("/")[0]
    paths = [each.path for each in snapshot.of_kind(Kind.KNOWLEDGE) if each.path != document.path]
    paths.sort(key=lambda path: (path.rpartition("/")[0] != folder, path))
    shown = [snapshot.documents[path] for path in fitting(paths, typed, _MOST_FILES)]
    return [
        (each.path, standing(each, snapshot), "")
        for each in shown
        if read_trust(each).status != "superseded"
    ]


def _verdicts(document: Document, cursor: Cursor) -> Iterator[Completion]:
    quoted = _is_quoted(document.text, cursor.prefix.start)
    for number, start in enumerate(("reviewed, no change: ", "updated: ")):
        new = f"{start}$1" if quoted else f'"{start}$1"'
        edit = Edit(cursor.prefix, _lead(document.text, cursor) + new)
        label = f"{start}…"
        yield Completion(label, "value", edit, f"{number:04d}", filter=start, snippet=True)


def _rule_values(document: Document, cursor: Cursor, snapshot: Snapshot) -> Iterator[Completion]:
    store = _store(document)
    key = store.key(cursor.entry.key) if store and cursor.entry else None
    if key is None:
        return
    if key.type is KeyType.GLOBS:
        yield from _patterns(document, cursor, snapshot)
    elif key.type is KeyType.FLAG:
        options = [("false", "", ""), ("true", "hot: paid for on every message", key.doc)]
        yield from _plain(options, "value", document, cursor)
    elif key.type is KeyType.CHOICE:
        choices = [(choice.value, "", choice.doc) for choice in key.values]
        yield from _plain(choices, "value", document, cursor)


def _plain(
    options: Iterable[_Option], kind: CompletionKind, document: Document, cursor: Cursor
) -> Iterator[Completion]:
    """Options that are written as they are."""
    if cursor.prefix.of(document.text).endswith((" ", "\t")):
        return  # a finished value and a blank behind it
    lead = _lead(document.text, cursor)
    for number, (label, detail, doc) in enumerate(options):
        edit = Edit(cursor.prefix, f"{lead}{label}")
        yield Completion(label, kind, edit, f"{number:04d}", detail, doc, label)


def _patterns(document: Document, cursor: Cursor, snapshot: Snapshot) -> Iterator[Completion]:
    text = document.text
    quoted = _is_quoted(text, cursor.prefix.start)
    start = pattern_start(text, cursor.prefix.start, cursor.prefix.end)
    span = Span(start, cursor.prefix.end)
    typed = span.of(text)
    lead = _lead(text, cursor) if start == cursor.prefix.start else ""
    in_list = cursor.kind == "item"
    repo, colon, _ = typed.partition(":")
    entry = cursor.entry
    tracks = entry is not None and entry.key == "tracks"
    tree = snapshot.tree
    if colon:
        listed = tree_of(repo, snapshot) if tracks else None
        if listed is None:
            return  # a sibling whose files nobody has read
        tree = listed
    found = pattern_completions(
        text, span, tree, quoted=quoted, in_list=in_list, repo=f"{repo}:" if colon else ""
    )
    for item in found:
        new = lead + item.edit.new
        yield Completion(
            item.label, item.kind, Edit(span, new), item.sort, item.detail, filter=item.filter
        )
    if tracks and "/" not in typed and not colon:
        for name in sorted(snapshot.siblings.names):
            new = f"{lead}{name}:"
            yield Completion(
                f"{name}:", "folder", Edit(span, new), f"9{name}", "sibling repository"
            )


def _is_quoted(text: str, start: int) -> bool:
    return start > 0 and text[start - 1] in "\"'"


def _lead(text: str, cursor: Cursor) -> str:
    """The blank that a value needs right behind a colon, or an item behind its dash."""
    return " " if text[cursor.prefix.start - 1 : cursor.prefix.start] in (":", "-") else ""
