"""Looking through the edited lines alone finds what looking through all of them does."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from ctxlayer.analysis.hidden_characters import document_hidden_runs, hidden_runs
from ctxlayer.analysis.secrets import document_secrets, find_secrets
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.line_scan import line_scan
from ctxlayer.text import Span

PLACE = Placement(Kind.KNOWLEDGE)
TOKEN = "gh" + "p_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
PIECES = (
    "tide ", "\n", "\r\n", "ebb", "\u200b", "\u202e", "a\u200d", "\ufeff", "🌊", "ebb ebb",
    f"key: {TOKEN}", TOKEN[:20], "\u2028",
)  # fmt: skip


class Word(NamedTuple):
    span: Span

    def shift(self, by: int) -> Word:
        return Word(self.span.shift(by))


def words(text: str, start: int, end: int) -> Iterator[Word]:
    return (
        Word(Span(*match.span())) for match in re.compile("ebb[^\n]?").finditer(text, start, end)
    )


@pytest.mark.parametrize("seed", range(30))
def test_edit_by_edit_it_is_as_from_scratch(seed: int) -> None:
    chance = random.Random(seed)
    document = Document("a.md", PLACE, "".join(chance.choices(PIECES, k=40)))
    seen = 0
    for _ in range(60):
        text = document.text
        at, gone = chance.randrange(len(text) + 1), chance.choice((0, 0, 1, 2, 9))
        text = text[:at] + chance.choice(PIECES) + text[at + gone :]
        document = Document("a.md", PLACE, text, document)
        if chance.random() < 0.2:
            continue  # nobody asked about this one
        fresh = Document("a.md", PLACE, text)
        assert line_scan(document, "words", words, Word.shift) == tuple(words(text, 0, len(text)))
        assert document_hidden_runs(document) == hidden_runs(text) == document_hidden_runs(fresh)
        assert document_secrets(document) == find_secrets(text)
        seen += len(find_secrets(text))
    assert seen


def test_only_the_edited_line_is_looked_at() -> None:
    looked: list[str] = []

    def look(text: str, start: int, end: int) -> Iterator[Word]:
        looked.append(text[start:end])
        return words(text, start, end)

    document = Document("a.md", PLACE, "ebb\nflood\nebb\n")
    assert len(line_scan(document, "words", look, Word.shift)) == 2
    later = Document("a.md", PLACE, "ebb\nfloods\nebb\n", document)
    assert line_scan(later, "words", look, Word.shift) == (Word(Span(0, 3)), Word(Span(11, 14)))
    assert line_scan(later, "words", look, Word.shift)
    assert looked == ["ebb\nflood\nebb\n", "floods\n"]
