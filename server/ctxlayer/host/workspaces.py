"""The layers of some workspaces, under the buffers that are open in them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path

from ctxlayer.host.handle import SHAPE_FILES, LayerHandle
from ctxlayer.vfs import Root, find_root, related, relative_to

_MANY = 50
"""Files that change at once from which on one fresh look costs less than a snapshot for each."""


class Host:
    """The layers of some workspaces, under the buffers that are open in them.

    `today` tells the day; `trusted` False keeps git out (an untrusted workspace).
    """

    def __init__(self, *, today: Callable[[], date], trusted: bool = True) -> None:
        self._today = today
        self._trusted = trusted
        self._workspaces: tuple[str, ...] = ()
        self._buffers: dict[str, str] = {}
        self._layers: dict[str, LayerHandle] = {}
        self._roots: dict[str, Root | None] = {}

    def set_workspaces(self, folders: Sequence[Path]) -> None:
        """Name the open folders. No layer is sought above them."""
        self._workspaces = tuple(os.path.abspath(folder) for folder in folders)
        self._roots.clear()
        self._drop_strays()

    def _drop_strays(self) -> None:
        for root in list(self._layers):
            if not self._in_workspaces(root):
                del self._layers[root]

    def _in_workspaces(self, path: str) -> bool:
        return not self._workspaces or any(
            relative_to(path, folder) is not None for folder in self._workspaces
        )

    # Layers.

    def layers(self) -> tuple[LayerHandle, ...]:
        """The layers that are loaded."""
        return tuple(self._layers.values())

    def load_workspaces(self) -> None:
        """Load the layer of each workspace folder and the layers nested in it."""
        for folder in self._workspaces:
            layer = self.layer_of(Path(folder))
            for nested in layer.nested if layer else ():
                self.layer_of(Path(folder, nested))

    def layer_of(self, path: Path) -> LayerHandle | None:
        """The layer that the file or folder at `path` belongs to, loaded; None without one."""
        root = self._root_of(os.path.abspath(path))
        return None if root is None else self._layer(root)

    def layer_at(self, folder: Path) -> LayerHandle | None:
        """The layer whose root is `folder`, whatever lies above it."""
        root = find_root(str(folder), str(folder))
        return None if root is None else self._layer(root)

    def _root_of(self, path: str) -> Root | None:
        folder = path if os.path.isdir(path) else os.path.dirname(path)
        if folder not in self._roots:
            workspace = next(
                (each for each in self._workspaces if relative_to(folder, each) is not None), None
            )
            self._roots[folder] = find_root(folder, workspace)
        return self._roots[folder]

    def _layer(self, root: Root) -> LayerHandle:
        layer = self._layers.get(root.path)
        if layer is None:
            layer = LayerHandle(root, self._buffers, self._today(), trusted=self._trusted)
            self._layers[root.path] = layer
        return layer

    # Changes.

    def overlay(self, path: Path, text: str) -> None:
        """Put a buffer over a file before its layer is loaded."""
        self._buffers[os.path.abspath(path)] = text

    def open(self, path: Path, text: str) -> None:
        """An editor opened a file: from now on its buffer counts, not the disk."""
        self.change(path, text)

    def change(self, path: Path, text: str) -> None:
        """The buffer of an open file has this text now."""
        self._buffers[os.path.abspath(path)] = text
        self._update(path)

    def close(self, path: Path) -> None:
        """The buffer is gone: the disk counts again."""
        self._buffers.pop(os.path.abspath(path), None)
        self._update(path)

    def disk_changed(self, paths: Iterable[Path]) -> None:
        """Files or folders were created, changed or deleted outside the editor."""
        self._roots.clear()
        for root, layer in list(self._layers.items()):
            if self._root_of(root) != layer.found:
                del self._layers[root]
                self.layer_of(Path(root))
        reload: set[str] = set()
        changed: dict[str, list[Path]] = {}
        for path in paths:
            absolute = os.path.abspath(path)
            if os.path.isdir(absolute) or os.path.basename(absolute) in SHAPE_FILES:
                reload.update(root for root in self._layers if related(root, absolute))
                continue
            reload.update(root for root, layer in self._layers.items() if layer.moves(absolute))
            owner = self.layer_of(path)
            if owner is not None and absolute not in self._buffers:
                changed.setdefault(owner.found.path, []).append(path)
            elif owner is not None and (relative := owner.relative(path)) is not None:
                owner.saved(relative)
        for root, of_layer in changed.items():
            if len(of_layer) > _MANY:
                reload.add(root)
            elif root not in reload:
                for path in of_layer:
                    self._update(path)
        for root in reload:
            self._layers[root].reload()

    def _update(self, path: Path) -> None:
        layer = self.layer_of(path)
        relative = layer.relative(path) if layer else None
        if layer is not None and relative is not None:
            layer.update(relative)

    def tick(self) -> None:
        """Take note of the day; call it now and then."""
        today = self._today()
        for layer in self._layers.values():
            layer.set_today(today)
