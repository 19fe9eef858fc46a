"""Who wrote trust frontmatter, in real repositories."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from ctxlayer.layer.authors import Authors, Writing
from ctxlayer.probes.authors import Ask, read_authors
from ctxlayer.settings import Settings

AGENT = ("Claude", "noreply@anthropic.com")
DEVELOPER = ("Ada Quay", "ada@example.org")
TRAILER = "Note the gauges\n\nCo-authored-by: Claude <noreply@anthropic.com>\n"
PAGE = """---
source: human-authored
created: 2026-10-01
last-verified: 2026-11-01
verified-by: developer
status: {status}
---

# Gauges

Where the gauges of the harbour stand, and which of them is read by whom.
They are read at every turn of the tide, and at midnight.
"""
PATH = "knowledge/tides/gauges.md"


class Repo:
    """A repository with one commit a call."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "-q", "-b", "main")

    def git(
        self, *arguments: str, who: Sequence[str] = DEVELOPER, committer: Sequence[str] = ()
    ) -> str:
        by = committer or who
        environment = {
            **os.environ,
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
            "GIT_AUTHOR_NAME": who[0],
            "GIT_AUTHOR_EMAIL": who[1],
            "GIT_COMMITTER_NAME": by[0],
            "GIT_COMMITTER_EMAIL": by[1],
        }
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.root,
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    def put(self, path: str, text: str) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())

    def commit(
        self,
        text: str | None = None,
        who: Sequence[str] = DEVELOPER,
        message: str = "change",
        path: str = PATH,
        committer: Sequence[str] = (),
    ) -> str:
        if text is not None:
            self.put(path, text)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message, who=who, committer=committer)
        return self.git("rev-parse", "HEAD")


def read(root: Path, *paths: str, ignored: Sequence[str] = (), everybody: bool = True) -> Authors:
    ask = Ask(
        str(root), frozenset(paths or (PATH,)), Settings().agents.identities, ignored, everybody
    )
    *_, last = read_authors(ask)
    assert last is not None
    return last


def status(root: Path, path: str = PATH, ignored: Sequence[str] = ()) -> Writing | None:
    return (read(root, path, ignored=ignored).of(path) or {}).get("status")


def role(root: Path, path: str = PATH, ignored: Sequence[str] = ()) -> str | None:
    found = status(root, path, ignored)
    return found.role if found else None


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path)


def test_the_commit_that_wrote_the_line_counts_not_the_last_one(repo: Repo) -> None:
    repo.commit(PAGE.format(status="hypothesis"))
    commit = repo.commit(PAGE.format(status="confirmed"), AGENT)
    repo.commit(PAGE.format(status="confirmed") + "More.\n")
    found = status(repo.root)
    assert found is not None
    assert (found.role, found.name, found.line.value) == ("agent", "Claude", "confirmed")
    assert commit.startswith(found.commit)
    rest = read(repo.root).of(PATH)
    assert rest is not None and rest["verified-by"].role == "developer"


@pytest.mark.parametrize(
    ("who", "committer", "message"),
    [
        (AGENT, (), "change"),
        (("Claude Opus 9", "ada@example.org"), (), "change"),
        (("Cursor Agent", "cursoragent@cursor.com"), (), "change"),
        (("dependabot[bot]", "1+dependabot[bot]@users.noreply.github.com"), (), "change"),
        (DEVELOPER, ("Copilot", "copilot@example.org"), "change"),
        (DEVELOPER, (), TRAILER),
        (DEVELOPER, (), TRAILER.replace("Co-authored-by", "CO-AUTHORED-BY")),
        (DEVELOPER, (), TRAILER.replace("Co-authored-by", "Co-Authored-By")),
        (DEVELOPER, (), TRAILER + "\nSigned-off-by: Ada Quay <ada@example.org>\n"),
        (DEVELOPER, (), "Squashed commit of the following:\n\ncommit 1f2e\nAuthor: Claude <noreply@anthropic.com>\n"),
    ],
)  # fmt: skip
def test_an_agent_is_author_committer_or_co_author(
    repo: Repo, who: Sequence[str], committer: Sequence[str], message: str
) -> None:
    repo.commit(PAGE.format(status="confirmed"), who, message, committer=committer)
    assert role(repo.root) == "agent"


@pytest.mark.parametrize(
    ("who", "message"),
    [
        (DEVELOPER, "Ask Claude about the gauges"),
        (DEVELOPER, "change\n\nReviewed-by: Claude <noreply@anthropic.com>\n"),
        (("Claudette Quay", "cq@example.org"), "change"),
    ],
)
def test_a_mention_is_no_authorship(repo: Repo, who: Sequence[str], message: str) -> None:
    repo.commit(PAGE.format(status="confirmed"), who, message)
    assert role(repo.root) != "agent"


def test_a_name_that_people_have_too_tells_nothing(repo: Repo) -> None:
    repo.commit(PAGE.format(status="confirmed"), ("Jean-Claude Quai", "jc@example.org"))
    found = status(repo.root)
    assert found is not None and found.role is None


@pytest.mark.parametrize("mapped", [True, False])
def test_the_mail_map_hides_no_agent_and_may_show_one(repo: Repo, mapped: bool) -> None:
    robot = ("robot", "r2@example.org")
    line = f"Claude <noreply@anthropic.com> <{robot[1]}>" if mapped else "Ada <ada@example.org> <noreply@anthropic.com>"  # fmt: skip
    repo.put(".mailmap", f"{line}\n")
    repo.commit(PAGE.format(status="confirmed"), robot if mapped else AGENT)
    assert role(repo.root) == "agent"


def test_a_file_is_followed_through_renames_from_outside_the_layer(repo: Repo) -> None:
    repo.commit(PAGE.format(status="confirmed"), path="docs/gauges.md")
    (repo.root / "layer/knowledge/tides").mkdir(parents=True)
    repo.git("mv", "docs/gauges.md", "layer/knowledge/tides/high water é.md")
    repo.commit(who=AGENT, message="move")
    found = read(repo.root / "layer", "knowledge/tides/high water é.md")
    lines = found.of("knowledge/tides/high water é.md")
    assert lines is not None and lines["status"].role == "developer"


def test_white_space_line_ends_and_order_are_no_words(repo: Repo) -> None:
    text = PAGE.format(status="confirmed")
    repo.commit(text)
    repo.commit(text.replace("\n", "\r\n"), AGENT)
    repo.commit(text.replace("status: ", "status:   "), AGENT)
    moved = text.replace("status: confirmed\n", "").replace("created", "status: confirmed\ncreated")
    repo.commit(moved, AGENT)
    assert role(repo.root) == "developer"


def test_who_only_writes_the_value_in_another_way_states_it_if_a_developer(repo: Repo) -> None:
    quoted = PAGE.format(status='"confirmed"')
    repo.commit(PAGE.format(status="confirmed"))
    repo.commit(quoted, AGENT, "tidy up")
    assert role(repo.root) == "developer"
    repo.commit(PAGE.format(status="confirmed # seen by all"))
    repo.commit(PAGE.format(status="hypothesis"), AGENT)
    repo.commit(PAGE.format(status="confirmed"), AGENT)
    assert role(repo.root) == "agent"
    repo.commit(quoted)
    assert role(repo.root) == "developer"


def test_bulk_commits_of_the_settings_are_passed_over(repo: Repo) -> None:
    repo.commit(PAGE.format(status="confirmed"), AGENT)
    bulk = repo.commit(PAGE.format(status='"confirmed"'))
    assert role(repo.root) == "developer"
    assert role(repo.root, ignored=[bulk]) == "agent"
    assert role(repo.root, ignored=[bulk[:10]]) == "agent"
    assert role(repo.root, ignored=["0" * 40, "", "x"]) == "developer"


def test_the_body_says_nothing(repo: Repo) -> None:
    repo.commit(PAGE.format(status="confirmed"))
    repo.commit(PAGE.format(status="confirmed") + "\n```yaml\nstatus: confirmed\n```\n", AGENT)
    assert role(repo.root) == "developer"


def test_a_line_that_is_not_committed_is_not_told_of(repo: Repo) -> None:
    repo.commit(PAGE.format(status="hypothesis"), AGENT)
    repo.put(PATH, PAGE.format(status="confirmed"))
    found = status(repo.root)
    assert found is not None and found.line.value == "hypothesis"
    repo.put("knowledge/tides/new.md", PAGE.format(status="confirmed"))
    assert status(repo.root, "knowledge/tides/new.md") is None


def test_a_merged_branch_counts_and_so_does_a_squashed_one(repo: Repo) -> None:
    repo.commit(PAGE.format(status="hypothesis"))
    repo.git("checkout", "-q", "-b", "work")
    repo.commit(PAGE.format(status="confirmed"), AGENT)
    repo.git("checkout", "-q", "main")
    repo.commit("other\n", path="README.md")
    before = repo.git("rev-parse", "HEAD")
    repo.git("merge", "-q", "--no-ff", "-m", "Merge work", "work")
    assert role(repo.root) == "agent"
    repo.git("reset", "-q", "--hard", before)
    repo.git("merge", "-q", "--squash", "work")
    repo.git("commit", "-q", "--no-edit")
    assert role(repo.root) == "agent"


def test_what_was_deleted_and_written_again_is_the_second_writers(repo: Repo) -> None:
    repo.commit(PAGE.format(status="confirmed"))
    (repo.root / PATH).unlink()
    repo.commit(message="gone")
    repo.commit(PAGE.format(status="confirmed"), AGENT)
    assert role(repo.root) == "agent"


def test_of_files_without_agents_nothing_need_be_read(repo: Repo) -> None:
    repo.commit(PAGE.format(status="confirmed"))
    repo.commit(PAGE.format(status="confirmed"), AGENT, path="knowledge/tides/other.md")
    found = read(repo.root, PATH, "knowledge/tides/other.md", everybody=False)
    assert set(found.files) == {"knowledge/tides/other.md"}


@pytest.mark.parametrize("kind", ["shallow", "empty", "none"])
def test_unknown_is_silent(repo: Repo, kind: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    root = tmp_path_factory.mktemp("elsewhere")
    if kind == "shallow":
        repo.commit("one\n", path="README.md")
        repo.commit(PAGE.format(status="confirmed"), AGENT)
        repo.git("clone", "-q", "--depth", "1", f"file://{repo.root}", str(root / "clone"))
        root /= "clone"
    elif kind == "empty":
        Repo(root)
    assert read(root).files == {}


def test_a_missing_git_is_silent(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit(PAGE.format(status="confirmed"), AGENT)
    monkeypatch.setenv("PATH", str(repo.root))
    assert read(repo.root).files == {}


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
@pytest.mark.parametrize(
    "name", ['f "one" é.md', "a -> b.md", "tab\tand\nline.md", "@1 :x.md", "ünï cödé.md", " .md"]
)
def test_any_name_of_a_file(repo: Repo, name: str) -> None:
    path = f"knowledge/tides/{name}"
    repo.commit(PAGE.format(status="hypothesis"), path=path)
    repo.commit(PAGE.format(status="confirmed"), AGENT, path=path)
    repo.git("mv", path, f"knowledge/tides/moved {name}")
    repo.commit(message="move")
    assert role(repo.root, f"knowledge/tides/moved {name}") == "agent"


def test_a_worktree_a_submodule_and_a_detached_head(
    repo: Repo, tmp_path_factory: pytest.TempPathFactory
) -> None:
    repo.commit(PAGE.format(status="confirmed"), AGENT)
    repo.git("checkout", "-q", "--detach")
    assert role(repo.root) == "agent"
    place = tmp_path_factory.mktemp("place")
    repo.git("worktree", "add", "-q", str(place / "tree"))
    assert role(place / "tree") == "agent"
    (place / "above").mkdir()
    above = Repo(place / "above")
    above.git(
        "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(repo.root), "m"
    )
    above.commit(message="module")
    assert role(place / "above/m") == "agent"


def test_configuration_changes_nothing(repo: Repo) -> None:
    repo.commit(PAGE.format(status="confirmed"), AGENT, path="layer/" + PATH)
    for key, value in (
        ("diff.noprefix", "true"), ("diff.renames", "false"), ("diff.relative", "true"),
        ("color.ui", "always"), ("log.showRoot", "false"), ("log.follow", "true"),
        ("log.date", "relative"), ("log.decorate", "full"), ("core.quotePath", "true"),
        ("format.pretty", "oneline"), ("i18n.logOutputEncoding", "latin1"), ("log.mailmap", "false"),
    ):  # fmt: skip
        repo.git("config", key, value)
    assert role(repo.root / "layer") == "agent"


def test_a_merge_that_wrote_the_line_itself_tells_nothing(repo: Repo) -> None:
    repo.commit(PAGE.format(status="hypothesis"))
    repo.git("checkout", "-q", "-b", "work")
    repo.commit(PAGE.format(status="confirmed-by-agent"), AGENT)
    repo.git("checkout", "-q", "main")
    repo.commit(PAGE.format(status="superseded"))
    with pytest.raises(subprocess.CalledProcessError):
        repo.git("merge", "-q", "work")
    repo.commit(PAGE.format(status="confirmed"), AGENT, "merge by hand")
    assert role(repo.root) is None


def test_files_that_are_no_text_or_have_no_frontmatter(repo: Repo) -> None:
    repo.put("knowledge/tides/b.md", "\0\1\2\n")
    repo.put("knowledge/tides/c.md", "---\n" + "status: confirmed\n" * 3)
    repo.commit("# Gauges\n\nstatus: confirmed\n", AGENT)
    assert read(repo.root, PATH, "knowledge/tides/b.md", "knowledge/tides/c.md").files == {}


def test_a_day_that_no_calendar_holds(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_COMMITTER_DATE", "@253402300800 +0000")
    repo.commit(PAGE.format(status="confirmed"), AGENT)
    found = status(repo.root)
    assert found is not None and (found.role, found.day) == ("agent", None)


def test_a_hook_of_another_repository_changes_nothing(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit(PAGE.format(status="confirmed"), AGENT)
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.setenv(name, "/nowhere")
    assert role(repo.root) == "agent"
