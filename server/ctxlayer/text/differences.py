"""From one text to another by edits of whole lines."""

from __future__ import annotations

from ctxlayer.text.edits import Edit
from ctxlayer.text.lines import split_lines
from ctxlayer.text.span import Span

_MOST_LINES = 2_000
"""Of a difference that is longer, one edit is made."""


def line_edits(text: str, fixed: str) -> tuple[Edit, ...]:
    """Line-wise edits from `text` to `fixed`: cursors and folds outside them stay put."""
    from difflib import SequenceMatcher

    before, after = split_lines(text), split_lines(fixed)
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    # Lines that repeat by the thousand cost the matcher their square; at the ends nothing does.
    most = min(len(before), len(after))
    head = next((n for n in range(most) if before[n] != after[n]), most)
    most -= head
    tail = next((n for n in range(most) if before[-1 - n] != after[-1 - n]), most)
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    if max(len(old), len(new)) > _MOST_LINES:
        return (Edit(Span(starts[head], starts[head + len(old)]), "".join(new)),)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return tuple(
        Edit(Span(starts[head + first], starts[head + last]), "".join(new[start:end]))
        for tag, first, last, start, end in matcher.get_opcodes()
        if tag != "equal"
    )
