"""What the author of a dead pointer may have meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple
from urllib.parse import quote

from ctxlayer.analysis.anchors import anchors, lines_of
from ctxlayer.analysis.few import Few, few
from ctxlayer.analysis.pointers import Resolution, State
from ctxlayer.analysis.topics import TopicFacts, topic_index, unresolved
from ctxlayer.globs import closest, compile_glob, nearest_pattern
from ctxlayer.layer.document import Document
from ctxlayer.layer.pointer import Pointer
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tree import Tree
from ctxlayer.syntax.slugs import slug

_NAMELESS = re.compile(r"/_?(?:overview|readme|index)\.\w+\Z", re.IGNORECASE)
"""Files below the root that are named by their folder."""
_CLOSE_ENOUGH = 0.6
_MOST = 3
_MANY = 50
"""Names in a folder from which on only the quick comparison is made: somebody is typing."""


class Suggestion(NamedTuple):
    """A file that exists, and how the pointer has to be written to lead there."""

    target: str
    written: str


def nearest_targets(
    pointer: Pointer, resolution: Resolution, facts: TopicFacts
) -> tuple[Suggestion, ...]:
    """Existing files that a dead pointer may stand for, the likeliest first.

    Looks among the neighbours of the path that was tried, then for the same file name elsewhere;
    never at every file of the layer, since this runs while somebody types.
    """
    if pointer.form in ("url", "sibling") or not resolution.tried:
        return ()
    if pointer.form == "glob":
        return _nearest_glob(resolution, pointer, facts)
    folder, _, name = resolution.tried.rstrip("/").rpartition("/")
    if pointer.form == "folder":
        found = _close(name, _folders_in(folder, facts))
    else:
        near = nearest_files(resolution.tried, facts.tree, facts.targets)
        found = [*near, *_at_root(pointer, facts)]
    return tuple(Suggestion(path, written(path, pointer, facts)) for path in found[:_MOST])


def nearest_files(tried: str, tree: Tree, taken: Collection[str] = frozenset()) -> tuple[str, ...]:
    """Files that a path which leads nowhere may stand for, the likeliest first, none of `taken`.

    Those in its folder with a name like its own, then those of its name in folders like its own.
    """
    folder, _, name = tried.rstrip("/").rpartition("/")
    near = [path for path in _close(name, tree.in_folder(folder)) if path not in taken]
    same = [path for path in tree.named(name) if path not in taken and path not in near]
    return (*near, *_likely_folders(folder, same))


def slips(snapshot: Snapshot, last: Few[frozenset[str]] | None) -> Few[frozenset[str]]:
    """A query: of topics with dead pointers, the files that those most likely stand for."""
    return few(snapshot.ask(topic_index), last, _slips)


def _has_dead(facts: TopicFacts) -> bool:
    # Kept: nobody asks for slips while nothing is dead, and then of all topics at once.
    if "dead" not in facts.memo:
        facts.memo["dead"] = any(each.state is State.DEAD for each in facts.resolved)
    return bool(facts.memo["dead"])


def _slips(facts: TopicFacts) -> frozenset[str] | None:
    if not _has_dead(facts):
        return None
    pointers = facts.topic.pointers
    return frozenset(
        suggestion.target
        for number, resolution in unresolved(facts, State.DEAD)
        for suggestion in nearest_targets(pointers[number], resolution, facts)[:1]
    )


def _nearest_glob(
    resolution: Resolution, pointer: Pointer, facts: TopicFacts
) -> tuple[Suggestion, ...]:
    close = nearest_pattern(compile_glob(resolution.tried), facts.tree.index)
    if close is None:
        return ()
    if pointer.label is not None:
        return (Suggestion(close, relative_link(close, facts.path)),)
    # From the topic's own folder where it was written so.
    own = f"knowledge/{facts.topic.name}/"
    bare = "/" not in pointer.path and close.startswith(own)
    return (Suggestion(close, close[len(own) :] if bare else close),)


def _folders_in(folder: str, facts: TopicFacts) -> list[str]:
    """The folders right in `folder`, each with a slash behind it."""
    tree = facts.tree
    found = (each for each in tree.folders if each and each.rpartition("/")[0] == folder)
    return sorted(f"{each}/" for each in found)


def _at_root(pointer: Pointer, facts: TopicFacts) -> list[str]:
    """The folder of the root that a bare name may mean."""
    known = pointer.form == "bare" and pointer.path in facts.tree.folders
    return [f"{pointer.path}/"] if known else []


def nearest_anchor(pointer: Pointer, resolution: Resolution, facts: TopicFacts) -> str | None:
    """The heading that a dead anchor may stand for."""
    document = _document(resolution, facts)
    if document is None or not pointer.anchor:
        return None
    known = anchors(document)
    name = slug(pointer.anchor.replace("%20", " "))
    return name if name in known else closest(pointer.anchor, known)


def line_count(resolution: Resolution, facts: TopicFacts) -> int:
    """How many lines the file of a resolution has; 0 where that is not known."""
    document = _document(resolution, facts)
    return lines_of(document) if document is not None else 0


def _document(resolution: Resolution, facts: TopicFacts) -> Document | None:
    return next(
        (
            document
            for evidence in facts.evidence
            for path, document in evidence.documents
            if path == resolution.targets[0]
        ),
        None,
    )


def _close(name: str, paths: Sequence[str]) -> list[str]:
    """Those of `paths` with a name like `name`, the likest first."""
    wanted = name.casefold()
    like = _careful_likeness
    if len(paths) > _MANY:
        like = _likeness
        # A slip spares one half of the name: ask for that first, at the speed of C.
        folder = paths[0].rstrip("/").rpartition("/")[0]
        head = f"{folder}/{name[: len(name) // 2]}".lstrip("/")
        tail = name[len(name) // 2 :]
        paths = [path for path in paths if path.startswith(head) or path.endswith(tail)]
    names = [(path.rstrip("/").rpartition("/")[2].casefold(), path) for path in paths]
    scored = [(-like(*_without_ending(wanted, each)), path) for each, path in names]
    return [path for score, path in sorted(scored) if -score >= _CLOSE_ENOUGH]


def _without_ending(name: str, other: str) -> tuple[str, str]:
    """Two names without the endings that both have: those of `prompt.rules.md` say nothing."""
    while True:
        stem, dot, ending = name.rpartition(".")
        other_stem, _, other_ending = other.rpartition(".")
        if not (dot and stem and other_stem and ending == other_ending):
            return name, other
        name, other = stem, other_stem


def _likely_folders(folder: str, paths: Sequence[str]) -> list[str]:
    """Those of `paths`, files of one name, that may be meant by that name in `folder`, likest first.

    One alone was moved, perhaps. Of several, and of a name that says nothing without its folder, such
    as `overview.md`, a folder has to be like the one that was written: any other would be a guess.
    """
    if not paths or (len(paths) == 1 and not _NAMELESS.search(paths[0])):
        return list(paths)
    like = _likeness if len(paths) > _MANY else _careful_likeness
    scored = [(-_folder_likeness(folder, path.rpartition("/")[0], like), path) for path in paths]
    return [path for score, path in sorted(scored) if -score >= _CLOSE_ENOUGH]


def _folder_likeness(folder: str, other: str, like: Callable[[str, str], float]) -> float:
    """How alike two folders are where they differ; 1.0 where one only has further folders."""
    ours, theirs = folder.casefold().split("/"), other.casefold().split("/")
    for end in (0, -1):
        while ours and theirs and ours[end] == theirs[end]:
            del ours[end], theirs[end]
    return like("/".join(ours), "/".join(theirs)) if ours and theirs else 1.0


def _likeness(word: str, other: str) -> float:
    """The share of the longer word that both have at their ends: right for one slip, and quick."""
    shorter, longer = sorted((len(word), len(other)))
    head = 0
    while head < shorter and word[head] == other[head]:
        head += 1
    tail = 0
    while tail < shorter - head and word[-1 - tail] == other[-1 - tail]:
        tail += 1
    return (head + tail) / longer if longer else 1.0


def _careful_likeness(word: str, other: str) -> float:
    """Also for several slips in one word; too slow for large folders."""
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(a=word, b=other)
    return matcher.ratio() if matcher.quick_ratio() >= _CLOSE_ENOUGH else 0.0


def written(target: str, pointer: Pointer, facts: TopicFacts) -> str:
    """`target` written as `pointer` writes its own: bare, from the root, or as a link."""
    if pointer.path.endswith("/") and target[-1:] != "/":
        target += "/"
    if pointer.label is not None:
        return relative_link(target, facts.path)
    own = f"knowledge/{facts.topic.name}/"
    if pointer.form == "bare" and target.startswith(own) and "/" not in target[len(own) :]:
        return target[len(own) :]
    return f"/{target}" if "/" not in target.rstrip("/") and target[-1] != "/" else target


def relative_link(target: str, table: str) -> str:
    """The link from the file at `table` to `target`, encoded where Markdown needs it."""
    here = table.split("/")[:-1]
    there = target.split("/")
    common = 0
    while common < min(len(here), len(there) - 1) and here[common] == there[common]:
        common += 1
    return quote("/".join([".."] * (len(here) - common) + there[common:]), safe="/-_.~!$&'*+,;=:@")
