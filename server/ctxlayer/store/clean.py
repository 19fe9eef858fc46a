"""Documents known to have no findings of their own, so that a second run can skip them.

One file a layer: a fingerprint of everything that such a verdict depends on (our own code, the
settings, the day, the bundles), then one digest a document. Another fingerprint makes all of it void. Only
"nothing found" is kept, never a finding, so there is nothing to keep in step.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path

from ctxlayer.analysis.okf import okf_bundles
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.store.location import layer_file

_SIZE = 16
"""Bytes of a digest: enough that two texts never meet."""


def digest(document: Document) -> bytes:
    """What tells this document from every other, its place included."""
    text = f"{document.kind.value}\0{document.runtime}\0{document.path}\0{document.text}"
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_SIZE).digest()


def load(snapshot: Snapshot) -> frozenset[bytes]:
    """Digests of the documents that were clean in an earlier run; none where that says nothing."""
    try:
        data = Path(place(snapshot)).read_bytes()
    except OSError:
        return frozenset()
    mark = _fingerprint(snapshot)
    if not data.startswith(mark) or len(data) % _SIZE:
        return frozenset()
    return frozenset(data[at : at + _SIZE] for at in range(len(mark), len(data), _SIZE))


def record(snapshot: Snapshot, clean: Iterable[Document]) -> bytes:
    """What `load` reads: the file's content for these clean documents."""
    return _fingerprint(snapshot) + b"".join(sorted(map(digest, clean)))


def place(snapshot: Snapshot) -> str:
    """The file of this layer in the cache folder."""
    return layer_file("clean", snapshot.root)


def _fingerprint(snapshot: Snapshot) -> bytes:
    bundles = snapshot.ask(okf_bundles)
    shown = f"{sorted(bundles.indexes)}{sorted(bundles.concepts)}"
    parts = (code_mark(), repr(snapshot.settings), snapshot.today.isoformat(), shown)
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=_SIZE).digest()


@cache
def code_mark() -> str:
    """Which code gives the verdicts: every module of ours with its size and time."""
    found = []
    waiting = [str(Path(__file__).parents[1])]
    for folder in waiting:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    status = entry.stat()
                    found.append(f"{entry.path} {status.st_size} {status.st_mtime_ns}")
                elif entry.is_dir() and entry.name != "__pycache__":
                    waiting.append(entry.path)
    return "\n".join(sorted(found))
