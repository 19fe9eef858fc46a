"""Values with globs, in the form that a runtime reads."""

from __future__ import annotations

from ctxlayer.globs import split_patterns
from ctxlayer.layer.document import Document
from ctxlayer.layer.runtimes import RuleKey
from ctxlayer.syntax.nodes import Entry, Scalar, Sequence
from ctxlayer.text import Edit


def as_written_for(key: RuleKey, entry: Entry, document: Document) -> tuple[Edit, ...] | None:
    """The edits that give the value of `entry` a form that `key` reads; none where it has one.

    None where there is no such form, or the value is broken and has to be put right first.
    """
    value = entry.value
    if isinstance(value, Sequence) and key.lists is False:
        text = _as_text(value)
        return (Edit(value.span, text),) if text is not None and not entry.damaged else None
    if isinstance(value, Scalar) and key.text is False:
        listed = _as_list(value)
        return (Edit(value.span, listed),) if listed is not None and not entry.damaged else None
    return ()


def _as_text(value: Sequence) -> str | None:
    """`"a, b"`: the items in one text; None where a comma or a quote in them would be misread."""
    items = [item.text.strip() if isinstance(item, Scalar) else "" for item in value.items]
    if not items or not all(map(_is_plain, items)):
        return None
    return f'"{",".join(items)}"'


def _is_plain(item: str) -> bool:
    if not item or any(char in item for char in "\"'\\\r\n"):
        return False
    return "," not in item or ("{" in item and "}" in item and _outside(item))


def _outside(item: str) -> bool:
    """Whether all commas stand in braces, where they part no patterns."""
    depth = 0
    for char in item:
        depth += (char == "{") - (char == "}")
        if char == "," and depth < 1:
            return False
    return depth == 0


def _as_list(value: Scalar) -> str | None:
    """`["a", "b"]`: the patterns of a text with commas, each an item."""
    patterns = [pattern for _, pattern in split_patterns(value.text)]
    if not patterns or any(char in value.text for char in "\"'\\\r\n"):
        return None
    quoted = [f'"{pattern}"' for pattern in patterns]
    return f"[{', '.join(quoted)}]"
