"""What git remembers of the layer's files. Reads only, and only when somebody asks."""

from __future__ import annotations

import os
from datetime import date, datetime, timezone

_TIMEOUT = 5.0
"""Seconds that a look into the history may take; after that the answer is unknown."""


class GitHistory:
    """The repository around a layer, through GitPython."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._known: dict[str, date | None] = {}

    def first_commit(self, path: str) -> date | None:
        """The day on which a file was first committed; None where git cannot tell.

        A shallow clone cannot: its oldest commit is not the file's.
        """
        if path not in self._known:
            self._known[path] = self._look(path)
        return self._known[path]

    def _look(self, path: str) -> date | None:
        # Without a git binary `import git` fails unless it is told to be quiet.
        os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
        try:
            from git import Repo

            with Repo(self._root, search_parent_directories=True) as repo:
                if os.path.exists(os.path.join(repo.common_dir, "shallow")):
                    return None
                out = repo.git.log(
                    "--follow",
                    "--diff-filter=A",
                    "--format=%ct",
                    "-z",
                    "--no-show-signature",
                    "--",
                    os.path.join(self._root, path),
                    kill_after_timeout=_TIMEOUT,
                )
        except Exception:  # noqa: BLE001 - GitPython raises many kinds; each means unknown
            return None
        stamps = [int(stamp) for stamp in out.split("\0") if stamp.strip().isdigit()]
        return datetime.fromtimestamp(min(stamps), tz=timezone.utc).date() if stamps else None
