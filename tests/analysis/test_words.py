"""The index of words, built at once and kept up over changes, says the same."""

from __future__ import annotations

import random
from datetime import date

from ctxlayer.analysis import words
from ctxlayer.analysis.words import WordIndex, is_reading_due, with_words, word_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.snapshot import Snapshot, snapshot_of
from ctxlayer.layer.terms import term_key
from tests.harness.engine import build_snapshot

TODAY = date(2026, 11, 29)
WORDS = ("ebb", "flood", "Slack", "water", "c#", "潮", "汐", "berth", "---\n")
KEYS = tuple(map(term_key, ("ebb", "slack water", "flood", "C#", "潮汐", "berth", "ebb flood")))


def a_text(chance: random.Random) -> str:
    return " ".join(chance.choices(WORDS, k=12))


def a_document(chance: random.Random, count: int) -> Document:
    path = f"knowledge/tides/{chance.randrange(count)}.md"
    return Document(path, Placement(Kind.KNOWLEDGE), a_text(chance))


def answers(index: WordIndex) -> tuple[object, ...]:
    return (index.known, index.total, *(index.documents_with(key) for key in KEYS))


def plainly(snapshot: Snapshot) -> tuple[object, ...]:
    fresh = snapshot_of(
        root=snapshot.root, full=True, settings=snapshot.settings, today=TODAY, tree=snapshot.tree
    ).after(changed=snapshot.documents.values())
    return answers(fresh.ask(word_index))


def a_layer(*texts: str) -> Snapshot:
    return build_snapshot(
        {"ctxlayer.toml": "", **{f"knowledge/tides/{n}.md": text for n, text in enumerate(texts)}},
        TODAY,
    )


def test_step_by_step_equals_from_scratch() -> None:
    chance = random.Random(7)
    snapshot = a_layer(*(a_text(chance) for _ in range(20)))
    for step in range(400):
        if chance.random() < 0.8:
            changed = [a_document(chance, 40) for _ in range(chance.randint(1, 3))]
            snapshot = snapshot.after(changed=changed)
        elif snapshot.documents:
            snapshot = snapshot.after(removed=[chance.choice(sorted(snapshot.documents))])
        if chance.random() < 0.1 and snapshot.ask(word_index):
            base = [*words.reading(snapshot)][-1]
            snapshot = snapshot.after(word_base=base)
        if step % 3 == 0:
            assert answers(snapshot.ask(word_index)) == plainly(snapshot)


def test_after_too_many_changes_to_remember_it_compares() -> None:
    chance = random.Random(8)
    snapshot = a_layer(*(a_text(chance) for _ in range(20)))
    snapshot.ask(word_index)
    for _ in range(300):
        snapshot = snapshot.after(changed=[a_document(chance, 30)])
    assert answers(snapshot.ask(word_index)) == plainly(snapshot)


def test_a_base_of_a_layer_that_was_loaded_anew_still_serves() -> None:
    before = with_words(a_layer(*("ebb",) * 100))
    assert before.word_base is not None
    after = a_layer(*("ebb",) * 90, "flood").after(word_base=before.word_base.elsewhere())
    index = after.ask(word_index)
    assert (index.total, index.count("ebb"), index.count("flood")) == (91, 90, 1)


def test_a_large_layer_is_unknown_until_somebody_reads_it() -> None:
    snapshot = a_layer(*("ebb",) * 100)
    index = snapshot.ask(word_index)
    assert not index.known
    assert index.documents_with("ebb") == frozenset()
    assert is_reading_due(snapshot)
    read = with_words(snapshot)
    assert read.ask(word_index).count("ebb") == 100
    assert with_words(read) is read


def test_an_edit_of_another_kind_leaves_the_very_same_index() -> None:
    snapshot = a_layer("ebb", "flood")
    index = snapshot.ask(word_index)
    table = Document("index/trigger-table.md", Placement(Kind.TRIGGER_TABLE), "ebb")
    assert snapshot.after(changed=[table]).ask(word_index) is index


def test_frontmatter_is_not_read() -> None:
    snapshot = a_layer("---\nstatus: confirmed\n---\n\nebb\n", "\ufeff---\nstatus: x\n---\nebb")
    index = snapshot.ask(word_index)
    assert (index.count("status"), index.count("ebb")) == (0, 2)
