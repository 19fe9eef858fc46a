"""The folders that the client works in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lsprotocol import types

from ctxlayer.lsp import uris


@dataclass(frozen=True, slots=True)
class Folders:
    """Workspace folders by URI, in the client's order."""

    members: tuple[str, ...] = ()

    @classmethod
    def of(cls, params: Mapping[str, Any]) -> Folders:
        """The folders of raw `initialize` params; one made of the root for older clients."""
        named = params.get("workspaceFolders")
        if isinstance(named, list) and named:
            found = [folder.get("uri") for folder in named if isinstance(folder, dict)]
        else:
            root = params.get("rootPath")
            path_uri = uris.from_path(root) if isinstance(root, str) and root else None
            found = [params.get("rootUri") or path_uri]
        return cls(tuple(uri for uri in found if isinstance(uri, str)))

    def after(self, event: types.WorkspaceFoldersChangeEvent) -> Folders:
        """The folders after some left and others came."""
        gone = {folder.uri for folder in event.removed}
        kept = [uri for uri in self.members if uri not in gone]
        kept += [folder.uri for folder in event.added if folder.uri not in kept]
        return Folders(tuple(kept))

    @property
    def paths(self) -> list[Path]:
        """Those that are folders of this machine."""
        found = (uris.to_path(uri) for uri in self.members)
        return [path for path in found if path is not None]

    def is_of_git(self, path: Path) -> bool:
        """Whether a file lies in the git folder of one of these folders.

        What moves there is seen otherwise, once and not with each file; `info` says what is ignored.
        """
        for folder in self.paths:
            if path.is_relative_to(folder):
                first, *rest = (*path.relative_to(folder).parts, "")
                return first == ".git" and rest[0] not in ("", "info")
        return False


def watchers(folders: Folders, *, relative: bool) -> list[types.FileSystemWatcher]:
    """Watch everything in the folders: pointers lead to any file, so any file may matter."""
    if not relative or not folders.members:
        return [types.FileSystemWatcher(glob_pattern="**/*")]
    return [
        types.FileSystemWatcher(glob_pattern=types.RelativePattern(base_uri=uri, pattern="**/*"))
        for uri in folders.members
    ]
