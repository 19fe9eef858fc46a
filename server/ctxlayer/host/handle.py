"""One layer: its root, and always its current snapshot."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from pathlib import Path

from ctxlayer.host.readings import Readings
from ctxlayer.host.saved import SavedTexts
from ctxlayer.layer.authors import NO_AUTHORS
from ctxlayer.layer.document import Document
from ctxlayer.layer.history import NoHistory
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.repos import NO_REPOS
from ctxlayer.layer.siblings import NoSiblings, Siblings
from ctxlayer.layer.snapshot import Snapshot, snapshot_of
from ctxlayer.layer.sources import NO_SOURCES
from ctxlayer.layer.tree import Tree
from ctxlayer.lints.registry import known_names
from ctxlayer.lints.runner import is_clean, take_for_clean
from ctxlayer.probes.history import GitHistory
from ctxlayer.probes.tokens import tokenizer_of
from ctxlayer.settings import PYPROJECT, Settings, load_settings
from ctxlayer.store import clean
from ctxlayer.store.schemas import known_schemas
from ctxlayer.syntax.problem import Problem
from ctxlayer.vfs import (
    Content,
    Root,
    Scan,
    Stamp,
    is_listed,
    of_buffer,
    read_text,
    relative_to,
    scan,
)
from ctxlayer.vfs.beside import DiskBeside
from ctxlayer.vfs.siblings import DiskSiblings, read_repo_map
from ctxlayer.vfs.unlisted import DiskUnlisted
from ctxlayer.vfs.writing import create_text, replace_bytes, replace_text

log = logging.getLogger(__name__)

SHAPE_FILES = frozenset({".gitignore", ".gitmodules", "ctxlayer.toml", PYPROJECT, ".git"})
"""Names of files that decide what belongs to a layer: a change of one means a fresh look."""


class LayerHandle(Readings):
    """One layer: its root and always its current snapshot."""

    def __init__(
        self, root: Root, buffers: Mapping[str, str], today: date, *, trusted: bool
    ) -> None:
        super().__init__(root.path, trusted=trusted)
        self.root = Path(root.path)
        self.found = root
        self._buffers = buffers
        self._stamps: dict[str, Stamp] = {}
        self._links = Tree(())
        self._saved = SavedTexts(self._read)
        self._strangers: set[str] = set()
        self._settings = Settings()
        self._settings_problems: tuple[Problem, ...] = ()
        self.snapshot = self._load(today, None)

    # Paths.

    def relative(self, path: Path) -> str | None:
        """`path` from the root with `/` between its parts, through links inside the layer.

        None for a path outside.
        """
        absolute = os.path.abspath(path)
        found = relative_to(absolute, str(self.root))
        if found is None:
            real = os.path.realpath(absolute)
            found = relative_to(real, os.path.realpath(self.root))
        return None if found is None else self._links.real(found)

    def absolute(self, path: str) -> Path:
        """The absolute path of a layer-relative one."""
        return self.root.joinpath(*path.split("/"))

    # Loading.

    def _load(self, today: date, before: Snapshot | None) -> Snapshot:
        """The layer as it is on disk under the open buffers, reusing what did not change."""
        found = scan(str(self.root))
        self.nested = found.nested
        self._links = Tree((), found.links)
        self._strangers.clear()
        self._read_settings()
        open_here = set(self._open_here(found))
        tree = Tree({*found.files, *open_here}, found.links, found.leaving)
        if before and before.tree.same(tree):
            tree = before.tree
        snapshot = snapshot_of(
            root=self.root.as_posix(),
            full=self.found.full,
            settings=self._settings,
            today=today,
            tree=tree,
            settings_file=self._settings_path(),
            settings_problems=self._settings_problems,
            unlisted=DiskUnlisted(str(self.root), found.nested),
            history=GitHistory(str(self.root)) if self._trusted else NoHistory(),
            authors=before.authors if before else NO_AUTHORS,
            committed=before.committed if before else None,
            repos=before.repos if before else NO_REPOS,
            sources=before.sources if before else NO_SOURCES,
            tracked_local=before.tracked_local if before else frozenset(),
            asks_git=self._trusted,
            beside=DiskBeside(str(self.root), self._buffers),
            tokenizer=tokenizer_of(self._settings.budget.tokenizer),
            word_base=before.word_base.elsewhere() if before and before.word_base else None,
        )
        documents, unreadable = self._read_documents(snapshot, found, before)
        unlisted = {at: why for at, why in found.unreadable.items() if _concerns(snapshot, at)}
        snapshot = snapshot.after(changed=documents, unreadable={**unlisted, **unreadable})
        # A document made of a buffer says nothing about the file of the same stamp.
        self._stamps = {each: at for each, at in found.files.items() if each not in open_here}
        siblings = self._siblings(snapshot, before)
        snapshot = snapshot.after(siblings=siblings, schemas=known_schemas(snapshot))
        snapshot = snapshot.after(**self.repositories.known(snapshot))
        self._saved.start(each for each in map(snapshot.document, open_here) if each is not None)
        snapshot = snapshot.after(unsaved=self._saved.unsaved(snapshot))
        if before is None:
            known = clean.load(snapshot)
            for document in snapshot.documents.values() if known else ():
                if clean.digest(document) in known:
                    take_for_clean(document, snapshot)
        return snapshot

    def _read_documents(
        self, snapshot: Snapshot, found: Scan, before: Snapshot | None
    ) -> tuple[list[Document], dict[str, str]]:
        documents = []
        unreadable = {}
        for path in snapshot.tree.paths:
            placement = snapshot.placement(path)
            if placement is None:
                continue
            old = before.document(path) if before else None
            text = self._buffers.get(self._key(path))
            if text is None and old is not None and self._stamps.get(path) == found.files.get(path):
                content = Content(old.text)
            else:
                content = of_buffer(text) if text is not None else self._read(path)
            if content.text is None:
                unreadable[path] = content.reason
            elif old and old.text == content.text and (old.kind, old.runtime) == placement:
                documents.append(old)
            else:
                documents.append(Document(path, placement, content.text, old))
        return documents, unreadable

    def _read_settings(self) -> None:
        path = self.found.settings
        if path is None:
            self._settings, self._settings_problems = Settings(), ()
            return
        text = self._buffers.get(os.path.abspath(path))
        content = of_buffer(text) if text is not None else read_text(path)
        if content.text is None:
            return
        settings, problems = load_settings(content.text, os.path.basename(path), known_names())
        # Settings that do not parse leave the last good ones in force.
        if settings is not None and settings != self._settings:
            self._settings = settings
        self._settings_problems = problems

    def _settings_path(self) -> str:
        """The settings file from the root; absolute where it lies above."""
        path = self.found.settings
        return "" if path is None else relative_to(path, str(self.root)) or path

    def _siblings(self, snapshot: Snapshot, before: Snapshot | None) -> Siblings:
        """The clones of the repo map, to be looked at anew: nobody tells when they change."""
        maps = sorted(snapshot.of_kind(Kind.REPO_MAP), key=lambda document: document.path)
        clones = read_repo_map(maps[0].text) if maps else {}
        self.repositories.map(clones)
        if maps:
            return DiskSiblings(clones)
        return before.siblings if before and not before.siblings.names else NoSiblings()

    def _read(self, path: str) -> Content:
        # A file of the layer is none of its links; what they lead to has a path of its own.
        return read_text(self._key(path), follow=False)

    def _key(self, path: str) -> str:
        return os.path.join(str(self.root), *path.split("/"))

    def _open_here(self, found: Scan) -> Iterable[str]:
        """Open buffers of this layer, also those that were never saved."""
        for path in self._buffers:
            relative = self.relative(Path(path))
            if relative and (relative in found.files or self._is_unsaved(relative)):
                yield relative

    def _is_ours(self, path: str) -> bool:
        """Whether a file that is not in the tree belongs there; what git ignores does not."""
        is_open = self._key(path) in self._buffers
        if is_open and path in self._strangers:
            return False
        if is_listed(str(self.root), path) or self._is_unsaved(path):
            return True
        if is_open:
            self._strangers.add(path)  # its next keystroke need not ask again
        return False

    def _is_unsaved(self, path: str) -> bool:
        """Whether `path` is a buffer without a file yet, in a place where the layer reads."""
        key = self._key(path)
        return key in self._buffers and not os.path.lexists(key) and self._may_hold(path)

    def _may_hold(self, path: str) -> bool:
        return not any(part in (".git", "node_modules") for part in path.split("/")) and not any(
            path == each or path.startswith(f"{each}/") for each in self.nested
        )

    def moves(self, absolute: str) -> bool:
        """Whether this file came or went, and took a folder out of the layer or back into it."""
        path = relative_to(absolute, str(self.root)) or ""
        folder, git, _ = path.partition("/.git/")
        if git:
            foreign = os.path.exists(self._key(f"{folder}/.git"))
            return (folder in self.snapshot.tree.folders) is foreign
        folder, table, rest = path.rpartition("/index/trigger-table.md")
        return bool(table) and not rest and (folder in self.nested) is not os.path.isfile(absolute)

    # Changes.

    def update(self, path: str) -> None:
        """Take in the text of one file as it is now, in its buffer or on disk."""
        if path.rpartition("/")[2] in SHAPE_FILES:
            self.reload()
            return
        if self._key(path) in self._buffers:
            self._saved.opened(path, self.snapshot.document(path))
        else:
            self._saved.closed(path)
        self._take_in(path)
        self._compare_saved()

    def saved(self, path: str) -> None:
        """The file of an open buffer was written, by whomever."""
        document = self.snapshot.document(path)
        if document is not None:
            self._saved.look(document)
            self._compare_saved()

    def _compare_saved(self) -> None:
        unsaved = self._saved.unsaved(self.snapshot)
        if unsaved is not self.snapshot.unsaved:
            self.snapshot = self.snapshot.after(unsaved=unsaved)

    def _take_in(self, path: str) -> None:
        text = self._buffers.get(self._key(path))
        snapshot = self.snapshot
        known = path in snapshot.tree.paths
        if not known and not self._is_ours(path):
            self._remove(path)
            return
        content = of_buffer(text) if text is not None else self._read(path)
        self._stamps.pop(path, None)
        if content.text is None and content.reason == "missing":
            self._remove(path)
            return
        tree = snapshot.tree if known else snapshot.tree.changed((path,), ())
        placement = snapshot.placement(path)
        old = snapshot.document(path)
        unreadable = {each: why for each, why in snapshot.unreadable.items() if each != path}
        if placement is None:
            if tree is not snapshot.tree or snapshot.beside.knows(path):
                beside = DiskBeside(str(self.root), self._buffers)
                self.snapshot = snapshot.after(tree=tree, beside=beside)
        elif content.text is None:
            unreadable[path] = content.reason
            self._turn_to(snapshot.after(removed=(path,), tree=tree, unreadable=unreadable), old)
        elif old is None or old.text != content.text:
            document = Document(path, placement, content.text, old)
            self._turn_to(
                snapshot.after(changed=(document,), tree=tree, unreadable=unreadable), document
            )

    def _turn_to(self, snapshot: Snapshot, touched: Document | None) -> None:
        """Make `snapshot` the current one; what is read beside the files may be another."""
        if touched is not None and touched.kind is Kind.REPO_MAP:
            siblings = self._siblings(snapshot, self.snapshot)
            snapshot = snapshot.after(siblings=siblings, **self.repositories.known(snapshot))
        if touched is not None and touched.kind is Kind.ADAPTERS:
            snapshot = snapshot.after(schemas=known_schemas(snapshot))
        self.snapshot = snapshot

    def _remove(self, path: str) -> None:
        snapshot = self.snapshot
        if path in snapshot.tree.paths:
            unreadable = {each: why for each, why in snapshot.unreadable.items() if each != path}
            tree = snapshot.tree.changed((), (path,))
            self._turn_to(
                snapshot.after(removed=(path,), tree=tree, unreadable=unreadable),
                snapshot.document(path),
            )
        elif path in snapshot.tree.folders:
            self.reload()

    def reload(self) -> None:
        """Look at the whole layer again; what did not change is kept."""
        self.snapshot = self._load(self.snapshot.today, self.snapshot)

    def set_today(self, today: date) -> None:
        """Turn the day."""
        if today != self.snapshot.today:
            siblings = self._siblings(self.snapshot, self.snapshot)
            self.snapshot = self.snapshot.after(today=today, siblings=siblings)

    def look_at_siblings(self) -> None:
        """Forget which files the clones of siblings hold."""
        siblings = self._siblings(self.snapshot, self.snapshot)
        self.snapshot = self.snapshot.after(siblings=siblings)

    def on_screen(self) -> frozenset[str]:
        """The repositories that open documents depend on, and the one around the layer."""
        paths = (relative_to(key, str(self.root)) or "" for key in self._buffers)
        documents = filter(None, map(self.snapshot.document, paths))
        return self.repositories.behind(documents, self.snapshot)

    def watcher(self) -> Callable[[], frozenset[str]] | None:
        """Tells, on any thread, where something moved in repositories behind open documents.

        Its answer are their paths. None where git may not be asked.
        """
        return self.repositories.watcher(self.on_screen()) if self._trusted else None

    def remember_clean(self) -> None:
        """Keep, for the next run, which documents had no findings of their own."""
        documents = filter(is_clean, self.snapshot.documents.values())
        place = clean.place(self.snapshot)
        try:
            os.makedirs(os.path.dirname(place), exist_ok=True)
            replace_bytes(place, clean.record(self.snapshot, documents))
        except OSError:
            # A cache folder that cannot be written is no fault of the layer.
            log.info("%s cannot be written", place)

    def write(self, path: str, old: str | None, new: str) -> bool:
        """Write a file whose text on disk is still `old`; False, and nothing written, if not.

        None for a file that is not there yet.
        """
        if old is None:
            return create_text(self._key(path), new)
        if self._read(path).text != old:
            return False
        replace_text(str(self.absolute(path)), new)
        return True


def _concerns(snapshot: Snapshot, path: str) -> bool:
    """Whether a document of the layer lies at `path` or may lie in the folder that it is."""
    return not path or any(snapshot.placement(path + end) for end in ("", "/x.md", "/x/x.md"))
