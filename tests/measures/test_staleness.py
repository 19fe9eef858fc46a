"""The measure of staleness finds in a made-up knowledge base what is stale there."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from tests.harness.fast_import import History, git
from tests.measures.staleness import Keys, Touched, copy, measure, show, table, touched, with_keys

TODAY = date(2026, 3, 1)
DAY = 86_400
PAGE = """---
title: Gauges
last_reviewed_on: {day}
about: {about}
---

# Gauges

{words}
"""


def page(words: str, day: str = "2026-01-10", about: str = "src/gauges.py") -> str:
    return PAGE.format(day=day, about=about, words=words)


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """Three documents: one is edited, of one the source changes; the third only a bulk commit edits."""
    history = History()
    start = 1_767_225_600  # 2026-01-01
    pages = {
        "docs/edited.html.md.erb": page("Where they stand."),
        "docs/moved.md": page("What they tell.", about="src/levels.py"),
        "docs/bulk.md": page("How they are read."),
    }
    code = {"src/gauges.py": "G = 1\n", "src/levels.py": "L = 1\n"}
    first = history.commit({**pages, **code}, seconds=start + 9 * DAY)
    changes: dict[str, str | None] = {
        "docs/edited.html.md.erb": page("Where they stood."),
        "src/levels.py": "L = 2\n",
    }
    second = history.commit(changes, parents=[first], seconds=start + 20 * DAY)
    many: dict[str, str | None] = {f"data/{number}.csv": "1\n" for number in range(60)}
    many["docs/bulk.md"] = page("How they get read.")
    history.commit(many, parents=[second], seconds=start + 30 * DAY, author="Ben <ben@example.org>")
    repository = tmp_path / "base"
    repository.mkdir()
    git(repository, "update-ref", "refs/heads/main", history.make(repository)[-1])
    return repository


def test_kinds_are_counted_with_and_without_bulk_commits(base: Path, tmp_path: Path) -> None:
    before = sorted(path.relative_to(base) for path in base.rglob("*"))
    folder = tmp_path / "copy"
    copy(base, "main", Keys("last_reviewed_on", "about"), folder)
    rows = {row.path: row for row in measure(folder, "docs/**/*.md", TODAY)}
    kinds = {
        path: ([each.kind for each in row.default], [each.kind for each in row.all_commits])
        for path, row in rows.items()
    }
    assert kinds == {
        "docs/edited.md": (["edited-since"], ["edited-since"]),
        "docs/moved.md": (["source-moved"], ["source-moved"]),
        "docs/bulk.md": ([], ["edited-since"]),
    }
    near = touched(folder, list(rows.values()))
    assert near == Touched(by_any=2, by_small=1)
    words = table(list(rows.values()), near)
    assert "| bulk commits left out | 2 (67%) | 2 (67%) | 0 | 1 | 1 | 0 |" in words
    assert "| no commit left out | 3 (100%) | 3 (100%) | 0 | 2 | 1 | 0 |" in words
    marks = {line[:1] + line.split(" ")[1] for line in show(list(rows.values())) if line[2] != " "}
    assert "+docs/bulk.md" in marks
    assert sorted(path.relative_to(base) for path in base.rglob("*")) == before


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (b"---\nms.date: 11/29/2026\n---\nms.date: x\n", b"---\nlast-verified: 2026-11-29\n---\nms.date: x\n"),
        (b"---\r\nms.date: 2026-11-29\r\n---\r\n", b"---\r\nlast-verified: 2026-11-29\r\n---\r\n"),
        (b"---\nfile: a b.py\nms.date: 1/2/2026\n---\n", b"---\ntracks: [a b.py]\nlast-verified: 2026-01-02\n---\n"),
        (b"ms.date: 11/29/2026\n", b"ms.date: 11/29/2026\n"),
        (b"---\nms.date: 11/29/2026\n", b"---\nms.date: 11/29/2026\n"),
    ],
)  # fmt: skip
def test_the_day_is_read_as_it_is_written(written: bytes, read: bytes) -> None:
    assert with_keys(written, Keys("ms.date", "file")) == read
