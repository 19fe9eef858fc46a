"""A small clean layer, and faults to seed into it.

A fault replaces one piece of one file. What must be flagged stands in `⟦` and `⟧` in the new text.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ctxlayer.ide.fixing import with_safe_fixes
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Finding
from ctxlayer.text import Span
from tests.harness.engine import build_snapshot, findings_of

TODAY = datetime.date(2026, 11, 29)
OPEN, CLOSE = "⟦", "⟧"


def trusted(title: str, body: str = "", **values: str) -> str:
    """A document with sound trust frontmatter; `values` replace its values (`_` for `-`)."""
    keys = {
        "source": "human-authored",
        "created": "2026-10-01",
        "last_verified": "2026-11-01",
        "verified_by": "developer",
        "status": "confirmed",
    }
    lines = [f"{key.replace('_', '-')}: {value}" for key, value in {**keys, **values}.items()]
    return "\n".join(["---", *lines, "---", "", f"# {title}", "", body or "Text.", ""])


CLEAN: Mapping[str, str] = MappingProxyType(
    {
        "ctxlayer.toml": "[freshness]\nknowledge-days = 90\n\n[lints]\nshared-term = 'warning'\n",
        "index/trigger-table.md": (
            "# Trigger table\n\n## Platform\n\n"
            "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
            "| tides | gauges.md · extractions/2026-10-20-tides.md"
            " | harbour tides.heights, read-only | ebb, flood |\n"
            "| berths | plan.md | harbour berths.now, read-only | quay, mooring |\n"
        ),
        "knowledge/tides/gauges.md": trusted("Gauges", "Where the gauges stand. 潮 🌊"),
        "knowledge/berths/plan.md": trusted("Plan", "How a berth is found."),
        "extractions/2026-10-20-tides.md": trusted(
            "Tides",
            "What a session found.\n\n## Hot-memory verdict\n\nreviewed, no change: nothing new.",
            source="extraction",
            created="2026-10-20",
            status="confirmed-by-agent",
        ),
        "external/manual.md": trusted("Manual", "The vendor's words.", source="external"),
        ".rules/python.md": (
            '---\ndescription: Use when a task changes the service\nglobs: "src/**"\n---\n\n# Python\n'
        ),
        ".cursor/rules/berths.mdc": (
            "---\ndescription: Use when a task moves a berth\nglobs: src/**\n"
            "alwaysApply: false\n---\n\n# Berths\n"
        ),
        ".claude/rules/quays.md": '---\npaths: ["src/**"]\n---\n\n# Quays\n',
        "workflows/moves/SKILL.md": "---\nname: moves\ndescription: Move a vessel\n---\n\n# Moves\n",
        "src/app.py": "VALUE = 1\n",
    }
)


class Fault(NamedTuple):
    """`old` in `path` becomes `new`; the lint flags what stands in brackets, and nothing else is new.

    `mended` is what the safe fix makes of the new text, None where there is no safe fix.
    """

    lint: str
    path: str
    old: str
    new: str
    mended: str | None = None


class Place(NamedTuple):
    """One finding, by what can be said beforehand."""

    path: str
    lint: str
    span: Span


def sown(faults: Iterable[Fault]) -> tuple[dict[str, str], list[Place]]:
    """The layer with the faults in it, and what has to be found."""
    texts = dict(CLEAN)
    for fault in faults:
        assert texts[fault.path].count(fault.old) == 1, f"{fault.old!r} must stand once"
        marked = fault.new.replace(OPEN, f"{OPEN}{fault.lint}{OPEN}")
        texts[fault.path] = texts[fault.path].replace(fault.old, marked)
    places: list[Place] = []
    for path, text in texts.items():
        while OPEN in text:
            before, lint, rest = text.split(OPEN, 2)
            flagged, after = rest.split(CLOSE, 1)
            start = len(before)
            places.append(Place(path, lint, Span(start, start + len(flagged))))
            text = before + flagged + after
        texts[path] = text
    return texts, sorted(places)


def layer(texts: Mapping[str, str]) -> Snapshot:
    """The layer of these files, as of `TODAY`."""
    return build_snapshot(texts, TODAY)


def found(snapshot: Snapshot) -> list[Place]:
    """All findings of all lints."""
    every: list[Finding] = [one for each in findings_of(snapshot).values() for one in each]
    return sorted(Place(one.path, one.lint, one.span) for one in every)


def mended(texts: Mapping[str, str]) -> dict[str, str]:
    """The files after every safe fix."""
    snapshot = layer(texts)
    after = with_safe_fixes(snapshot, list(snapshot.documents))
    return {**texts, **{path: document.text for path, document in after.documents.items()}}


def restored(faults: Iterable[Fault]) -> dict[str, str]:
    """What safe fixes have to make of the layer with the faults in it."""
    texts = dict(CLEAN)
    for fault in faults:
        new = fault.new.replace(OPEN, "").replace(CLOSE, "")
        texts[fault.path] = texts[fault.path].replace(
            fault.old, new if fault.mended is None else fault.mended
        )
    return texts
