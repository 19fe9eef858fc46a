"""Moving the meta topics of a hot table: to a table that is there, or to a new one."""

from __future__ import annotations

from datetime import date

import pytest

from ctxlayer.analysis.clusters import move_meta_cluster
from ctxlayer.ide.fixing import edited
from ctxlayer.layer.snapshot import Snapshot
from tests.harness.engine import build_snapshot

HOT, COLD = "index/trigger-table.md", "index/meta-table.md"
HEAD = "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
PLATFORM = f"## Platform\n\n{HEAD}| tides | overview.md | harbour heights, read-only | ebb |\n"
ROWS = (
    f"## Meta\n\n{HEAD}| notes | [style](../knowledge/notes/style.md) — how | | handover note |\n"
)
SECTION = (
    "## Meta\n\nAbout us, see [platform](#platform).\n\n### watch-change\n\n**Files**\n"
    "- [a](../knowledge/watch-change/a.md) — how <!-- kept -->\n\n**Vocabulary:** watch change\n"
)


def layer(hot: str, **more: str) -> Snapshot:
    return build_snapshot({HOT: hot, **more}, date(2026, 11, 29))


def moved(before: Snapshot) -> dict[str, str]:
    """The texts of the files that the move changes, after it."""
    edits = move_meta_cluster(before, HOT)
    after = edited(before, edits)
    return {path: after.documents[path].text for path in edits}


@pytest.mark.parametrize("meta", [ROWS, SECTION], ids=["row", "section"])
def test_the_cold_table_is_created_where_there_is_none(meta: str) -> None:
    texts = moved(layer(f"# Trigger table\n\n{PLATFORM}\n{meta}"))
    assert texts[HOT] == f"# Trigger table\n\n{PLATFORM}"
    assert texts[COLD] == "# Meta table\n\n" + meta.replace(
        "(#platform)", "(trigger-table.md#platform)"
    )


@pytest.mark.parametrize("meta", [ROWS, SECTION], ids=["row", "section"])
def test_what_stands_behind_the_cluster_stays(meta: str) -> None:
    texts = moved(layer(f"# Trigger table\n\n{meta}\n{PLATFORM}".replace("\n", "\r\n")))
    assert texts[HOT] == f"# Trigger table\n\n{PLATFORM}".replace("\n", "\r\n")
    assert "\n" not in texts[COLD].replace("\r\n", "")


def test_rows_join_the_rows_of_a_table_with_the_same_columns() -> None:
    cold = f"# Cold\n\n## Meta\n\n{HEAD}| old | x.md | | y |\n\n## Legend\n\nNothing.\n"
    texts = moved(layer(PLATFORM + "\n" + ROWS, **{COLD: cold}))
    row = ROWS.removeprefix(f"## Meta\n\n{HEAD}")
    assert texts[COLD] == cold.replace("| y |\n", f"| y |\n{row}")


def test_links_follow_the_headings() -> None:
    note = "knowledge/tides/overview.md"
    text = "See [w](../../index/trigger-table.md#watch-change), [p](../../index/trigger-table.md#platform).\n"
    hot = f"# Trigger table\n\nSee [watch](#watch-change).\n\n{PLATFORM}\n{SECTION}"
    texts = moved(layer(hot, **{note: text}))
    assert texts[note] == text.replace("trigger-table.md#watch", "meta-table.md#watch")
    assert "[watch](meta-table.md#watch-change)" in texts[HOT]


def test_links_are_true_in_another_folder() -> None:
    settings = '[table.files]\n"index/trigger-table.md" = "hot"\n"cold.md" = "cold"\n'
    texts = moved(layer(PLATFORM + "\n" + ROWS, **{"ctxlayer.toml": settings}))
    assert "[style](knowledge/notes/style.md) — how" in texts["cold.md"]


@pytest.mark.parametrize(
    "hot",
    [
        PLATFORM,
        f"## Meta\n\nNothing yet.\n\n{PLATFORM}",
        ROWS + "\n### Platform\n\n" + PLATFORM.removeprefix("## Platform\n\n"),
    ],
    ids=["no cluster", "an empty cluster", "platform topics in it"],
)
def test_where_there_is_no_cluster_of_its_own_nothing_moves(hot: str) -> None:
    assert moved(layer(hot)) == {}


def test_a_file_in_the_way_is_not_written_over() -> None:
    before = build_snapshot(
        {HOT: PLATFORM + "\n" + ROWS, COLD: ""}, date(2026, 11, 29), {COLD: "not UTF-8"}
    )
    assert move_meta_cluster(before, HOT) == {}
