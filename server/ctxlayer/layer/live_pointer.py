"""Live pointers: `<adapter> <object>[, read-only]`, several of them separated by ` · `."""

from __future__ import annotations

from typing import NamedTuple

from ctxlayer.text import Span


class LivePointer(NamedTuple):
    """One live pointer; spans count from the topic's start.

    `object` is the text inside its code span, if it has one. `reason` says why it is not
    `well_formed`; the other fields then hold whatever could be read ("" with an empty span).
    """

    span: Span
    adapter: str
    adapter_span: Span
    object: str
    object_span: Span
    read_only: bool
    well_formed: bool
    reason: str = ""
