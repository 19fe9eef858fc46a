"""Whatever moves where: what led to a file leads to it still."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.analysis.link_paths import path_links
from ctxlayer.analysis.moves import Moves
from ctxlayer.analysis.topics import topic_index
from ctxlayer.ide.model import Rewrite
from ctxlayer.ide.moving import move_edits, moved
from ctxlayer.ide.renames.files import move_fault
from ctxlayer.layer.kinds import INDEXED_KINDS
from ctxlayer.layer.snapshot import Snapshot
from tests.harness.engine import build_snapshot

TODAY = datetime.date(2026, 11, 29)
FOLDERS = ("knowledge/tides", "knowledge/tides/deep", "knowledge/pilots", "extractions", "src/a")
NAMES = ("overview.md", "gauges.md", "2026-11-03-tides.md", "two words.md", "ü(1).md", "100%.md")
TARGETS = (*FOLDERS, "knowledge/heights", "knowledge/heights/deep", "external", "src/b")

paths = st.builds("{}/{}".format, st.sampled_from(FOLDERS), st.sampled_from(NAMES))
pointers = st.sampled_from(
    (
        *NAMES,
        *(f"`{name}`" for name in NAMES),
        *(f"{folder}/{name}" for folder in FOLDERS for name in NAMES),
        *(f"{folder}/" for folder in FOLDERS),
        "knowledge/tides/*.md",
        "*.md",
        "extractions/2026-*",
        "knowledge/**/gauges.md",
        "/src/a/gauges.md#x",
        "./overview.md:1-2",
        "nowhere.md",
        "knowledge/tides/nowhere.md",
        "[gauges.md](../knowledge/tides/gauges.md#x)",
        "[words](<../knowledge/pilots/two words.md>)",
        "[words](../knowledge/pilots/two%20words.md)",
        "[all](../knowledge/tides/)",
        "[dead](../knowledge/tides/dead.md)",
        "https://example.com/knowledge/tides/gauges.md",
    )
)
links = st.sampled_from(
    (
        "gauges.md",
        "./overview.md#x",
        "../tides/gauges.md",
        "../../knowledge/pilots/overview.md",
        "../knowledge/tides/overview.md",
        "deep/gauges.md",
        "../gauges.md",
        "/src/a/gauges.md",
        "<two words.md>",
        "two%20words.md",
        "../../../outside.md",
        "../dead.md",
        "#here",
        "%C3%BC(1).md",
        "ü(1).md",
    )
)


@st.composite
def layers(draw: st.DrawFn) -> dict[str, str]:
    """A table of two topics, one in each shape, and files with links."""
    files = {
        path: "# T\n\n" + "\n".join(f"[x]({each})" for each in draw(st.lists(links, max_size=3)))
        for path in draw(st.sets(paths, min_size=1, max_size=8))
    }
    row = " · ".join(draw(st.lists(pointers, min_size=1, max_size=4)))
    items = "".join(f"- {each} — note\n" for each in draw(st.lists(pointers, max_size=4)))
    files["index/trigger-table.md"] = (
        "# Trigger table\n\n| topic | files | vocabulary |\n| --- | --- | --- |\n"
        f"| tides | {row} | ebb |\n\n### pilots\n\n**Files**\n\n{items}\n**Vocabulary:** ladder\n"
    )
    return files


@st.composite
def layers_and_moves(draw: st.DrawFn) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """A layer, and moves of its files and folders."""
    files = draw(layers())
    there = sorted(path for path in files if path != "index/trigger-table.md")
    folders = sorted({path.rpartition("/")[0] for path in there})
    to_file = st.builds("{}/{}".format, st.sampled_from(TARGETS), st.sampled_from(NAMES))
    a_file = st.tuples(st.sampled_from(there), to_file)
    a_folder = st.tuples(st.sampled_from(folders), st.sampled_from(TARGETS))
    return files, draw(st.lists(st.one_of(a_file, a_folder), min_size=1, max_size=3))


def possible(snapshot: Snapshot, wanted: list[tuple[str, str]]) -> dict[str, str]:
    """The first of the moves that can be made, and another if it does not meet the first."""
    tree = snapshot.tree
    chosen: dict[str, str] = {}
    for old, new in wanted:
        is_file = old in tree.paths
        fits = is_file == new.endswith(".md") and (is_file or old in tree.folders)
        apart = all(
            not f"{one}/".startswith(f"{other}/") and not f"{other}/".startswith(f"{one}/")
            for pair in chosen.items()
            for one in pair
            for other in (old, new)
        )
        if fits and apart and move_fault(old, new, snapshot) is None:
            chosen[old] = new
    return chosen


def pointed(snapshot: Snapshot) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(form, targets) of each pointer, in order; those in topics that gained one left out."""
    for place in snapshot.ask(topic_index).places:
        facts = place.facts
        for pointer, resolution in zip(facts.topic.pointers, facts.resolved, strict=True):
            yield pointer.form, resolution.targets


def indexed(snapshot: Snapshot) -> set[str]:
    return {path for place in snapshot.ask(topic_index).places for path in place.facts.targets}


@settings(max_examples=400, deadline=None)
@given(layers_and_moves())
def test_everything_leads_where_it_led(
    layer: tuple[dict[str, str], list[tuple[str, str]]],
) -> None:
    files, wanted = layer
    before = build_snapshot({**files, "ctxlayer.toml": ""}, TODAY)
    moves = possible(before, wanted)
    after = moved(before, Rewrite(move_edits(before, moves), moves))
    places = Moves(moves, before.tree)
    # Links.
    for path, document in before.documents.items():
        there = after.document(places.of(path))
        if there is None:
            continue
        old = [link.target(before) for link in path_links(document, before)]
        new = [link.target(after) for link in path_links(there, after)]
        real = [
            (places.of(one), other)
            for one, other in zip(old, new, strict=True)
            if one in before.tree.paths or one in before.tree.folders
        ]
        assert all(one == other for one, other in real), (moves, there.text)
    # Pointers at one file; those at many gain and lose files by their nature.
    ones = [targets for form, targets in pointed(before) if form not in ("glob", "folder")]
    found = [targets for form, targets in pointed(after) if form not in ("glob", "folder")]
    for targets in ones:
        if len(targets) == 1:
            assert (places.of(targets[0]),) in found, (
                moves,
                after.documents.get("index/trigger-table.md"),
            )
    # And nothing that was indexed gets lost.
    kept = {
        places.of(path)
        for path in indexed(before)
        if (placement := after.placement(places.of(path))) and placement.kind in INDEXED_KINDS
    }
    assert kept <= indexed(after), (moves, after.documents["index/trigger-table.md"].text)


@settings(max_examples=100, deadline=None)
@given(layers())
def test_a_move_that_moves_nothing_edits_nothing(files: dict[str, str]) -> None:
    snapshot = build_snapshot({**files, "ctxlayer.toml": ""}, TODAY)
    assert move_edits(snapshot, {}) == {}
    assert move_edits(snapshot, {"nowhere/x.md": "nowhere/y.md"}) == {}


def test_imports_of_what_is_imported_follow_too() -> None:
    before = build_snapshot(
        {
            "ctxlayer.toml": "",
            "CLAUDE.md": "@knowledge/tides/overview.md\n",
            "knowledge/tides/overview.md": "# Tides\n\n@gauges.md\n",
            "knowledge/tides/gauges.md": "# Gauges\n",
            "knowledge/pilots/notes.md": "# Notes\n\n@gauges.md is nobody's import.\n",
        },
        TODAY,
    )
    moves = {"knowledge/tides/gauges.md": "knowledge/tides/heights.md"}
    after = moved(before, Rewrite(move_edits(before, moves), moves))
    assert after.documents["knowledge/tides/overview.md"].text == "# Tides\n\n@heights.md\n"
    notes = "knowledge/pilots/notes.md"
    assert after.documents[notes] is before.documents[notes]
