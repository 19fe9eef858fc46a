"""The title of a split says what comes of it, in a menu's width."""

from __future__ import annotations

from datetime import date

import pytest

from ctxlayer.ide.actions import actions
from ctxlayer.text import Span
from tests.harness.engine import build_snapshot

TABLE = "index/trigger-table.md"


@pytest.mark.parametrize(
    ("count", "title"),
    [
        (2, "Split into tides · tides-berth-1"),
        (
            40,
            f"Split into tides · {' · '.join(f'tides-berth-{n}' for n in range(1, 7))} · … (40 topics)",
        ),
    ],
)
def test_of_very_many_topics_the_first_are_named(count: int, title: str) -> None:
    groups = "".join(f"#### Berth {n}\n\n- knowledge/tides/{n}.md\n\n" for n in range(count))
    texts = {TABLE: f"# Index\n\n### tides\n\n**Files**\n\n{groups}**Vocabulary:** ebb\n"}
    texts |= {f"knowledge/tides/{n}.md": f"# Berth {n}\n" for n in range(count)}
    found = actions(build_snapshot(texts, date(2026, 11, 29)), TABLE, Span.at(14), None)
    assert title in [action.title for action in found]
