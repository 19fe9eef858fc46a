"""What lies on the disk may be odd, endless or hostile: the walk ends, and the rest is read."""

from __future__ import annotations

import json
import os
import socket
import sys
from datetime import date
from pathlib import Path

import pytest

from ctxlayer.host import Host, LayerHandle
from ctxlayer.ide.diagnostics import layer_report
from ctxlayer.vfs import siblings

LONG = "a" * 200 + ".py"


def put(root: Path, **files: str) -> None:
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def load(root: Path) -> LayerHandle:
    (root / "ctxlayer.toml").touch()
    layer = Host(today=lambda: date(2026, 11, 29)).layer_of(root)
    assert layer is not None
    assert not [each for found in layer_report(layer.snapshot).values() for each in found.failures]
    return layer


@pytest.mark.parametrize(
    "line",
    [
        "[z-a]",
        "[",
        "\\",
        "!",
        "*a" * 20 + "b",
        "*" * 60 + "b",
        "**/" * 30 + "x",
        "**/*a*/**/*a*/**/*a*/x",
        "x" * 1_000_000,
        "*a/" * 100_000,
        "{a,b}" * 1_000,
    ],
    ids=lambda line: line[:12],
)
def test_one_ignore_line_neither_stops_the_scan_nor_the_other_lines(
    tmp_path: Path, line: str
) -> None:
    put(tmp_path, **{".gitignore": f"*.log\n{line}\n/build/\n", f"src/{LONG}": "", "src/b.log": ""})
    put(tmp_path, **{"build/c.py": "", "src/" + "a/" * 40 + "d.py": ""})
    paths = load(tmp_path).snapshot.tree.paths
    assert f"src/{LONG}" in paths
    assert "src/b.log" not in paths and "build/c.py" not in paths


def test_ignore_lines_without_number(tmp_path: Path) -> None:
    lines = ["*.log", *(f"x{number}*/**/y" for number in range(100_000))]
    put(tmp_path, **{".gitignore": "\n".join(lines), "a.log": "", "a.py": ""})
    assert "a.log" not in load(tmp_path).snapshot.tree.paths


def test_a_sibling_that_is_a_whole_disk_is_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(siblings, "_MOST_ENTRIES", 50)
    for number in range(20):
        put(tmp_path / "disk", **{f"f{number}/{name}.py": "" for name in "abc"})
    put(tmp_path / "small", **{"a.py": ""})
    found = siblings.DiskSiblings({"disk": str(tmp_path / "disk"), "s": str(tmp_path / "small")})
    assert found.any_file("disk", lambda path: True) is None
    assert found.any_file("s", lambda path: path == "a.py") is True
    assert found.any_file("s", lambda path: False) is False


def test_many_names_for_one_clone_are_one_walk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walks = []
    scan = siblings.scan
    monkeypatch.setattr(siblings, "scan", lambda *a, **k: walks.append(a) or scan(*a, **k))
    clones = {f"r{number}": str(tmp_path) for number in range(50)}
    found = siblings.DiskSiblings(clones)
    assert [found.any_file(name, lambda path: True) for name in clones] == [False] * 50
    assert len(walks) == 1


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a": ' * 20_000,
        "null",
        "[1]",
        json.dumps({"r": "/", "s": "relative", "t": "/nowhere/at/all", "u": 1, "": "/", "v": "~"}),
        '{"r": "/a\\u0000b", "s": "/\\ud800", "t": "/' + "a" * 5_000 + '"}',
        json.dumps({f"r{number}": f"/nowhere/{number}" for number in range(10_000)}),
    ],
    ids=lambda text: text[:12],
)
def test_any_repo_map(tmp_path: Path, text: str) -> None:
    row = "| a | r:x.md · s:*.md · t:a/../../x · u:y · r:.. · :z | harbour plan | tide |\n"
    table = f"# T\n\n| topic | files | live pointer | vocabulary |\n| - | - | - | - |\n{row}"
    put(tmp_path, **{".local/repo-paths.json": text, "index/trigger-table.md": table})
    for _ in range(2):
        load(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX file kinds")
def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    put(tmp_path, **{"knowledge/a/b.md": "# B\n", "index/trigger-table.md": "# T\n"})
    os.mkfifo(tmp_path / "knowledge/a/pipe.md")
    os.mkfifo(tmp_path / ".mcp.json")
    os.mkfifo(tmp_path / "pyproject.toml")
    (tmp_path / ".gitignore").symlink_to("/dev/zero")
    (tmp_path / "knowledge/a/zero.md").symlink_to("/dev/zero")
    (tmp_path / "knowledge/a/loop.md").symlink_to("loop.md")
    (tmp_path / "knowledge/a/here").symlink_to(".")
    (tmp_path / "knowledge/a/up").symlink_to("../..")
    (tmp_path / "knowledge/a/out.md").symlink_to("/etc/passwd")
    old = os.getcwd()
    os.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.md")
        os.chdir(old)
        layer = load(tmp_path)
    assert set(layer.snapshot.documents) == {
        "ctxlayer.toml",
        "index/trigger-table.md",
        "knowledge/a/b.md",
    }


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX file names")
def test_any_file_name(tmp_path: Path) -> None:
    names = [
        "a\nb",
        "a\\b",
        "a:b",
        "-a",
        "😀",
        "x" * 252,
        " ",
        "a|b",
        "`a`",
        "[a](b)",
        "a#b",
        "%41",
    ]
    put(tmp_path, **{f"knowledge/a/{name}.md": "" for name in names})
    put(tmp_path, **{"index/trigger-table.md": "# T\n"})
    (tmp_path / os.fsdecode(b"knowledge/a/\xff.md")).touch()
    layer = load(tmp_path)
    assert sum(path.startswith("knowledge/") for path in layer.snapshot.documents) == len(names)
    assert layer.snapshot.unreadable == {"knowledge/a/\\udcff.md": "its name is not UTF-8"}
    for path in layer.snapshot.documents:
        assert layer.relative(layer.absolute(path)) == path
