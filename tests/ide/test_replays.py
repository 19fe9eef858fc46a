"""The hover of a hot rule about one part says how often globs would have loaded it."""

from __future__ import annotations

from datetime import date

import pytest

from ctxlayer.ide.hover import hover
from ctxlayer.layer.history import NoHistory
from tests.harness.engine import build_snapshot

RULE = ".claude/rules/berths.md"
FILES = {
    RULE: "# Berths\n\n`src/berths/plan.py` ranks, `src/berths/check.py` follows.\n",
    "src/berths/plan.py": "",
    "src/berths/check.py": "",
    **{f"src/tides/gauge{number}.py": "" for number in range(3)},
}
COMMITS = (("src/tides/gauge1.py",), ("src/berths/plan.py", "README.md"), ("README.md",))


class Past(NoHistory):
    """A history of some commits."""

    def __init__(self, commits: tuple[tuple[str, ...], ...] | None) -> None:
        self.commits = commits

    def recent_commits(self) -> tuple[tuple[str, ...], ...] | None:
        return self.commits


def shown(commits: tuple[tuple[str, ...], ...] | None, text: str = FILES[RULE]) -> str:
    snapshot = build_snapshot({**FILES, RULE: text}, date(2026, 11, 29))
    found = hover(snapshot.after(history=Past(commits)), RULE, text.index("Berths"))
    return found.markdown if found is not None else ""


def test_commits_are_replayed() -> None:
    assert "`src/berths/**` would have loaded it in 1 of the last 3 commits." in shown(COMMITS)


@pytest.mark.parametrize("commits", [None, ()])
def test_an_unknown_past_is_not_spoken_of(commits: tuple[tuple[str, ...], ...] | None) -> None:
    assert "would have" not in shown(commits)


def test_a_rule_about_everything_is_not_replayed() -> None:
    assert "would have" not in shown(COMMITS, "# Berths\n\nKeep answers short.\n")
