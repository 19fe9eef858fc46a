"""The files below a layer root, as names only."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from ctxlayer.globs import PathIndex


class Tree:
    """Every file below the root that git does not ignore; immutable.

    Paths are relative to the root with `/`. Folders exist because a file lies below them.
    `links` maps symbolic links inside the root to what they lead to; a file is listed once,
    under its own path. `leaving` are links that lead out of the root, and are not followed.
    Lookups beyond plain membership build their index on first use; `memo` keeps what others worked
    out from these names.
    """

    __slots__ = (
        "_folded",
        "_folders",
        "_index",
        "_listing",
        "_named",
        "_sorted",
        "leaving",
        "links",
        "memo",
        "paths",
    )

    def __init__(
        self,
        paths: Iterable[str],
        links: Mapping[str, str] | None = None,
        leaving: Iterable[str] = (),
    ) -> None:
        self.links: Mapping[str, str] = links or {}
        self.leaving: frozenset[str] = frozenset(leaving)
        self.paths: frozenset[str] = frozenset(paths)
        self.memo: dict[Hashable, Any] = {}
        self._folders: frozenset[str] | None = None
        self._folded: dict[str, str] | None = None
        self._sorted: tuple[str, ...] | None = None
        self._index: PathIndex | None = None
        self._listing: dict[str, list[str]] | None = None
        self._named: dict[str, list[str]] | None = None

    @property
    def folders(self) -> frozenset[str]:
        """Every folder that holds a file at any depth; the root is ""."""
        if self._folders is None:
            found = {""}
            for parent in {path.rpartition("/")[0] for path in self.paths}:
                while parent not in found:
                    found.add(parent)
                    parent = parent.rpartition("/")[0]
            self._folders = frozenset(found)
        return self._folders

    @property
    def ordered(self) -> tuple[str, ...]:
        """All paths, sorted."""
        if self._sorted is None:
            self._sorted = tuple(sorted(self.paths))
        return self._sorted

    @property
    def index(self) -> PathIndex:
        """All paths, ready to be searched by patterns."""
        if self._index is None:
            self._index = PathIndex(self.ordered)
        return self._index

    def spelled(self, path: str) -> str | None:
        """The file or folder whose name differs from `path` in case only."""
        if self._folded is None:
            self._folded = {
                name.casefold(): name for name in (*sorted(self.folders), *self.ordered)
            }
        return self._folded.get(path.casefold())

    def real(self, path: str) -> str:
        """`path` with a symbolic link in it, or at its end, resolved."""
        for link, target in self.links.items():
            if path == link or path.startswith(f"{link}/"):
                return f"{target}{path[len(link) :]}".strip("/")
        return path

    def leads_out(self, path: str) -> bool:
        """Whether `path` is or goes through a symbolic link that leaves the root."""
        return any(path == link or path.startswith(f"{link}/") for link in self.leaving)

    def below(self, folder: str) -> tuple[str, ...]:
        """The files at any depth below `folder`, sorted."""
        prefix = f"{folder}/" if folder else ""
        return tuple(path for path in self.ordered if path.startswith(prefix))

    def in_folder(self, folder: str) -> Sequence[str]:
        """The files right in `folder`, sorted."""
        if self._listing is None:
            self._listing = {}
            for path in self.ordered:
                self._listing.setdefault(path.rpartition("/")[0], []).append(path)
        return self._listing.get(folder, ())

    def named(self, name: str) -> Sequence[str]:
        """The files of this name in any folder, sorted."""
        if self._named is None:
            self._named = {}
            for path in self.ordered:
                self._named.setdefault(path.rpartition("/")[2], []).append(path)
        return self._named.get(name, ())

    def same(self, other: Tree) -> bool:
        """Whether both hold the same files and links."""
        return (self.paths, self.links, self.leaving) == (other.paths, other.links, other.leaving)

    def changed(self, added: Iterable[str], removed: Iterable[str]) -> Tree:
        """This tree with files added and removed; itself where nothing changes."""
        paths = (self.paths - frozenset(removed)) | frozenset(added)
        return self if paths == self.paths else Tree(paths, self.links, self.leaving)
