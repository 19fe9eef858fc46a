"""Each state of the freshness gate, on a real repository, as `ctxlayer fresh --format json` tells it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.probes.clones import clone_of, commit, conflict, contents, git, new_remote


class Ran(NamedTuple):
    """What a run of `fresh` came to."""

    code: int
    out: str
    err: str

    @property
    def repos(self) -> dict[str, dict[str, Any]]:
        """What the JSON says, by repository."""
        told = json.loads(self.out)
        assert told["version"] == 1
        return {each["name"]: each for each in told["repos"]}


Fresh = Callable[..., Ran]


@pytest.fixture
def layer(tmp_path: Path) -> Path:
    root = tmp_path / "layer"
    (root / ".local").mkdir(parents=True)
    (root / "ctxlayer.toml").touch()
    return root


@pytest.fixture
def fresh(layer: Path, tmp_path: Path) -> Fresh:
    """Run `ctxlayer fresh` as a process in the layer."""
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_CEILING_DIRECTORIES": str(tmp_path),
        "NO_PROXY": "127.0.0.1",
        "PYTHONPATH": str(Path(__file__).parents[2] / "server"),
    }

    def run(*arguments: str, **more: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "ctxlayer", "fresh", *arguments],
            cwd=layer,
            env={**environment, **more},
            capture_output=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            timeout=120,
            check=False,
        )
        assert "Traceback" not in done.stderr
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


def map_to(layer: Path, **clones: Path) -> None:
    mapped = {name: str(path) for name, path in clones.items()}
    (layer / ".local/repo-paths.json").write_text(json.dumps(mapped), encoding="utf-8")


# The states. Each makes `folder` what the case is about.


def passing(folder: Path) -> None:
    clone_of(new_remote(folder.parent), folder.name)


def ahead(folder: Path) -> None:
    passing(folder)
    commit(folder, "mine")


def untracked(folder: Path) -> None:
    passing(folder)
    (folder / "notes.txt").touch()


def missing(folder: Path) -> None:
    assert not folder.exists()


def no_repository(folder: Path) -> None:
    folder.mkdir()


def unborn(folder: Path) -> None:
    git(folder.parent, "init", "-q", "--bare", "empty.git")
    clone_of(folder.parent / "empty.git", folder.name)


def detached(folder: Path) -> None:
    passing(folder)
    git(folder, "switch", "-q", "--detach")


def wrong_branch(folder: Path) -> None:
    remote = new_remote(folder.parent)
    git(remote, "branch", "feature")
    clone_of(remote, folder.name)
    git(folder, "switch", "-q", "feature")


def no_remote(folder: Path) -> None:
    new_remote(folder.parent, folder.name)


def no_upstream(folder: Path) -> None:
    passing(folder)
    git(folder, "branch", "--unset-upstream")


def gone_upstream(folder: Path) -> None:
    wrong_branch(folder)
    git(folder.parent / "remote", "branch", "-qD", "feature")
    git(folder, "fetch", "-q", "--prune")
    git(folder, "remote", "set-head", "origin", "--delete")


def dirty(folder: Path) -> None:
    remote = new_remote(folder.parent)
    (remote / "a -> b \u00fcn\u00e9.py").write_text("one\n")
    commit(remote, "odd")
    clone_of(remote, folder.name)
    (folder / "a -> b \u00fcn\u00e9.py").write_text("two\n")


def behind(folder: Path) -> None:
    passing(folder)
    commit(folder.parent / "remote", "two")
    commit(folder.parent / "remote", "three")
    git(folder, "fetch", "-q")


def diverged(folder: Path) -> None:
    behind(folder)
    commit(folder, "mine", berths_py="")


def merging(folder: Path) -> None:
    remote = new_remote(folder.parent)
    conflict(remote)
    clone_of(remote, folder.name)
    git(folder, "merge", "-q", "origin/other", check=False)


def shallow(folder: Path) -> None:
    remote = new_remote(folder.parent)
    commit(remote, "two")
    git(folder.parent, "clone", "-q", "--depth", "1", f"file://{remote}", folder.name)
    for number in range(3):
        commit(remote, f"more {number}")
    git(folder, "fetch", "-q", "--depth", "1")


def never_fetched(folder: Path) -> None:
    git(folder.parent, "init", "-q", "--bare", "hub.git")
    new_remote(folder.parent, folder.name)
    git(folder, "remote", "add", "origin", str(folder.parent / "hub.git"))
    git(folder, "push", "-qu", "origin", "main")


def fetched_long_ago(folder: Path) -> None:
    passing(folder)
    git(folder, "fetch", "-q")
    when = (datetime.now(timezone.utc) - timedelta(days=3, minutes=5)).timestamp()
    os.utime(folder / ".git/FETCH_HEAD", (when, when))


def bare(folder: Path) -> None:
    clone_of(new_remote(folder.parent), folder.name, "--bare")


def worktree(folder: Path) -> None:
    clone = clone_of(new_remote(folder.parent), "first")
    git(clone, "switch", "-qc", "other")
    git(clone, "worktree", "add", "-q", str(folder), "main")
    assert (folder / ".git").is_file()


def submodule(folder: Path) -> None:
    """Detached and behind, as a submodule is after `submodule update`."""
    remote = new_remote(folder.parent)
    above = new_remote(folder.parent, "above")
    git(above, "submodule", "-q", "add", str(remote), folder.name)
    commit(above, "submodule")
    git(folder.parent, "clone", "-q", str(above), "super")
    git(folder.parent / "super", "submodule", "-q", "update", "--init")
    commit(remote, "two")
    inside = folder.parent / "super" / folder.name
    git(inside, "fetch", "-q")
    folder.symlink_to(inside)


def nested(folder: Path) -> None:
    """A clone that only lies in another repository."""
    remote = new_remote(folder.parent)
    above = new_remote(folder.parent, "above")
    clone_of(remote, f"above/{folder.name}")
    folder.symlink_to(above / folder.name)


def part_of_a_larger_one(folder: Path) -> None:
    remote = new_remote(folder.parent)
    (remote / "services").mkdir()
    commit(remote / "services", "services")
    clone = clone_of(remote, "larger")
    folder.symlink_to(clone / "services")


CASES: list[tuple[Callable[[Path], None], str, list[str], dict[str, Any]]] = [
    (passing, "PASS", [], {"branch": "main", "expected": "main", "ahead": 0, "behind": 0, "dirty": False}),
    (ahead, "PASS", [], {"ahead": 1, "behind": 0, "notes": ["1 ahead of origin/main, not pushed"]}),
    (untracked, "PASS", [], {"dirty": False, "untracked": 1, "notes": ["1 untracked file"]}),
    (missing, "STOP", ["missing"], {"branch": None, "dirty": None, "fetched_at": None}),
    (no_repository, "STOP", ["not-a-repo"], {"branch": None, "ahead": None, "dirty": None}),
    (unborn, "STOP", ["unborn"], {"branch": "main", "head": None}),
    (detached, "STOP", ["detached-head"], {"branch": None, "expected": "main", "behind": None}),
    (wrong_branch, "STOP", ["wrong-branch"], {"branch": "feature", "expected": "main"}),
    (no_remote, "STOP", ["no-remote"], {"branch": "main", "expected": None, "fetched_at": None}),
    (no_upstream, "STOP", ["no-upstream"], {"branch": "main", "upstream": None, "behind": None}),
    (gone_upstream, "STOP", ["no-upstream"], {"upstream": "origin/feature", "behind": None}),
    (dirty, "STOP", ["dirty"], {"dirty": True, "changed": 1, "behind": 0}),
    (behind, "STOP", ["behind"], {"ahead": 0, "behind": 2, "words": "STOP: 2 behind origin/main"}),
    (diverged, "STOP", ["diverged"], {"ahead": 1, "behind": 2}),
    (merging, "STOP", ["dirty", "operation-in-progress"], {"operation": "merge"}),
    (shallow, "UNKNOWN", ["shallow"], {"ahead": None, "behind": None, "dirty": False}),
    (never_fetched, "UNKNOWN", ["never-fetched"], {"behind": 0, "fetched_at": None}),
    (fetched_long_ago, "UNKNOWN", ["fetch-old"], {"words": "UNKNOWN: last fetched 3 d ago"}),
    (bare, "STOP", ["no-upstream"], {"dirty": None, "branch": "main"}),
    (worktree, "PASS", [], {"branch": "main", "behind": 0}),
    (submodule, "PASS", [], {"branch": None, "behind": None}),
    (nested, "PASS", [], {"branch": "main", "behind": 0}),
    (part_of_a_larger_one, "PASS", [], {"branch": "main"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("make", "state", "reasons", "more"), CASES, ids=[make.__name__ for make, *_ in CASES]
)
def test_a_state_is_told_as_it_is(
    layer: Path,
    fresh: Fresh,
    tmp_path: Path,
    make: Callable[[Path], None],
    state: str,
    reasons: list[str],
    more: dict[str, Any],
) -> None:
    folder = tmp_path / "tides"
    make(folder)
    map_to(layer, tides=folder)
    before = contents(folder) if folder.is_dir() else {}
    ran = fresh("--format", "json")
    told = ran.repos["tides"]
    assert (told["state"], told["reasons"]) == (state, reasons)
    assert {key: told[key] for key in more} == more
    assert told["path"] == str(folder)
    assert ran.code == (1 if state == "STOP" else 0)
    assert len(told["remedies"]) == len(reasons)
    # It looks and leaves everything alone, whatever state that is.
    assert (contents(folder) if folder.is_dir() else {}) == before
    if told["fetched_at"] is not None:
        assert datetime.fromisoformat(told["fetched_at"]).tzinfo is not None


class TestCase67:
    """Detached: told, with what is expected."""

    def test_it_names_the_commit_and_the_branch(
        self, layer: Path, fresh: Fresh, tmp_path: Path
    ) -> None:
        detached(tmp_path / "tides")
        head = git(tmp_path / "tides", "rev-parse", "HEAD")
        map_to(layer, tides=tmp_path / "tides")
        (layer / "ctxlayer.toml").write_text('[repos.tides]\nbranch = "release"\n')
        ran = fresh()
        assert f"detached at {head[:7]}, expected release" in ran.out
        assert ran.code == 1


class TestCase70:
    """Zero behind a ref that is old says nothing of the remote."""

    def test_the_age_of_the_fetch_is_part_of_the_verdict(
        self, layer: Path, fresh: Fresh, tmp_path: Path
    ) -> None:
        fetched_long_ago(tmp_path / "tides")
        commit(tmp_path / "remote", "unheard of")
        map_to(layer, tides=tmp_path / "tides")
        told = fresh("--format", "json").repos["tides"]
        assert (told["state"], told["behind"]) == ("UNKNOWN", 0)
        asked = fresh("--fetch", "--format", "json").repos["tides"]
        assert (asked["state"], asked["behind"]) == ("STOP", 1)

    def test_how_old_is_a_setting(self, layer: Path, fresh: Fresh, tmp_path: Path) -> None:
        fetched_long_ago(tmp_path / "tides")
        map_to(layer, tides=tmp_path / "tides")
        (layer / "ctxlayer.toml").write_text("[freshness]\nfetch-hours = 100\n")
        ran = fresh()
        assert (ran.code, "up to date as of 3 d ago" in ran.out) == (0, True)


class _Locked(BaseHTTPRequestHandler):
    """A server that lets nobody in without a password."""

    def do_GET(self) -> None:
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="harbour"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def locked() -> Iterator[str]:
    """The URL of a repository that asks for a password."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Locked) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/tides.git"
        server.shutdown()


class TestCase71:
    """A fetch that would ask for a password fails, and waits for nobody."""

    def test_it_is_told_as_such(
        self, layer: Path, fresh: Fresh, tmp_path: Path, locked: str
    ) -> None:
        passing(tmp_path / "tides")
        git(tmp_path / "tides", "remote", "set-url", "origin", locked)
        asked = tmp_path / "asked"
        helper = tmp_path / "askpass"
        helper.write_text(f"#!/bin/sh\ntouch {asked}\necho secret\n")
        helper.chmod(0o755)
        map_to(layer, tides=tmp_path / "tides")
        ran = fresh("--fetch", "--format", "json", GIT_ASKPASS=str(helper), SSH_ASKPASS=str(helper))
        told = ran.repos["tides"]
        assert (ran.code, told["state"]) == (1, "STOP")
        assert "fetch-failed" in told["reasons"]
        assert told["fetch_error"] == "auth"
        assert told["words"].startswith("STOP: fetch failed: auth")
        assert not asked.exists()

    def test_nothing_is_asked_unless_somebody_says_so(
        self, layer: Path, fresh: Fresh, tmp_path: Path
    ) -> None:
        passing(tmp_path / "tides")
        git(tmp_path / "tides", "remote", "set-url", "origin", "http://127.0.0.1:1/tides.git")
        map_to(layer, tides=tmp_path / "tides")
        assert fresh("--format", "json").repos["tides"]["state"] == "PASS"

    def test_one_that_fails_leaves_the_others_alone(
        self, layer: Path, fresh: Fresh, tmp_path: Path
    ) -> None:
        passing(tmp_path / "tides")
        cranes = clone_of(tmp_path / "remote", "cranes")
        git(cranes, "remote", "set-url", "origin", "http://127.0.0.1:1/cranes.git")
        map_to(layer, tides=tmp_path / "tides", cranes=cranes)
        told = fresh("--fetch", "--format", "json").repos
        assert (told["tides"]["state"], told["cranes"]["state"]) == ("PASS", "STOP")
        assert told["cranes"]["fetch_error"] == "unreachable"


class TestCase72:
    """Somebody else's repository: what would help is said, and never done."""

    def test_it_stops_and_no_configuration_changes(
        self, layer: Path, fresh: Fresh, tmp_path: Path
    ) -> None:
        passing(tmp_path / "tides")
        map_to(layer, tides=tmp_path / "tides")
        config = tmp_path / "gitconfig"
        config.touch()
        ran = fresh(
            "--format", "json", GIT_TEST_ASSUME_DIFFERENT_OWNER="1", GIT_CONFIG_GLOBAL=str(config)
        )
        told = ran.repos["tides"]
        assert (told["state"], told["reasons"]) == ("STOP", ["unsafe-ownership"])
        assert (
            f"git config --global --add safe.directory {tmp_path / 'tides'}" in told["remedies"][0]
        )
        assert config.read_bytes() == b""


class TestTheCommand:
    """What is asked for, and what is said where there is nothing to ask."""

    def test_names_pick_and_keep_their_order(
        self, layer: Path, fresh: Fresh, tmp_path: Path
    ) -> None:
        passing(tmp_path / "tides")
        map_to(layer, tides=tmp_path / "tides", cranes=tmp_path / "cranes")
        ran = fresh("tides", "--format", "json")
        assert (ran.code, list(ran.repos)) == (0, ["tides"])
        assert list(fresh("--format", "json").repos) == ["tides", "cranes"]

    def test_a_path_is_as_good_as_a_name(self, layer: Path, fresh: Fresh, tmp_path: Path) -> None:
        passing(tmp_path / "tides")
        other = clone_of(tmp_path / "remote", "other")
        map_to(layer, tides=tmp_path / "tides")
        ran = fresh("../tides", str(other), "--format", "json")
        assert list(ran.repos) == ["tides", str(other)]

    def test_an_unknown_name_is_wrong_usage(
        self, layer: Path, fresh: Fresh, tmp_path: Path
    ) -> None:
        map_to(layer, tides=tmp_path / "tides")
        ran = fresh("tidse")
        assert (ran.code, ran.out) == (2, "")
        assert "tidse: neither a name of the repo map (tides) nor a path" in ran.err

    def test_a_name_that_only_settings_have_is_said_to_be_unmapped(
        self, layer: Path, fresh: Fresh
    ) -> None:
        map_to(layer)
        (layer / "ctxlayer.toml").write_text('[repos.tides]\nbranch = "main"\n')
        ran = fresh("tides")
        assert ran.code == 2
        assert "the repo map of this machine does not" in ran.err

    def test_without_a_repo_map_there_is_nothing_to_say(self, fresh: Fresh) -> None:
        ran = fresh("--format", "json")
        assert (ran.code, json.loads(ran.out)["repos"]) == (0, [])
        assert "this layer has no repo map" in ran.err
        assert '.local/repo-paths.json: {"NAME": "/path/to/clone"}' in ran.err

    @pytest.mark.parametrize("text", ["{", "[]", '{"tides": }'])
    def test_a_repo_map_that_cannot_be_read_fails(
        self, layer: Path, fresh: Fresh, text: str
    ) -> None:
        (layer / ".local/repo-paths.json").write_text(text)
        ran = fresh("--format", "json")
        assert ran.code == 1
        assert json.loads(ran.out)["problems"]
        assert ".local/repo-paths.json: " in ran.err

    def test_an_entry_that_is_no_path_is_said_and_the_others_are_looked_at(
        self, layer: Path, fresh: Fresh, tmp_path: Path
    ) -> None:
        passing(tmp_path / "tides")
        mapped = {"tides": str(tmp_path / "tides"), "cranes": "../cranes", "locks": 3}
        (layer / ".local/repo-paths.json").write_text(json.dumps(mapped))
        ran = fresh("--format", "json")
        assert (ran.code, ran.repos["tides"]["state"]) == (1, "PASS")
        assert "`cranes` has no absolute path; write that of its clone" in ran.err

    def test_people_read_one_line_a_clone_and_the_remedy_below(
        self, layer: Path, fresh: Fresh, tmp_path: Path
    ) -> None:
        passing(tmp_path / "tides")
        (tmp_path / "tides/gauges.py").write_text("changed\n")
        map_to(layer, tides=tmp_path / "tides", dry_docks=tmp_path / "docks")
        lines = fresh().out.splitlines()
        assert lines[0].startswith("STOP     tides      main  1 file changed; last fetched ")
        assert lines[1].startswith("         dirty: commit it or take it back: git -C ")
        assert lines[2] == f"STOP     dry_docks  -     there is no {tmp_path / 'docks'}"
        assert lines[3].startswith("         missing: ")
        assert lines[4] == "2 clones: 0 PASS, 2 STOP, 0 UNKNOWN"

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals there")
    def test_on_a_terminal_it_tells_how_far_it_is_and_leaves_nothing_of_that(
        self, layer: Path, tmp_path: Path
    ) -> None:
        import pty

        map_to(layer, tides=tmp_path / "tides", cranes=tmp_path / "cranes")
        ours, theirs = pty.openpty()
        done = subprocess.run(
            [sys.executable, "-m", "ctxlayer", "fresh", "--root", str(layer)],
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "server")},
            stdout=subprocess.PIPE,
            stderr=theirs,
            timeout=120,
            check=False,
        )
        os.close(theirs)
        told = os.read(ours, 4096)
        os.close(ours)
        assert told.startswith(b"\r\x1b[K1 of 2 looked at\r\x1b[K2 of 2 looked at")
        assert told.endswith(b"\r\x1b[K")
        assert b"looked at" not in done.stdout
