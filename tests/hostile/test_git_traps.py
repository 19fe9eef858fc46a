"""Whoever looks at a repository steps into none of its traps, and leaves it as it was."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ctxlayer.host import Host
from ctxlayer.host.versions import version_reader
from ctxlayer.ide.diagnostics import layer_report
from ctxlayer.probes import work_tree
from ctxlayer.probes.clock import today
from ctxlayer.probes.committed_files import committed_files
from ctxlayer.probes.git import Git, GitFailed
from ctxlayer.probes.repo_state import read_repo
from ctxlayer.probes.revisions import Revisions
from ctxlayer.probes.sources import read_history
from ctxlayer.vfs.tracked import tracked_in
from tests.hostile.traps import CONTROLS, Trapped, files, git, trapped

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="traps are shell commands")

SERVER = Path(__file__).parents[2] / "server"


@pytest.fixture(autouse=True)
def nobodys_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(("GIT_", "SSH_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def found(tmp_path: Path) -> Trapped:
    return trapped(tmp_path)


class _Closed(BaseHTTPRequestHandler):
    """A server that lets nobody in."""

    def do_GET(self) -> None:
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="harbour"')
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def by_http(found: Trapped) -> Iterator[str]:
    """A remote that asks for a password."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Closed) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        host = f"http://127.0.0.1:{server.server_port}"
        found.configure("remote.by-http.url", f"{host}/x")
        found.configure(f"credential.{host}.helper", f"!{found.trap('credential-of-host')}")
        yield "by-http"
        server.shutdown()


def test_every_trap_works(found: Trapped, by_http: str) -> None:
    """Or nothing would be shown by not stepping into them."""
    assert by_http
    for number, control in enumerate(CONTROLS):
        found.reset()
        copy = found.clone.parent / f"copy-{number}"
        shutil.copytree(found.clone, copy, symlinks=True)
        said = git(copy, *control.arguments, check=False)
        assert found.fired() >= control.fires, said
    found.reset()
    import pty  # there is none on Windows

    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(found.clone)
        os.execlp("git", "git", "log")
    try:
        while os.read(terminal, 1024):
            pass
    except OSError:
        pass  # the end of what is said on a terminal
    os.waitpid(pid, 0)
    os.close(terminal)
    assert "pager" in found.fired()


def look_at_a_layer(found: Trapped) -> None:
    """Everything that the language server reads of a layer, and every fix of every finding."""
    layer = Host(today=today).layer_of(found.clone)
    assert layer is not None
    for reading in (
        layer.read_authors,
        layer.read_repos,
        layer.read_sources,
        layer.read_committed,
        layer.read_tracked,
    ):
        for _ in reading():
            pass
    assert "harbour" in layer.snapshot.repos
    documents = layer.snapshot.documents
    committed_files(str(found.clone), {path: each.text for path, each in documents.items()})
    for report in layer_report(layer.snapshot).values():
        for finding in report.findings:
            for fix in finding.fixes:
                dict(fix.edits)
    history = layer.snapshot.history
    for path in ("knowledge/tides/old.md", "knowledge/tides/gauges.md"):
        history.moved_to(path)
        history.first_commit(path)
    history.recent_commits()
    revisions = Revisions(str(found.clone))
    commit = revisions.commit("HEAD")
    assert commit is not None
    revisions.layer_at(commit, layer.snapshot, layer.nested)
    for before in (False, True):
        version_reader(layer, "", commit, "knowledge/tides/gauges.md", before=before)()


def look_at_a_clone(found: Trapped) -> None:
    facts = read_repo(str(found.clone))
    assert facts.place == "repo" and facts.branch == "main"


def look_at_a_history(found: Trapped) -> None:
    read_history(str(found.clone))


def ask(*arguments: str) -> Callable[[Trapped], None]:
    """The command line with these arguments."""

    def run(found: Trapped) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "ctxlayer", *arguments],
            cwd=found.clone,
            env={
                **os.environ,
                "PYTHONPATH": str(SERVER),
                "CTXLAYER_CACHE_DIR": str(found.marks.parent / "cache"),
            },
            check=False,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode in (0, 1) and "Traceback" not in done.stderr, done.stderr

    return run


LOOKS = {"layer": look_at_a_layer, "clone": look_at_a_clone, "history": look_at_a_history}
ASKED = {
    "check": ("check",),
    "fresh": ("fresh", "--format", "json"),
    "trust": ("trust",),
    "queue": ("trust", "--queue"),
    "route": ("route", "gauges"),
    "prune": ("prune", "--dry-run"),
    "budget": ("budget", "--against", "HEAD"),
}
READERS = {**LOOKS, **{name: ask(*arguments) for name, arguments in ASKED.items()}}


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Trapped:
    """One for all who only look: they leave it as it was."""
    return trapped(tmp_path_factory.mktemp("full"))


@pytest.fixture(scope="module")
def partial(tmp_path_factory: pytest.TempPathFactory) -> Trapped:
    """A clone without contents: asking for them would run what it configures."""
    folder = tmp_path_factory.mktemp("partial")
    return trapped(folder, "--filter=blob:none", "--no-checkout")


@pytest.mark.parametrize(
    ("kind", "reader"),
    [
        *(("full", reader) for reader in READERS),
        *(("partial", reader) for reader in (*LOOKS, "check")),
    ],
)
def test_nobody_who_looks_steps_into_a_trap_or_leaves_a_trace(
    request: pytest.FixtureRequest, kind: str, reader: str
) -> None:
    found: Trapped = request.getfixturevalue(kind)
    before = files(found.clone)
    READERS[reader](found)
    assert found.fired() == set()
    assert files(found.clone) == before


FETCHES = {
    "clone": lambda found: read_repo(str(found.clone), fetch=True),
    "fresh": ask("fresh", "--fetch"),
}


@pytest.mark.parametrize("fetch", FETCHES)
def test_a_fetch_moves_what_it_should_and_nothing_else(found: Trapped, fetch: str) -> None:
    git(found.origin, "tag", "marker")
    git(found.origin, "branch", "other")
    before, old = files(found.clone), git(found.clone, "rev-parse", "origin/main")
    FETCHES[fetch](found)
    assert found.fired() == set()
    assert git(found.clone, "rev-parse", "origin/main") != old
    after = files(found.clone)
    changed = {path for path in {*before, *after} if before.get(path) != after.get(path)}
    may = (".git/FETCH_HEAD", ".git/refs/remotes/origin", ".git/logs/refs/remotes/origin")
    new = (".git/objects/",)
    for path in changed:
        if path in (".git", ".git/objects"):
            continue  # folders that hold new files
        assert path.startswith((*may, *new)), path
        assert path.startswith(may) or path not in before or (found.clone / path).is_dir(), path


@pytest.mark.parametrize(
    ("remote", "why"),
    [
        ("by-ssh", "unreachable"),
        ("by-git", "refused"),
        ("by-ext", "refused"),
        ("by-vcs", "refused"),
        ("by-other", "refused"),
        ("by-http", "auth"),
        ("none-such", "refused"),
    ],
)
def test_a_remote_that_is_a_trap_is_told_of(
    found: Trapped, by_http: str, remote: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert by_http
    # The user's own, which is asked instead of the repository's.
    monkeypatch.setenv("GIT_SSH_COMMAND", "false")
    before = files(found.clone)
    with pytest.raises(GitFailed) as error:
        Git(str(found.clone)).fetch(remote, timeout=20)
    assert (error.value.why, bool(error.value.said)) == (why, True)
    assert found.fired() == set()
    changed = {path for path, entry in files(found.clone).items() if before.get(path) != entry}
    assert changed <= {".git", ".git/FETCH_HEAD"}


@pytest.mark.parametrize(
    "place",
    ["FETCH_HEAD", "index", "logs/HEAD", "logs/refs/remotes/origin/main", "sequencer/todo"],
)
def test_nobody_waits_for_a_pipe_in_place_of_a_file(
    found: Trapped, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git waits for an index, so that is only read by us here."""
    path = found.clone / ".git" / place
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    assert tracked_in(str(found.clone), [".local"]) == frozenset()
    monkeypatch.setattr(work_tree, "_SECONDS", 0.5)
    done: list[str] = []
    reading = threading.Thread(
        target=lambda: done.append(read_repo(str(found.clone)).place), daemon=True
    )
    reading.start()
    reading.join(30)
    assert done == ["repo"]
