"""A repo map may say anything: what can be no path hides no clone, and stops nothing."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from ctxlayer.cli import main
from ctxlayer.probes.git import behind_links
from ctxlayer.probes.head import head_commit
from ctxlayer.probes.ref_watch import RefWatch
from ctxlayer.probes.repo_state import read_repo
from ctxlayer.probes.sources import read_history
from ctxlayer.vfs.siblings import DiskSiblings, read_repo_map
from tests.probes.clones import clone_of, new_remote

ODD = [
    "/a\0b",
    "\0",
    "/\ud800",
    "~a\0b/c",
    "~\ud800/c",
    "~nobody-of-this-name/c",
    "/" + "x" * 5000,
    "/x" * 5000,
    "/dev/null",
    "/dev/null/x",
    "/dev/zero",
    "/dev/tty",
    "/dev/stdin",
    "/proc/self/fd/0",
    "//host/share",
    "/\x1b[31m\u202e\n",
    "/ ",
]


@pytest.mark.parametrize("path", ODD)
def test_whatever_a_path_is_nobody_raises(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    watch = RefWatch()
    assert watch.look(path) == watch.look(path)
    assert read_repo(path).place != "repo"
    assert read_history(path) is None
    assert not head_commit(path)
    assert isinstance(behind_links(path), str)
    siblings = DiskSiblings({"odd": path})
    assert not siblings.exists("odd", "src/a.py")
    assert not siblings.any_file("odd", lambda _: True)
    assert siblings.place_of("/clones/a/src") is None
    named = read_repo_map(json.dumps({"good": "/clones/good", "odd": path}))
    assert named["good"] == "/clones/good"


@pytest.mark.parametrize("command", ["fresh", "check", "trust"])
def test_one_that_can_be_no_path_hides_no_other(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    clone = clone_of(new_remote(tmp_path), "good")
    layer = tmp_path / "layer"
    for folder in (".local", "knowledge/tides", "index"):
        (layer / folder).mkdir(parents=True)
    (layer / "index/trigger-table.md").write_text("# Trigger table\n", encoding="utf-8")
    odd = {f"odd-{number}": path for number, path in enumerate(ODD)}
    (layer / ".local/repo-paths.json").write_text(
        json.dumps({**odd, "good": str(clone)}), encoding="utf-8"
    )
    names = "\n".join(f"- `{name}:tides.py`" for name in (*odd, "good"))
    (layer / "knowledge/tides/levels.md").write_text(f"# Levels\n\n{names}\n", encoding="utf-8")
    monkeypatch.chdir(layer)
    code = main([command, "--format", "json"])
    out, err = capsys.readouterr()
    assert code in (0, 1)
    assert "internal error" not in err
    told = json.loads(out)
    if command == "fresh":
        assert [each["state"] for each in told["repos"] if each["name"] == "good"] == ["PASS"]
        assert main([command, str(clone)]) == 0
