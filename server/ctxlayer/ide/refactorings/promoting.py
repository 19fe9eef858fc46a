"""Turn an extraction or an external document into a knowledge file, which then waits for a person."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.topics import topic_index
from ctxlayer.ide.frontmatter_edits import Unsettled, is_bare, setting_edits
from ctxlayer.ide.model import Action
from ctxlayer.ide.moving import move_edits
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, topic_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic_names import is_kebab
from ctxlayer.layer.trust import read_trust
from ctxlayer.lints.model import Deferred
from ctxlayer.text import Edit

_MOST_TOPICS = 3


def promote(snapshot: Snapshot, document: Document) -> Iterator[Action]:
    """Move the file with everything that leads to it. It claims no more than before, and of what no
    developer verified it says so: `source` stays what it is, `verified-by` becomes unverified."""
    if document.kind not in (Kind.EXTRACTION, Kind.EXTERNAL):
        return
    if read_trust(document).status == "superseded":
        return
    values = _humble(document)
    # Of a file without frontmatter the block is made when somebody wants it.
    ready = not is_bare(document) and bool(values)
    edits = setting_edits(document, values, snapshot) if ready else ()
    name = document.path.rpartition("/")[2]
    for topic in _topics(document, snapshot):
        target = f"knowledge/{topic}/{name}"
        title = f"Promote to {target}" + (", to be verified" if values else "")
        if isinstance(edits, Unsettled):
            yield Action(title, "refactor.rewrite", {}, disabled=edits.reason)
        elif snapshot.is_free(target):
            yield Action(
                title,
                "refactor.rewrite",
                _edits(snapshot, document, target, values),
                moves={document.path: target},
            )


def _humble(document: Document) -> dict[str, str]:
    trust = read_trust(document)
    if trust.verified_by == "developer":
        return {}
    values = {"verified-by": "unverified"}
    if trust.status in ("confirmed", ""):
        values["status"] = "hypothesis"
    return values


def _edits(snapshot: Snapshot, document: Document, new: str, values: dict[str, str]) -> Deferred:
    def edits() -> dict[str, tuple[Edit, ...]]:
        found = dict(move_edits(snapshot, {document.path: new}))
        own = setting_edits(document, values, snapshot) if values else ()
        if own and not isinstance(own, Unsettled):
            found[document.path] = tuple(sorted((*found.get(document.path, ()), *own)))
        return found

    return Deferred(edits)


def _topics(document: Document, snapshot: Snapshot) -> list[str]:
    """The topics that the file may belong to: those that point at it, else what its name says."""
    index = snapshot.ask(topic_index)
    pointing = [place.facts.topic.name for place in index.pointing_at(document.path)]
    names = list(dict.fromkeys(name for name in pointing if is_kebab(name)))
    if names:
        return names[:_MOST_TOPICS]
    said = topic_of(document.path, document.kind)
    known = [name for name in index.names if said == name or said.startswith(f"{name}-")]
    guess = max(known, key=len, default="") or said or _folder(document)
    return [guess] if is_kebab(guess) else []


def _folder(document: Document) -> str:
    """The folder of an external document, else its own name."""
    parts = document.path.split("/")
    return parts[-2] if len(parts) > 2 else parts[-1].rpartition(".")[0].lower()
