"""Real git repositories with long histories, made in one go by `git fast-import`."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ALONE = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}
"""An environment in which no settings of anybody's matter."""


@dataclass
class History:
    """Commits to make, by number: the first is 1."""

    commits: list[bytes] = field(default_factory=list)

    def commit(
        self,
        changes: Mapping[str, str | None],
        *,
        parents: Sequence[int] = (),
        seconds: int = 1_767_225_600,
        zone: str = "+0000",
        author: str = "Ada <ada@example.org>",
        subject: str = "Change it",
        whole: bool = False,
    ) -> int:
        """One more commit, its number: texts by path, None for a file that goes; `whole` for all there are.

        Paths may hold bytes that are no characters, as `os.fsdecode` writes them.
        """
        self.commits.append(
            b"".join(
                self._written(changes, parents, f"{seconds} {zone}", author, subject, whole=whole)
            )
        )
        return len(self.commits)

    def _written(
        self,
        changes: Mapping[str, str | None],
        parents: Sequence[int],
        stamp: str,
        author: str,
        subject: str,
        *,
        whole: bool,
    ) -> Iterator[bytes]:
        words = os.fsencode(subject)
        yield f"commit refs/heads/made\nmark :{len(self.commits) + 1}\n".encode()
        yield f"author {author} {stamp}\ncommitter {author} {stamp}\n".encode()
        yield b"data %d\n%s\n" % (len(words), words)
        for word, parent in zip(("from", *["merge"] * len(parents)), parents, strict=False):
            yield f"{word} :{parent}\n".encode()
        if whole:
            yield b"deleteall\n"
        for path, text in changes.items():
            name = b'"%s"' % b"".join(b"\\%03o" % byte for byte in os.fsencode(path))
            if text is None:
                yield b"D %s\n" % name
            else:
                content = text.encode()
                yield b"M 100644 inline %s\ndata %d\n%s\n" % (name, len(content), content)
        yield b"\n"

    def make(self, folder: Path) -> list[str]:
        """A repository with all of them, nothing checked out; their hashes, of which the first is ""."""
        git(folder, "init", "-q", "-b", "main")
        # Without `from` the next commit would build on the one before.
        fresh = b"".join(b"reset refs/heads/made\n%s" % each for each in self.commits)
        marks = folder / ".git" / "made"
        git(
            folder, "fast-import", "--quiet", "--force", f"--export-marks={marks}", asked=fresh
        )  # fmt: skip
        lines = (line.split(" ") for line in marks.read_text().splitlines())
        numbered = {int(mark[1:]): commit for mark, commit in lines}
        return ["", *(numbered[number] for number in sorted(numbered))]


def git(folder: Path, *arguments: str, asked: bytes = b"") -> str:
    """What git says, with no settings of anybody's."""
    done = subprocess.run(
        ["git", *arguments], cwd=folder, env=ALONE, input=asked, check=True, capture_output=True
    )
    return os.fsdecode(done.stdout)


def put_head(folder: Path, commit: str) -> None:
    """Be at a commit: what an amended, rebased or reset branch looks like."""
    (folder / ".git" / "HEAD").write_text(f"{commit}\n")
