"""A layer as one of its commits has it: read from git's objects, with nothing checked out."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from posixpath import dirname, join, normpath
from typing import NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot, snapshot_of
from ctxlayer.layer.tree import Tree
from ctxlayer.lints.registry import known_names
from ctxlayer.probes.git import Git, GitFailed, contents, gitpython
from ctxlayer.settings import Settings, load_settings

_TIMEOUT = 10.0
_LARGEST = 4_000_000
"""Bytes of the largest file that is read, as on disk."""
_SETTINGS = "ctxlayer.toml"
_HEX = frozenset("0123456789abcdef")

UNNEEDED = frozenset(
    {Kind.KNOWLEDGE, Kind.EXTRACTION, Kind.EXTERNAL, Kind.TICKET, Kind.BUNDLE, Kind.REPO_MAP}
)
"""Kinds that are in no message by themselves; most of a layer is of these."""


def is_hash(text: str) -> bool:
    """Whether a text may be the hash of a commit, or the beginning of one, and nothing else."""
    return bool(text) and _HEX.issuperset(text)


class _Listing(NamedTuple):
    """The blobs of the files below the root by path, and what the symbolic links lead to."""

    blobs: Mapping[str, str]
    links: Mapping[str, str]
    leaving: tuple[str, ...]


class Revisions:
    """The commits of the repository around a layer. Unknown is None; nothing raises."""

    def __init__(self, root: str) -> None:
        self._root = root

    def commit(self, ref: str) -> str | None:
        """The hash of the commit that `ref` names; None if there is none or git cannot tell."""
        try:
            found = gitpython(self._root).run(
                "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}",
                timeout=_TIMEOUT,
            )  # fmt: skip
        except GitFailed:
            return None
        lines = found.decode("ascii", "replace").split()
        return lines[-1] if lines else None

    def text_at(self, commit: str, path: str) -> str | None:
        """The text of a file as the commit of this hash has it; `path` is from the top of the repository.

        None for what is not there, is no text or is larger than any file that we read.
        """
        if not is_hash(commit):
            return None
        git, name = gitpython(self._root), f"{commit}:{path}"
        try:
            # A few kilobytes of a repository may stand for gigabytes: first how large it is.
            if int(git.run("cat-file", "-s", name, timeout=_TIMEOUT)) > _LARGEST:
                return None
            return _decoded(git.run("cat-file", "blob", name, timeout=_TIMEOUT))
        except (GitFailed, ValueError):
            return None

    def layer_at(
        self, commit: str, now: Snapshot, nested: Collection[str], *, alone: bool = False
    ) -> Snapshot | None:
        """The layer as `commit` has it, without what is in no message; None if git cannot tell.

        Tokens are counted as `now` counts them, so that the two can be compared. `nested` are the
        layers that lie in this one. Documents that are the same are the same objects, unless the
        answer is to be `alone`: so that another thread can look into it.
        """
        try:
            listing = self._listing(commit, nested, now)
            texts = _Texts(gitpython(self._root), listing.blobs)
            settings, where = _settings(listing, texts, now)
            snapshot = snapshot_of(
                root=now.root,
                full=now.full,
                settings=settings,
                today=now.today,
                tree=Tree(listing.blobs, listing.links, listing.leaving),
                settings_file=where,
                schemas=now.schemas,
                beside=texts,
                tokenizer=now.tokenizer,
            )
            return snapshot.after(changed=_documents(snapshot, texts, None if alone else now))
        except Exception:  # noqa: BLE001 - git failed, or an object is broken: it is unknown
            return None

    def _listing(self, commit: str, nested: Collection[str], now: Snapshot) -> _Listing:
        # Relative to the folder that git runs in: the layer's root.
        out = gitpython(self._root).run(
            "ls-tree", "-r", "-z", "--end-of-options", commit, timeout=_TIMEOUT
        )
        blobs: dict[str, str] = {}
        linked: dict[str, str] = {}
        for entry in out.decode("utf-8", "surrogateescape").split("\0"):
            head, tab, path = entry.partition("\t")
            if not tab or any(path.startswith(f"{each}/") for each in nested):
                continue
            # A file that is ignored although it was committed is no part of the layer, now or then.
            if path not in now.tree.paths and now.unlisted.may_hold(path):
                continue
            mode, kind, name = head.split(" ")
            if kind == "blob":
                (linked if mode == "120000" else blobs)[path] = name
        targets = _Texts(gitpython(self._root), linked)
        targets.read(linked)
        links = {path: _led(path, targets.text(path)) for path in linked}
        inside = {path: target for path, target in links.items() if target is not None}
        return _Listing(blobs, inside, tuple(path for path in links if path not in inside))


class _Texts:
    """Texts of blobs by path, read in one go or one by one."""

    def __init__(self, git: Git, blobs: Mapping[str, str]) -> None:
        self._git = git
        self._blobs = blobs
        self._known: dict[str, str | None] = {}

    def text(self, path: str) -> str | None:
        """The text of one file; None where there is none, or it is no text."""
        if path not in self._known:
            self.read([path])
        return self._known.get(path)

    def knows(self, path: str) -> bool:
        """Whether it was read: what a commit holds never changes."""
        return path in self._known

    def read(self, paths: Collection[str]) -> None:
        """Read many files at once."""
        wanted = [path for path in paths if path in self._blobs and path not in self._known]
        if not wanted:
            return
        # A few kilobytes of a repository may stand for gigabytes: first how large they are.
        sizes = self._answer("--batch-check", wanted).decode("ascii").splitlines()
        small = []
        for path, line in zip(wanted, sizes, strict=True):
            name, *about = line.split(" ")
            if len(about) != 2:
                raise LookupError(name)
            if int(about[1]) > _LARGEST:
                self._known[path] = None
            else:
                small.append(path)
        out = self._answer("--batch", small)
        for path, (name, data) in zip(small, contents(out, _LARGEST), strict=True):
            if data is None:
                raise LookupError(name)
            self._known[path] = _decoded(data)

    def _answer(self, how: str, paths: Collection[str]) -> bytes:
        asked = "".join(f"{self._blobs[path]}\n" for path in paths).encode("ascii")
        return self._git.run("cat-file", how, timeout=_TIMEOUT, asked=asked) if asked else b""


def _decoded(data: bytes) -> str | None:
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _led(path: str, target: str | None) -> str | None:
    """Where a symbolic link at `path` leads, from the root; None for a place outside."""
    if not target or target.startswith("/"):
        return None
    found = normpath(join(dirname(path), target))
    return None if found == ".." or found.startswith("../") else found


def _settings(listing: _Listing, texts: _Texts, now: Snapshot) -> tuple[Settings, str]:
    """The settings of the commit, and their file; those of now where they lie above the layer."""
    name = _SETTINGS if _SETTINGS in listing.blobs else now.settings_file
    if name and name not in listing.blobs:
        return (now.settings, name) if os.path.isabs(name) else (Settings(), "")
    text = texts.text(name) if name else None
    if text is None:
        return Settings(), name
    settings, _ = load_settings(text, os.path.basename(name), known_names())
    return settings or now.settings, name


def _documents(snapshot: Snapshot, texts: _Texts, now: Snapshot | None) -> list[Document]:
    placed = {path: snapshot.placement(path) for path in snapshot.tree.ordered}
    wanted = {
        path: placement
        for path, placement in placed.items()
        if placement is not None and placement.kind not in UNNEEDED
    }
    texts.read(wanted)
    documents = []
    for path, placement in wanted.items():
        text = texts.text(path)
        old = now.document(path) if now is not None else None
        if text is None:
            continue
        if old is not None and old.text == text and (old.kind, old.runtime) == placement:
            documents.append(old)
        else:
            documents.append(Document(path, placement, text))
    return documents
