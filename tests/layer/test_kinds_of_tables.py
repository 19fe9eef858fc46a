"""Which files are trigger tables when settings name some."""

from __future__ import annotations

import pytest

from ctxlayer.layer.kinds import Kind, Placement, placement
from ctxlayer.settings import Settings
from ctxlayer.settings.model import TableFile, TableSettings

NAMED = Settings(table=TableSettings(files=(TableFile("**/*.md*", True),)))


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("CLAUDE.md", Placement(Kind.TRIGGER_TABLE, "claude")),
        ("quay/AGENTS.md", Placement(Kind.TRIGGER_TABLE, "agents")),
        ("docs/routing.md", Placement(Kind.TRIGGER_TABLE)),
        (".claude/rules/quay.md", Placement(Kind.RULE, "claude")),
        (".cursor/rules/quay.mdc", Placement(Kind.RULE, "cursor")),
    ],
)
def test_a_memory_file_may_be_a_table_and_a_rule_is_none(path: str, expected: Placement) -> None:
    assert placement(path, NAMED, full=True) == expected


def test_a_memory_file_that_nobody_names_is_a_rule() -> None:
    assert placement("CLAUDE.md", Settings(), full=True) == Placement(Kind.RULE, "claude")
