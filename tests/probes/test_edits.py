"""Whether a text was edited since it was verified, in real repositories."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from ctxlayer.analysis.edits import Edited, edits_since
from ctxlayer.layer.authors import Authors
from ctxlayer.probes.authors import Ask, Memory, read_authors
from ctxlayer.probes.revisions import Revisions
from ctxlayer.settings import Settings
from tests.harness.engine import build_snapshot
from tests.probes.test_authors import AGENT, DEVELOPER, PATH, Repo

TODAY = date(2026, 11, 29)
PAGE = """---
source: human-authored
created: 2026-01-01
{key}: {day}
verified-by: developer
status: {status}
---

# Gauges

{words}

Each gauge is read at every turn of the tide and at midnight, by whoever has the watch.
What is read is written down in the book of the lock, and signed.
"""
FIRST = "Where the gauges of the harbour stand."
SECOND = "Where the gauges of both harbours stand."
THIRD = "Where no gauges stand."


def page(
    words: str = FIRST,
    day: str = "2026-06-01",
    key: str = "last-verified",
    status: str = "confirmed",
) -> str:
    return PAGE.format(words=words, day=day, key=key, status=status)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path)


def authors(root: Path, path: str = PATH, memory: Memory | None = None) -> Authors:
    ask = Ask(
        str(root), (), Settings().agents.identities, (), everybody=False, dated=frozenset({path})
    )
    *_, last = read_authors(ask, memory)
    assert last is not None
    return last


def edited(
    repo: Repo, path: str = PATH, settings: str = "", root: Path | None = None
) -> Edited | None:
    """What there is to say of a file as it lies there."""
    root = root or repo.root
    text = (root / path).read_bytes().decode("utf-8")
    snapshot = build_snapshot({path: text, "ctxlayer.toml": settings}, TODAY)
    return edits_since(snapshot.documents[path], snapshot.after(authors=authors(root, path)))


def subjects(found: Edited | None) -> list[str] | None:
    return None if found is None else [each.subject for each in found.commits]


def test_a_later_commit_to_the_text_counts(repo: Repo) -> None:
    verified = repo.commit(page(), message="verify")
    assert edited(repo) is None
    repo.commit(page(SECOND), message="first\n\nWith more to say.")
    second = repo.commit(page(THIRD), AGENT, message="second")
    found = edited(repo)
    assert found is not None
    assert subjects(found) == ["second", "first"]
    assert (found.is_open, found.commit, found.path) == (False, verified, PATH)
    assert found.day == date(2026, 6, 1)
    newest = found.commits[0]
    assert (newest.hash, newest.author, newest.files) == (second, "Claude", 1)


def test_who_verifies_it_again_verifies_what_it_is_now(repo: Repo) -> None:
    repo.commit(page())
    repo.commit(page(SECOND))
    repo.commit(page(SECOND, "2026-07-01"))
    assert edited(repo) is None
    repo.commit(page(THIRD), message="edit and go back to the old day")
    assert edited(repo) is None
    repo.commit(page(FIRST), message="edit")
    assert subjects(edited(repo)) == ["edit"]


def test_an_edit_and_its_verification_may_come_together(repo: Repo) -> None:
    repo.commit(page())
    repo.commit(page(SECOND, "2026-07-01"))
    assert edited(repo) is None


def test_a_file_that_is_added_with_an_old_day_was_verified_as_it_is(repo: Repo) -> None:
    repo.commit("else\n", path="README.md")
    repo.commit(page(day="2020-01-01"))
    assert edited(repo) is None


def test_who_verified_it_does_not_matter_for_what_was_edited(repo: Repo) -> None:
    repo.commit(page())
    repo.commit(page(SECOND))
    repo.commit(page(SECOND, "2026-07-01"), AGENT)
    assert edited(repo) is None


def test_the_same_day_in_another_spelling_verifies_nothing(repo: Repo) -> None:
    repo.commit(page())
    repo.commit(page(SECOND), message="edit")
    repo.commit(page(SECOND, '"2026-06-01T08:00:00Z"', "lastVerified"), message="tidy")
    assert subjects(edited(repo)) == ["edit"]


@pytest.mark.parametrize("crlf", [True, False])
def test_white_space_and_frontmatter_are_no_edits(repo: Repo, crlf: bool) -> None:
    repo.commit(page())
    text = page(status="confirmed-by-agent").replace("harbour stand", "harbour\n  stand")
    text = text.replace("status:", "tags: [tides]\nstatus:").replace("\n\n#", "\n\n\n#")
    repo.commit(text.replace("\n", "\r\n") if crlf else text)
    assert edited(repo) is None


def test_a_conversion_of_line_ends_is_none_in_a_work_tree_either(repo: Repo) -> None:
    repo.commit(page())
    repo.put(PATH, page().replace("\n", "\r\n"))
    assert edited(repo) is None


def test_what_was_taken_back_is_none(repo: Repo) -> None:
    repo.commit(page())
    repo.commit(page(SECOND), message="edit")
    repo.git("revert", "--no-edit", "HEAD")
    assert edited(repo) is None
    repo.commit(page(THIRD), message="another")
    assert subjects(edited(repo)) == ["another"]


def test_what_is_not_committed_counts_as_well(repo: Repo) -> None:
    repo.commit(page())
    repo.put(PATH, page(SECOND))
    found = edited(repo)
    assert found is not None and found.is_open and found.commits == ()
    repo.commit(message="edit")
    repo.put(PATH, page(THIRD))
    found = edited(repo)
    assert found is not None and found.is_open and subjects(found) == ["edit"]
    repo.put(PATH, page(FIRST))
    assert edited(repo) is None


def test_who_verifies_right_now_is_told_nothing(repo: Repo) -> None:
    repo.commit(page())
    repo.commit(page(SECOND))
    repo.put(PATH, page(SECOND, "2026-11-29"))
    assert edited(repo) is None


def test_a_file_that_was_never_committed_is_unknown(repo: Repo) -> None:
    repo.commit("else\n", path="README.md")
    repo.put(PATH, page())
    assert edited(repo) is None
    repo.git("add", "-A")
    assert edited(repo) is None


def test_a_move_is_none_and_a_move_with_an_edit_is_one(repo: Repo) -> None:
    repo.commit(page(), path="docs/gauges.md")
    (repo.root / "knowledge/tides").mkdir(parents=True)
    repo.git("mv", "docs/gauges.md", PATH)
    repo.commit(message="move")
    assert edited(repo) is None
    repo.git("mv", PATH, "knowledge/tides/moved.md")
    repo.commit(page(SECOND), message="move and edit", path="knowledge/tides/moved.md")
    found = edited(repo, "knowledge/tides/moved.md")
    assert subjects(found) == ["move and edit"]
    assert found is not None and found.path == "docs/gauges.md"


def test_another_case_of_the_name_is_a_move(repo: Repo) -> None:
    repo.commit(page())
    repo.git("mv", PATH, "knowledge/tides/Gauges.md")
    repo.commit(message="move")
    assert edited(repo, "knowledge/tides/Gauges.md") is None
    repo.commit(page(SECOND), message="edit", path="knowledge/tides/Gauges.md")
    assert subjects(edited(repo, "knowledge/tides/Gauges.md")) == ["edit"]


def test_a_file_that_was_deleted_and_written_again_begins_anew(repo: Repo) -> None:
    repo.commit(page())
    (repo.root / PATH).unlink()
    repo.commit(message="delete")
    repo.commit(page(SECOND), message="write again")
    assert edited(repo) is None
    repo.commit(page(THIRD), message="edit")
    assert subjects(edited(repo)) == ["edit"]


def bulk(repo: Repo, files: int, words: str, message: str = "format all") -> str:
    for number in range(files - 1):
        repo.put(f"src/{number}.py", f"# {message} {words}\n")
    return repo.commit(page(words), message=message)


def test_bulk_commits_are_left_out_whatever_else_they_touch(repo: Repo) -> None:
    repo.commit(page())
    bulk(repo, 51, SECOND)
    assert edited(repo) is None
    assert subjects(edited(repo, settings="[freshness]\nbulk-files = 51\n")) == ["format all"]
    bulk(repo, 50, THIRD, "fix all")
    assert subjects(edited(repo)) == ["fix all"]
    repo.put(PATH, page("Something else."))
    found = edited(repo, settings="[freshness]\nbulk-files = 1\n")
    assert found is not None and found.is_open and found.commits == ()


def test_commits_that_settings_or_the_repository_list_are_left_out(repo: Repo) -> None:
    repo.commit(page())
    first = repo.commit(page(SECOND), message="first")
    second = repo.commit(page(THIRD), message="second")
    settings = '[freshness]\nignore-revs = ["{}"]\n'
    assert subjects(edited(repo, settings=settings.format(first[:9].upper()))) == ["second"]
    repo.commit(f"# formatting\n{second} # all\n\nnonsense\n", path=".git-blame-ignore-revs")
    assert subjects(edited(repo)) == ["first"]
    assert edited(repo, settings=settings.format(first)) is None


def test_a_layer_below_the_top_has_the_list_of_its_repository(repo: Repo) -> None:
    path = f"docs/layer/{PATH}"
    repo.commit(page(), path=path)
    root = repo.root / "docs/layer"
    first = repo.commit(page(SECOND), path=path, message="edit")
    found = edited(repo, root=root)
    assert found is not None and found.path == path
    repo.commit(f"{first}\n", path=".git-blame-ignore-revs")
    assert edited(repo, root=root) is None


def test_a_branch_that_is_merged_months_later_was_verified_as_it_is(repo: Repo) -> None:
    repo.commit(page())
    repo.git("checkout", "-q", "-b", "work")
    repo.commit(page(SECOND, "2026-07-01"), message="edit and verify")
    repo.git("checkout", "-q", "main")
    for number in range(3):
        repo.commit(f"{number}\n", path="README.md")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "work")
    assert edited(repo) is None


@pytest.mark.parametrize("into", ["main", "work"])
def test_an_edit_that_whoever_verified_has_not_seen_counts(repo: Repo, into: str) -> None:
    lines = "\n".join(f"Line {number} of the book." for number in range(9))
    repo.commit(page(lines))
    repo.git("checkout", "-q", "-b", "work")
    repo.commit(page(lines.replace("Line 0", "Row 0")), message="edit")
    repo.git("checkout", "-q", "main")
    repo.commit(page(lines.replace("Line 8", "Row 8"), "2026-07-01"), message="verify")
    other = "work" if into == "main" else "main"
    repo.git("checkout", "-q", into)
    repo.git("merge", "-q", "--no-ff", "-m", "merge", other)
    assert subjects(edited(repo)) == ["edit"]


def test_two_who_verified_on_one_day_have_each_seen_their_own_edit(repo: Repo) -> None:
    lines = "\n".join(f"Line {number} of the book." for number in range(9))
    repo.commit(page(lines))
    repo.git("checkout", "-q", "-b", "work")
    repo.commit(page(lines.replace("Line 0", "Row 0"), "2026-07-01"), message="verify one end")
    repo.git("checkout", "-q", "main")
    repo.commit(page(lines.replace("Line 8", "Row 8"), "2026-07-01"), message="verify the other")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "work")
    assert edited(repo) is None


@pytest.mark.parametrize(
    ("day", "edits"), [("2026-06-30", None), ("2026-06-29", ["verify one end"])]
)
def test_so_have_two_who_did_it_on_days_that_may_be_the_same(
    repo: Repo, day: str, edits: list[str] | None
) -> None:
    lines = "\n".join(f"Line {number} of the book." for number in range(9))
    repo.commit(page(lines))
    repo.git("checkout", "-q", "-b", "work")
    repo.commit(page(lines.replace("Line 0", "Row 0"), day), message="verify one end")
    repo.git("checkout", "-q", "main")
    repo.commit(page(lines.replace("Line 8", "Row 8"), "2026-07-01"), message="verify the other")
    repo.git("merge", "-q", "-s", "ours", "--no-commit", "work")
    text = lines.replace("Line 0", "Row 0").replace("Line 8", "Row 8")
    repo.commit(page(text, "2026-07-01"), message="merge")
    assert subjects(edited(repo)) == edits


OTHER = ("Ben Lock", "ben@example.org")


@pytest.mark.parametrize(
    ("day", "who", "edits"),
    [
        ("2026-06-01T09:00:00Z", DEVELOPER, None),
        ("2026-05-20T09:00:00Z", DEVELOPER, None),
        ("2026-06-01T09:00:00Z", OTHER, ["edit"]),
        ("2026-06-01T09:00:00Z", AGENT, ["edit"]),
        ("2026-06-02T09:00:00Z", DEVELOPER, ["edit"]),
    ],
)
def test_what_a_person_changes_on_the_day_they_verify_it_they_know(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, day: str, who: Sequence[str], edits: list[str]
) -> None:
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-06-01T08:00:00Z")
    repo.commit(page(), message="verify")
    monkeypatch.setenv("GIT_COMMITTER_DATE", day)
    repo.commit(page(SECOND), who, message="edit")
    assert subjects(edited(repo)) == edits


def test_a_clock_that_is_ahead_makes_no_other_day_of_it(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-06-02T01:00:00Z")
    repo.commit(page(), message="verify")
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-06-02T02:00:00Z")
    repo.commit(page(SECOND), message="edit")
    assert edited(repo) is None


def test_a_merge_that_gave_the_day_itself_tells_nothing(repo: Repo) -> None:
    repo.commit(page())
    repo.git("checkout", "-q", "-b", "work")
    repo.commit(page(day="2026-07-01"))
    repo.git("checkout", "-q", "main")
    repo.commit(page(SECOND, day="2026-08-01"))
    with pytest.raises(subprocess.CalledProcessError):
        repo.git("merge", "-q", "work")
    repo.commit(page(THIRD, day="2026-09-01"), message="merge by hand")
    assert edited(repo) is None


def test_a_rebased_branch_is_told_as_it_is_now(repo: Repo) -> None:
    repo.commit(page())
    repo.git("checkout", "-q", "-b", "work")
    repo.commit(page(SECOND), message="edit")
    memory = Memory()
    before = authors(repo.root, memory=memory)
    repo.git("checkout", "-q", "main")
    repo.commit("else\n", path="README.md")
    repo.git("checkout", "-q", "work")
    repo.git("rebase", "-q", "main")
    after = authors(repo.root, memory=memory)
    assert not after.same(before)
    assert after.same(authors(repo.root))
    assert subjects(edited(repo)) == ["edit"]


@pytest.mark.parametrize("where", ["verified", "edit", "head"])
def test_a_version_that_is_no_utf8_tells_nothing_of_itself(repo: Repo, where: str) -> None:
    latin = page("Wo die Pegel des Hafens stehen, für alle.").encode("latin-1")
    if where != "verified":
        repo.commit(page())
    (repo.root / PATH).parent.mkdir(parents=True, exist_ok=True)
    (repo.root / PATH).write_bytes(latin)
    repo.commit(message="in Latin-1")
    if where != "head":
        repo.commit(page(SECOND), message="in UTF-8")
        assert edited(repo) is None
    assert where != "head" or authors(repo.root).edits_of(PATH) is None


@pytest.mark.parametrize("where", ["verified", "edit"])
def test_a_version_that_is_too_large_tells_nothing(repo: Repo, where: str) -> None:
    if where == "edit":
        repo.commit(page())
    repo.commit(page("Tide. " * 700_000))
    repo.commit(page(SECOND))
    assert edited(repo) is None


def test_a_long_text_is_compared_to_its_end(repo: Repo) -> None:
    long = "Tide and gauge. " * 20_000
    repo.commit(page(long))
    assert edited(repo) is None
    repo.commit(page(long) + "Read at noon.\n", message="edit")
    assert subjects(edited(repo)) == ["edit"]


def test_frontmatter_that_was_broken_for_a_while_is_no_edit(repo: Repo) -> None:
    repo.commit(page())
    repo.commit(page().replace("confirmed\n---\n", "confirmed\n"), message="break")
    repo.commit(page(), message="mend")
    assert edited(repo) is None


@pytest.mark.parametrize("kind", ["shallow", "empty", "none", "git"])
def test_unknown_is_silent(
    repo: Repo, kind: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path_factory.mktemp("elsewhere")
    repo.commit(page())
    repo.commit(page(SECOND))
    if kind == "shallow":
        repo.git("clone", "-q", "--depth", "1", f"file://{repo.root}", str(root / "clone"))
        root /= "clone"
    elif kind == "empty":
        Repo(root)
    elif kind == "git":
        root = repo.root
        monkeypatch.setenv("PATH", str(repo.root))
    assert authors(root).edits == {}


def test_a_symbolic_link_and_a_submodule_are_no_versions(repo: Repo) -> None:
    repo.commit(page(), path="knowledge/tides/other.md")
    if sys.platform != "win32":
        (repo.root / PATH).symlink_to("other.md")
        repo.commit(message="link")
        assert authors(repo.root).edits_of(PATH) is None
        (repo.root / PATH).unlink()
    repo.commit(page(SECOND), message="a file")
    assert edited(repo) is None


def test_a_repository_of_long_hashes(tmp_path: Path) -> None:
    tmp_path.joinpath("sha256").mkdir()
    long = Repo.__new__(Repo)
    long.root = tmp_path / "sha256"
    long.git("init", "-q", "-b", "main", "--object-format=sha256")
    long.commit(page())
    assert edited(long) is None
    long.commit(page(SECOND), message="edit")
    assert subjects(edited(long)) == ["edit"]


def test_the_text_that_was_verified_can_be_read(repo: Repo) -> None:
    first = page("Wo die Pegel des Hafens stehen, für alle.").replace("\n", "\r\n")
    repo.commit(first, path="docs/°gauges: a.md")
    (repo.root / "knowledge/tides").mkdir(parents=True)
    repo.git("mv", "docs/°gauges: a.md", PATH)
    repo.commit(page(SECOND).replace("\n", "\r\n"), message="edit")
    found = edited(repo)
    assert found is not None
    revisions = Revisions(str(repo.root / "knowledge"))
    assert revisions.text_at(found.commit, found.path) == first
    assert revisions.text_at(found.commit, PATH) is None
    assert revisions.text_at("0" * 40, PATH) is None
    assert revisions.text_at("--help", PATH) is None


def test_a_file_that_comes_from_elsewhere_has_its_past_also_where_only_new_commits_are_read(
    repo: Repo,
) -> None:
    repo.commit("else\n", path="README.md")
    verified = repo.commit(page(), path="docs/gauges.md")
    memory = Memory()
    assert authors(repo.root, memory=memory).edits == {}
    (repo.root / "knowledge/tides").mkdir(parents=True)
    repo.git("mv", "docs/gauges.md", PATH)
    repo.commit(page(SECOND), message="move and edit")
    found = authors(repo.root, memory=memory)
    assert found.same(authors(repo.root))
    known = found.edits_of(PATH)
    assert known is not None and known.commit == verified


@pytest.mark.parametrize("merge", [("--no-ff",), ("-s", "ours")])
def test_a_merge_is_told_of_as_from_scratch(repo: Repo, merge: tuple[str, ...]) -> None:
    repo.commit(page())
    repo.git("checkout", "-q", "-b", "work")
    repo.commit(page(SECOND), message="edit")
    repo.git("checkout", "-q", "main")
    repo.commit("else\n", path="README.md")
    memory = Memory()
    authors(repo.root, memory=memory)
    repo.git("merge", "-q", *merge, "-m", "merge", "work")
    assert authors(repo.root, memory=memory).same(authors(repo.root))
    assert subjects(edited(repo)) == (["edit"] if merge[0] == "--no-ff" else None)


def test_people_who_go_by_another_name_are_told_by_it(repo: Repo) -> None:
    repo.commit(page())
    repo.commit(page(SECOND), message="edit")
    memory = Memory()
    authors(repo.root, memory=memory)
    repo.commit("Ada Lock <ada@example.org>\n", path=".mailmap")
    found = authors(repo.root, memory=memory)
    assert found.same(authors(repo.root))
    known = found.edits_of(PATH)
    assert known is not None and known.commits[0].author == "Ada Lock"
