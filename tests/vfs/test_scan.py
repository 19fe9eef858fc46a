"""Listing a layer: what belongs, what git ignores, and names that should break nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ctxlayer.vfs import is_listed, scan

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX file names and links")

TRUST = "---\nsource: extraction\nstatus: confirmed\n---\n"


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")


def listed(root: Path) -> list[str]:
    return list(scan(str(root)).files)


def test_files_are_listed_sorted_with_their_stamps(tmp_path: Path) -> None:
    write(tmp_path, {"b/c.md": "abc", "a.md": "", ".rules/x.md": "y"})
    found = scan(str(tmp_path))
    assert list(found.files) == [".rules/x.md", "a.md", "b/c.md"]
    assert found.files["b/c.md"].size == 3
    assert found.files["b/c.md"].mtime_ns == (tmp_path / "b/c.md").stat().st_mtime_ns


def test_repositories_and_installed_packages_inside_are_left_out(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".git/config": "",
            "a.md": "",
            "vendored/.git/HEAD": "",
            "vendored/b.md": "",
            "submodule/.git": "gitdir: ../.git/modules/x",
            "submodule/deep/c.md": "",
            "node_modules/d/e.md": "",
        },
    )
    assert listed(tmp_path) == ["a.md"]


def test_ignore_files_hold_at_every_level(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".git/info/exclude": "private.md\n",
            ".gitignore": "*.log\nbuild/\n/only-here.md\n!keep.log\n# a comment\n\n",
            "a.log": "",
            "keep.log": "",
            "only-here.md": "",
            "private.md": "",
            "build/x.md": "",
            "src/only-here.md": "",
            "src/.gitignore": "!a.log\n*.tmp\ndeep/*.md\n",
            "src/a.log": "",
            "src/b.tmp": "",
            "src/deep/c.md": "",
            "src/deep/d.log": "",
            "src/deep/d.txt": "",
            "src/build/y.md": "",
            "b.tmp": "",
        },
    )
    assert listed(tmp_path) == [
        ".gitignore",
        "b.tmp",
        "keep.log",
        "src/.gitignore",
        "src/a.log",
        "src/deep/d.txt",
        "src/only-here.md",
    ]


def test_working_state_is_read_though_ignored(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".gitignore": ".local/\nworking/\n*.json\n",
            ".local/repo-paths.json": "{}",
            "working/T-1/ticket.md": "",
            "sub/working/x.md": "",
            "x.json": "",
        },
    )
    assert listed(tmp_path) == [".gitignore", ".local/repo-paths.json", "working/T-1/ticket.md"]


def test_rules_from_above_the_layer_hold(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".git/info/exclude": "docs/ctx/secret.md\n",
            ".gitignore": "ctx/*.log\n/docs/ctx/old/\n*.bak\n",
            "docs/.gitignore": "/ctx/draft.md\n",
            "docs/ctx/a.md": "",
            "docs/ctx/a.log": "",
            "docs/ctx/b.bak": "",
            "docs/ctx/draft.md": "",
            "docs/ctx/secret.md": "",
            "docs/ctx/old/c.md": "",
            "docs/ctx/in/draft.md": "",
        },
    )
    # A pattern with a slash starts at its own folder: `ctx/*.log` means the one at the top.
    assert listed(tmp_path / "docs/ctx") == ["a.log", "a.md", "in/draft.md"]


def test_a_layer_kept_out_of_the_repository_around_it_is_read(tmp_path: Path) -> None:
    write(
        tmp_path, {".git/HEAD": "", ".gitignore": "ctx/\n*.md\n", "ctx/a.md": "", "ctx/b/c.md": ""}
    )
    assert listed(tmp_path / "ctx") == ["a.md", "b/c.md"]


def test_one_bad_ignore_pattern_leaves_the_others(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "!\n***\n*.log\n", "a.log": "", "a.md": ""})
    assert "a.log" not in listed(tmp_path)


def test_ignore_files_are_parted_at_line_feeds_alone(tmp_path: Path) -> None:
    write(tmp_path, {"a.log": "", "b.md": "", "c.tmp": ""})
    text = "\ufeff*.log\r\nno\x0cb.md\r\n*.tmp\r\n"
    (tmp_path / ".gitignore").write_bytes(text.encode())
    assert listed(tmp_path) == [".gitignore", "b.md"]


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git as the oracle")
def test_agrees_with_git(tmp_path: Path) -> None:
    names = ["a.md", "a.log", "x.tmp", "doc/a.md", "doc/b.log", "doc/in/a.md", "doc/in/x.tmp"]
    names += ["build/a.md", "doc/build/a.md", "out/keep/a.md", "out/a.md", "é ü.md", "foo.md"]
    write(tmp_path, dict.fromkeys(names, ""))
    write(
        tmp_path,
        {
            ".gitignore": "*.log\n/build\n!doc/b.log\nout/*\n!out/keep/\nfoo.md \n\\#x\n**/in/*.tmp\n",
            "doc/.gitignore": "build/\n!*.tmp\n/a.md\n",
            "doc/in/.gitignore": "!a.md\n",
        },
    )
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}

    def git(*arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=tmp_path, env=environment, capture_output=True, check=True
        )
        return done.stdout.decode()

    git("init", "-q")
    by_git = git("ls-files", "-z", "--others", "--exclude-standard").split("\0")[:-1]
    assert listed(tmp_path) == sorted(by_git)
    assert [name for name in sorted(names) if is_listed(str(tmp_path), name)] == sorted(
        set(by_git) & set(names)
    )


def test_full_layers_inside_are_layers_of_their_own(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "ctxlayer.toml": "",
            "one/ctxlayer.toml": "",
            "one/a.md": "",
            "two/pyproject.toml": "[tool.ctxlayer]\n",
            "three/pyproject.toml": "[tool.other]\n",
            "four/index/trigger-table.md": "",
            "five/knowledge/t/a.md": TRUST,
            "five/extractions/b.md": TRUST,
            "six/knowledge/t/a.md": TRUST,
            "seven/AGENTS.md": "",
            "knowledge/x/knowledge/a.md": TRUST,
            "knowledge/x/knowledge/b.md": TRUST,
        },
    )
    found = scan(str(tmp_path))
    assert found.nested == ("five", "four", "one", "two")
    assert list(found.files) == [
        "ctxlayer.toml",
        "knowledge/x/knowledge/a.md",
        "knowledge/x/knowledge/b.md",
        "seven/AGENTS.md",
        "six/knowledge/t/a.md",
        "three/pyproject.toml",
    ]
    assert "one/a.md" in scan(str(tmp_path), nested_layers=False).files
    for path in (*found.files, "one/a.md", "five/extractions/b.md", "none.md", "no/ne.md"):
        assert is_listed(str(tmp_path), path) == (path in found.files)


@posix
def test_links_are_named_and_never_walked(tmp_path: Path) -> None:
    root, outside = tmp_path / "layer", tmp_path / "outside"
    write(root, {"src/a.md": "", "AGENTS.md": ""})
    write(outside, {"secret.md": ""})
    (root / "link").symlink_to("src")
    (root / "loop").symlink_to(".")
    (root / "CLAUDE.md").symlink_to("AGENTS.md")
    (root / "out").symlink_to(outside)
    (root / "out.md").symlink_to(outside / "secret.md")
    (root / "broken").symlink_to("nowhere")
    found = scan(str(root))
    assert list(found.files) == ["AGENTS.md", "src/a.md"]
    assert found.links == {"CLAUDE.md": "AGENTS.md", "link": "src", "loop": ""}


@posix
def test_strange_names_crash_nothing(tmp_path: Path) -> None:
    names = ["°.md", "----.md", ".md", "a\nb.md", "a\\b.md", "a b.md", "日本.md", "[x].md"]
    write(tmp_path, dict.fromkeys(names, ""))
    write(tmp_path, {".gitignore": "*.log\n"})
    raw = os.fsencode(tmp_path) + b"/caf\xe9.md"
    try:
        os.close(os.open(raw, os.O_CREAT | os.O_WRONLY))
    except OSError:
        raw = b""  # this file system wants UTF-8
    os.mkfifo(tmp_path / "pipe.md")
    found = scan(str(tmp_path))
    assert list(found.files) == sorted([*names, ".gitignore"])
    assert found.unreadable == ({"caf\\udce9.md": "its name is not UTF-8"} if raw else {})


def test_a_missing_root_is_an_empty_scan_that_says_so(tmp_path: Path) -> None:
    found = scan(str(tmp_path / "nowhere"))
    assert found.files == {}
    assert "" in found.unreadable


def test_ten_thousand_files_are_listed_quickly(tmp_path: Path) -> None:
    for folder in range(100):
        (tmp_path / f"d{folder}").mkdir()
        for file in range(30):
            (tmp_path / f"d{folder}/f{file}.md").touch()
    write(tmp_path, {".gitignore": "*.log\nbuild/\nnode_modules\n.env\n*.pyc\n/dist\n"})
    start = time.perf_counter()
    assert len(listed(tmp_path)) == 3_001
    assert time.perf_counter() - start < 2  # some 60 ms on a quiet machine
