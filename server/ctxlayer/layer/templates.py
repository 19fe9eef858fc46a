"""Frontmatter that this product writes. It never claims more than is known."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple, Protocol

from ctxlayer.layer.document import Document
from ctxlayer.layer.history import History
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.trust import TRUST_KEYS, TrustKey
from ctxlayer.syntax.writing import render_frontmatter

_SOURCES = {
    Kind.KNOWLEDGE: "human-authored",
    Kind.EXTRACTION: "extraction",
    Kind.EXTERNAL: "external",
}
_HUMBLE = {"verified-by": "unverified", "status": "hypothesis"}


class Dated(Protocol):
    """Whatever knows the day and the history: a snapshot, or just the two."""

    @property
    def today(self) -> date:
        """The day."""

    @property
    def history(self) -> History:
        """What version control remembers."""


class Days(NamedTuple):
    """The two alone, for a fix that may be kept longer than the snapshot that it is from."""

    today: date
    history: History


def humble_value(key: TrustKey, document: Document, layer: Dated) -> str | None:
    """What a template writes for `key`; None where only a person can know it."""
    if key.name == "source":
        return _SOURCES.get(document.kind)
    if key.name == "created":
        return created_day(document, layer).isoformat()
    return _HUMBLE.get(key.name)


def created_day(document: Document, layer: Dated) -> date:
    """The day of a file: the one in its name, that of its first commit, else today."""
    name = document.path.rpartition("/")[2]
    try:
        return date.fromisoformat(name[:10])
    except ValueError:
        return layer.history.first_commit(document.path) or layer.today


def trust_block(document: Document, layer: Dated) -> str:
    """A whole trust frontmatter with an empty line after it, in the line ends of the file."""
    lines = ["---", *trust_lines(document, layer), "---", ""]
    return "".join(line + document.newline for line in lines)


def trust_lines(document: Document, layer: Dated) -> list[str]:
    """The lines of such a block, without line ends."""
    values = {
        key.name: value
        for key in TRUST_KEYS
        if key.required and (value := humble_value(key, document, layer)) is not None
    }
    # Days are written as YAML dates, not as quoted texts.
    written = {
        name: created_day(document, layer) if name == "created" else value
        for name, value in values.items()
    }
    return render_frontmatter(written, "").strip().split("\n")[1:-1]
