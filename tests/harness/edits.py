"""The fact `@edits`: what became of the text of files since they were verified, newest commit first.

    2026-10-02 "Sort gauges" Ada: knowledge/tides/gauges.md knowledge/tides/other.md
    2026-09-01: knowledge/tides/gauges.md files=60 hash=1f2e3d4c

Files behind the colon are those whose text the commit changed; `files=60` says how many it touched in all,
`hash=` how its hash begins. Of a file that the fact names everything is committed as it is, but for these:

    open: knowledge/tides/gauges.md       its text is not committed
    unsaved: knowledge/tides/gauges.md    nor is it saved: the disk has what is committed
    back: knowledge/tides/gauges.md       its text is again what was verified
    verifying 2026-06-01: knowledge/tides/gauges.md    that is the day which is committed
"""

from __future__ import annotations

import datetime
import re
from hashlib import sha1

from ctxlayer.layer.authors import Authors
from ctxlayer.layer.document import Document
from ctxlayer.layer.edits import Edits, body_print, text_print
from ctxlayer.layer.kinds import Placement
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import Commit
from ctxlayer.layer.trust import read_trust
from tests.harness.marks import FixtureError

_COMMIT = re.compile(
    r'(?P<day>\d{4}-\d\d-\d\d)(?: "(?P<subject>[^"]*)")?(?: (?P<author>[^:"]+))?:(?P<words>.*)'
)
_STATE = re.compile(r"(?P<state>open|unsaved|back|verifying \d{4}-\d\d-\d\d): (?P<paths>.+)")
_VERIFIED = text_print("as it was verified")
_COMMITTED = "\nAs it is committed.\n"


def with_edits(fact: str, snapshot: Snapshot) -> Snapshot:
    """The snapshot in which this is known. Raises `FixtureError` for a line that nobody can read."""
    commits: dict[str, list[Commit]] = {}
    states: dict[str, str] = {}
    for line in filter(None, map(str.strip, fact.splitlines())):
        state = _STATE.fullmatch(line)
        if state:
            states.update((path, state["state"]) for path in state["paths"].split())
            continue
        match = _COMMIT.fullmatch(line)
        if match is None:
            raise FixtureError(f"`@edits` has no line {line!r}")
        words = match["words"].split()
        given = dict(word.split("=") for word in words if "=" in word)
        commit = _commit(line, match, given, sum("=" not in word for word in words))
        for path in words:
            if "=" not in path:
                commits.setdefault(path, []).append(commit)
    documents = {path: snapshot.documents[path] for path in {**commits, **states}}
    edits = {
        path: _edits(document, tuple(commits.get(path, ())), states.get(path, ""))
        for path, document in documents.items()
    }
    unsaved = {
        path: _committed(documents[path]) for path, state in states.items() if state == "unsaved"
    }
    return snapshot.after(authors=Authors(snapshot.authors.files, edits), unsaved=unsaved)


def _commit(line: str, match: re.Match[str], given: dict[str, str], named: int) -> Commit:
    start = given.get("hash", "")
    return Commit(
        start + sha1(line.encode()).hexdigest()[len(start) :],
        datetime.date.fromisoformat(match["day"]),
        match["author"] or "Ada",
        match["subject"] or "Change it",
        int(given.get("files", named)),
    )


def _edits(document: Document, commits: tuple[Commit, ...], state: str) -> Edits:
    now = body_print(document) or ""
    committed = text_print(_COMMITTED) if state in ("open", "unsaved") else now
    verified = _VERIFIED if commits else committed
    day = read_trust(document).last_verified
    if state.startswith("verifying"):
        day = datetime.date.fromisoformat(state.partition(" ")[2])
    return Edits(
        day or datetime.date.min,
        now if state == "back" else verified,
        committed,
        "",
        sha1(document.path.encode()).hexdigest(),
        document.path,
        commits,
    )


def _committed(document: Document) -> Document:
    text = document.text[: document.frontmatter.body_start] + _COMMITTED
    return Document(document.path, Placement(document.kind, document.runtime), text)
