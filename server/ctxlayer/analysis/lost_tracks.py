"""Entries of `tracks` that map nothing: patterns that do not compile, and such as no file ever matched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ctxlayer.analysis.known_paths import wild_head
from ctxlayer.analysis.ledgers import Ledger, ledgers
from ctxlayer.analysis.mentions import RELYING_KINDS, Mention, mentions
from ctxlayer.analysis.reliance import World, reliance_world
from ctxlayer.globs import compile_glob, has_magic, nearest_pattern
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import HERE
from ctxlayer.layer.trust import read_trust
from ctxlayer.layer.unlisted import Unlisted
from ctxlayer.text import Span


class LostTrack(NamedTuple):
    """An entry as it is written. `error` says why it does not compile, "" where it does; `near` is an entry
    that does match and that may be meant, "" for none."""

    text: str
    span: Span
    error: str
    near: str


LostTracks = Mapping[str, tuple[LostTrack, ...]]


class _Kept(NamedTuple):
    world: World
    unlisted: Unlisted
    by_path: LostTracks


def lost_tracks(snapshot: Snapshot, last: LostTracks | None) -> LostTracks:
    """A query: the lost entries by document; the same object while they are the same."""
    found = snapshot.ask(_kept).by_path
    return last if last is not None and last == found else found


def _kept(snapshot: Snapshot, last: _Kept | None) -> _Kept:
    """A query: the same with what it goes by. Only what changed is looked at again."""
    world, changed = snapshot.ask(reliance_world), snapshot.changed_since_last(_kept)
    same = last is not None and last.world is world and last.unlisted is snapshot.unlisted
    if last is not None and same and changed is not None:
        by_path = {path: lost for path, lost in last.by_path.items() if path not in changed}
        looked = [document for path in changed if (document := snapshot.document(path))]
    else:
        by_path, looked = {}, list(snapshot.of_kind(*RELYING_KINDS))
    for document in looked:
        lost = tuple(_lost(document, snapshot))
        if lost:
            by_path[document.path] = lost
    return _Kept(world, snapshot.unlisted, by_path)


def _lost(document: Document, snapshot: Snapshot) -> Iterator[LostTrack]:
    for mention in mentions(document):
        if mention.form != "tracks":
            return  # those come first
        if read_trust(document).status == "superseded":
            return
        (span,) = mention.spans
        text = span.of(document.text)
        error = compile_glob(mention.path).error
        if error is not None:
            yield LostTrack(text, span, str(error), "")
        elif not mention.path.startswith("!") and _is_lost(mention, snapshot):
            yield LostTrack(text, span, "", _near(mention, text, snapshot))


def _is_lost(mention: Mention, snapshot: Snapshot) -> bool:
    """Whether it is certain that no file is or ever was there."""
    now = snapshot.ask(ledgers)
    path = mention.path.removeprefix("./").lstrip("/")
    first, slash, rest = path.partition("/")
    if mention.repo:
        return _is_in_no_clone(mention.repo, path, now.get(mention.repo), snapshot)
    if slash and first in snapshot.siblings.names:
        lost = _is_in_no_clone(first, rest, now.get(first), snapshot)
        return lost and _is_nowhere_here(path, now.get(HERE), snapshot)
    return _is_nowhere_here(path, now.get(HERE), snapshot)


def _is_in_no_clone(repo: str, path: str, ledger: Ledger | None, snapshot: Snapshot) -> bool:
    if ledger is None or repo not in snapshot.siblings.names:
        return False
    base = ledger.history.below
    if _is_known(path, base, ledger) or _is_in_submodule(f"{base}{wild_head(path)}", ledger):
        return False
    if not has_magic(path):
        return snapshot.siblings.exists(repo, path.rstrip("/")) is False
    return snapshot.siblings.any_file(repo, compile_glob(path).matches) is False


def _is_nowhere_here(path: str, ledger: Ledger | None, snapshot: Snapshot) -> bool:
    if ledger is None or path.startswith("../"):
        return False
    tree, bare, glob = snapshot.tree, path.rstrip("/"), compile_glob(path)
    if tree.index.any_match(glob) or bare in tree.paths or bare in tree.folders:
        return False
    # What git ignores, and what is in another repository below, is not listed.
    head = wild_head(bare)
    if snapshot.unlisted.may_hold(head) or snapshot.unlisted.tracks(glob):
        return False
    bases = (ledger.history.below, "")
    return not any(
        _is_known(path, base, ledger) or _is_in_submodule(f"{base}{head}", ledger) for base in bases
    )


def _is_in_submodule(path: str, ledger: Ledger) -> bool:
    known = ledger.known.is_file(path) or ledger.known.is_folder(path)
    return bool(path) and not known and ledger.is_tracked(path)


def _is_known(path: str, base: str, ledger: Ledger) -> bool:
    """Whether git knows or knew a file there, documents of the layer too."""
    if has_magic(path):
        return bool(ledger.known.matching(path, base))
    whole = f"{base}{path.rstrip('/')}"
    return ledger.known.is_file(whole) or ledger.known.is_folder(whole)


def _near(mention: Mention, text: str, snapshot: Snapshot) -> str:
    """An entry that matches a file, which this one may stand for."""
    lead = text[: len(text) - len(mention.path)]
    ledger = snapshot.ask(ledgers).get(mention.repo) if mention.repo else None
    tree = ledger.tree if ledger is not None else snapshot.tree
    near = nearest_pattern(compile_glob(mention.path), tree.index)
    return f"{lead}{near}" if near else ""
