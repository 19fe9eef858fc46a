"""The weight of tables and topics, worked out at once and kept up by difference."""

from __future__ import annotations

import datetime
import random
from operator import is_

import pytest

from ctxlayer.analysis.standing import standings
from ctxlayer.analysis.table_weights import Limits, heaviest, limits, loads_of, table_weights
from ctxlayer.analysis.topics import topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import document_tokens, estimator
from ctxlayer.settings.model import TableSettings
from tests.harness.engine import build_snapshot

TODAY = datetime.date(2026, 11, 29)
HEAD = "# Trigger table\n\nWhat leads where.\n\n"
COLUMNS = "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
ROWS = "".join(
    f"| topic-{n} | overview.md · notes-{n}.md | harbour t_{n}, read-only | term {n}, 潮 {n} |\n"
    for n in range(30)
)
SECTION = (
    "\n### quays\n\n**Files**\n\n#### plans\n\n- [plan.md](../knowledge/quays/plan.md)\n"
    "\n#### cranes\n\n- crane-list.md\n\n**Vocabulary:** berth, bollard\n"
)
TABLE = "index/trigger-table.md"
COLD = "index/meta-table.md"


def layer(**settings: object) -> Snapshot:
    toml = "[table]\n" + "".join(f"{key.replace('_', '-')} = {n}\n" for key, n in settings.items())
    return build_snapshot(
        {
            "ctxlayer.toml": toml,
            TABLE: HEAD + COLUMNS + ROWS + SECTION,
            COLD: COLUMNS + "| handover | notes.md | | watch |\n",
        },
        TODAY,
    )


def edited(snapshot: Snapshot, path: str, text: str) -> Snapshot:
    old = snapshot.documents[path]
    placement = snapshot.placement(path)
    assert placement is not None
    return snapshot.after(changed=[Document(path, placement, text, old)])


def test_a_table_weighs_about_what_its_text_does() -> None:
    snapshot = layer()
    whole = document_tokens(snapshot.documents[TABLE], snapshot)
    summed = snapshot.ask(table_weights).tables[TABLE].tokens
    assert whole is not None
    # Each topic is rounded for itself.
    assert abs(whole.tokens - summed.tokens) <= 20
    assert abs(whole.percent - summed.percent) <= 1


def test_only_hot_tables_make_the_index() -> None:
    weights = layer().ask(table_weights)
    assert set(weights.tables) == {TABLE, COLD}
    assert weights.hot == weights.tables[TABLE].tokens


def test_shares_of_topics_add_up_to_less_than_all() -> None:
    snapshot = layer()
    weights, index = snapshot.ask(table_weights), snapshot.ask(topic_index)
    shares = [weights.percent(place) for place in index.places_in(TABLE)]
    assert all(share is not None for share in shares)
    assert 80 < sum(share or 0 for share in shares) <= 115  # rounded to whole per cent
    assert [weights.percent(place) for place in index.places_in(COLD)] == [None]


def test_the_heaviest_come_first() -> None:
    first, second = heaviest(layer(), 2)
    assert first.facts.topic.name == "quays"
    assert first.facts.tokens is not None and second.facts.tokens is not None
    assert first.facts.tokens.tokens >= second.facts.tokens.tokens


def test_where_nobody_counts_nothing_is_heavy_by_tokens() -> None:
    snapshot = layer(max_tokens=1).after(tokenizer=None)
    weights = snapshot.ask(table_weights)
    assert weights.hot is None and not weights.tables
    places = snapshot.ask(topic_index).places
    assert [each.facts.topic.name for each in places if loads_of(each.facts).near] == ["quays"]


def test_another_tokenizer_counts_anew() -> None:
    snapshot = layer()
    before = snapshot.ask(table_weights)
    after = snapshot.after(tokenizer=estimator("openai")).ask(table_weights)
    assert before.hot != after.hot and after.hot is not None and after.hot.family == "openai"


@pytest.mark.parametrize("seed", range(4))
def test_kept_up_they_are_as_from_scratch(seed: int) -> None:
    random_ = random.Random(seed)
    snapshot = layer(max_pointers=3, max_tokens=60)
    pieces = (
        "|",
        "\n",
        " · notes.md",
        "### ",
        "### cranes\n\n**Files**\n\n- a.md\n",
        "潮",
        "#### x\n",
    )
    for _ in range(60):
        text = snapshot.documents[TABLE].text
        at = random_.randrange(len(text))
        gone = random_.choice((0, 0, 3, 200))
        text = text[:at] + random_.choice(pieces) + text[at + gone :]
        snapshot = edited(snapshot, TABLE, text)
        files = {path: document.text for path, document in snapshot.documents.items()}
        fresh = build_snapshot(files, TODAY)
        assert weights_of(snapshot) == weights_of(fresh)
        assert heavy_of(snapshot) == heavy_of(fresh)


def weights_of(snapshot: Snapshot) -> object:
    weights = snapshot.ask(table_weights)
    return weights.hot, {path: each.tokens for path, each in weights.tables.items()}


def heavy_of(snapshot: Snapshot) -> object:
    found = snapshot.ask(standings)
    return [
        (path, place.offset, place.facts.topic.name, loads_of(place.facts), standing)
        for path, stands in found.by_table.items()
        for place, standing in zip(found.topics.places_in(path), stands.of_topics, strict=True)
    ]


def test_what_does_not_change_is_the_same_object() -> None:
    snapshot = layer(max_groups=2)
    weights, stood = snapshot.ask(table_weights), snapshot.ask(standings)
    later = edited(snapshot, COLD, snapshot.documents[COLD].text + "\nMore.\n")
    assert later.ask(table_weights).tables[TABLE] is weights.tables[TABLE]
    after, before = later.ask(standings).by_table[TABLE], stood.by_table[TABLE]
    assert all(map(is_, after.of_topics, before.of_topics))
    assert snapshot.after().ask(standings) is stood
    assert snapshot.after().ask(table_weights) is weights


@pytest.mark.parametrize(
    ("table", "soon"),
    [
        (TableSettings(), Limits(800, 20, 2)),
        (TableSettings(max_tokens=600, max_pointers=17, max_groups=6), Limits(400, 10, 4)),
        (TableSettings(max_tokens=1, max_pointers=1, max_groups=1), Limits(1, 1, 1)),
    ],
)
def test_hints_start_as_far_ahead_as_with_the_usual_limits(
    table: TableSettings, soon: Limits
) -> None:
    assert limits(table)[0] == soon
