"""The gate as a function: facts and settings in, a verdict out."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from typing import Any, ClassVar

import pytest

from ctxlayer.analysis.gate import (
    STOPS,
    UNKNOWNS,
    Verdict,
    gate_of,
    gate_words,
    notes,
    told,
    verdict,
    verdicts,
)
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.repos import RepoFacts
from ctxlayer.layer.snapshot import Snapshot, snapshot_of
from ctxlayer.layer.tree import Tree
from ctxlayer.settings import Settings
from ctxlayer.settings.model import FreshnessSettings, RepoSettings

NOW = datetime(2026, 11, 30, 12, tzinfo=timezone.utc)
HEAD = "1a2b3c4" + "0" * 33
FRESH = RepoFacts(
    "/clones/tides",
    "repo",
    NOW,
    branch="main",
    head=HEAD,
    default="main",
    remote="origin",
    upstream="origin/main",
    ahead=0,
    behind=0,
    dirty=0,
    untracked=0,
    fetched=NOW - timedelta(hours=3),
)
EXPECTS = Settings(repos={"tides": RepoSettings(branch="release")})


def judged(settings: Settings | None = None, **facts: Any) -> Verdict:
    return verdict("tides", replace(FRESH, **facts), settings or Settings())


def test_a_fresh_clone_passes_with_the_age_of_its_fetch() -> None:
    found = judged()
    assert (found.state, found.reasons, found.expected) == ("PASS", (), "main")
    assert gate_words(found) == "up to date as of 3 h ago"
    assert notes(found) == ()


STOPPED = [
    ({"place": "missing"}, "missing", "there is no /clones/tides"),
    ({"place": "not-a-repo"}, "not-a-repo", "no git repository"),
    ({"place": "unsafe-ownership"}, "unsafe-ownership", "somebody else owns it"),
    ({"fetch_error": "timeout"}, "fetch-failed", "fetch failed: timeout"),
    ({"fetch_error": "auth"}, "fetch-failed", "fetch failed: auth"),
    ({"head": "", "ahead": None, "behind": None}, "unborn", "no commit yet"),
    ({"branch": None, "upstream": ""}, "detached-head", "detached at 1a2b3c4, expected main"),
    ({"branch": None, "upstream": "", "default": None}, "detached-head", "detached at 1a2b3c4"),
    ({"branch": "feature"}, "wrong-branch", "on feature, expected main"),
    ({"remote": "", "upstream": "", "default": None}, "no-remote", "no remote"),
    ({"upstream": ""}, "no-upstream", "main follows no branch of a remote"),
    ({"upstream": "", "local": True}, "no-upstream", "main follows a branch of the same clone"),
    ({"gone": True, "behind": None}, "no-upstream", "origin/main is gone"),
    ({"dirty": 1}, "dirty", "1 file changed"),
    ({"dirty": 1200}, "dirty", "1,200 files changed"),
    ({"behind": 3}, "behind", "3 behind origin/main"),
    ({"behind": 3, "ahead": 1}, "diverged", "diverged from origin/main: 1 ahead, 3 behind"),
    ({"operation": "rebase"}, "operation-in-progress", "rebase in progress"),
]


@pytest.mark.parametrize(("facts", "reason", "words"), STOPPED)
def test_each_reason_stops_alone(facts: dict[str, Any], reason: str, words: str) -> None:
    found = judged(**facts)
    assert (found.state, found.reasons) == ("STOP", (reason,))
    assert gate_words(found).startswith(f"STOP: {words}")
    (one,) = told(found)
    assert (one.reason, bool(one.remedy)) == (reason, True)


def test_the_reasons_are_those_of_the_format() -> None:
    assert {reason for _, reason, _ in STOPPED} == set(STOPS)


UNKNOWN = [
    ({"shallow": True, "ahead": None, "behind": None}, "shallow"),
    ({"fetched": None}, "never-fetched"),
    ({"fetched": None, "gone": True, "ahead": None, "behind": None}, "never-fetched"),
    ({"fetched": NOW - timedelta(hours=25)}, "fetch-old"),
    ({"place": "unknown", "failure": "timeout"}, "git-failed"),
    ({"dirty": None, "failure": "timeout"}, "git-failed"),
    ({"ahead": None, "behind": None}, "git-failed"),
    ({"bare": True, "dirty": None}, "bare"),
]


@pytest.mark.parametrize(("facts", "reason"), UNKNOWN)
def test_what_is_not_known_is_never_fresh(facts: dict[str, Any], reason: str) -> None:
    found = judged(**facts)
    assert (found.state, found.reasons) == ("UNKNOWN", (reason,))
    assert gate_words(found).startswith("UNKNOWN: ")
    assert told(found)[0].remedy


def test_nobody_looked() -> None:
    found = verdict("tides", None, EXPECTS, "/clones/tides")
    assert found == ("tides", "/clones/tides", "UNKNOWN", ("not-looked-at",), "release", None)
    assert gate_words(found) == "UNKNOWN: not looked at yet"
    assert notes(found) == ()
    assert {"not-looked-at", *(reason for _, reason in UNKNOWN)} == set(UNKNOWNS)


def test_every_reason_that_holds_is_told_in_the_order_of_the_format() -> None:
    found = judged(branch="feature", dirty=2, behind=3, operation="merge", fetch_error="auth")
    assert found.reasons == (
        "fetch-failed",
        "wrong-branch",
        "dirty",
        "behind",
        "operation-in-progress",
    )
    assert "; 2 files changed; 3 behind" in gate_words(found)


def test_doubts_are_left_out_where_something_stops() -> None:
    found = judged(dirty=1, shallow=True, behind=None, fetched=None)
    assert found.reasons == ("dirty",)
    assert "a shallow clone: how far it is behind is not known" in notes(found)


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        ("", ()),
        ("auth", ()),
        ("auth: access denied", ("access denied",)),
        ("authentication lost", ("authentication lost",)),
    ],
)
def test_why_a_fetch_failed_is_told_once(failure: str, told: tuple[str, ...]) -> None:
    assert notes(judged(fetch_error="auth", failure=failure)) == (*told, "last fetched 3 h ago")


def test_all_doubts_are_told() -> None:
    found = judged(shallow=True, behind=None, fetched=NOW - timedelta(days=40))
    assert found.reasons == ("shallow", "fetch-old")
    assert gate_words(found).endswith("; last fetched 40 d ago")


class TestBranches:
    def test_settings_say_which_branch_before_the_remote_does(self) -> None:
        assert judged(EXPECTS).reasons == ("wrong-branch",)
        assert judged(EXPECTS, branch="release").state == "PASS"
        assert judged(EXPECTS, branch=None, upstream="").expected == "release"

    def test_where_nobody_says_any_branch_is_fine(self) -> None:
        found = judged(default=None, branch="feature", upstream="origin/feature")
        assert (found.state, found.expected) == ("PASS", None)


class TestNotes:
    def test_ahead_only_passes(self) -> None:
        found = judged(ahead=2)
        assert found.state == "PASS"
        assert notes(found) == ("2 ahead of origin/main, not pushed",)

    def test_untracked_files_do_not_stop(self) -> None:
        found = judged(untracked=3)
        assert (found.state, notes(found)) == ("PASS", ("3 untracked files",))

    def test_a_partial_clone_is_said(self) -> None:
        assert notes(judged(partial=True))[0].startswith("a partial clone")

    def test_what_stops_still_has_the_age_of_its_fetch(self) -> None:
        assert notes(judged(dirty=1)) == ("last fetched 3 h ago",)
        assert notes(judged(dirty=1, fetched=None)) == ("no fetch is on record",)


class TestSubmodules:
    PINNED: ClassVar[dict[str, Any]] = {
        "pinned": True,
        "pin": HEAD,
        "branch": None,
        "upstream": "",
    }

    def test_one_at_its_pin_passes_detached_behind_and_unfetched(self) -> None:
        found = judged(**self.PINNED, behind=None, fetched=None, shallow=True)
        assert found.state == "PASS"
        assert gate_words(found) == "at 1a2b3c4, where its superproject pins it"
        assert judged(pinned=True, pin=HEAD, behind=7).state == "PASS"

    def test_one_that_was_left_behind_by_its_superproject_stops(self) -> None:
        found = judged(**{**self.PINNED, "pin": "9" * 40})
        assert found.reasons == ("detached-head",)
        assert gate_words(found) == "STOP: detached at 1a2b3c4, and its superproject pins 9999999"
        assert told(found)[0].remedy == "git submodule update, in its superproject"

    def test_one_on_a_branch_away_from_its_pin_is_judged_as_any_clone(self) -> None:
        assert judged(pinned=True, pin="9" * 40, behind=7).reasons == ("behind",)

    def test_one_whose_pin_nobody_knows_is_unknown(self) -> None:
        found = judged(**{**self.PINNED, "pin": ""})
        assert (found.state, found.reasons) == ("UNKNOWN", ("git-failed",))
        assert "superproject" in gate_words(found)

    def test_changed_files_stop_it_too(self) -> None:
        assert judged(**self.PINNED, dirty=1).reasons == ("dirty",)


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (timedelta(minutes=-2), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=5), "5 min ago"),
        (timedelta(minutes=59, seconds=59), "59 min ago"),
        (timedelta(hours=1), "1 h ago"),
        (timedelta(hours=23, minutes=59), "23 h ago"),
    ],
)
def test_the_age_of_a_fetch_is_said_as_people_say_it(age: timedelta, words: str) -> None:
    assert gate_words(judged(fetched=NOW - age)) == f"up to date as of {words}"


def test_how_old_a_fetch_may_be_is_a_setting() -> None:
    settings = Settings(freshness=FreshnessSettings(fetch_hours=2))
    assert judged(settings).reasons == ("fetch-old",)
    assert judged(settings, fetched=NOW - timedelta(hours=2)).state == "PASS"


def test_what_a_remote_calls_its_branch_does_nothing_in_a_shell() -> None:
    found = judged(branch="x", default="$(touch /tmp/x);`id`")
    assert "'$(touch /tmp/x);`id`'" in told(found)[0].remedy


# Over a layer.


def layer(repos: dict[str, RepoFacts], text: str = '{"tides": "/clones/tides"}') -> Snapshot:
    document = Document(".local/repo-paths.json", Placement(Kind.REPO_MAP), text)
    empty = snapshot_of(
        root="/layer", full=True, settings=Settings(), today=date(2026, 11, 30), tree=Tree(())
    )
    return empty.after(changed=(document,), repos=repos)


def test_all_that_is_mapped_has_a_verdict() -> None:
    snapshot = layer({"tides": FRESH}, '{"tides": "/clones/tides", "cranes": "/clones/cranes"}')
    found = snapshot.ask(verdicts)
    assert {name: (each.state, each.path) for name, each in found.items()} == {
        "cranes": ("UNKNOWN", "/clones/cranes"),
        "tides": ("PASS", "/clones/tides"),
    }
    assert gate_of("tides", snapshot) is found["tides"]
    assert gate_of("nobody", snapshot).reasons == ("not-looked-at",)


def test_a_later_look_that_finds_the_same_changes_nothing() -> None:
    snapshot = layer({"tides": FRESH})
    before = snapshot.ask(verdicts)
    soon = NOW + timedelta(minutes=10)
    later = snapshot.after(repos={"tides": replace(FRESH, looked=soon)})
    assert later.ask(verdicts) is before
    hours = replace(FRESH, looked=NOW + timedelta(hours=2))
    much_later = later.after(repos={"tides": hours}).ask(verdicts)
    assert gate_words(much_later["tides"]) == "up to date as of 5 h ago"
    behind = later.after(repos={"tides": replace(FRESH, behind=1)}).ask(verdicts)
    assert behind["tides"].state == "STOP"


def test_a_keystroke_elsewhere_judges_nothing_again() -> None:
    snapshot = layer({"tides": FRESH})
    before = snapshot.ask(verdicts)
    note = Document("knowledge/tides/a.md", Placement(Kind.KNOWLEDGE), "# A\n")
    assert snapshot.after(changed=(note,)).ask(verdicts) is before


def test_the_rest_of_the_answer_is_kept_where_one_changes() -> None:
    text = '{"tides": "/clones/tides", "cranes": "/clones/cranes"}'
    snapshot = layer({"tides": FRESH}, text)
    before = snapshot.ask(verdicts)
    cranes = replace(FRESH, path="/clones/cranes", dirty=1)
    after = snapshot.after(repos={"tides": FRESH, "cranes": cranes}).ask(verdicts)
    assert after["tides"] is before["tides"]
    assert after["cranes"].reasons == ("dirty",)
