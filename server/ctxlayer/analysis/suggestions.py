"""What the author of a dead pointer may have meant."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote

from ctxlayer.analysis.pointers import Resolution
from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.pointer import Pointer

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
    if pointer.form in ("url", "sibling", "glob") or not resolution.tried:
        return ()
    folder, _, name = resolution.tried.rstrip("/").rpartition("/")
    taken = facts.targets
    near = [path for path in _close(name, folder, facts) if path not in taken]
    same = [path for path in facts.tree.named(name) if path not in taken and path not in near]
    found = [*near, *same][:_MOST]
    return tuple(Suggestion(path, written(path, pointer, facts)) for path in found)


def _close(name: str, folder: str, facts: TopicFacts) -> list[str]:
    """Files in `folder` with a name like `name`, the likest first."""
    files = facts.tree.in_folder(folder)
    wanted = name.casefold()
    like = _likeness if len(files) > _MANY else _careful_likeness
    scored = [(-like(wanted, path.rpartition("/")[2].casefold()), path) for path in files]
    return [path for score, path in sorted(scored) if -score >= _CLOSE_ENOUGH]


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
    if pointer.label is not None:
        return relative_link(target, facts.path)
    own = f"knowledge/{facts.topic.name}/"
    if pointer.form == "bare" and target.startswith(own) and "/" not in target[len(own) :]:
        return target[len(own) :]
    return f"/{target}" if "/" not in target else target


def relative_link(target: str, table: str) -> str:
    """The link from the file at `table` to `target`, encoded where Markdown needs it."""
    here = table.split("/")[:-1]
    there = target.split("/")
    common = 0
    while common < min(len(here), len(there) - 1) and here[common] == there[common]:
        common += 1
    return quote("/".join([".."] * (len(here) - common) + there[common:]), safe="/-_.~!$&'*+,;=:@")
