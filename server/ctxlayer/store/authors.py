"""Who wrote the trust frontmatter of a layer, as git told it about one commit.

One file a layer and kind of question. It belongs to what was asked and to our own code; to another
question it says nothing.
"""

from __future__ import annotations

from datetime import date
from hashlib import blake2b
from typing import Any

from ctxlayer.layer.authors import Authors, FileAuthors, TrustLine, Writing
from ctxlayer.layer.edits import Edits
from ctxlayer.layer.sources import Commit
from ctxlayer.store.clean import code_mark
from ctxlayer.store.location import layer_file, read_json, write_json


class KeptAuthors:
    """The answers about one layer, in the cache folder; a folder that cannot be used keeps none."""

    def __init__(self, root: str) -> None:
        self._root = root

    def load(self, about: str, ask: str) -> Authors | None:
        """The answer that was kept about this question."""
        try:
            data = read_json(self._place(about))
            if data["ask"] != _mark(ask):
                return None
            told = [_entries(each) for each in data["told"]]
            files = {path: told[number] for path, number in data["files"].items()}
            return Authors(files, {path: _edits(each) for path, each in data["edits"].items()})
        except (OSError, ValueError, TypeError, LookupError, AttributeError):
            # Somebody cut it short, or it is of another release.
            return None

    def save(self, about: str, ask: str, authors: Authors) -> None:
        """Keep an answer in place of the one before."""
        # What is told of one file is told of many: each answer is kept, and made again, once.
        numbers: dict[object, int] = {}
        told: list[FileAuthors] = []
        files: dict[str, int] = {}
        for path, entries in authors.files.items():
            number = files[path] = numbers.setdefault(tuple(entries.items()), len(told))
            if number == len(told):
                told.append(entries)
        edits = {path: _plain(each) for path, each in authors.edits.items()}
        write_json(
            self._place(about), {"ask": _mark(ask), "told": told, "files": files, "edits": edits}
        )

    def _place(self, about: str) -> str:
        return layer_file("authors", self._root, f"-{about}")


def _mark(ask: str) -> str:
    text = f"{code_mark()}\0{ask}".encode("utf-8", "surrogatepass")
    return blake2b(text, digest_size=16).hexdigest()


def _entries(kept: dict[str, list[Any]]) -> dict[str, Writing]:
    found = {}
    for key, (line, role, name, day, commit, order) in kept.items():
        when = date.fromisoformat(day) if day else None
        found[key] = Writing(TrustLine(*line), role, name, when, commit, order)
    return found


def _plain(edits: Edits) -> tuple[object, ...]:
    """Nearly all files are as they were verified: of these the text is told once."""
    head = "" if edits.head == edits.verified else edits.head
    return (edits.day.isoformat(), edits.verified, head, *edits[3:])


def _edits(kept: list[Any]) -> Edits:
    day, verified, head, version, commit, path, commits = kept
    return Edits(
        date.fromisoformat(day), verified, head or verified, version, commit, path,
        tuple([_commit(each) for each in commits]),
    )  # fmt: skip


def _commit(kept: list[Any]) -> Commit:
    name, day, author, subject, files = kept
    return Commit(name, date.fromisoformat(day), author, subject, files)
