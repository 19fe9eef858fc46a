"""A folder that becomes a repository or a layer of its own leaves the layer, and comes back."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest

from ctxlayer.host import Host


@pytest.mark.parametrize(
    ("mark", "told"),
    [
        (".git/HEAD", ".git/HEAD"),
        (".git/HEAD", ".git/refs/heads/main"),
        (".git/HEAD", ".git"),
        ("index/trigger-table.md", "index/trigger-table.md"),
        ("ctxlayer.toml", "ctxlayer.toml"),
    ],
)
def test_a_border_that_comes_and_goes(tmp_path: Path, mark: str, told: str) -> None:
    for path in ("ctxlayer.toml", "sub/plan.py", "sub/index/notes.md", "other/plan.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    host = Host(today=lambda: date(2026, 11, 29))
    layer = host.layer_of(tmp_path)
    assert layer is not None

    def same() -> bool:
        fresh = Host(today=lambda: date(2026, 11, 29)).layer_of(tmp_path)
        assert fresh is not None
        assert fresh.nested == layer.nested
        assert fresh.snapshot.tree.paths == layer.snapshot.tree.paths
        return "sub/plan.py" in layer.snapshot.tree.paths

    for _ in range(2):
        (tmp_path / "sub" / mark).parent.mkdir(exist_ok=True)
        (tmp_path / "sub" / mark).touch()
        host.disk_changed([tmp_path / "sub" / told])
        assert not same()
        if mark.startswith(".git"):
            shutil.rmtree(tmp_path / "sub/.git")
        else:
            (tmp_path / "sub" / mark).unlink()
        host.disk_changed([tmp_path / "sub" / told])
        assert same()
