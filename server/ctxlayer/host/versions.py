"""Texts of files as commits have them, read on a thread that may wait for git."""

from __future__ import annotations

from collections.abc import Callable

from ctxlayer.host.handle import LayerHandle
from ctxlayer.probes.revisions import Revisions, is_hash


def version_reader(
    layer: LayerHandle, repo: str, commit: str, path: str, *, before: bool = False
) -> Callable[[], str | None]:
    """Something that reads, on any thread, the text of a file in a commit of a repository.

    `repo` is a sibling, or "" for the repository around the layer, `path` counts from its top. With
    `before` the first parent of the commit is meant. The answer is None for what is not there, is no
    text, or is not to be known: in a workspace that is not trusted, say.
    """
    where = layer.repositories.path_of(repo)

    def read() -> str | None:
        if where is None or not is_hash(commit):
            return None
        revisions = Revisions(where)
        at = revisions.commit(f"{commit}^") if before else commit
        return revisions.text_at(at, path) if at is not None else None

    return read
