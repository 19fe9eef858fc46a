"""A value that its key does not accept."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import GUIDE_KINDS, TRUST_KINDS, Kind
from ctxlayer.layer.rule import inner_span
from ctxlayer.layer.runtimes import KeyType, RuleKey, own_store_of, profile_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import ValueType, allowed_values, entries_by_key, trust_key
from ctxlayer.lints.glob_values import as_written_for
from ctxlayer.lints.guide_values import invalid_in_guide
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.okf_faults import invalid_in_concept
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import clip, near_value, one_of, replace_with, value_span
from ctxlayer.syntax.nodes import Entry, Mapping, Scalar, Sequence


@document_lint("error", kinds={*TRUST_KINDS, *GUIDE_KINDS, Kind.RULE}, fixable=True)
def invalid_value(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A frontmatter value is not one that its key accepts.

    ## What it does
    Compares `source`, `verified-by` and `status` with the values of the format (settings may add
    some), `alwaysApply` with `true` and `false`, and looks whether the other keys hold a value of their
    type, in a form that the runtime of the rule reads: `applyTo` is one text, `paths` may be a list.

    In skills, subagents and commands, values that no runtime takes that reads the place: a switch that is
    neither true nor false, an unknown `permissionMode`, a `name` that is not that of the folder (VS Code
    does not load such a skill, Claude Code does), more characters than the Agent Skills format allows. In
    concepts of the Open Knowledge Format, as warnings, a `verified` or `stale_after` that nobody can read.

    ## Why
    A value that nobody knows gates nothing: `status: done` is neither confirmed nor a guess, and
    `alwaysApply: "true"` is a text, so the rule that was to be always there never loads.

    ## Example
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: done
            ^^^^ invalid-value: not one of hypothesis, confirmed-by-agent, confirmed, superseded
    ---

    # Gauges
    ```

    ## Instead
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges
    ```

    ## Settings
    `frontmatter.status`, `frontmatter.source` and `frontmatter.verified-by` add values.
    """
    block = document.frontmatter
    if not (block.exists and block.closed):
        return
    if document.kind in GUIDE_KINDS:
        yield from invalid_in_guide(document)
        return
    yield from invalid_in_concept(document)
    if document.kind is Kind.RULE:
        yield from _in_rule(document)
        return
    for name, entries in entries_by_key(block).items():
        key = trust_key(name)
        if key is None:
            continue
        for entry in entries:
            if key.type is ValueType.CHOICE:
                yield from _choice(document, entry, allowed_values(key, layer.settings))
            elif key.type in (ValueType.PATHS, ValueType.TEXT) and isinstance(entry.value, Mapping):
                takes = "globs: a list of texts" if key.type is ValueType.PATHS else "one text"
                yield Report(value_span(entry), f"`{entry.key}` takes {takes}, not keys and values")


def _choice(document: Document, entry: Entry, accepted: tuple[str, ...]) -> Iterator[Report]:
    if entry.damaged:
        return
    if not isinstance(entry.value, Scalar):
        yield Report(
            value_span(entry),
            f"`{entry.key}` takes one value: one of {one_of(accepted)}",
            _only_item(document, entry, accepted),
        )
        return
    text = entry.value.text.strip()
    if text in accepted:
        return
    if not text:
        yield Report(value_span(entry), f"`{entry.key}` is empty; give one of {one_of(accepted)}")
        return
    message = f"{entry.key} `{clip(text)}` is not one of {one_of(accepted)}"
    close = near_value(text, accepted)
    if close is None:
        yield Report(entry.value.span, message)
        return
    blocky = entry.value.style in ("literal", "folded")
    span = entry.value.span if blocky else inner_span(entry.value, document.text)
    fix = replace_with(document, span, close, title=f"Change to `{close}`", safe=True)
    yield Report(entry.value.span, f"{message}; did you mean `{close}`?", (fix,))


def _only_item(document: Document, entry: Entry, accepted: tuple[str, ...]) -> tuple[Fix, ...]:
    """`[confirmed]` has one reading."""
    value = entry.value
    if not (isinstance(value, Sequence) and value.flow and len(value.items) == 1):
        return ()
    item = value.items[0]
    if not isinstance(item, Scalar) or item.text not in accepted:
        return ()
    title = f"Change to `{item.text}`"
    return (replace_with(document, value.span, item.text, title=title, safe=True),)


def _in_rule(document: Document) -> Iterator[Report]:
    store = own_store_of(document.path, document.runtime)
    for key in store.all_keys if store is not None else ():
        for entry in document.frontmatter.all(key.name):
            if entry.damaged or (isinstance(entry.value, Scalar) and entry.value.value is None):
                continue
            yield from _typed(document, entry, key)


def _typed(document: Document, entry: Entry, key: RuleKey) -> Iterator[Report]:
    title = profile_of(document.runtime).title
    if key.type is KeyType.FLAG:
        yield from _flag(document, entry)
    elif key.type is KeyType.CHOICE and not _lists_choices(entry, key):
        yield from _choice(document, entry, tuple(choice.value for choice in key.values))
    elif key.type is KeyType.TEXT:
        if not isinstance(entry.value, Scalar):
            yield Report(value_span(entry), f"`{key.name}` takes one text")
    elif key.type is KeyType.GLOBS and not _lists_texts(entry):
        takes = _FORMS[(key.text is not False, key.lists is not False)]
        message = f"`{key.name}` takes patterns: {takes}"
        yield Report(value_span(entry), message, _quoted(document, entry))
    elif key.type is KeyType.GLOBS and isinstance(entry.value, Sequence) and key.lists is False:
        message = f"`{key.name}` takes one text with commas, and {title} drops a list"
        yield Report(value_span(entry), message, _rewritten(document, entry, key, "one text"))
    elif key.type is KeyType.GLOBS and isinstance(entry.value, Scalar) and key.text is False:
        message = f"`{key.name}` takes a list, and {title} does not read one text"
        yield Report(value_span(entry), message, _rewritten(document, entry, key, "a list"))


def _lists_choices(entry: Entry, key: RuleKey) -> bool:
    """Whether the value is a list of accepted ones, where that is not known to be dropped."""
    value = entry.value
    accepted = {choice.value for choice in key.values}
    return (
        isinstance(value, Sequence)
        and key.lists is not False
        and all(isinstance(item, Scalar) and item.text in accepted for item in value.items)
    )


_FORMS = {
    (True, True): "a comma-separated text or a list of texts",
    (True, False): "a comma-separated text",
    (False, True): "a list of texts",
    (False, False): "texts",
}


def _rewritten(document: Document, entry: Entry, key: RuleKey, form: str) -> tuple[Fix, ...]:
    """The same patterns in the form that is read."""
    edits = as_written_for(key, entry, document)
    return (Fix(f"Write {form}", {document.path: edits}, safe=True),) if edits else ()


def _quoted(document: Document, entry: Entry) -> tuple[Fix, ...]:
    """`{src,lib}` is a mapping to YAML; in quotes it is the pattern that was meant."""
    value = entry.value
    if not (isinstance(value, Mapping) and value.flow):
        return ()
    source = value.span.of(document.text)
    if any(char in source for char in "\"'\r\n:"):
        return ()
    quoted = f'"{source}"'
    return (replace_with(document, value.span, quoted, title="Quote the value", safe=True),)


def _lists_texts(entry: Entry) -> bool:
    if isinstance(entry.value, Sequence):
        return all(isinstance(item, Scalar) for item in entry.value.items)
    return isinstance(entry.value, Scalar)


def _flag(document: Document, entry: Entry) -> Iterator[Report]:
    value = entry.value
    if isinstance(value, Scalar) and isinstance(value.value, bool):
        return
    message = f"`{entry.key}` takes true or false, without quotes"
    wanted = near_value(value.text, ("true", "false")) if isinstance(value, Scalar) else None
    if wanted is None:
        yield Report(value_span(entry), message)
        return
    fix = replace_with(document, value.span, wanted, title=f"Change to {wanted}", safe=True)
    yield Report(value.span, f"{message}; this is a text, and the runtime does not read it", (fix,))
