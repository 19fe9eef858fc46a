"""File pointers of a trigger table: how they are written, and where they may lead.

Pieces of text become `Pointer`s with exact spans; nothing here knows which files exist.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from ctxlayer.text import Span

Form = Literal["bare", "path", "link", "url", "sibling", "glob", "folder"]


class Pointer(NamedTuple):
    """One file pointer; spans count from the topic's start.

    `path` is the target as written, without anchor and line range (`repo:path` for a sibling).
    `form` says what the target is; `label` is not None where it is written as a Markdown link
    (`[label](path)`, then relative to the table's own folder). `anchor` has no `#`; `lines` is
    one-based and inclusive, as written, its span without the colon. `group` counts into the
    topic's groups. Absent parts are None.
    """

    span: Span
    path: str
    path_span: Span
    form: Form
    anchor: str | None = None
    anchor_span: Span | None = None
    lines: tuple[int, int] | None = None
    lines_span: Span | None = None
    annotation: str | None = None
    annotation_span: Span | None = None
    label: str | None = None
    label_span: Span | None = None
    group: int = 0
