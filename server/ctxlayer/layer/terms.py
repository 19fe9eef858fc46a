"""Vocabulary terms: split, made comparable, judged by their form."""

from __future__ import annotations

from typing import NamedTuple

from ctxlayer.text import Span


class Term(NamedTuple):
    """One vocabulary term; the span counts from the topic's start.

    `text` is as written, without quotes or code ticks. Two terms are the same iff their `key`s are.
    """

    span: Span
    text: str
    key: str
