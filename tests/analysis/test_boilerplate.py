"""Lines with a path that many documents have word for word."""

from __future__ import annotations

from datetime import date

import pytest

from ctxlayer.analysis.boilerplate import boilerplate
from ctxlayer.analysis.source_changes import NO_CHANGES, source_changes
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.snapshot import Snapshot
from tests.harness.engine import build_snapshot

TODAY = date(2026, 11, 29)
HEAD = """---
source: human-authored
created: 2026-10-01
last-verified: 2026-11-05
verified-by: developer
status: confirmed
---

"""
SOURCES = "2026-11-20 Ada: src/listing.py\n2026-10-01 Ada: src/listing.py\n"
FOOTER = "*Made anew by `src/listing.py`: what is written here is lost.*"


def path_of(number: int) -> str:
    return f"knowledge/tides/quay-{number}.md"


def layer(line: str, documents: int, last: str = "") -> Snapshot:
    texts = {path_of(each): f"{HEAD}# Quay {each}\n\n{line}\n" for each in range(documents)}
    texts[path_of(documents - 1)] += last
    return build_snapshot({**texts, "ctxlayer.toml": ""}, TODAY, sources=SOURCES)


def moved_in(snapshot: Snapshot) -> int:
    """How many documents are told that their source changed."""
    documents = snapshot.of_kind(Kind.KNOWLEDGE)
    return sum(source_changes(each, snapshot) is not NO_CHANGES for each in documents)


def test_a_line_of_many_documents_is_no_claim_of_theirs() -> None:
    assert moved_in(layer(FOOTER, 10)) == 0


def test_what_else_one_of_them_says_is() -> None:
    assert moved_in(layer(FOOTER, 10, "\nThe tides are listed by `src/listing.py`.\n")) == 1


def test_a_line_of_few_documents_is() -> None:
    assert moved_in(layer(FOOTER, 9)) == 9


@pytest.mark.parametrize(
    "line",
    ["- `src/listing.py`", "| [code](../../src/listing.py) | tides |", "x" * 500 + f" {FOOTER}"],
)
def test_a_line_without_words_of_its_own_and_a_long_one_are(line: str) -> None:
    assert moved_in(layer(line, 10)) == 10


def test_what_a_file_tracks_counts_however_many_have_it() -> None:
    tracks = HEAD.replace("status:", "tracks: [src/listing.py] # the one of us all\nstatus:")
    texts = {path_of(each): f"{tracks}# Quay\n" for each in range(12)}
    snapshot = build_snapshot({**texts, "ctxlayer.toml": ""}, TODAY, sources=SOURCES)
    assert moved_in(snapshot) == 12


def test_documents_that_come_and_go_are_counted() -> None:
    few = layer(FOOTER, 9)
    assert moved_in(few) == 9
    text = f"{HEAD}# Quay 9\n\n{FOOTER}\n"
    placement = Placement(Kind.KNOWLEDGE)
    many = few.after(changed=[Document(path_of(9), placement, text)])
    assert moved_in(many) == 0
    edited = many.after(changed=[Document(path_of(9), placement, f"{text}More.\n")])
    assert boilerplate(edited) is boilerplate(many)
    assert moved_in(edited) == 0
    assert moved_in(edited.after(removed=[path_of(4)])) == 9
