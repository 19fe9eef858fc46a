"""Cutting a text into units, and finding the runs that two texts share."""

from __future__ import annotations

import datetime
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.analysis.repeats import repeats, units
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from tests.harness.engine import build_snapshot

TODAY = datetime.date(2026, 11, 29)
PIECES = st.lists(
    st.sampled_from(
        (
            "The keeper opens the lower gate when the pool is level.",
            "Boats that wait lie along the left bank, where the water is slow.",
            "- Look at the gauge before a paddle is moved, and again behind it.\n",
            "> Nobody crosses the gate while a paddle is up, whatever the hour.",
            "| paddles | one keeper to a paddle | never two |\n",
            "水位が同じになったら番人は下の門を開けます。",
            "# Gates\n",
            "```\n",
            "<!-- a comment -->\n",
            "Copyright the lock keepers.",
            "\n",
            "\n\n",
            "\r\n",
            "   ",
            "---\n",
            "\u2028",
            "***",
        )
    ),
    max_size=40,
)
TEXTS = PIECES.map("".join)


def document(text: str) -> Document:
    return Document("CLAUDE.md", Placement(Kind.RULE, "claude"), text)


def words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


@given(TEXTS)
def test_units_lie_in_order_and_hold_their_words(text: str) -> None:
    end = 0
    for unit in units(document(text)):
        assert end <= unit.span.start < unit.span.end <= len(text)
        assert words(unit.span.of(text)) == unit.words != ""
        end = unit.span.end


@given(TEXTS, TEXTS, TEXTS)
@settings(max_examples=150)
def test_a_passage_says_the_same_in_both_places(root: str, first: str, second: str) -> None:
    files = {"CLAUDE.md": root, ".claude/rules/a.md": first, ".claude/rules/b.md": second}
    files = {path: f"x\n{text}" for path, text in files.items()}
    snapshot = build_snapshot(files, TODAY)
    for repeat in snapshot.ask(repeats):
        assert repeat.path != repeat.other
        for passage in repeat.passages:
            here = [u.words for u in _inside(snapshot.documents[repeat.path], passage.span)]
            there = [u.words for u in _inside(snapshot.documents[repeat.other], passage.other_span)]
            assert here == there != []


def _inside(document: Document, span):
    return [u for u in units(document) if span.start <= u.span.start and u.span.end <= span.end]


@given(TEXTS)
def test_a_copy_is_found_whole_where_it_is_long_enough(text: str) -> None:
    files = {"CLAUDE.md": f"x\n{text}", ".claude/rules/a.md": f"x\n{text}"}
    found = build_snapshot(files, TODAY).ask(repeats)
    weight = sum(unit.weight for unit in units(document(f"x\n{text}")))
    assert bool(found) is (weight >= 200)
    assert sum(len(each.passages) for each in found) == bool(found)
