"""Phrases that are suggested as terms: of the topic's own, never common, no small word at an end."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.analysis.distinctive import distinctive_phrases
from ctxlayer.layer.content_words import STOP_WORDS
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.terms import term_fault
from tests.harness.engine import build_snapshot

TODAY = date(2026, 11, 29)
OTHERS = {f"knowledge/berths/{n}.md": "# Berth\n\nThe quay of the harbour.\n" for n in range(30)}


def suggested(*texts: str, taken: tuple[str, ...] = ()) -> list[tuple[str, int]]:
    files = {f"knowledge/tides/{n}.md": text for n, text in enumerate(texts)}
    snapshot = build_snapshot({"ctxlayer.toml": "", **files, **OTHERS}, TODAY)
    own = [snapshot.documents[path] for path in sorted(files)]
    found = distinctive_phrases(own, snapshot, taken.__contains__, 30)
    return [(phrase.text, phrase.files) for phrase in found]


def test_what_most_files_of_the_topic_hold_comes_first() -> None:
    texts = ("The slack water at the gauge.", "At slack water, an ebb.", "Slack-water and ebb.")
    assert suggested(*texts) == [("slack water", 3), ("ebb", 2)]


def test_what_other_files_hold_too_is_left_out() -> None:
    assert suggested("The quay at ebb.", "The quay at ebb.", "The quay.") == [("ebb", 2)]


def test_what_is_taken_is_left_out() -> None:
    assert suggested("An ebb.", "An ebb.", "A flood.", taken=("ebb",)) == []


def test_code_tags_and_targets_are_no_phrases() -> None:
    text = "```\nebb\n```\n<i class=flood> [.](neap.md) https://example.org/spring\n"
    assert suggested(text, text, text) == []


def test_frontmatter_is_not_read() -> None:
    text = "---\nstatus: confirmed\n---\nebb\n"
    assert suggested(text, text, text) == [("ebb", 3)]


@given(st.text(alphabet="the of ebb Flood #-\n.,`<>()[]é潮7", max_size=80))
def test_each_phrase_is_a_term(text: str) -> None:
    own = [Document(f"knowledge/tides/{n}.md", Placement(Kind.KNOWLEDGE), text) for n in range(3)]
    snapshot: Snapshot = build_snapshot({"ctxlayer.toml": ""}, TODAY)
    for phrase in distinctive_phrases(own, snapshot, frozenset().__contains__, 30):
        words = phrase.text.split()
        assert term_fault(phrase.text) is None
        assert {words[0].lower(), words[-1].lower()}.isdisjoint(STOP_WORDS)
