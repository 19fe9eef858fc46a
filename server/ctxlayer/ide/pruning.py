"""Taking out extractions that may go, with every pointer to them; or moving them out of the way.

Nothing is left behind that leads nowhere: what a link leads to stays, for what a sentence says without its
link is for a person to decide, and so does a file whose pointer cannot be taken out of its table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from ctxlayer.analysis.pointers import State
from ctxlayer.analysis.pruning import Prunable
from ctxlayer.analysis.reach import linked
from ctxlayer.analysis.topics import topic_index
from ctxlayer.ide.deleting import delete_edits
from ctxlayer.ide.fixing import edited
from ctxlayer.ide.moving import move_edits
from ctxlayer.ide.renames.files import move_fault
from ctxlayer.layer.snapshot import Snapshot

_MOST_NAMED = 3


class Plan(NamedTuple):
    """What pruning comes to.

    `pruned` maps the files that go to their new places, "" for those that are removed. `kept` says of the
    others why they stay. `texts` are (text now, text then) of the files that are edited, by path now.
    """

    pruned: Mapping[str, str]
    kept: Mapping[str, str]
    texts: Mapping[str, tuple[str, str]]


def prune_plan(
    snapshot: Snapshot,
    wanted: Mapping[str, Prunable],
    recoverable: Collection[str],
    to: str | None = None,
) -> Plan:
    """How these extractions go: removed, or moved into the folder `to`.

    Removed is only what is `recoverable`, committed as it is.
    """
    kept: dict[str, str] = {}
    taken: dict[str, str] = {}
    for path in wanted:
        fault = _move_fault(path, to, taken, snapshot) if to is not None else None
        if to is None and path not in recoverable:
            fault = "it is not committed as it is, so nothing could bring it back"
        if fault:
            kept[path] = fault
    if to is None:
        _keep_linked(wanted, kept, snapshot)
    going = [path for path in wanted if path not in kept]
    stuck = _stuck(going, snapshot)
    while stuck:
        kept |= dict.fromkeys(stuck, "its pointer cannot be taken out of the table; do that first")
        if to is None:
            _keep_linked(wanted, kept, snapshot)
        going = [path for path in wanted if path not in kept]
        stuck = _stuck(going, snapshot)
    places = {path: _place(path, to) if to is not None else "" for path in going}
    return Plan(places, kept, _texts(snapshot, places))


def _place(path: str, to: str) -> str:
    return f"{to}/{path.rpartition('/')[2]}"


def _move_fault(path: str, to: str, taken: dict[str, str], snapshot: Snapshot) -> str | None:
    """Why a file cannot move there; `taken` are places that others go to, by what they are on any disk."""
    place = _place(path, to)
    fault = move_fault(path, place, snapshot)
    if fault is None:
        other = taken.setdefault(place.casefold(), path)
        if other != path:
            return f"{other} goes to {place}; move one of them at a time"
    return fault


def _keep_linked(wanted: Mapping[str, Prunable], kept: dict[str, str], snapshot: Snapshot) -> None:
    """Keep what a file that stays links to, until nothing more of that kind is found."""
    targets = snapshot.ask(linked).targets
    more = True
    while more:
        more = False
        going = wanted.keys() - kept.keys()
        for path in sorted(going):
            by = sorted(each for each, to in targets.items() if path in to and each not in going)
            if by:
                named = ", ".join(by[:_MOST_NAMED]) + (" and others" if by[_MOST_NAMED:] else "")
                kept[path] = f"{named} links to it; take that link out first, or move it with --to"
                more = True


def _stuck(going: Collection[str], snapshot: Snapshot) -> set[str]:
    """Files at which a pointer would still lead, and lead nowhere."""
    after = edited(snapshot, delete_edits(snapshot, going))
    gone = set(going)
    left = after.after(removed=gone, tree=after.tree.changed((), gone))
    return {
        resolution.tried
        for place in left.ask(topic_index).places
        for resolution in place.facts.resolved
        if resolution.state is State.DEAD and resolution.tried in gone
    }


def _texts(snapshot: Snapshot, places: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """What is edited: tables without the pointers, and what links to a file that moves or stands in it."""
    after = edited(snapshot, delete_edits(snapshot, list(places)))
    moves = {old: new for old, new in places.items() if new}
    if moves:
        after = edited(after, move_edits(after, moves))
    return {
        path: (document.text, after.documents[path].text)
        for path, document in snapshot.documents.items()
        if places.get(path) != "" and after.documents[path].text != document.text
    }
