"""Documents by path, immutable, with the next one made at the cost of what differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ctxlayer.layer.document import Document

_MOST = 256
"""Changes laid over the base before they are worked into a new one."""
_MISSING: Any = object()
"""Told apart from None, which marks a document as taken out."""


class Shelf(Mapping[str, Document]):
    """A mapping that thousands of keystrokes change in one place each.

    What changed lies over a base that snapshots share; None marks what was taken out.
    """

    __slots__ = ("_base", "_over", "_size")

    def __init__(
        self,
        base: Mapping[str, Document] | None = None,
        over: Mapping[str, Document | None] | None = None,
    ) -> None:
        self._base: Mapping[str, Document] = base or {}
        self._over: Mapping[str, Document | None] = over or {}
        self._size = len(self._base) + sum(
            (document is not None) - (path in self._base) for path, document in self._over.items()
        )

    def after(self, removed: Iterable[str], changed: Iterable[Document]) -> Shelf:
        """The shelf with documents taken out and then others put in."""
        over = dict(self._over)
        over.update(dict.fromkeys(removed))
        over.update((document.path, document) for document in changed)
        if len(over) <= _MOST:
            return Shelf(self._base, over)
        base = {**self._base, **over}
        return Shelf({path: document for path, document in base.items() if document is not None})

    def __getitem__(self, path: str) -> Document:
        found = self.get(path)
        if found is None:
            raise KeyError(path)
        return found

    # `Mapping.get` is declared for defaults of any type; nobody needs another than these.
    def get(self, path: str, default: Document | None = None) -> Document | None:  # type: ignore[override]
        """The document at `path`."""
        found = self._over.get(path, _MISSING)
        if found is _MISSING:
            return self._base.get(path, default)
        return default if found is None else found

    def __contains__(self, path: object) -> bool:
        if path in self._over:
            return self._over[path] is not None  # type: ignore[index] # what is in it is a path
        return path in self._base

    def __iter__(self) -> Iterator[str]:
        if not self._over:
            return iter(self._base)
        return self._merged()

    def _merged(self) -> Iterator[str]:
        yield from (path for path in self._base if self._over.get(path, _MISSING) is not None)
        yield from (
            path
            for path, document in self._over.items()
            if document is not None and path not in self._base
        )

    def __len__(self) -> int:
        return self._size
