"""Whether a cell or an annotation states a fact, and which of its words do.

A trigger table is in every message and believed unchecked, so it may say what a file is about
and nothing else. `how late ships are ranked`, `phase 2`, `read before mooring` state nothing;
`ships are ranked by draught`, `within 45 minutes`, `never moor at night` do. What is not
understood (another language, say) states nothing either.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from ctxlayer.analysis.clauses import NAME, claims
from ctxlayer.analysis.quantities import quantities
from ctxlayer.text import Span

Kind = Literal["number", "date", "version", "assertion", "rule", "cause"]

MAX_TEXT = 2_000
"""Characters that are looked at: whoever writes more into an annotation has said enough by then."""


class Assertion(NamedTuple):
    """A fact that a text states: its kind, and the words that made it one."""

    kind: Kind
    span: Span
    words: str


_KINDS: dict[Kind, str] = {
    "number": "a number",
    "date": "a date",
    "version": "a version",
    "assertion": "an assertion",
    "rule": "a rule",
    "cause": "a cause",
}
_MOST_REASONS = 3

_CODE = re.compile(r"``[^`\n]+``|`[^`\n]*`")
_LINK_TARGET = re.compile(r"\]\([^()\s]*\)")
_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|«[^»\n]*»|<!--(?:[^-]|-(?!->))*-->|<[^<>\n]*>")
_CHUNK = re.compile(r"[^\s()\[\]\"“”,;]+")
_IDENTIFIER = re.compile(
    r"[/\\@~_][^\W\d]|[^\W\d_][/\\_@=]|[^\W\d_]\.[^\W\d_]|\.[^\W\d_]{2}|::|#\d|[a-z][A-Z]|(?<!\S)--?[^\W\d]"
)
_MARKS = ("/", "_", ".", "=", "\\", "@", "~", "#", "::", " -", "(-")
_CAMEL = re.compile("[a-z][A-Z]")
_ENDS = ".:!?*_"
_HAS_DIGIT = re.compile(r"[0-9]")
_MEASURES = (
    " seconds",
    " minutes",
    " hours",
    " days",
    " weeks",
    " months",
    " years",
    " times",
    " percent",
    " met",
)
"""What numbers in words are followed by."""


def facts_in(text: str) -> tuple[Assertion, ...]:
    """What `text` states, in its order; empty where it only names something.

    Spans count from the start of `text`; a line end in it is a blank. Code spans, paths, quotations
    and link targets are names as they stand: nothing inside them is read.
    """
    plain = _plain(text[:MAX_TEXT])
    found: list[tuple[Kind, Span]] = []
    if _HAS_DIGIT.search(plain) or any(measure in plain for measure in _MEASURES):
        found += ((each.kind, each.span) for each in quantities(plain))
    found += ((each.kind, each.span) for each in claims(plain))
    found.sort(key=lambda each: each[1])
    return tuple(Assertion(kind, span, span.of(text)) for kind, span in found)


def facts_in_term(text: str) -> tuple[Assertion, ...]:
    """What a vocabulary term states. Terms are made of names, numbers and versions; so only what
    a sentence says counts, or a number or date with a word that it is said of.
    """
    return tuple(
        each
        for each in facts_in(text)
        if each.kind != "version"
        and not (each.kind == "assertion" and each.span.start == 0)
        and not (each.kind == "number" and (each.words == text or "-" in each.words))
    )


def reasons(facts: tuple[Assertion, ...]) -> str:
    """The words that made a text a fact, as messages and hovers list them."""
    told = dict.fromkeys(
        (" ".join(each.words.replace("*", "").split()), _KINDS[each.kind]) for each in facts
    )
    listed = [f"`{words}` ({kind})" for words, kind in told][:_MOST_REASONS]
    return ", ".join(listed)


def _plain(text: str) -> str:
    """`text` with names for everything that is a name, offset for offset."""
    if "`" in text:
        text = _CODE.sub(_name, text)
    if "](" in text:
        text = _LINK_TARGET.sub(lambda match: " " * len(match[0]), text)
    if any(mark in text for mark in '"“«<'):
        text = _QUOTED.sub(_name, text)
    if _may_hold_names(text):
        text = _CHUNK.sub(_named, text)
    for mark in "*[]\n\r":
        if mark in text:
            text = text.replace(mark, " ")
    return text


def _may_hold_names(text: str) -> bool:
    """Whether a look at every word can be worth its time."""
    if any(mark in text for mark in _MARKS):
        return True
    return not text[1:].islower() and _CAMEL.search(text) is not None


def _name(match: re.Match[str]) -> str:
    return NAME * len(match[0])


def _named(match: re.Match[str]) -> str:
    """A path, an address, an identifier as a name; any other word as it is."""
    chunk = match[0]
    if chunk.isalpha() and chunk[1:].islower():
        return chunk
    body = chunk.rstrip(_ENDS)
    if _IDENTIFIER.search(body.strip("*")):
        return NAME * len(body) + chunk[len(body) :]
    return chunk
