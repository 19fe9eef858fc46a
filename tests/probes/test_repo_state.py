"""How clones stand, in real repositories: one test for each state that they can be in."""

from __future__ import annotations

import os
import re
import shutil
import socket
import sys
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from ctxlayer.analysis.gate import verdict
from ctxlayer.layer.repos import RepoFacts
from ctxlayer.probes import repo_state
from ctxlayer.probes.repo_state import read_repo
from ctxlayer.probes.work_tree import parse_status
from ctxlayer.settings import Settings
from tests.probes.clones import clone_of, commit, conflict, contents, git, new_remote


@pytest.fixture(autouse=True)
def _nobodys_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    return new_remote(tmp_path)


@pytest.fixture
def clone(remote: Path) -> Path:
    return clone_of(remote)


def facts(folder: Path, **options: bool) -> RepoFacts:
    return read_repo(str(folder), **options)


def test_a_clone_is_told_with_all_that_the_gate_goes_by(remote: Path, clone: Path) -> None:
    found = facts(clone)
    assert (found.place, found.branch, found.default) == ("repo", "main", "main")
    assert (found.remote, found.upstream, found.head) == (
        "origin",
        "origin/main",
        git(remote, "rev-parse", "HEAD"),
    )
    assert (found.ahead, found.behind, found.dirty, found.untracked) == (0, 0, 0, 0)
    assert not (found.shallow or found.partial or found.pinned or found.bare or found.gone)
    assert found.operation == found.failure == found.fetch_error == ""
    assert found.path == str(clone)
    assert found.looked.tzinfo is not None


class TestWhere:
    def test_a_folder_that_moved_away(self, tmp_path: Path) -> None:
        assert facts(tmp_path / "gone").place == "missing"
        assert facts(tmp_path / "gone" / "\0").place == "missing"

    def test_a_file_on_the_way_or_at_the_end(self, clone: Path) -> None:
        assert facts(clone / "tides.py").place == "not-a-repo"
        assert facts(clone / "tides.py" / "deeper").place == "missing"

    @pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
    def test_a_link_counts_as_what_it_leads_to(self, clone: Path, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(clone)
        assert facts(tmp_path / "link").place == "repo"
        (tmp_path / "dead").symlink_to(tmp_path / "nowhere")
        assert facts(tmp_path / "dead").place == "missing"

    @pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
    def test_what_lies_above_a_link_is_not_around_it(self, remote: Path, tmp_path: Path) -> None:
        (remote / "services/tides").mkdir(parents=True)
        (remote / "services/tides/high.py").touch()
        commit(remote, "services")
        clone = clone_of(remote)
        (clone / "services/tides/high.py").write_text("changed\n")
        around = new_remote(tmp_path, "around")
        (around / "link").symlink_to(clone / "services/tides")
        found = facts(around / "link")
        assert (found.place, found.head, found.dirty) == ("repo", facts(clone).head, 1)

    def test_a_folder_without_a_repository(self, tmp_path: Path) -> None:
        (tmp_path / "plain").mkdir()
        found = facts(tmp_path / "plain")
        assert found.place == "not-a-repo"
        assert "not a git repository" in found.failure

    def test_a_folder_of_a_larger_repository_stands_as_that_does(
        self, remote: Path, tmp_path: Path
    ) -> None:
        (remote / "services").mkdir()
        (remote / "services/tides.py").touch()
        commit(remote, "services")
        clone = clone_of(remote)
        (clone / "gauges.py").write_text("changed\n")
        found = facts(clone / "services")
        assert (found.place, found.branch, found.dirty) == ("repo", "main", 1)

    def test_a_folder_that_lies_in_a_repository_by_accident_is_none(self, clone: Path) -> None:
        (clone / "build").mkdir()
        (clone / "build/out.bin").touch()
        found = facts(clone / "build")
        assert found.place == "not-a-repo"
        assert "holds nothing of it" in found.failure

    def test_the_git_folder_itself_is_none(self, clone: Path) -> None:
        assert facts(clone / ".git").place == "not-a-repo"

    def test_a_worktree_whose_repository_moved_away(self, clone: Path, tmp_path: Path) -> None:
        git(clone, "worktree", "add", "-q", str(tmp_path / "tree"), "-b", "feature")
        shutil.move(clone, tmp_path / "elsewhere")
        assert facts(tmp_path / "tree").place == "not-a-repo"

    def test_a_repository_of_somebody_else_is_not_read(
        self, clone: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
        before = contents(clone)
        found = facts(clone)
        assert (found.place, found.branch) == ("unsafe-ownership", None)
        assert contents(clone) == before

    def test_a_bare_repository_has_no_files(self, remote: Path, tmp_path: Path) -> None:
        found = facts(clone_of(remote, "bare.git", "--bare"))
        assert (found.place, found.bare, found.branch, found.dirty) == ("repo", True, "main", None)
        assert found.remote == "origin"
        (tmp_path / "around").mkdir()
        clone_of(remote, "around/.bare", "--bare")
        (tmp_path / "around/.git").write_text("gitdir: ./.bare\n")
        found = facts(tmp_path / "around")
        assert (found.bare, found.dirty) == (True, None)

    @pytest.mark.parametrize(
        ("settings", "of_the_tree"),
        [
            ("[core]\n\tbare", None),
            ("[core]\n\tBARE = Yes", None),
            (
                "[core]\n\tbare = false\n[extensions]\n\tworktreeConfig = true",
                "[core]\nbare=true\n",
            ),
            ("[extensions]\n\tworktreeConfig", "[core] bare = true"),
        ],
    )
    def test_a_repository_is_bare_however_that_is_written(
        self, remote: Path, tmp_path: Path, settings: str, of_the_tree: str | None
    ) -> None:
        (tmp_path / "around").mkdir()
        bare = clone_of(remote, "around/.bare", "--bare")
        (tmp_path / "around/.git").write_text("gitdir: ./.bare\n")
        git(bare, "worktree", "add", "-q", str(tmp_path / "tree"), "main")
        git(bare, "config", "--remove-section", "core")
        with (bare / "config").open("a") as file:
            file.write(f"{settings}\n")
        if of_the_tree is not None:
            (bare / "config.worktree").write_text(of_the_tree)
        found = facts(tmp_path / "around")
        assert (found.place, found.bare, found.dirty) == ("repo", True, None)
        assert (facts(tmp_path / "tree").bare, facts(tmp_path / "tree").dirty) == (False, 0)

    def test_a_worktree_of_a_bare_repository_has_files(self, remote: Path, tmp_path: Path) -> None:
        bare = clone_of(remote, "bare.git", "--bare")
        git(bare, "worktree", "add", "-q", str(tmp_path / "tree"), "main")
        found = facts(tmp_path / "tree")
        assert (found.bare, found.branch, found.dirty) == (False, "main", 0)


BROKEN = {
    "empty": "",
    "zeros": "\0" * 41,
    "no hash": "main\n",
    "a circle": "ref: {ref}\n",
    "no commit of ours": "deadbeef" * 5 + "\n",
}
"""What a crash, or somebody, may leave in the file of a ref."""


class TestBrokenRefs:
    """What git cannot read is not known. It is neither gone nor yet to come."""

    @pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
    def test_a_branch_that_cannot_be_read_is_not_one_before_its_first_commit(
        self, clone: Path, text: str
    ) -> None:
        ref = "refs/heads/main"
        (clone / ".git" / ref).write_text(text.format(ref=ref), encoding="utf-8")
        self._is_unknown(facts(clone))

    @pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
    def test_what_it_follows_is_not_gone_if_it_cannot_be_read(self, clone: Path, text: str) -> None:
        ref = "refs/remotes/origin/main"
        path = clone / ".git" / ref
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.format(ref=ref), encoding="utf-8")
        self._is_unknown(facts(clone))

    def test_head_may_leave_the_folder_of_refs(self, clone: Path) -> None:
        (clone / ".git/HEAD").write_text("ref: refs/heads/../../x\n", encoding="utf-8")
        self._is_unknown(facts(clone))

    def test_a_branch_is_gone_though_there_is_a_folder_of_its_name(
        self, remote: Path, clone: Path
    ) -> None:
        git(remote, "branch", "-m", "main", "main/new")
        git(clone, "fetch", "-qp")
        assert facts(clone).gone

    def _is_unknown(self, found: RepoFacts) -> None:
        judged = verdict("tide-service", found, Settings())
        assert judged.state == "UNKNOWN", judged.reasons
        assert judged.reasons[0] == "git-failed"
        assert found.failure
        assert not found.gone


class TestBranches:
    def test_detached(self, clone: Path) -> None:
        git(clone, "switch", "-q", "--detach")
        found = facts(clone)
        assert (found.branch, found.head) == (None, git(clone, "rev-parse", "HEAD"))
        assert (found.default, found.remote, found.upstream) == ("main", "origin", "")
        assert (found.ahead, found.behind) == (None, None)

    def test_before_the_first_commit(self, tmp_path: Path) -> None:
        (tmp_path / "empty").mkdir()
        git(tmp_path / "empty", "init", "-q")
        found = facts(tmp_path / "empty")
        assert (found.place, found.branch, found.head, found.remote) == ("repo", "main", "", "")

    def test_a_clone_of_an_empty_repository(self, tmp_path: Path) -> None:
        git(tmp_path, "init", "-q", "--bare", "empty.git")
        found = facts(clone_of(tmp_path / "empty.git"))
        assert (found.head, found.remote, found.upstream) == ("", "origin", "origin/main")

    def test_no_remote(self, remote: Path) -> None:
        found = facts(remote)
        assert (found.remote, found.upstream, found.behind) == ("", "", None)

    def test_a_branch_that_follows_nothing(self, clone: Path) -> None:
        git(clone, "switch", "-qc", "feature")
        found = facts(clone)
        assert (found.branch, found.remote, found.upstream) == ("feature", "origin", "")
        assert (found.ahead, found.behind) == (None, None)

    def test_a_branch_that_follows_another_of_the_same_clone(self, clone: Path) -> None:
        git(clone, "switch", "-qc", "feature", "--track", "main")
        found = facts(clone)
        assert (found.upstream, found.local, found.behind) == ("", True, None)

    def test_a_branch_whose_upstream_is_gone(self, remote: Path, clone: Path) -> None:
        git(clone, "switch", "-qc", "feature")
        git(clone, "push", "-qu", "origin", "feature")
        git(remote, "branch", "-qD", "feature")
        git(clone, "fetch", "-q", "--prune")
        found = facts(clone)
        assert (found.upstream, found.gone, found.behind) == ("origin/feature", True, None)
        assert found.fetched is not None

    def test_a_default_branch_that_was_renamed_is_not_known(
        self, remote: Path, clone: Path
    ) -> None:
        git(remote, "branch", "-qm", "main", "trunk")
        git(clone, "fetch", "-q", "--prune")
        found = facts(clone)
        assert (found.default, found.gone, found.upstream) == (None, True, "origin/main")

    def test_commits_are_counted_on_both_sides(self, remote: Path, clone: Path) -> None:
        commit(remote, "two")
        commit(remote, "three")
        assert facts(clone).behind == 0  # nobody has asked the remote
        git(clone, "fetch", "-q")
        assert (facts(clone).ahead, facts(clone).behind) == (0, 2)
        commit(clone, "mine", berths_py="")
        assert (facts(clone).ahead, facts(clone).behind) == (1, 2)
        git(clone, "pull", "-q", "--rebase")
        assert (facts(clone).ahead, facts(clone).behind) == (1, 0)

    def test_the_remote_of_the_branch_is_the_one_that_counts(
        self, tmp_path: Path, remote: Path, clone: Path
    ) -> None:
        fork = new_remote(tmp_path / "forks", "fork")
        git(clone, "remote", "add", "a/fork", str(fork))
        git(clone, "fetch", "-q", "a/fork")
        git(clone, "switch", "-qc", "feature", "--track", "a/fork/main")
        found = facts(clone)
        assert (found.remote, found.upstream, found.default) == ("a/fork", "a/fork/main", None)
        assert found.fetched is not None

    def test_a_shallow_clone_has_no_counts(self, remote: Path) -> None:
        commit(remote, "two")
        git(remote.parent, "clone", "-q", "--depth", "1", f"file://{remote}", "shallow")
        shallow = remote.parent / "shallow"
        for number in range(3):
            commit(remote, f"more {number}")
        git(shallow, "fetch", "-q", "--depth", "1")
        found = facts(shallow)
        assert (found.shallow, found.ahead, found.behind) == (True, None, None)
        assert (found.upstream, found.dirty) == ("origin/main", 0)

    def test_a_partial_clone_is_told_and_counted(self, remote: Path) -> None:
        git(remote, "config", "uploadpack.allowFilter", "true")
        git(remote.parent, "clone", "-q", "--filter=blob:none", f"file://{remote}", "partial")
        partial = remote.parent / "partial"
        commit(remote, "two")
        git(partial, "fetch", "-q")
        found = facts(partial)
        assert (found.partial, found.behind, found.dirty) == (True, 1, 0)

    def test_a_worktree_shares_refs_and_fetches(
        self, remote: Path, clone: Path, tmp_path: Path
    ) -> None:
        tree = tmp_path / "tree"
        git(clone, "worktree", "add", "-q", str(tree), "-b", "feature", "--track", "origin/main")
        commit(remote, "two")
        git(clone, "fetch", "-q")
        (clone / "gauges.py").write_text("changed in the other tree\n")
        found = facts(tree)
        assert (found.branch, found.behind, found.dirty) == ("feature", 1, 0)
        fetched = datetime.fromtimestamp((clone / ".git/FETCH_HEAD").stat().st_mtime, timezone.utc)
        assert found.fetched == fetched


NAMES = ["f\u00fcn\u00e9 \u6f6e.py", "a -> b.py", 'quo"te.py', " leading and trailing "]
if sys.platform != "win32":
    NAMES += ["two\nlines.py", "tab\there.py", "back\\slash.py"]


class TestFiles:
    @pytest.mark.parametrize("name", NAMES)
    def test_a_changed_file_is_one_whatever_it_is_called(
        self, remote: Path, name: str, tmp_path: Path
    ) -> None:
        (remote / name).write_text("one\n")
        commit(remote, "odd")
        clone = clone_of(remote)
        (clone / name).write_text("two\n")
        (clone / f"new {name}").write_text("new\n")
        found = facts(clone)
        assert (found.dirty, found.untracked) == (1, 1)

    def test_staged_moved_and_removed_files_count(self, clone: Path) -> None:
        git(clone, "mv", "tides.py", "a -> b.py")
        (clone / "gauges.py").unlink()
        assert (facts(clone).dirty, facts(clone).untracked) == (3, 0)

    def test_what_git_ignores_is_not_there(self, clone: Path) -> None:
        (clone / ".git/info/exclude").write_text("*.log\n")
        (clone / "run.log").touch()
        assert facts(clone).untracked == 0

    def test_a_conflict_counts(self, clone: Path) -> None:
        conflict(clone)
        git(clone, "merge", "-q", "other", check=False)
        assert facts(clone).dirty == 1

    def test_a_move_is_one_record_with_two_names(self) -> None:
        out = b"# branch.oid 1f\0# branch.head main\x002 R. N... 1 1 1 a b R100 new\0? old\0? x\0"
        found = parse_status(out)
        assert (found.dirty, found.untracked, found.branch) == (1, 1, "main")

    def test_a_file_that_only_a_filter_can_compare_is_not_known(self, clone: Path) -> None:
        (clone / ".gitattributes").write_text("*.py filter=large\n")
        git(clone, "add", ".gitattributes")
        git(clone, "commit", "-qm", "attributes")
        git(clone, "config", "filter.large.clean", "false")
        (clone / "tides.py").write_text("HIGH = 2\n")
        found = facts(clone)
        assert (found.place, found.dirty, found.branch) == ("repo", None, "main")
        assert "filter" in found.failure
        (clone / ".gitattributes").write_text("*.py filter=large\n*.bin filter=large\n")
        assert facts(clone).dirty == 1

    def test_many_such_files_are_not_known_either(self, clone: Path) -> None:
        for number in range(2_500):
            (clone / f"{number}.bin").write_text("large")
        (clone / ".gitattributes").write_text("*.bin filter=large\n")
        commit(clone, "large")
        git(clone, "config", "filter.large.clean", "false")
        for path in clone.glob("*.bin"):
            path.write_text("as it was before it went to a store")
        assert facts(clone).dirty is None
        (clone / "tides.py").write_text("HIGH = 2\n")
        assert facts(clone).dirty == 1

    def test_a_look_leaves_every_byte_alone(self, clone: Path) -> None:
        (clone / "tides.py").write_text("changed\n")
        os.utime(clone / "gauges.py", (1, 1))  # git would like to write that into its index
        before = contents(clone)
        facts(clone)
        assert contents(clone) == before


def merging(clone: Path) -> None:
    conflict(clone)
    git(clone, "merge", "-q", "other", check=False)


def rebasing(clone: Path) -> None:
    conflict(clone)
    git(clone, "rebase", "-q", "other", check=False)


def picking(clone: Path) -> None:
    conflict(clone)
    git(clone, "cherry-pick", "other", check=False)


def picking_several(clone: Path) -> None:
    conflict(clone)
    git(clone, "switch", "-q", "other")
    commit(clone, "more", berths_py="")
    git(clone, "switch", "-q", "main")
    git(clone, "cherry-pick", "other~1", "other", check=False)
    git(clone, "reset", "-q", "--hard")
    (clone / ".git/CHERRY_PICK_HEAD").unlink(missing_ok=True)


def reverting(clone: Path) -> None:
    commit(clone, "two", tides_py="HIGH = 2\n")
    commit(clone, "three", tides_py="HIGH = 3\n")
    git(clone, "revert", "--no-edit", "HEAD~1", check=False)


def bisecting(clone: Path) -> None:
    git(clone, "bisect", "start")


def applying(clone: Path) -> None:
    conflict(clone)
    patch = clone.parent / "patch"
    patch.write_text(git(clone, "format-patch", "-1", "--stdout", "other") + "\n")
    git(clone, "am", "-q", str(patch), check=False)


@pytest.mark.parametrize(
    ("begin", "operation"),
    [
        (merging, "merge"),
        (rebasing, "rebase"),
        (picking, "cherry-pick"),
        (picking_several, "cherry-pick"),
        (reverting, "revert"),
        (bisecting, "bisect"),
        (applying, "am"),
    ],
)
def test_what_somebody_is_in_the_middle_of(
    clone: Path, begin: Callable[[Path], None], operation: str
) -> None:
    begin(clone)
    assert facts(clone).operation == operation


class TestSubmodules:
    @pytest.fixture
    def inside(self, tmp_path: Path, remote: Path) -> Path:
        """A submodule as it is after `submodule update`: detached where its superproject pins it."""
        above = new_remote(tmp_path, "above")
        git(above, "submodule", "-q", "add", str(remote), "libs/tides")
        commit(above, "submodule")
        clone = clone_of(above, "super")
        git(clone, "submodule", "-q", "update", "--init")
        return clone / "libs/tides"

    def test_it_is_pinned_where_its_superproject_has_it(self, inside: Path) -> None:
        found = facts(inside)
        assert (found.pinned, found.branch) == (True, None)
        assert found.pin == found.head == git(inside, "rev-parse", "HEAD")

    def test_it_may_have_been_moved(self, inside: Path) -> None:
        pin = git(inside, "rev-parse", "HEAD")
        head = commit(inside, "mine")
        found = facts(inside)
        assert (found.pin, found.head) == (pin, head)

    def test_a_clone_that_was_added_as_it_was_is_one_too(
        self, tmp_path: Path, remote: Path
    ) -> None:
        above = new_remote(tmp_path, "above")
        clone = clone_of(remote, "above/tides")
        git(above, "submodule", "-q", "add", str(remote), "tides")
        assert not facts(clone).pinned  # not committed yet
        commit(above, "submodule")
        assert facts(clone).pinned

    def test_a_repository_that_only_lies_in_another_is_none(
        self, tmp_path: Path, remote: Path
    ) -> None:
        above = new_remote(tmp_path, "above")
        (above / ".gitmodules").touch()
        found = facts(clone_of(remote, "above/nested"))
        assert (found.place, found.pinned, found.branch) == ("repo", False, "main")


def old(path: Path, **age: float) -> datetime:
    """Give a file an age, counted from now; the time that it has then."""
    when = datetime.now(timezone.utc).replace(microsecond=0) - timedelta(**age)
    os.utime(path, (when.timestamp(), when.timestamp()))
    return when


def cloned_long_ago(clone: Path, **age: float) -> datetime:
    """Give a clone an age, by its logs and the file that nothing touches; the time of it."""
    when = old(clone / ".git/description", **age)
    for path in (clone / ".git/logs").rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            path.write_text(re.sub(r"> \d+ ", f"> {int(when.timestamp())} ", text))
    return when


def is_recent(when: datetime | None) -> bool:
    return when is not None and datetime.now(timezone.utc) - when < timedelta(minutes=5)


class TestTheLastFetch:
    def test_a_clone_was_fetched_when_it_was_cloned(self, clone: Path) -> None:
        assert not (clone / ".git/FETCH_HEAD").exists()
        assert is_recent(facts(clone).fetched)

    def test_also_where_no_log_is_written(self, remote: Path) -> None:
        clone = clone_of(remote, "clone", "-c", "core.logAllRefUpdates=false")
        assert not (clone / ".git/logs").exists()
        assert is_recent(facts(clone).fetched)
        when = old(clone / ".git/description", days=40)
        assert facts(clone).fetched == when

    def test_a_date_that_somebody_set_is_believed(
        self, remote: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-01-05T12:00:00Z")
        clone = clone_of(remote)
        monkeypatch.delenv("GIT_COMMITTER_DATE")
        assert facts(clone).fetched == datetime(2026, 1, 5, 12, tzinfo=timezone.utc)
        old(clone / ".git/description", minutes=2)
        git(clone, "fetch", "-q")
        assert is_recent(facts(clone).fetched)

    def test_the_time_of_a_fetch_is_that_of_its_file(self, clone: Path) -> None:
        git(clone, "fetch", "-q")
        when = old(clone / ".git/FETCH_HEAD", days=3)
        assert facts(clone).fetched == when

    def test_a_fetch_that_failed_is_none(self, remote: Path, clone: Path) -> None:
        when = cloned_long_ago(clone, days=9)
        remote.rename(remote.parent / "away")
        git(clone, "fetch", "-q", check=False)
        assert (clone / ".git/FETCH_HEAD").read_bytes() == b""  # and it is new
        assert facts(clone).fetched == when

    def test_nothing_was_heard_after_the_last_try(self, remote: Path, clone: Path) -> None:
        remote.rename(remote.parent / "away")
        git(clone, "fetch", "-q", check=False)
        when = old(clone / ".git/FETCH_HEAD", days=3)
        assert facts(clone).fetched == when

    def test_a_fetch_of_another_branch_tells_nothing(self, remote: Path, clone: Path) -> None:
        git(clone, "fetch", "-q")
        git(remote, "branch", "feature")
        git(clone, "fetch", "-q", "origin", "feature")
        commit(remote, "two")
        head = clone / ".git/FETCH_HEAD"
        assert "main" not in head.read_text()
        when = old(clone / ".git/description", days=5)
        git(clone, "reflog", "expire", "--expire=now", "--all")
        assert facts(clone).fetched == when

    def test_a_fetch_from_another_remote_tells_nothing(
        self, remote: Path, clone: Path, tmp_path: Path
    ) -> None:
        fork = clone_of(remote, "fork")
        git(clone, "remote", "add", "fork", str(fork))
        git(clone, "fetch", "-q", "fork")  # whose main is where ours is
        future = datetime.now(timezone.utc) + timedelta(minutes=8)
        os.utime(clone / ".git/FETCH_HEAD", (future.timestamp(), future.timestamp()))
        found = facts(clone).fetched
        assert found is not None
        assert found < future - timedelta(minutes=5)
        git(clone, "fetch", "-q", "origin")
        os.utime(clone / ".git/FETCH_HEAD", (future.timestamp(), future.timestamp()))
        assert facts(clone).fetched == future

    @pytest.mark.parametrize("way", ["cp", "refreshed", "fetched before", "another name"])
    def test_nothing_but_the_remote_makes_a_clone_newer(
        self, clone: Path, tmp_path: Path, way: str
    ) -> None:
        if way == "fetched before":
            git(clone, "fetch", "-q")
        when = cloned_long_ago(clone, days=30)
        if way == "another name":
            git(clone, "remote", "rename", "origin", "hub")
        else:
            clone = Path(shutil.copytree(clone, tmp_path / "copy", copy_function=shutil.copyfile))
        if way == "refreshed":
            git(clone, "status")  # which writes the new times down
        assert facts(clone).fetched == when

    def test_a_fetch_from_a_url_is_none_of_the_remote(
        self, remote: Path, clone: Path, tmp_path: Path
    ) -> None:
        fork = clone_of(remote, "forks")
        when = cloned_long_ago(clone, days=30)
        git(clone, "fetch", "-q", str(fork), "main")  # which is where ours is
        assert facts(clone).fetched == when
        git(clone, "fetch", "-q")
        assert is_recent(facts(clone).fetched)

    def test_a_clone_was_cloned_from_one_of_its_remotes(self, remote: Path, clone: Path) -> None:
        git(clone, "remote", "add", "fork", str(remote))
        git(clone, "config", "branch.main.remote", "fork")
        assert facts(clone).fetched is None
        git(clone, "fetch", "-q", "fork")
        assert is_recent(facts(clone).fetched)

    @pytest.mark.parametrize(
        ("configured", "told", "counts"),
        [
            ("hub:harbour/tides", "https://git.example.org/harbour/tides", True),
            ("ours:tides", "https://git.example.org/harbour/tides", True),
            ("ours:tides", "https://git.example.org/harbour/quays", False),
            (
                "https://git.example.org/harbour/tides",
                "ssh://mirror.example.org/harbour/tides",
                True,
            ),
            ("https://git.example.org/harbour/tides", "https://git.example.org/ada/tides", False),
            ("git@git.example.org:tides.git", "git.example.org:tides", True),
            ("hub:", "https://git.example.org/harbour/tides", False),
        ],
    )
    def test_settings_of_the_user_may_stand_for_the_beginning_of_a_url(
        self, clone: Path, configured: str, told: str, counts: bool
    ) -> None:
        git(clone, "remote", "set-url", "origin", configured)
        when = cloned_long_ago(clone, days=30)
        head = git(clone, "rev-parse", "origin/main")
        (clone / ".git/FETCH_HEAD").write_text(f"{head}\t\tbranch 'main' of {told}\n")
        assert (facts(clone).fetched != when) is counts

    @pytest.mark.parametrize(
        ("url", "counts"),
        [
            ("git@git.example.org:harbour/tides.git", True),
            ("https://ada:secret@git.example.org/harbour/tides/", True),
            ("ssh://git@other.example.org/Harbour/tides", True),
            ("https://git.example.org/ada/tides", False),
        ],
    )
    def test_a_remote_may_be_written_in_other_ways(
        self, clone: Path, url: str, counts: bool
    ) -> None:
        git(clone, "remote", "add", "fork", "https://git.example.org/ada/tides.git")
        git(clone, "remote", "set-url", "origin", "git@git.example.org:harbour/tides")
        told = re.sub(r"^(\w+://)?[^/@]*@", r"\1", url).rstrip("/").removesuffix(".git")
        head = git(clone, "rev-parse", "origin/main")
        (clone / ".git/FETCH_HEAD").write_text(f"{head}\t\tbranch 'main' of {told}\n")
        future = datetime.now(timezone.utc) + timedelta(minutes=8)
        os.utime(clone / ".git/FETCH_HEAD", (future.timestamp(), future.timestamp()))
        assert (facts(clone).fetched == future) is counts

    def test_a_push_alone_is_no_fetch(self, remote: Path, tmp_path: Path) -> None:
        mine = new_remote(tmp_path, "mine")
        git(tmp_path, "init", "-q", "--bare", "hub.git")
        git(mine, "remote", "add", "origin", str(tmp_path / "hub.git"))
        git(mine, "push", "-qu", "origin", "main")
        found = facts(mine)
        assert (found.upstream, found.ahead, found.behind) == ("origin/main", 0, 0)
        assert found.fetched is None
        git(mine, "fetch", "-q")
        assert is_recent(facts(mine).fetched)

    def test_a_push_into_a_clone_tells_where_the_branch_is(self, clone: Path) -> None:
        git(clone, "fetch", "-q")
        old(clone / ".git/FETCH_HEAD", days=3)
        commit(clone, "mine")
        git(clone, "push", "-q")
        assert is_recent(facts(clone).fetched)

    def test_a_remote_that_was_added_and_never_asked(self, remote: Path, tmp_path: Path) -> None:
        mine = new_remote(tmp_path, "mine")
        git(mine, "remote", "add", "origin", str(remote))
        git(mine, "config", "branch.main.remote", "origin")
        git(mine, "config", "branch.main.merge", "refs/heads/main")
        found = facts(mine)
        assert (found.remote, found.upstream, found.fetched) == ("origin", "origin/main", None)

    def test_a_clone_that_was_copied_is_as_old_as_it_was(self, clone: Path, tmp_path: Path) -> None:
        git(clone, "fetch", "-q")
        copy = tmp_path / "copy"
        shutil.copytree(clone, copy, copy_function=shutil.copyfile)
        later = datetime.now(timezone.utc).timestamp() + 500
        for path in copy.rglob("*"):
            os.utime(path, (later, later))
        found = facts(copy).fetched
        assert found is not None
        assert found.timestamp() < later - 400

    def test_a_time_that_has_not_come_is_none(self, clone: Path) -> None:
        git(clone, "fetch", "-q")
        old(clone / ".git/FETCH_HEAD", days=-2)
        assert facts(clone).fetched is None


class TestAsking:
    def test_a_fetch_moves_what_we_know_of_the_remote_and_nothing_else(
        self, remote: Path, clone: Path
    ) -> None:
        commit(remote, "two")
        git(remote, "branch", "feature")
        (clone / "tides.py").write_text("changed\n")
        before = contents(clone)
        found = facts(clone, fetch=True)
        assert (found.behind, found.dirty, found.fetch_error) == (1, 1, "")
        assert is_recent(found.fetched)
        after = contents(clone)
        changed = {path for path in after if before.get(path) != after[path]}
        assert all(
            path == ".git/FETCH_HEAD"
            or path.startswith((".git/objects/", ".git/refs/remotes/origin/main"))
            or path == ".git/logs/refs/remotes/origin/main"
            for path in changed
        ), changed
        assert before.keys() <= after.keys()

    def test_the_branch_of_the_settings_is_asked_for_too(self, remote: Path, clone: Path) -> None:
        git(remote, "branch", "release")
        assert read_repo(str(clone), fetch=True, branch="release").fetch_error == ""
        assert git(clone, "rev-parse", "origin/release")
        assert read_repo(str(clone), fetch=True, branch="nowhere").fetch_error == ""

    def test_a_remote_that_is_not_there(self, remote: Path, clone: Path) -> None:
        remote.rename(remote.parent / "away")
        found = facts(clone, fetch=True)
        assert (found.place, found.fetch_error, found.branch) == ("repo", "unreachable", "main")
        assert found.failure

    def test_a_branch_that_is_gone_at_the_remote(self, remote: Path, clone: Path) -> None:
        git(clone, "switch", "-qc", "feature")
        git(clone, "push", "-qu", "origin", "feature")
        git(remote, "branch", "-qD", "feature")
        assert facts(clone, fetch=True).fetch_error == "gone"
        git(clone, "fetch", "-q", "--prune")
        assert facts(clone, fetch=True).fetch_error == ""

    def test_a_remote_that_never_answers_is_not_waited_for(
        self, clone: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(repo_state, "FETCH", 0.5)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        with socket.create_server(("127.0.0.1", 0)) as server:
            url = f"http://127.0.0.1:{server.getsockname()[1]}/tides.git"
            git(clone, "remote", "set-url", "origin", url)
            found = facts(clone, fetch=True)
        assert (found.place, found.fetch_error) == ("repo", "timeout")

    def test_where_branches_are_kept_elsewhere_nothing_is_asked(self, clone: Path) -> None:
        git(clone, "config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/o/*")
        git(clone, "fetch", "-q")
        before = git(clone, "for-each-ref")
        found = facts(clone, fetch=True)
        assert (found.fetch_error, found.upstream) == ("refused", "o/main")
        assert git(clone, "for-each-ref") == before

    def test_without_a_remote_there_is_nothing_to_ask(self, remote: Path) -> None:
        assert facts(remote, fetch=True).fetch_error == ""

    def test_a_submodule_at_its_pin_is_left_alone(
        self, remote: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        above = new_remote(tmp_path, "above")
        git(above, "submodule", "-q", "add", str(remote), "tides")
        commit(above, "submodule")
        remote.rename(tmp_path / "away")
        assert facts(above / "tides", fetch=True).fetch_error == ""


def test_whatever_happens_nothing_is_raised(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("odd")

    monkeypatch.setattr(repo_state, "read_refs", fail)
    found = facts(clone)
    assert (found.place, found.failure) == ("unknown", "RuntimeError: odd")


@pytest.mark.skipif(sys.platform == "win32", reason="no such files there")
def test_no_odd_file_of_a_git_folder_keeps_us_waiting(clone: Path) -> None:
    os.mkfifo(clone / ".git/FETCH_HEAD")
    (clone / ".git/logs/HEAD").unlink()
    os.mkfifo(clone / ".git/logs/HEAD")
    assert facts(clone).place == "repo"


def test_without_git_a_folder_is_unknown(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert facts(clone).place == "unknown"
