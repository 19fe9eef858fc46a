"""What a knowledge file or an extraction relies on: sources that git knows, here and in siblings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from operator import is_
from posixpath import join, normpath
from typing import Literal, NamedTuple

from ctxlayer.analysis.boilerplate import boilerplate, line_of
from ctxlayer.analysis.dated_sections import is_record
from ctxlayer.analysis.elsewhere import is_elsewhere
from ctxlayer.analysis.known_paths import KnownPaths
from ctxlayer.analysis.ledgers import Ledger, ledgers
from ctxlayer.analysis.mentions import RELYING_KINDS, Form, Mention, mentions, standing
from ctxlayer.globs import has_magic
from ctxlayer.layer.document import Document
from ctxlayer.layer.link_target import from_root
from ctxlayer.layer.siblings import Siblings
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import HERE, RepoHistory
from ctxlayer.layer.tree import Tree
from ctxlayer.layer.trust import read_trust
from ctxlayer.settings import Settings
from ctxlayer.text import Span

Origin = Literal["tracks", "body"]


class Relied(NamedTuple):
    """A source that a document names, at one place of it.

    `path` is a file or folder from the top of the repository `repo` (`HERE` or a sibling); of a pattern
    (`is_glob`) it is one from the folder `below` of its history. `span` is where the document writes it:
    all of an entry of `tracks`, or the path of a code span or a link. `lead` is the beginning of what is
    written there that names the repository, `base` the folder, from the top, that the rest counts from.
    """

    repo: str
    path: str
    text: str
    span: Span
    origin: Origin
    is_glob: bool
    form: Form
    lead: str = ""
    base: str = ""


_NOTHING: tuple[Relied, ...] = ()
_OWN = ("knowledge/", "extractions/", "external/", "index/", "working/", ".local/", ".rules/")
"""Folders of a layer: whatever is in them is map, not territory."""
_FEWEST_NAMES = 2
"""Names in the path of a folder that a body means: a single one may be any word."""

_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp")
"""A document shows these, it does not speak of what is in them."""


class World(NamedTuple):
    """What reliance hangs on besides a document; the same object while nothing of it differs."""

    known: Mapping[str, KnownPaths]
    siblings: Siblings
    settings: Settings
    tree: Tree
    boilerplate: frozenset[str]
    read: dict[tuple[str, str, bool], _Reading]
    """What paths of the repository around the layer were found to be: by the folder that they count from, the
    path, and whether it is tracked."""


class _Reading(NamedTuple):
    """A path as read from one folder; `taken` says that there is something, be it no source."""

    relied: Relied | None
    taken: bool


def reliance_world(snapshot: Snapshot, last: World | None) -> World:
    """A query: see `World`. A commit that brings no new path changes nothing of it."""
    known = {repo: ledger.known for repo, ledger in snapshot.ask(ledgers).items()}
    lines = boilerplate(snapshot)
    now = World(known, snapshot.siblings, snapshot.settings, snapshot.tree, lines, {})
    if last is None or now.known != last.known:
        return now
    return last if all(map(is_, last[1:5], now[1:5])) else now


def reliance(document: Document, snapshot: Snapshot) -> tuple[Relied, ...]:
    """What a document relies on, each place where it says so; the same object while that is the same.

    Nothing for what is superseded, and for paths that git never had, as far as histories were read.
    """
    if document.kind not in RELYING_KINDS or not snapshot.sources or not mentions(document):
        return _NOTHING
    world = snapshot.ask(reliance_world)
    known = document.memo.get("reliance")
    if known is None or known[0] is not world:
        found = tuple(_found(document, snapshot))
        if known is not None and known[1] == found:
            found = known[1]
        known = document.memo["reliance"] = (world, found or _NOTHING)
    relied: tuple[Relied, ...] = known[1]
    return relied


def _found(document: Document, snapshot: Snapshot) -> Iterator[Relied]:
    judged: bool | None = None
    lines = snapshot.ask(reliance_world).boilerplate
    folder = document.path[: document.path.rfind("/") + 1]
    for mention in mentions(document):
        # Most links lead to other documents of the layer.
        if mention.form == "link" and _whole(folder, mention.path) in snapshot.documents:
            continue
        place = _meant(mention, document, snapshot)
        if place is None:
            continue
        if judged is None:
            trust = read_trust(document)
            judged = trust.status != "superseded" and trust.source != "external"
        if not judged:
            return
        for span in standing(mention, document):
            if mention.form == "code" and _is_elsewhere(span, place, document, snapshot):
                continue
            if mention.form != "tracks" and _is_no_claim(span, document, lines):
                continue
            yield place._replace(text=span.of(document.text), span=span)


def _is_no_claim(span: Span, document: Document, lines: frozenset[str]) -> bool:
    """Whether a place lies in a record of one day, or in a line that many documents have."""
    return is_record(span, document) or (bool(lines) and line_of(span, document.text) in lines)


def _is_elsewhere(span: Span, place: Relied, document: Document, snapshot: Snapshot) -> bool:
    """Whether a bare path belongs to a repository that its own sentence leads to on the web."""
    if place.lead:
        return False
    own = place.repo or _name_here(snapshot)
    return is_elsewhere(span, document, (own,))


def _name_here(snapshot: Snapshot) -> str:
    """What the repository around the layer is called, as far as its folder tells."""
    below = snapshot.sources[HERE].below if HERE in snapshot.sources else ""
    top = (
        snapshot.root.rstrip("/").removesuffix(f"/{below.rstrip('/')}") if below else snapshot.root
    )
    return top.rstrip("/").rpartition("/")[2]


# What a mention means.


def _meant(mention: Mention, document: Document, snapshot: Snapshot) -> Relied | None:
    """The source that a mention names, if git knows one; its text and span are still open."""
    path = mention.path
    if mention.repo:
        return _in_sibling(mention.repo, path, f"{mention.repo}:", mention, snapshot)
    first, slash, rest = path.partition("/")
    if slash and first in snapshot.siblings.names:
        found = _in_sibling(first, rest, f"{first}/", mention, snapshot)
        if found is not None:
            return found
    if mention.form == "code" and path.startswith("/"):
        return _by_place(path, path, mention, snapshot)
    own = snapshot.ask(ledgers).get(HERE)
    if own is not None:
        for base in _bases(mention, document, own.history):
            reading = _read_here(base, own, mention, snapshot)
            if reading.taken:
                return reading.relied
    if path.startswith("../"):
        folder = document.path.rpartition("/")[0] if mention.form == "link" else ""
        return _by_place(normpath(f"{snapshot.root}/{folder}/{path}"), path, mention, snapshot)
    if own is None or mention.form != "code":
        return None
    return _in_named_sibling(mention, document, snapshot)


def _bases(mention: Mention, document: Document, own: RepoHistory) -> Iterator[str]:
    """The folders, from the top of the repository, that a path may count from."""
    if mention.form == "link" and not mention.path.startswith("/"):
        folder = document.path.rpartition("/")[0]
        yield f"{own.below}{folder}/" if folder else own.below
    yield own.below
    if own.below:
        yield ""


def _read_here(base: str, own: Ledger, mention: Mention, snapshot: Snapshot) -> _Reading:
    """The mention in the repository around the layer, worked out once for all documents."""
    read = snapshot.ask(reliance_world).read
    key = (base, mention.path, mention.form == "tracks")
    if key not in read:
        path = mention.path.lstrip("/")
        found = _read(HERE, base, path, own, mention)
        read[key] = _Reading(found, found is not None or _is_taken(base, path, own, snapshot))
    reading = read[key]
    if reading.relied is not None and reading.relied.form != mention.form:
        return reading._replace(relied=reading.relied._replace(form=mention.form))
    return reading


def _is_taken(base: str, path: str, own: Ledger, snapshot: Snapshot) -> bool:
    """Whether a path from `base` is something that is no source: a document of the layer, or a file
    that nobody committed yet."""
    whole = _whole(base, path)
    inner = own.history.outer(whole)
    tree = snapshot.tree
    here = inner is not None and (inner in tree.paths or inner in tree.folders)
    return here or own.known.is_file(whole) or (bool(whole) and own.known.is_folder(whole))


def _in_sibling(
    repo: str, path: str, lead: str, mention: Mention, snapshot: Snapshot
) -> Relied | None:
    ledger = snapshot.ask(ledgers).get(repo)
    if ledger is None or repo not in snapshot.siblings.names:
        return None
    found = _read(repo, ledger.history.below, path.lstrip("/"), ledger, mention)
    return found._replace(lead=lead) if found else None


def _in_named_sibling(mention: Mention, document: Document, snapshot: Snapshot) -> Relied | None:
    """A bare path in the one sibling that has it, of those that the document speaks of."""
    named = named_siblings(document, snapshot.siblings)
    if not named or any(name not in snapshot.sources for name in named):
        return None
    found = [_in_sibling(name, mention.path, "", mention, snapshot) for name in named]
    known = [each for each in found if each is not None]
    return known[0] if len(known) == 1 else None


def _by_place(path: str, written: str, mention: Mention, snapshot: Snapshot) -> Relied | None:
    """A place on this machine that lies in the clone of a sibling."""
    place = snapshot.siblings.place_of(path)
    if place is None or not written.endswith(place[1]):
        return None
    repo, inner = place
    return _in_sibling(repo, inner, written[: len(written) - len(inner)], mention, snapshot)


def _read(repo: str, base: str, path: str, ledger: Ledger, mention: Mention) -> Relied | None:
    """The mention as a path from `base` in a repository; None where that is no source that git knows."""
    known, form = ledger.known, mention.form
    if form == "tracks" and has_magic(path):
        pattern = path.removeprefix("./")
        if not ledger.matching(pattern, base):
            return None
        return Relied(repo, pattern, "", mention.spans[0], "tracks", True, form, "", base)
    whole = _whole(base, path)
    is_folder = known.is_folder(whole)
    if not whole or not (is_folder or known.is_file(whole)):
        return None
    if form != "tracks" and not _is_claim(whole, is_folder, ledger):
        return None
    if not ledger.is_source(whole):
        return None
    if is_folder and not any(map(ledger.is_source, known.below(whole))):
        return None
    origin: Origin = "tracks" if form == "tracks" else "body"
    return Relied(repo, whole, "", mention.spans[0], origin, False, form, "", base)


def _whole(base: str, path: str) -> str:
    """The path from the top, without `.` and `..`."""
    if "./" in path or "//" in path or path.endswith("."):
        return from_root("", base + path)
    return f"{base}{path}".strip("/")


def _is_claim(path: str, is_folder: bool, ledger: Ledger) -> bool:
    """Whether a body that names the path speaks of what is there, and of no map."""
    if is_folder and path.count("/") + 1 < _FEWEST_NAMES:
        return False
    if path.lower().endswith(_PICTURES):
        return False
    inner = ledger.history.outer(path) if ledger.full is not None else None
    return inner is None or not f"{inner}/".startswith(_OWN)


# Which repositories to read.


def named_siblings(document: Document, siblings: Siblings) -> tuple[str, ...]:
    """The siblings whose names stand in the text of a document as words of their own."""
    names = siblings.names
    known = document.memo.get("named-siblings")
    if known is None or known[0] != names:
        text = document.text
        found = tuple(name for name in sorted(names) if name in text and _is_word(name, text))
        known = document.memo["named-siblings"] = (names, found)
    named: tuple[str, ...] = known[1]
    return named


def _is_word(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


class _Needs(NamedTuple):
    siblings: Siblings
    by_path: Mapping[str, frozenset[str]]
    repos: frozenset[str]


def relied_repos(snapshot: Snapshot) -> frozenset[str]:
    """The repositories that any document may rely on, `HERE` among them; no history is needed for it."""
    return snapshot.ask(_needs).repos


def _needs(snapshot: Snapshot, last: _Needs | None) -> _Needs:
    """A query: which documents may rely on which repositories. Only what changed is read."""
    changed = snapshot.changed_since_last(_needs)
    root, siblings = snapshot.root, snapshot.siblings
    if last is None or changed is None or last.siblings is not siblings:
        found = {
            each.path: repos_of(each, siblings, root) for each in snapshot.of_kind(*RELYING_KINDS)
        }
        by_path = {path: repos for path, repos in found.items() if repos}
    else:
        fresh = {path: document for path in changed if (document := snapshot.document(path))}
        now = {path: repos_of(each, siblings, root) for path, each in fresh.items()}
        known = last.by_path
        if all(known.get(path, _NO_REPOS) == now.get(path, _NO_REPOS) for path in changed):
            return last
        by_path = {path: repos for path, repos in known.items() if path not in changed}
        by_path.update((path, repos) for path, repos in now.items() if repos)
    repos = frozenset().union(*set(by_path.values()))
    return _Needs(siblings, by_path, last.repos if last and last.repos == repos else repos)


_NO_REPOS: frozenset[str] = frozenset()


def repos_of(document: Document, siblings: Siblings, root: str = "/") -> frozenset[str]:
    """The repositories that a document may rely on, by its text alone; `root` is that of the layer."""
    found: set[str] = set()
    names = siblings.names
    for mention in mentions(document):
        first = mention.repo or mention.path.partition("/")[0]
        if first in names:
            found.add(first)
        if mention.repo:
            continue
        found.add(HERE)
        if mention.form == "code":
            found.update(named_siblings(document, siblings))
        if mention.path.startswith(("/", "../")):
            folder = document.path.rpartition("/")[0] if mention.form == "link" else ""
            place = siblings.place_of(normpath(join(root, folder, mention.path)))
            found.update(place[:1] if place else ())
    return frozenset(found) if found else _NO_REPOS
