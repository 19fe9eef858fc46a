"""Staleness with evidence, on real repositories: what git does to paths, bulk commits, dates."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from ctxlayer.cli import main
from tests.cli.conftest import Ran
from tests.harness.coast import PAGE, PATH, Coast, git

TRACKS = 'tracks: ["almanac:src/**"]\n'


@pytest.fixture
def coast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Coast:
    """A page that was verified on 1 November, and today is the 29th."""
    monkeypatch.setenv("CTXLAYER_TODAY", "2026-11-29")
    monkeypatch.setenv("CTXLAYER_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    coast = Coast(tmp_path)
    monkeypatch.chdir(coast.layer)
    return coast


@pytest.fixture
def found(coast: Coast, capsys: pytest.CaptureFixture[str]) -> Any:
    """The findings of `check` on the page: lint and message, those of some lints."""

    def check(*lints: str) -> list[str]:
        code = main(["check", PATH, "--format", "json"])
        ran = Ran(code, *capsys.readouterr())
        assert ran.err == ""
        wanted = lints or ("source-moved", "source-gone", "dead-link")
        return [
            f"{each['lint']}: {each['message']}"
            for each in ran.json["findings"]
            if each["lint"] in wanted
        ]

    return check


def write(coast: Coast, tracks: str = TRACKS, body: str = "", **values: str) -> None:
    """The page with other `tracks`, other values of keys, and more text."""
    text = PAGE.replace(TRACKS, tracks) + body
    for key, value in values.items():
        name = key.replace("_", "-")
        lines = (
            f"{name}: {value}" if each.startswith(f"{name}:") else each for each in text.split("\n")
        )
        text = "\n".join(lines)
    (coast.layer / PATH).write_text(text, encoding="utf-8")


class TestNamesThatGitQuotes:
    """Paths come as they are, of whatever letters."""

    NAMES = ("f one é.py", "a -> b.py", 'say "x".py', "日本.py", "tab\tin.py")

    @pytest.mark.parametrize("name", NAMES)
    def test_a_commit_to_it_is_found(self, coast: Coast, found: Any, name: str) -> None:
        coast.commit(coast.clone, f"src/odd/{name}", "1\n", "2026-10-20")
        coast.commit(coast.clone, f"src/odd/{name}", "2\n", "2026-11-10")
        coast.commit(coast.clone, "src/other.py", "2\n", "2026-11-11")
        write(coast, 'tracks: ["almanac:src/odd/*.py"]\n')
        (told,) = found()
        assert told.startswith("source-moved: 1 commit to almanac/src/odd/*.py since 2026-11-01")

    def test_what_a_rename_says_is_understood(self, coast: Coast, found: Any) -> None:
        coast.commit(coast.clone, "src/é -> x.py", "1\n2\n3\n", "2026-10-20")
        git(coast.clone, "mv", "src/é -> x.py", "src/è -> y.py", day="2026-11-10")
        git(coast.clone, "commit", "-q", "-m", "Turn the accent", day="2026-11-10")
        write(coast, 'tracks: ["almanac:src/é -> x.py"]\n')
        (told,) = found()
        assert told == (
            'source-gone: almanac/src/é -> x.py is gone since 2026-11-10: "Turn the accent" (Ada Quay); '
            "git says that it moved to almanac/src/è -> y.py; point there, and check what this file "
            "says of it"
        )

    def test_a_file_of_the_layer_s_own_repository(self, coast: Coast, found: Any) -> None:
        coast.commit(coast.layer, "src/日本/é.py", "1\n", "2026-10-20")
        coast.commit(coast.layer, "src/日本/é.py", "2\n", "2026-11-10")
        write(coast, "", "\nSee `src/日本/é.py`.\n")
        (told,) = found()
        assert told.startswith("source-moved: 1 commit to src/日本/é.py since 2026-11-01")


class TestBulkCommits:
    """What touches everything says nothing of anything."""

    def bulk(self, coast: Coast, count: int) -> None:
        for number in range(count - 1):
            (coast.clone / f"file-{number}.py").write_text("1\n", encoding="utf-8")
        coast.commit(coast.clone, "src/tables.py", "TABLES = 2\n", "2026-11-10")

    def test_more_than_fifty_files_are_no_change_of_one(self, coast: Coast, found: Any) -> None:
        self.bulk(coast, 51)
        assert found() == []

    def test_fifty_are(self, coast: Coast, found: Any) -> None:
        self.bulk(coast, 50)
        assert len(found()) == 1

    def test_the_limit_is_a_setting(self, coast: Coast, found: Any) -> None:
        self.bulk(coast, 5)
        (coast.layer / "ctxlayer.toml").write_text(
            "[freshness]\nbulk-files = 4\n", encoding="utf-8"
        )
        assert found() == []

    def test_a_commit_that_settings_name_does_not_count(self, coast: Coast, found: Any) -> None:
        coast.commit(coast.clone, "src/tables.py", "TABLES  =  1\n", "2026-11-10")
        (coast.layer / "ctxlayer.toml").write_text(
            f'[freshness]\nignore-revs = ["{head(coast.clone)[:9]}"]\n', encoding="utf-8"
        )
        assert found() == []

    def test_nor_one_that_the_clone_names_for_git_blame(self, coast: Coast, found: Any) -> None:
        coast.commit(coast.clone, "src/tables.py", "TABLES  =  1\n", "2026-11-10")
        text = f"# Spaces\n{head(coast.clone)}\n"
        coast.commit(coast.clone, ".git-blame-ignore-revs", text, "2026-11-11")
        assert found() == []
        coast.commit(coast.clone, "src/tables.py", "TABLES = 2\n", "2026-11-12")
        assert len(found()) == 1


class TestDates:
    """A date that cannot be, one before the file was, and a file that changed: three messages."""

    def test_verified_in_the_future(self, coast: Coast, found: Any) -> None:
        write(coast, last_verified="2027-01-01")
        (told,) = found("date-order", "stale-knowledge", "source-moved")
        assert told.startswith("date-order:")
        assert "in the future" in told

    def test_verified_before_it_was_created(self, coast: Coast, found: Any) -> None:
        write(coast, created="2026-11-20")
        (told,) = found("date-order", "stale-knowledge", "source-moved")
        assert told.startswith("date-order:")
        assert "before" in told

    def test_changed_after_it_was_verified(self, coast: Coast, found: Any) -> None:
        write(coast, body="\nAnd the windows are shorter in spring.\n")
        git(coast.layer, "commit", "-qam", "Shorten the windows", day="2026-11-15")
        (told,) = found("date-order", "stale-knowledge", "source-moved")
        assert told.startswith("stale-knowledge:")
        assert "Shorten the windows" in told


class TestWhatCounts:
    """A commit counts from the day on which it came onto the line of HEAD."""

    def test_one_that_was_merged_later(self, coast: Coast, found: Any) -> None:
        git(coast.clone, "switch", "-qc", "topic")
        coast.commit(coast.clone, "src/tables.py", "TABLES = 2\n", "2026-10-20")
        git(coast.clone, "switch", "-q", "main")
        coast.commit(coast.clone, "docs/a.md", "A\n", "2026-10-21")
        assert found() == []
        git(coast.clone, "merge", "-q", "--no-ff", "-m", "Merge", "topic", day="2026-11-10")
        (told,) = found()
        assert told.startswith(
            "source-moved: 1 commit to almanac/src/** since 2026-11-01, the newest 19 d"
        )

    def test_head_decides_whatever_branch_is_expected(self, coast: Coast, found: Any) -> None:
        git(coast.clone, "switch", "-qc", "topic")
        coast.commit(coast.clone, "src/tables.py", "TABLES = 2\n", "2026-11-10")
        assert len(found()) == 1
        git(coast.clone, "switch", "-q", "main")
        assert found() == []

    def test_a_shallow_clone_knows_no_number(self, coast: Coast, found: Any) -> None:
        coast.commit(coast.remote, "src/tables.py", "TABLES = 2\n", "2026-11-10")
        git(coast.clone, "fetch", "-q", "--depth", "1", f"file://{coast.remote}", "main")
        git(coast.clone, "reset", "-q", "--hard", "FETCH_HEAD")
        assert found() == []

    def test_a_clone_that_is_not_there_is_unknown(self, coast: Coast, found: Any) -> None:
        coast.clone.rename(coast.clone.with_name("elsewhere"))
        assert found() == []

    def test_nothing_is_written_to_the_clone(self, coast: Coast, found: Any) -> None:
        coast.commit(coast.clone, "src/tables.py", "TABLES = 2\n", "2026-11-10")
        before = contents(coast.clone)
        assert len(found()) == 1
        assert contents(coast.clone) == before


class TestGone:
    """What git has known and what is no more."""

    def test_a_file_that_was_deleted_and_one_that_nobody_committed(
        self, coast: Coast, found: Any
    ) -> None:
        coast.commit(coast.layer, "src/pumps.py", "1\n", "2026-10-20")
        write(coast, "", "\nSee `src/pumps.py`.\n")
        git(coast.layer, "rm", "-q", "src/pumps.py", day="2026-11-10")
        assert found() == []  # it is at HEAD still
        git(coast.layer, "commit", "-qam", "Pump no more", day="2026-11-10")
        (told,) = found()
        assert told.startswith('source-gone: src/pumps.py is gone since 2026-11-10: "Pump no more"')
        (coast.layer / "src").mkdir(exist_ok=True)
        (coast.layer / "src/pumps.py").write_text("2\n", encoding="utf-8")
        assert found("source-gone", "dead-link") == []

    def test_a_folder_that_moved_says_where(self, coast: Coast, found: Any) -> None:
        for name in ("inlet", "outlet"):
            coast.commit(coast.clone, f"src/pipes/{name}.py", f"{name}\n" * 9, "2026-10-20")
        git(coast.clone, "mv", "src/pipes", "src/lines", day="2026-11-10")
        git(coast.clone, "commit", "-qm", "Pipes are lines", day="2026-11-10")
        write(coast, 'tracks: ["almanac:src/pipes/**"]\n')
        (told,) = found()
        assert "git says that they moved to almanac/src/lines/**" in told

    def test_a_link_says_so_once(self, coast: Coast, found: Any) -> None:
        coast.commit(coast.layer, "src/pumps.py", "1\n", "2026-10-20")
        coast.commit(coast.layer, "src/valves.py", "1\n", "2026-10-20")
        write(coast, "", "\nSee [pumps](../../src/pumps.py) and [none](../../src/none.py).\n")
        git(coast.layer, "rm", "-q", "src/pumps.py")
        git(coast.layer, "commit", "-qam", "Pump no more", day="2026-11-10")
        assert [each.partition(":")[0] for each in found()] == ["source-gone", "dead-link"]


def head(repo: Path) -> str:
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=repo, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, those of git too."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
