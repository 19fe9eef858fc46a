"""Links, imports and frontmatter, made to lead where their files go."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.link_paths import PathLink, may_name, path_links, read_link, written_link
from ctxlayer.analysis.named_paths import NamedPath, named_paths
from ctxlayer.ide.moves.pointers import Moving, name_edit
from ctxlayer.layer.document import Document
from ctxlayer.layer.pointer import sibling_parts
from ctxlayer.syntax.writing import quote, quote_scalar
from ctxlayer.text import Edit, Span

_MARKDOWN = (".md", ".mdc")


def text_edits(moving: Moving) -> Iterator[tuple[str, Edit]]:
    """(path, edit) of each link, import and path in frontmatter that would lead elsewhere."""
    moved = tuple(moving.moves.named)
    for path, document in moving.before.documents.items():
        if not path.endswith(_MARKDOWN):
            continue
        if moving.moves.of(path) == path and not any(may_name(document, each) for each in moved):
            continue
        for link in path_links(document, moving.before):
            for edit in _link_edits(link, document, moving):
                yield path, edit
        for named in named_paths(document):
            found = _named_edit(named, document, moving)
            if found is not None:
                yield path, found


def _link_edits(link: PathLink, document: Document, moving: Moving) -> Iterator[Edit]:
    """The edits that keep a link true; a dead one goes on meaning the path that it meant."""
    if link.span.start == link.span.end:
        return  # only an anchor
    old = link.target(moving.before)
    new, place = moving.moves.of(old), moving.moves.of(document.path)
    if new == old and place == document.path:
        return
    rooted = old not in link.candidates
    tree = moving.before.tree
    dead = old not in tree.paths and old not in tree.folders
    if dead and (link.link.kind == "import" or rooted):
        return  # `@name` may be a person, `/name` a page of some site
    if link.link.kind in ("inline", "image"):
        text = document.text.find(link.link.text, link.link.span.start, link.span.start)
        span = Span(text, text + len(link.link.text))
        edit = name_edit(link.link.text, span, old, new) if text >= 0 else None
        if edit is not None:
            yield edit
    if not _still_leads(link, document, place, new, moving):
        yield Edit(link.span, written_link(link, new, document, place, rooted=rooted))


def _still_leads(link: PathLink, document: Document, place: str, new: str, moving: Moving) -> bool:
    """Whether a link as it is written leads to `new` from the document's new place."""
    if document.path.rpartition("/")[0] == place.rpartition("/")[0]:
        return new in (*link.candidates, *link.rooted)[:1]
    # The document has the same text there: only the folder that its paths start from differs.
    there = moving.after.document(place)
    found = read_link(link.link, there) if there is not None else None
    return found is not None and found.target(moving.after) == new


def _named_edit(named: NamedPath, document: Document, moving: Moving) -> Edit | None:
    """The edit of a path or pattern in frontmatter: its fixed front goes where the files go."""
    text = named.text
    lead = text[: len(text) - len(text.lstrip("/"))]
    path = text[len(lead) :]
    if lead == "" and path.startswith("./"):
        lead, path = "./", path[2:]
    if sibling_parts(path) is not None or not path:
        return None
    new = moving.moves.of(path)
    if new == path or (named.is_glob and not _has_moved(path, moving)):
        return None
    whole = f"{lead}{new}"
    if named.in_list and any(char in whole for char in ",{}"):
        return None  # commas part patterns there, and no quote keeps them from it
    return Edit(*_in_yaml(named, whole, document.text))


def _has_moved(pattern: str, moving: Moving) -> bool:
    """Whether the folder in front of a pattern moves; `moves.of` of its text tells so."""
    return any(pattern == old or pattern.startswith(f"{old}/") for old in moving.moves.named)


def _in_yaml(named: NamedPath, new: str, text: str) -> tuple[Span, str]:
    """A span and what to put there, in quotes where a plain value would not be read as `new`."""
    if named.style != "plain":
        char = text[named.scalar.start]
        spoils = "\\" in new or char in new or any(ord(each) < 32 for each in new)
        return (named.scalar, quote(new)) if spoils else (named.span, new)
    if named.span != named.scalar or quote_scalar(new) == new or _tame(named.text, new):
        return named.span, new
    return named.scalar, quote(new)


def _tame(old: str, new: str) -> bool:
    """Whether `new` holds no character that means something to YAML and is new here."""
    return all(char.isalnum() or char in "-_./" or char in old for char in new) and (
        new[:1] == old[:1] or new[:1].isalpha()
    )
