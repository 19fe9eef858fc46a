"""Edits and authors of random histories: step by step as from scratch, and as somebody would tell by hand."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxlayer.layer.authors import Authors
from ctxlayer.probes.authors import Ask, Memory, read_authors
from ctxlayer.settings import Settings
from tests.harness.fast_import import History, put_head

NAMES = ("a.md", "b.md", "sub/a.md")
ASKED = frozenset(NAMES[:2])
LAYER = "layer/"
AUTHORS = ("Ada <ada@example.org>", "Claude <noreply@anthropic.com>")
BOOK = "\n".join(f"Line {number} of the book of the lock." for number in range(12))
SLOW = settings(
    max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


class Text(NamedTuple):
    """A file: the day on which it was verified, and which of its words stand there."""

    day: int
    words: int

    def page(self) -> str:
        return (
            f"---\nsource: human-authored\ncreated: 2026-01-01\nlast-verified: 2026-02-0{self.day}\n"
            f"verified-by: developer\nstatus: confirmed\n---\n\n{BOOK}\n\nWord {self.words}.\n"
        )


texts = st.builds(Text, st.integers(1, 3), st.integers(1, 3))


class Step(NamedTuple):
    """A commit: on which of those before it, whether it is a merge, and what it does."""

    parent: int
    other: int | None
    author: str
    writes: dict[str, Text]
    moves: tuple[str, str] | None
    deletes: str | None


steps = st.builds(
    Step,
    st.integers(0, 2),
    st.one_of(st.none(), st.none(), st.none(), st.integers(0, 3)),
    st.sampled_from(AUTHORS),
    st.dictionaries(st.sampled_from(NAMES), texts, max_size=2),
    st.one_of(st.none(), st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES))),
    st.one_of(st.none(), st.none(), st.sampled_from(NAMES)),
)


def made(folder: Path, plan: list[Step]) -> list[str]:
    """The repository with these commits, and their hashes."""
    history = History()
    trees: list[dict[str, Text]] = []
    for number, step in enumerate(plan):
        parents = [number - min(step.parent, number - 1)] if number else []
        tree = dict(trees[parents[0] - 1]) if parents else {}
        if parents and step.other is not None and step.other + 1 < number:
            parents.append(number - step.other - 1)
            tree = {**trees[parents[1] - 1], **tree}
        if step.moves and step.moves[0] in tree:
            tree[step.moves[1]] = tree.pop(step.moves[0])
        tree.update(step.writes)
        tree.pop(step.deletes or "", None)
        trees.append(tree)
        history.commit(
            {LAYER + name: text.page() for name, text in tree.items()}
            | {f"{number}.py": "x = 1\n"},
            parents=list(dict.fromkeys(parents)),
            seconds=1_770_681_600 + number * 3600,  # after all of the days
            author=step.author,
            subject=f"change {number}",
            whole=True,
        )
    return history.make(folder)[1:]


def read(folder: Path, memory: Memory | None, *, everybody: bool) -> Authors:
    ask = Ask(
        str(folder / "layer"),
        ASKED,
        Settings().agents.identities,
        (),
        everybody,
        frozenset(),
        ASKED,
    )
    *_, last = read_authors(ask, memory)
    assert last is not None
    return last


@SLOW
@given(st.lists(steps, min_size=2, max_size=9), st.booleans(), st.data())
def test_step_by_step_is_as_from_scratch(
    plan: list[Step], everybody: bool, data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "layer").mkdir()
        commits = made(folder, plan)
        memory = Memory()
        # Mostly forwards, now and then back or to another branch.
        visits = sorted(
            data.draw(st.sets(st.integers(0, len(commits) - 1), min_size=2, max_size=5))
        )
        visits.append(data.draw(st.integers(0, len(commits) - 1)))
        for visit in visits:
            put_head(folder, commits[visit])
            step_by_step = read(folder, memory, everybody=everybody)
            scratch = read(folder, None, everybody=everybody)
            assert step_by_step.files == scratch.files
            assert step_by_step.edits == scratch.edits


@SLOW
@given(st.lists(texts, min_size=1, max_size=9))
def test_of_one_line_of_commits_anybody_can_tell(line: list[Text]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "layer").mkdir()
        plan = [Step(0, None, AUTHORS[0], {"a.md": text}, None, None) for text in line]
        commits = made(folder, plan)
        put_head(folder, commits[-1])
        found = read(folder, None, everybody=False).edits_of("a.md")
        assert found is not None
        days = [text.day for text in line]
        verified = max(at for at in range(len(line)) if days[at:] == [days[-1]] * (len(line) - at))
        while verified > 0 and days[verified - 1] == days[-1]:
            verified -= 1
        restored = max(at for at, text in enumerate(line) if text.words == line[verified].words)
        edits = [
            f"change {at}"
            for at in range(max(verified, restored) + 1, len(line))
            if line[at].words != line[at - 1].words
        ]
        assert found.commit == commits[verified]
        assert [each.subject for each in found.commits] == edits[::-1]
