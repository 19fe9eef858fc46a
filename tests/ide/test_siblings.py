"""Sibling repositories: where their files are on this machine, if it has them."""

from __future__ import annotations

import datetime
from collections.abc import Callable

from ctxlayer.ide.completion import complete
from ctxlayer.ide.hover import hover
from ctxlayer.ide.lenses import lenses
from ctxlayer.ide.model import Location
from ctxlayer.ide.navigation import definition
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Span
from tests.harness.engine import build_snapshot

TABLE = "index/trigger-table.md"
NOTE = "knowledge/grafting/unions.md"
HEAD = "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"


class Clones:
    """A machine with one clone that holds one file."""

    names = frozenset({"orchard-api"})

    def exists(self, repo: str, path: str) -> bool | None:
        return path == "src/cut.py" if repo in self.names else None

    def any_file(self, repo: str, matches: Callable[[str], bool]) -> bool | None:
        return matches("src/cut.py") if repo in self.names else None


def layer(path: str, written: str) -> tuple[Snapshot, int]:
    files = {
        "ctxlayer.toml": "",
        ".local/repo-paths.json": '{"orchard-api": "/clones/orchard-api/", "odd": 3}',
        path: written.replace("$0", ""),
    }
    snapshot = build_snapshot(files, datetime.date(2026, 11, 29))
    return snapshot.after(siblings=Clones()), written.index("$0")


def markdown(path: str, written: str) -> str:
    snapshot, at = layer(path, written)
    shown = hover(snapshot, path, at)
    return shown.markdown if shown else ""


def places(path: str, written: str) -> tuple[Location, ...]:
    snapshot, at = layer(path, written)
    return definition(snapshot, path, at)


FOUND = (Location("/clones/orchard-api/src/cut.py", Span(0, 0), absolute=True),)


def test_a_pointer_leads_into_the_clone() -> None:
    row = f"{HEAD}| grafting | orchard-api:src/$0cut.py | | |\n"
    assert places(TABLE, row) == FOUND
    assert "freshness gate" in markdown(TABLE, row)


def test_what_the_clone_does_not_hold_leads_nowhere() -> None:
    row = f"{HEAD}| grafting | orchard-api:src/$0bind.py | | |\n"
    assert places(TABLE, row) == ()
    assert "unknown" not in markdown(TABLE, row)
    snapshot, _ = layer(TABLE, row)
    assert lenses(snapshot, TABLE)[1].title.startswith("1 file · 1 dead · ")


def test_an_unmapped_sibling_is_unknown() -> None:
    row = f"{HEAD}| grafting | nursery:src/$0cut.py | | |\n"
    assert places(TABLE, row) == ()
    assert "not known on this machine" in markdown(TABLE, row)


def test_tracked_paths() -> None:
    block = '---\ntracks: ["orchard-api:src/$0cut.py"]\n---\n'
    assert places(NOTE, block) == FOUND
    assert markdown(NOTE, block) == "`src/cut.py` in the sibling `orchard-api`: found."


def test_siblings_are_offered_to_track() -> None:
    snapshot, at = layer(NOTE, '---\ntracks: ["$0"]\n---\n')
    (item,) = [item for item in complete(snapshot, NOTE, at) if item.label == "orchard-api:"]
    assert item.edit.new == "orchard-api:"
