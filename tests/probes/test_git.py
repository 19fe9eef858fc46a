"""What git may be asked, how names stay names, and whose settings and variables count."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxlayer.probes.git import Git, GitFailed, contents, gitpython, surroundings
from tests.hostile.traps import git

Engine = Callable[[str], Git]


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    folder = tmp_path / "repo"
    (folder / "tides").mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    (folder / "tides/gauge.md").write_text("# Gauge\n")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    return folder


def ask(folder: Path, *arguments: str, engine: Engine = Git) -> str:
    return engine(str(folder)).run(arguments[0], *arguments[1:], timeout=20).decode().strip()


def refusal(folder: Path, *arguments: str) -> str:
    with pytest.raises(GitFailed) as error:
        ask(folder, *arguments)
    return error.value.why


@pytest.mark.parametrize(
    "arguments",
    [
        "pull", "stash", "checkout main", "merge main", "reset --hard", "gc", "fetch origin", "add .",
        "update-ref refs/heads/x HEAD", "clean -fd", "push", "commit", "worktree add x", "archive HEAD",
        "ls-remote", "upload-pack .", "-c x=y status", "--exec-path=. status", "status x -c",
        "config core.pager x", "config --unset core.pager", "config --get x y", "config --add x y",
        "config --list --get x y", "config --edit", "config --file=x --get y",
        "symbolic-ref HEAD refs/heads/x", "symbolic-ref --delete HEAD", "symbolic-ref -m x HEAD y",
        "log --output=x", "log --outpu=x", "log --ext-diff", "log --textconv", "log -p", "log -1",
        "log --show-signature", "log --format=%G?", "log --format=%H%n%GK", "log --format=%(describe)",
        "log --pretty=%G?", "log --remerge-diff", "diff-tree --output=x HEAD", "diff-tree -p HEAD",
        "cat-file --batch --filters", "cat-file --textconv HEAD:x", "cat-file --batch-command",
        "for-each-ref --format=%(signature)", "ls-files -m", "ls-files --modified",
        "rev-parse --parseopt", "status --ignore-submodules=none", "rev-list --disk-usage HEAD",
        "diff-index -p HEAD", "check-attr --source=x -a y", "log --end-of-options --all",
        "log --end-of-options -c", "rev-parse --verify --end-of-options --output=x", "log a\0b",
    ],
)  # fmt: skip
def test_what_does_more_than_read_is_refused(repo: Path, arguments: str) -> None:
    before = sorted(path.name for path in repo.rglob("*"))
    assert refusal(repo, *arguments.split(" ")) == "refused"
    assert sorted(path.name for path in repo.rglob("*")) == before


@pytest.mark.parametrize("engine", [Git, gitpython])
def test_reads_answer_on_both_ways(repo: Path, engine: Engine) -> None:
    (repo / "tides/gauge.md").write_text("# Gauges\n")
    head = git(repo, "rev-parse", "HEAD").strip()
    for arguments, answer in (
        ("rev-parse HEAD", head),
        ("rev-parse --verify --quiet --end-of-options main", head),
        ("rev-parse --end-of-options main", head),
        ("rev-list --count --end-of-options main --", "1"),
        ("symbolic-ref --quiet --short HEAD", "main"),
        ("for-each-ref --format=%(refname)%00%(upstream:track,nobracket)", "refs/heads/main\0"),
        ("merge-base --all HEAD main", head),
        ("config --get core.bare", "false"),
        ("ls-files -z -- tides", "tides/gauge.md\0"),
        ("ls-tree -r -z --name-only HEAD", "tides/gauge.md\0"),
        (
            "log -z --format=tformat:@%H%x00%s%% -n5 --name-only",
            f"@{head}\0one%\0\ntides/gauge.md\0",
        ),
        ("status -z --porcelain=v1", "M tides/gauge.md\0"),
        ("diff-index --name-only HEAD --", "tides/gauge.md"),
        ("diff-index --cached --name-only HEAD --", ""),
        ("check-attr filter -- tides/gauge.md", "tides/gauge.md: filter: unspecified"),
    ):
        assert ask(repo, *arguments.split(" "), engine=engine) == answer, arguments
    asked = b"HEAD:tides/gauge.md\nnone\n"
    out = engine(str(repo)).run("cat-file", "--batch", timeout=20, asked=asked)
    assert [data for _, data in contents(out, 100)] == [b"# Gauge\n", None]


@pytest.mark.parametrize("name", ["--output=x", "-c", "--all", "--end-of-options", "-", "--"])
def test_a_branch_of_any_name_is_a_name(repo: Path, name: str) -> None:
    """Git makes no such branches, but a repository may have them."""
    head = git(repo, "rev-parse", "HEAD").strip()
    (repo / ".git/refs/heads" / name).write_text(f"{head}\n")
    assert ask(repo, "log", "--format=%s", "--end-of-options", f"refs/heads/{name}", "--") == "one"
    with pytest.raises(GitFailed):
        ask(repo, "rev-parse", "--verify", "--quiet", "--end-of-options", name)
    (repo / ".git/HEAD").write_text(f"ref: refs/heads/{name}\n")
    assert ask(repo, "symbolic-ref", "HEAD") == f"refs/heads/{name}"
    assert ask(repo, "status", "-z") == ""
    assert not (repo / "x").exists()


def test_a_path_of_any_name_is_a_path(repo: Path) -> None:
    (repo / "--output=x").write_text("1\n")
    git(repo, "add", "--", "--output=x")
    assert ask(repo, "ls-files", "--", "--output=x") == "--output=x"


def test_the_work_tree_is_where_the_repository_is(repo: Path, tmp_path: Path) -> None:
    """Its configuration may say that it is somebody's home."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home/secret").touch()
    git(repo, "config", "core.worktree", str(tmp_path / "home"))
    assert ask(repo, "status", "-z") == ""
    assert ask(repo / "tides", "rev-parse", "--show-toplevel", "--show-prefix") == f"{repo}\ntides/"


def test_worktrees_submodules_and_bare_repositories_are_found(repo: Path, tmp_path: Path) -> None:
    git(repo, "worktree", "add", "-q", str(tmp_path / "tree"), "-b", "other")
    about = ("rev-parse", "--is-bare-repository", "--show-toplevel")
    assert ask(tmp_path / "tree", *about) == f"false\n{tmp_path / 'tree'}"
    git(tmp_path, "clone", "-q", "--bare", "repo", "repo/bare.git")
    assert ask(repo / "bare.git", "rev-parse", "--is-bare-repository") == "true"
    allow = ("-c", "protocol.file.allow=always")
    git(repo, *allow, "submodule", "--quiet", "add", f"file://{repo}/bare.git", "sub")
    assert ask(repo / "sub", *about) == f"false\n{repo / 'sub'}"
    assert ask(repo / "sub", "rev-parse", "--show-superproject-working-tree") == str(repo)


@pytest.mark.parametrize("engine", [Git, gitpython])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GIT_DIR", "/nowhere"),
        ("GIT_INDEX_FILE", "/nowhere/index"),
        ("GIT_OBJECT_DIRECTORY", "/nowhere"),
        ("GIT_NAMESPACE", "x"),
        ("GIT_CONFIG_PARAMETERS", "'core.bare'='true'"),
        ("GIT_WORK_TREE", "/"),
        ("GIT_EXTERNAL_DIFF", "false"),
        ("GIT_TRACE", "/nowhere/x"),
        ("GIT_LITERAL_PATHSPECS", "nonsense"),
    ],
)
def test_variables_of_another_run_of_git_do_not_count(
    repo: Path, monkeypatch: pytest.MonkeyPatch, engine: Engine, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert ask(repo, "status", "-z", "--branch", engine=engine) == "## main\0"


def test_the_users_own_settings_count(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("COUNT", "1"), ("KEY_0", "tides.high"), ("VALUE_0", "noon")):
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
    assert ask(repo, "config", "--get", "tides.high") == "noon"


def test_a_repository_of_somebody_else_is_told_of_and_never_marked_as_safe(
    repo: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(surroundings._ALWAYS, "GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "global"))
    with pytest.raises(GitFailed) as error:
        ask(repo, "status", "-z")
    assert error.value.unsafe and "safe.directory" in error.value.said
    assert not error.value.not_a_repository
    assert not (tmp_path / "global").exists()


def test_git_is_started_once_for_a_question_and_once_more_for_filters(
    repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = []
    popen = subprocess.Popen.__init__

    def counted(self: object, *arguments: object, **more: object) -> None:
        started.append(arguments)
        popen(self, *arguments, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess.Popen, "__init__", counted)
    asked = Git(str(repo))
    for arguments, count in (
        (("rev-parse", "HEAD"), 1),
        (("diff-index", "--cached", "--name-only", "HEAD", "--"), 2),
        (("status", "-z"), 4),
        (("status", "-z"), 5),
        (("diff-index", "--name-only", "HEAD", "--"), 6),
    ):
        asked.run(arguments[0], *arguments[1:], timeout=20)
        assert len(started) == count, arguments


def test_too_many_filters_are_refused(repo: Path) -> None:
    with (repo / ".git/config").open("a") as config:
        config.writelines(f'[filter "f{number}"]\n\tclean = cat\n' for number in range(501))
    assert refusal(repo, "status", "-z") == "refused"
    assert ask(repo, "rev-parse", "--is-bare-repository") == "false"


def test_words_of_git_are_fit_to_be_shown() -> None:
    said = "fatal: 'https://me:pass@host.invalid/x'\x1b[2J\x07: \u202eno\r\nsecond"
    error = GitFailed("failed", said)
    assert error.said == "fatal: 'https://host.invalid/x'[2J: no\nsecond"
    assert len(GitFailed("failed", "x" * 100_000).said) < 10_000
