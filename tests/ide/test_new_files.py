"""Edits that make a file: in a snapshot, and on disk."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ctxlayer.host import Host
from ctxlayer.ide.fixing import edited
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Edit, Span
from tests.harness.engine import build_snapshot

TODAY = date(2026, 11, 29)
TABLE = "index/trigger-table.md"
COLD = "index/quay-table.md"


def layer() -> Snapshot:
    return build_snapshot({TABLE: "# Trigger table\n", "notes.txt": ""}, TODAY)


def test_a_path_without_a_document_becomes_one() -> None:
    after = edited(layer(), {COLD: (Edit(Span.at(0), "# Quays\n"),)})
    assert after.documents[COLD].text == "# Quays\n"
    assert COLD in after.tree.paths


@pytest.mark.parametrize("path", [TABLE, "index", "notes.txt", "src/quay.py", "../x-table.md"])
def test_no_document_is_created_over_something_or_outside_the_layer(path: str) -> None:
    assert not layer().is_free(path)


def test_a_new_file_is_written_once(tmp_path: Path) -> None:
    (tmp_path / "ctxlayer.toml").write_text("")
    handle = Host(today=lambda: TODAY).layer_of(tmp_path)
    assert handle is not None
    assert handle.write(COLD, None, "# Quays\r\n")
    assert not handle.write(COLD, None, "other")
    assert (tmp_path / COLD).read_bytes() == b"# Quays\r\n"
