"""What an unknown header of a routing table may mean, and how settings come to know it."""

from __future__ import annotations

import re
from typing import NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.table_columns import normal, row_roles
from ctxlayer.layer.topic import Header, Role
from ctxlayer.settings import COLUMNS
from ctxlayer.text import Edit, Span

HEADERS: dict[Role, str] = {
    "topic": "topic",
    "files": "files",
    "live": "live pointer",
    "vocabulary": "vocabulary",
    "agents": "agents",
}
"""The header that the format gives to each column."""

_CLOSE = 0.8
_SHORTEST = 5
"""Characters of a name that can be a slip for another: `where` is none for `when`."""
_TABLE = re.compile(r"^[ \t]*\[[ \t]*table[ \t]*(?:[.\]])|^[ \t]*table[ \t]*[.=]", re.MULTILINE)
_COLUMNS = re.compile(r"^\[table\.columns\][ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\Z)", re.MULTILINE)


class Meaning(NamedTuple):
    """A role that a header may have. `certain` where the rows are read so already."""

    role: Role
    header: str
    certain: bool


def meant_role(header: Header, at: int) -> Meaning | None:
    """What the unknown column at `at` is read as, or else is a slip for; None if neither."""
    role = row_roles(header.columns)[at]
    if role is not None:
        return Meaning(role, HEADERS[role], True)
    from difflib import get_close_matches

    taken = {column.role for column in header.columns}
    names: dict[str, Role] = {}
    for each in HEADERS:
        if each not in taken and each != "agents":
            names.update((name, each) for name in COLUMNS[each] if len(name) >= _SHORTEST)
    found = get_close_matches(normal(header.columns[at].text), names, n=1, cutoff=_CLOSE)
    return Meaning(names[found[0]], found[0], False) if found else None


def settings_edits(snapshot: Snapshot, role: Role, name: str) -> dict[str, tuple[Edit, ...]]:
    """The edits that add a header synonym to the settings file; empty where that takes more than
    adding lines."""
    path = snapshot.settings_file
    document = snapshot.document(path)
    plain = normal(name)
    if document is None or not path.endswith("ctxlayer.toml") or not _fits(plain):
        return {}
    edit = _added(document, role, plain)
    return {path: (edit,)} if edit else {}


def _fits(name: str) -> bool:
    return bool(name) and name.isprintable() and not set(name) & set('"\\\x7f')


def _added(document: Document, role: Role, name: str) -> Edit | None:
    text, end = document.text, document.newline
    line = f'{role} = ["{name}"]'
    section = _COLUMNS.search(text)
    if section is not None:
        rest = text[section.end() :]
        own = rest[: rest.find("\n[")] if "\n[" in rest else rest
        if re.search(rf"^[ \t]*[\"']?{role}\b", own, re.MULTILINE):
            return None
        gap = "" if section[0].endswith("\n") else end
        return Edit(Span.at(section.end()), f"{gap}{line}{end}")
    if _TABLE.search(text):
        return None
    body = len(text.rstrip())
    gap = end * 2 if text[:body].strip("\ufeff") else ""
    return Edit(Span(body, len(text)), f"{gap}[table.columns]{end}{line}{end}")
