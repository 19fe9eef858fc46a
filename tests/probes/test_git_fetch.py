"""The one call that writes: which refs it moves, whose commands it uses, and how it fails."""

from __future__ import annotations

import base64
import os
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ctxlayer.probes.git import Git, GitFailed
from ctxlayer.probes.git.failures import kind_of_failure
from tests.hostile.traps import git

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="commands are shell scripts")


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone that is one commit behind on `main` and does not know `other` and a tag."""
    for name in [name for name in os.environ if name.startswith(("GIT_", "SSH_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "global"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    (tmp_path / "global").touch()
    origin = tmp_path / "origin"
    origin.mkdir()
    git(origin, "init", "-q", "-b", "main")
    git(origin, "commit", "-q", "--allow-empty", "-m", "one")
    git(tmp_path, "clone", "-q", f"file://{origin}", "clone")
    git(origin, "commit", "-q", "--allow-empty", "-m", "two")
    git(origin, "branch", "other")
    git(origin, "tag", "marker")
    return tmp_path / "clone"


def refs(folder: Path) -> dict[str, str]:
    lines = git(folder, "for-each-ref", "--format=%(refname) %(contents:subject)").splitlines()
    return dict(line.split(" ") for line in lines)


def fetch(folder: Path, remote: str = "origin", *specs: str, timeout: float = 20) -> None:
    Git(str(folder)).fetch(remote, specs, timeout=timeout)


def failure(folder: Path, remote: str = "origin", *specs: str, timeout: float = 20) -> GitFailed:
    with pytest.raises(GitFailed) as error:
        fetch(folder, remote, *specs, timeout=timeout)
    assert not list(folder.rglob("*.lock"))
    return error.value


def test_all_branches_of_the_remote_and_nothing_else(clone: Path) -> None:
    before = refs(clone)
    fetch(clone)
    assert refs(clone) == {
        **before,
        "refs/remotes/origin/HEAD": "two",
        "refs/remotes/origin/main": "two",
        "refs/remotes/origin/other": "two",
    }
    assert (clone / ".git/FETCH_HEAD").read_text()


def test_only_the_branches_that_are_named(clone: Path) -> None:
    before = refs(clone)
    fetch(clone, "origin", "+refs/heads/other:refs/remotes/origin/other")
    assert refs(clone) == {**before, "refs/remotes/origin/other": "two"}


@pytest.mark.parametrize("option", ["--depth=1", "--filter=blob:none", "--bare"])
def test_clones_of_other_kinds_are_fetched_too(clone: Path, tmp_path: Path, option: str) -> None:
    origin = tmp_path / "origin"
    git(origin, "config", "uploadpack.allowFilter", "true")
    for number in range(2):
        (origin / "level.txt").write_text(f"{number}\n" * 100)
        git(origin, "add", ".")
        git(origin, "commit", "-q", "-m", f"level{number}")
        if not number:
            git(tmp_path, "clone", "-q", option, f"file://{origin}", "odd")
    fetch(tmp_path / "odd")
    assert refs(tmp_path / "odd")["refs/remotes/origin/main"] == "level1"


def test_a_branch_that_was_rewritten_is_followed(clone: Path, tmp_path: Path) -> None:
    git(tmp_path / "origin", "commit", "-q", "--amend", "--allow-empty", "-m", "rewritten")
    fetch(clone)
    fetch(clone)
    assert refs(clone)["refs/remotes/origin/main"] == "rewritten"


def test_a_branch_that_is_gone_stays_where_it_was_seen(clone: Path, tmp_path: Path) -> None:
    fetch(clone)
    git(clone, "config", "fetch.prune", "true")
    git(tmp_path / "origin", "branch", "-D", "other")
    fetch(clone)
    assert refs(clone)["refs/remotes/origin/other"] == "two"
    error = failure(clone, "origin", "+refs/heads/other:refs/remotes/origin/other")
    assert (error.why, "couldn't find remote ref" in error.said) == ("failed", True)


@pytest.mark.parametrize(
    ("remote", "spec"),
    [
        ("--upload-pack=x", ""),
        ("-c", ""),
        ("../origin", ""),
        ("origin x", ""),
        ("", ""),
        ("origin", "main"),
        ("origin", "+refs/heads/main:refs/heads/main"),
        ("origin", "refs/heads/main:refs/remotes/origin/main"),
        ("origin", "+refs/heads/main:refs/remotes/other/main"),
        ("origin", "+refs/heads/main:refs/remotes/origin/other"),
        ("origin", "+refs/tags/x:refs/remotes/origin/x"),
        ("origin", "+refs/heads/../x:refs/remotes/origin/../x"),
        ("origin", "+refs/heads/a*:refs/remotes/origin/a*"),
        ("origin", "--output=x"),
        ("origin", "+refs/heads/:refs/remotes/origin/"),
    ],
)
def test_what_is_no_remote_tracking_branch_is_refused(clone: Path, remote: str, spec: str) -> None:
    assert failure(clone, remote, *filter(None, [spec])).why == "refused"


# What a fetch would write to.


@pytest.mark.parametrize("target", ["refs/heads/main", "refs/heads/new", "refs/tags/x"])
def test_a_branch_of_the_remote_that_stands_for_one_of_ours_is_left_alone(
    clone: Path, target: str
) -> None:
    (clone / ".git/refs/remotes/origin/main").write_text(f"ref: {target}\n")
    before = refs(clone)
    assert failure(clone).why == "refused"
    assert refs(clone) == before


@pytest.mark.parametrize(
    "place",
    [
        "FETCH_HEAD",
        "refs/remotes",
        "refs/remotes/origin",
        "logs/refs/remotes/origin/main",
        "logs/refs",
    ],
)
def test_nothing_is_written_through_a_link(clone: Path, tmp_path: Path, place: str) -> None:
    path = clone / ".git" / place
    target = tmp_path / "mine"
    if path.exists():
        path.rename(target)
    else:
        target.write_text("precious\n")
    path.symlink_to(target)
    before = {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()}
    assert failure(clone).why == "refused"
    assert {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()} == before


def test_a_fetch_from_a_folder_inside_looks_at_the_same_files(clone: Path, tmp_path: Path) -> None:
    (clone / "tides/gauges").mkdir(parents=True)
    git(clone, "worktree", "add", "-q", str(tmp_path / "tree"))
    (tmp_path / "tree/tides").mkdir()
    fetch(clone / "tides/gauges")
    fetch(tmp_path / "tree/tides")
    (tmp_path / "mine").write_text("precious\n")
    for head in (clone / ".git/FETCH_HEAD", clone / ".git/worktrees/tree/FETCH_HEAD"):
        head.unlink()
        head.symlink_to(tmp_path / "mine")
    for folder in (clone / "tides/gauges", tmp_path / "tree/tides"):
        assert failure(folder).why == "refused"
    assert (tmp_path / "mine").read_text() == "precious\n"


def test_a_git_folder_with_a_line_end_in_its_name_is_refused(clone: Path, tmp_path: Path) -> None:
    (clone / ".git").rename(clone / "a\nb")
    (clone / ".git").write_text("gitdir: a\nb")
    (clone / "a\nb/FETCH_HEAD").symlink_to(tmp_path / "mine")
    assert failure(clone).why == "refused"


# Whose configuration counts.


@pytest.mark.parametrize(
    "key",
    [
        "http.proxy",
        "http.https://host.invalid/.proxy",
        "http.sslVerify",
        "http.cookieFile",
        "http.saveCookies",
        "http.curloptResolve",
        "remote.origin.proxy",
        "remote.origin.vcs",
        "remotes.origin",
        "fetch.bundleURI",
    ],
)
def test_a_repository_that_leads_a_fetch_elsewhere_is_refused(
    clone: Path, tmp_path: Path, key: str
) -> None:
    git(clone, "config", key, "x")
    error = failure(clone)
    assert (error.why, key.lower() in error.said.lower()) == ("refused", True)
    git(clone, "config", "--unset", key)
    # What the user has set up is theirs.
    if not key.startswith("remote"):
        git(clone, "config", f"--file={tmp_path / 'global'}", "http.proxy", "")
        fetch(clone)


@pytest.mark.parametrize("promise", ["extension", "promisor"])
@pytest.mark.parametrize("remote", ["origin", "other"])
@pytest.mark.parametrize("key", ["uploadpack", "vcs", "proxy"])
def test_a_remote_that_promised_what_is_missing_is_as_good_as_asked(
    clone: Path, remote: str, key: str, promise: str
) -> None:
    git(clone, "config", f"remote.{remote}.{key}", "x")
    if (remote, key) in {("origin", "uploadpack"), ("other", key)}:
        fetch(clone)  # nobody asks it, or it is asked with a command of ours
    if promise == "extension":
        git(clone, "config", "core.repositoryFormatVersion", "1")
        git(clone, "config", "extensions.partialClone", remote)
    else:
        git(clone, "config", f"remote.{remote}.promisor", "true")
    assert failure(clone).why == "refused"


@pytest.fixture
def gate(clone: Path) -> Iterator[list[str]]:
    """A server that lets nobody in, as the remote `gate`: with which names it was tried."""
    tried: list[str] = []

    class Gate(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            said = self.headers.get("Authorization", "")
            tried.append(base64.b64decode(said.removeprefix("Basic ")).decode())
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="harbour"')
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Gate) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        git(clone, "remote", "add", "gate", f"{url}/x")
        git(clone, "config", "credential.helper", helper("theirs"))
        git(clone, "config", f"credential.{url}.helper", helper("theirs"))
        yield tried
        server.shutdown()


def helper(name: str) -> str:
    return f"!f() {{ echo username={name}; echo password=secret; }}; f"


def test_only_the_users_own_helpers_are_asked_for_a_password(
    clone: Path, tmp_path: Path, gate: list[str]
) -> None:
    assert failure(clone, "gate").why == "auth"
    assert gate == [""]
    git(clone, "config", f"--file={tmp_path / 'global'}", "credential.helper", helper("mine"))
    gate.clear()
    assert failure(clone, "gate").why == "auth"
    assert set(gate) == {"", "mine:secret"}
    url = git(clone, "config", "remote.gate.url").strip().removesuffix("/x")
    git(clone, "config", f"--file={tmp_path / 'global'}", "credential.helper", "")
    key = f"credential.{url}.helper"
    git(clone, "config", f"--file={tmp_path / 'global'}", key, helper("of-host"))
    gate.clear()
    assert failure(clone, "gate").why == "auth"
    assert set(gate) == {"", "of-host:secret"}


def test_nobody_is_asked_for_a_password(
    clone: Path, tmp_path: Path, gate: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asking = program(tmp_path / "asking", f"touch {tmp_path}/asked; echo x")
    for name in ("GIT_ASKPASS", "SSH_ASKPASS"):
        monkeypatch.setenv(name, asking)
    assert failure(clone, "gate").why == "auth"
    assert gate == [""] and not (tmp_path / "asked").exists()


def program(path: Path, script: str) -> str:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def test_the_users_own_ssh_is_used_and_asks_nothing(
    clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(clone, "remote", "add", "far", "ssh://far.invalid/x")
    git(clone, "config", "core.sshCommand", program(tmp_path / "theirs", f"touch {tmp_path}/fired"))
    (tmp_path / "bin").mkdir()
    mine = program(tmp_path / "bin/ssh", f'echo "$@" > {tmp_path}/said; exit 1')
    settings = f"--file={tmp_path / 'global'}"
    for how in ("global", "GIT_SSH_COMMAND", "GIT_SSH"):
        if how == "global":
            git(clone, "config", settings, "core.sshCommand", f"{mine} -v")
        else:
            git(clone, "config", settings, "core.sshCommand", "false")
            git(clone, "config", settings, "--unset", "core.sshCommand")
            monkeypatch.setenv(how, mine)
        for _ in range(2):
            assert failure(clone, "far").why == "unreachable"
            assert "-oBatchMode=yes" in (tmp_path / "said").read_text()
            (tmp_path / "said").unlink()
        monkeypatch.delenv(how, raising=False)
    assert not (tmp_path / "fired").exists()


# How it fails.


def test_a_remote_that_does_not_answer_is_not_waited_for(
    clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(clone, "remote", "add", "far", "ssh://far.invalid/x")
    monkeypatch.setenv("GIT_SSH_COMMAND", program(tmp_path / "slow", "exec sleep 1000"))
    assert failure(clone, "far", timeout=2).why == "timeout"


def test_a_remote_that_is_gone_is_unreachable(clone: Path, tmp_path: Path) -> None:
    (tmp_path / "origin").rename(tmp_path / "elsewhere")
    error = failure(clone)
    assert (error.why, "does not appear to be a git repository" in error.said) == (
        "unreachable",
        True,
    )


def test_a_worktree_and_a_path_are_fetched_too(clone: Path, tmp_path: Path) -> None:
    git(clone, "config", "remote.origin.url", "../origin")
    git(clone, "worktree", "add", "-q", str(tmp_path / "tree"))
    git(clone, "config", "remote.origin.url", str(tmp_path / "origin"))
    fetch(tmp_path / "tree")
    assert refs(clone)["refs/remotes/origin/main"] == "two"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("fatal: could not read Username for 'https://x': terminal prompts disabled", "auth"),
        ("fatal: Authentication failed for 'https://x/'", "auth"),
        (
            "git@x: Permission denied (publickey).\nfatal: Could not read from remote repository.",
            "auth",
        ),
        ("Host key verification failed.\nfatal: Could not read from remote repository.", "auth"),
        ("fatal: unable to access 'https://x/': The requested URL returned error: 403", "auth"),
        ("fatal: unable to access 'https://x/': Could not resolve host: x", "unreachable"),
        ("ssh: connect to host x port 22: Connection refused", "unreachable"),
        ("ssh: connect to host x port 22: No route to host", "unreachable"),
        ("fatal: transport 'ext' not allowed", "refused"),
        ("fatal: bad object refs/remotes/origin/x", "failed"),
        ("", "failed"),
    ],
)
def test_kinds_of_failure(said: str, why: str) -> None:
    assert kind_of_failure(said) == why
