"""What became of sources, step by step and from scratch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.analysis.ledgers import ledgers
from ctxlayer.analysis.reliance import named_siblings, relied_repos, repos_of
from ctxlayer.analysis.source_changes import NO_CHANGES, source_changes
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import HERE, RepoHistory
from tests.harness.engine import build_snapshot
from tests.harness.sources import histories

TODAY = date(2026, 11, 29)
PATH = "knowledge/tides/gauges.md"
HEAD = """---
source: human-authored
created: 2026-10-01
last-verified: 2026-11-{day:02}
verified-by: developer
status: confirmed
tracks: [{tracks}]
---

"""
BEGIN = "2026-10-01 Ada: src/a.py src/b.py src/p/c.py src/p/d.py\n"
ALMANAC = "almanac 2026-10-01 Ada: src/a.py src/q/e.py\n"


def layer(body: str, tracks: str = "", day: int = 5, sources: str = BEGIN + ALMANAC) -> Snapshot:
    text = HEAD.format(day=day, tracks=tracks) + body
    return build_snapshot({PATH: text, "ctxlayer.toml": ""}, TODAY, sources=sources)


def later(snapshot: Snapshot, lines: str) -> Snapshot:
    """The layer after the histories went on: all of them are read anew."""
    return snapshot.after(sources=histories(lines))


class TestACommit:
    def test_that_touches_nothing_of_a_document_leaves_its_answer(self) -> None:
        before = layer("See `src/a.py`.\n", sources="2026-11-10 Ada: src/a.py\n" + BEGIN)
        told = source_changes(before.documents[PATH], before)
        after = later(before, "2026-11-12 Ada: src/b.py\n2026-11-10 Ada: src/a.py\n" + BEGIN)
        assert told.moved
        assert source_changes(after.documents[PATH], after) is told

    def test_that_touches_a_source_is_told(self) -> None:
        before = layer("See `src/p`.\n")
        assert source_changes(before.documents[PATH], before) is NO_CHANGES
        after = later(before, "2026-11-12 Ada: src/p/c.py\n" + BEGIN + ALMANAC)
        (moved,) = source_changes(after.documents[PATH], after).moved
        assert [commit.day for commit in moved.commits] == [date(2026, 11, 12)]

    def test_that_deletes_a_source_is_told(self) -> None:
        before = layer("See `src/a.py`.\n")
        assert source_changes(before.documents[PATH], before) is NO_CHANGES
        after = later(before, "2026-11-12 Ada: -src/a.py\n" + BEGIN + ALMANAC)
        (gone,) = source_changes(after.documents[PATH], after).gone
        assert gone.commit is not None
        assert gone.commit.day == date(2026, 11, 12)

    def test_that_was_taken_back_is_forgotten(self) -> None:
        before = layer("See `src/a.py`.\n", sources="2026-11-10 Ada: src/a.py\n" + BEGIN)
        assert source_changes(before.documents[PATH], before).moved
        after = later(before, BEGIN)
        assert source_changes(after.documents[PATH], after) is NO_CHANGES

    def test_without_a_new_path_keeps_what_is_known_of_paths(self) -> None:
        before = layer("See `src/a.py`.\n")
        known = before.ask(ledgers)[HERE].known
        after = later(before, "2026-11-12 Ada: src/b.py\n" + BEGIN + ALMANAC)
        assert after.ask(ledgers)[HERE].known is known


_PATHS = ("src/a.py", "src/b.py", "src/p/c.py", "src/p/d.py", "src/q/e.py", "src/new.py")
_CHANGES = st.one_of(
    st.sampled_from(_PATHS),
    st.sampled_from(_PATHS).map("-{}".format),
    st.tuples(st.sampled_from(_PATHS), st.sampled_from(_PATHS)).map(" -> ".join),
)
_STEPS = st.lists(
    st.tuples(
        st.sampled_from(["", "almanac "]),
        st.integers(min_value=0, max_value=3),
        st.lists(_CHANGES, min_size=1, max_size=3).map(" ".join),
        st.sampled_from(["on", "on", "on", "back", "other settings", "other text"]),
    ),
    min_size=1,
    max_size=8,
)
_BODIES = (
    "See `src/a.py`, `src/p/` and `almanac:src/a.py`.\n",
    "As in almanac, `src/q/e.py`, and [b](../../src/b.py).\n",
    "Nothing.\n",
)


class TestStepByStep:
    @given(_STEPS)
    def test_it_is_the_same_as_from_scratch(self, steps: list[tuple[str, int, str, str]]) -> None:
        lines = [*ALMANAC.splitlines(), *BEGIN.splitlines()]
        start = list(lines)
        text, day, toml = 0, date(2026, 11, 1), ""
        snapshot = layer(_BODIES[0], '"src/**/*.py", "almanac:src/q/*"')
        for repo, days, changes, sort in steps:
            day += timedelta(days=days)
            if sort == "back":
                lines = list(start)
            elif sort == "other settings":
                toml = "" if toml else "[freshness]\nbulk-files = 1\n"
            elif sort == "other text":
                text = (text + 1) % len(_BODIES)
            lines.insert(0, f"{repo}{day} Ada: {changes}")
            now = build_snapshot(
                {
                    PATH: HEAD.format(day=5, tracks='"src/**/*.py", "almanac:src/q/*"')
                    + _BODIES[text],
                    "ctxlayer.toml": toml,
                },
                TODAY,
                sources="\n".join(lines),
            )
            snapshot = _after(snapshot, now)
            document = snapshot.documents[PATH]
            expected = source_changes(now.documents[PATH], now)
            assert source_changes(document, snapshot) == expected
            assert relied_repos(snapshot) == relied_repos(now)


def _after(snapshot: Snapshot, now: Snapshot) -> Snapshot:
    """The old snapshot turned into one that says the same as `now`, its documents kept where they are equal."""
    new = now.documents[PATH]
    same = snapshot.documents[PATH].text == new.text
    settings = snapshot.settings if snapshot.settings == now.settings else now.settings
    return snapshot.after(
        changed=[] if same else [Document(PATH, Placement(Kind.KNOWLEDGE), new.text)],
        sources=now.sources,
        settings=settings,
    )


class TestWhichRepositoriesAreRead:
    """Those that a text may mean, and no others."""

    def repos(self, body: str, tracks: str = "") -> frozenset[str]:
        snapshot = layer(body, tracks)
        assert relied_repos(snapshot) == repos_of(snapshot.documents[PATH], snapshot.siblings)
        return relied_repos(snapshot)

    def test_none_for_prose(self) -> None:
        assert (
            self.repos("The `gauge` of the almanac, see [it](https://tides.example/a/b).\n")
            == set()
        )

    def test_the_one_around_the_layer_for_a_path(self) -> None:
        assert self.repos("See `src/a.py`.\n") == {HERE}

    def test_a_sibling_for_its_name_before_a_path(self) -> None:
        assert self.repos("See `almanac:src/a.py`.\n") == {"almanac"}
        assert self.repos("", '"almanac:src/**"') == {"almanac"}
        assert self.repos("", '"elsewhere:src/**"') == set()

    def test_one_that_the_text_speaks_of_where_there_is_a_path(self) -> None:
        assert self.repos("In the almanac, `src/a.py`.\n") == {HERE, "almanac"}
        assert self.repos("In the almanacs, `src/a.py`.\n") == {HERE}

    def test_one_whose_clone_a_path_leads_into(self) -> None:
        assert self.repos("See `/clones/almanac/src/a.py`.\n") == {HERE, "almanac"}

    def test_what_changes_is_followed(self) -> None:
        before = layer("See `src/a.py`.\n")
        assert relied_repos(before) == {HERE}
        text = HEAD.format(day=5, tracks="") + "`almanac:x/y.py`\n"
        after = before.after(changed=[Document(PATH, Placement(Kind.KNOWLEDGE), text)])
        assert relied_repos(after) == {"almanac"}
        assert relied_repos(after.after(removed=[PATH])) == set()


def test_a_record_may_name_what_is_gone() -> None:
    sources = "2026-11-12 Ada: -src/a.py\n" + BEGIN
    record = layer("## 2026-11-01: begun\n\n`src/a.py`\n", sources=sources)
    assert source_changes(record.documents[PATH], record) is NO_CHANGES
    both = layer("## 2026-11-01\n\n`src/a.py`\n\n## Now\n\nSee `src/a.py`.\n", sources=sources)
    (gone,) = source_changes(both.documents[PATH], both).gone
    assert len(gone.places) == 1


def test_a_name_within_another_is_none() -> None:
    snapshot = layer("The almanac-mirror and my_almanac.\n")
    assert named_siblings(snapshot.documents[PATH], snapshot.siblings) == ()


def test_commits_that_are_left_out_come_back_with_the_settings() -> None:
    fact = "2026-11-10 Ada: src/a.py files=60\n" + BEGIN
    before = layer("See `src/a.py`.\n", sources=fact)
    assert source_changes(before.documents[PATH], before) is NO_CHANGES
    freshness = replace(before.settings.freshness, bulk_files=60)
    after = before.after(settings=replace(before.settings, freshness=freshness))
    assert source_changes(after.documents[PATH], after).moved


def test_history_objects_are_shared_by_nobody_who_changes_them() -> None:
    snapshot = layer("See `src/a.py`.\n")
    sources: Mapping[str, RepoHistory] = snapshot.sources
    before = {name: dict(history.touched) for name, history in sources.items()}
    source_changes(snapshot.documents[PATH], snapshot)
    assert {name: dict(history.touched) for name, history in sources.items()} == before
