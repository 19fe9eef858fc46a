"""Settings that name a path or a topic, made to follow it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

from ctxlayer.ide.moves.pointers import Moving
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.settings import PYPROJECT
from ctxlayer.settings.toml_spans import Path, locate
from ctxlayer.text import Edit, Span


def settings_edits(moving: Moving) -> Iterator[tuple[str, Edit]]:
    """(path, edit) of each path of `table.files` and `paths`, and each topic, that gets a new name."""
    path = moving.before.settings_file
    document = moving.before.document(path)
    if document is not None and document.kind is Kind.SETTINGS:
        for edit in _edits(document, moving):
            yield path, edit


def topic_keys(document: Document) -> Iterator[tuple[str, Span]]:
    """(topic, its key as written) of the topics that settings have limits for."""
    topics = _at(_own(document), ("freshness", "topics"))
    if isinstance(topics, dict):
        places, prefix = locate(document.text), _prefix(document)
        for topic in topics:
            yield topic, places.key((*prefix, "freshness", "topics", topic))


def _edits(document: Document, moving: Moving) -> Iterator[Edit]:
    own, prefix, places = _own(document), _prefix(document), locate(document.text)
    for old, new in moving.names.items():
        if isinstance(_at(own, ("freshness", "topics", old)), (int, dict)):
            yield from _replaced(
                document, places.key((*prefix, "freshness", "topics", old)), old, new
            )
    files = _at(own, ("table", "files"))
    for old in files if isinstance(files, dict) else ():
        new = moving.moves.of(old)
        if new != old:
            yield from _replaced(document, places.key((*prefix, "table", "files", old)), old, new)
    for at, old in _globs(own):
        new = moving.moves.of(old)
        if new != old:
            yield from _replaced(document, places.value((*prefix, *at)), old, new)


def _globs(own: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    entries = own.get("paths")
    for number, entry in enumerate(entries if isinstance(entries, list) else ()):
        glob = entry.get("glob") if isinstance(entry, dict) else None
        if isinstance(glob, str):
            yield ("paths", number, "glob"), glob
        for item, each in enumerate(glob if isinstance(glob, list) else ()):
            if isinstance(each, str):
                yield ("paths", number, "glob", item), each


def _replaced(document: Document, span: Span, old: str, new: str) -> Iterator[Edit]:
    """`old` at `span` replaced, in quotes where it has to be; nothing where it is written oddly."""
    source = span.of(document.text)
    if source == old:
        bare = all((char.isalnum() and char.isascii()) or char in "-_" for char in new)
        yield Edit(span, new if bare else f'"{new}"')
    elif source[1:-1] == old and source[0] == source[-1] and not set("\"'\\") & set(new):
        yield Edit(Span(span.start + 1, span.end - 1), new)


def _prefix(document: Document) -> tuple[str, ...]:
    return ("tool", "ctxlayer") if document.path.rpartition("/")[2] == PYPROJECT else ()


def _own(document: Document) -> Mapping[str, Any]:
    """The settings as plain data; empty where the text is not TOML."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        data: Any = tomllib.loads(document.text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return {}
    found = _at(data, _prefix(document))
    return found if isinstance(found, dict) else {}


def _at(data: Any, keys: tuple[str, ...]) -> Any:
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data
