"""Git as a process, without anything that could surprise: no network, no prompt, no waiting.

For what `check` asks each time: the import of GitPython would take longer than the answers.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

ALONE = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "LC_ALL": "C",
}
"""A partial clone fetches what it lacks from its remote, with a command that its configuration
names. Looking must neither run that nor reach for the network: then the answer is unknown."""


TAME = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "diff.relative=false",
    "log.showRoot=true",
)
"""Settings that outweigh those of the repository: whatever reads the index would start the monitor
of files that its configuration names, and paths are read from its top."""

OF_HOOKS = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_PREFIX", "GIT_INDEX_FILE"})
"""What git tells the hooks of some repository: the one around the folder is meant here."""


class GitProcess:
    """The git of this machine in one folder. Every call raises where there is no answer."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._program = _program()

    def run(self, *arguments: str, timeout: float, asked: bytes = b"") -> bytes:
        """What git writes for these arguments, with `asked` on its standard input."""
        import subprocess

        done = subprocess.run(
            [self._program, *(word for each in TAME for word in ("-c", each)), *arguments],
            cwd=self._root,
            env={**_inherited(), **ALONE},
            input=asked,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=timeout,
            check=True,
        )
        return done.stdout


def contents(out: bytes, most: int) -> Iterator[tuple[str, bytes | None]]:
    """What `cat-file --batch` says of each object: its name, and up to `most` bytes of it.

    None for an object that is not there. Raises ValueError where it breaks off in such a line.
    """
    at = 0
    while at < len(out):
        end = out.index(b"\n", at)
        name, *words = out[at:end].decode("ascii", "replace").split(" ")
        at = end + 1
        if len(words) == 2 and words[1].isdigit():
            size = int(words[1])
            yield name, out[at : at + min(size, most)]
            at += size + 1
        else:
            yield name, None


def _program() -> str:
    """Git in one of the folders for programs; never one that lies in the layer by accident."""
    name = "git.exe" if os.name == "nt" else "git"
    for folder in os.get_exec_path():
        path = os.path.join(folder, name)
        if os.path.isabs(folder) and os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    raise FileNotFoundError(name)


def _inherited() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in OF_HOOKS}
