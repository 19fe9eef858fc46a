"""Frontmatter that this product writes. It never claims more than is known."""

from __future__ import annotations

from datetime import date

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import TRUST_KEYS, TrustKey

_SOURCES = {
    Kind.KNOWLEDGE: "human-authored",
    Kind.EXTRACTION: "extraction",
    Kind.EXTERNAL: "external",
}
_HUMBLE = {"verified-by": "unverified", "status": "hypothesis"}


def humble_value(key: TrustKey, document: Document, layer: Snapshot) -> str | None:
    """What a template writes for `key`; None where only a person can know it."""
    if key.name == "source":
        return _SOURCES.get(document.kind)
    if key.name == "created":
        return created_day(document, layer).isoformat()
    return _HUMBLE.get(key.name)


def created_day(document: Document, layer: Snapshot) -> date:
    """The day of a file: the one in its name, that of its first commit, else today."""
    name = document.path.rpartition("/")[2]
    try:
        return date.fromisoformat(name[:10])
    except ValueError:
        return layer.history.first_commit(document.path) or layer.today


def trust_block(document: Document, layer: Snapshot) -> str:
    """A whole trust frontmatter with an empty line after it, in the line ends of the file."""
    newline = document.newline
    lines = ["---"]
    for key in TRUST_KEYS:
        value = humble_value(key, document, layer) if key.required else None
        if value is not None:
            lines.append(f"{key.name}: {value}")
    lines += ["---", ""]
    return "".join(line + newline for line in lines)
