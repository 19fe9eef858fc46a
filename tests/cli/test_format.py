"""`ctxlayer format`: what is written, what is only shown, and what is left alone."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from ctxlayer.layer.snapshot import Snapshot
from tests.cli.conftest import Run

LOOSE = "# Index\r\n\r\n|topic|files|vocabulary|\r\n|-|:-:|-|\r\n| weirs | flow.md | 堰, gate |\r\n"
ALIGNED = (
    "# Index\r\n\r\n"
    "| topic |  files  | vocabulary |\r\n"
    "| ----- | :-----: | ---------- |\r\n"
    "| weirs | flow.md | 堰, gate   |\r\n"
)
TABLE = "index/trigger-table.md"
COLD = "index/old-table.md"


@pytest.fixture
def tables(layer: Path) -> Path:
    """The layer with one table to align and one that is aligned."""
    (layer / "index").mkdir()
    (layer / TABLE).write_bytes(LOOSE.encode())
    (layer / COLD).write_bytes(ALIGNED.encode())
    return layer


def test_tables_are_written_and_counted(tables: Path, run: Run) -> None:
    os.chmod(tables / TABLE, 0o640)
    ran = run("format")
    assert (ran.code, ran.out) == (0, "1 of 2 trigger tables formatted.\n")
    assert ran.err == f"formatted {TABLE}\n"
    assert (tables / TABLE).read_bytes() == ALIGNED.encode()
    assert (tables / TABLE).stat().st_mode & 0o777 == 0o640
    assert run("format").out == "0 of 2 trigger tables formatted.\n"


def test_check_tells_and_changes_nothing(tables: Path, run: Run) -> None:
    ran = run("format", "--check")
    assert ran.code == 1
    assert ran.out == f"would format {TABLE}\n1 of 2 trigger tables would be formatted.\n"
    assert (tables / TABLE).read_bytes() == LOOSE.encode()
    assert run("format", "--check", COLD).code == 0


def test_diff_shows_a_patch_and_changes_nothing(tables: Path, run: Run) -> None:
    ran = run("format", "--diff")
    old, new = (text.split("\r\n", 2)[2].splitlines() for text in (LOOSE, ALIGNED))
    assert ran.code == 1
    assert ran.out.splitlines()[5:] == [f"-{line}" for line in old] + [f"+{line}" for line in new]
    assert (tables / TABLE).read_bytes() == LOOSE.encode()
    assert run("format", "--diff", COLD).code == 0


def test_json_tells_what_was_done(tables: Path, run: Run) -> None:
    shown = run("format", "--diff", "--format", "json", TABLE)
    (file,) = shown.json["files"]
    assert shown.code == 1 and not file["written"] and file["diff"].startswith("--- a/index/")
    assert run("format", "--format", "json").json["files"] == [
        {"path": COLD, "changed": False, "written": False, "diff": None},
        {"path": TABLE, "changed": True, "written": True, "diff": None},
    ]


def test_other_files_are_left_alone(tables: Path, run: Run) -> None:
    note = tables / "knowledge/weirs/flow.md"
    note.write_text(f"{note.read_text(encoding='utf-8')}\n{LOOSE}", encoding="utf-8", newline="")
    before = note.read_bytes()
    ran = run("format", "knowledge")
    assert (ran.code, ran.out) == (0, "No trigger tables to format.\n")
    assert note.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "expected"), [(TABLE, ALIGNED), ("index/new-table.md", ALIGNED), ("x.md", LOOSE)]
)
def test_unsaved_text_comes_out_formatted(
    tables: Path, run: Run, monkeypatch: pytest.MonkeyPatch, name: str, expected: str
) -> None:
    put_in(monkeypatch, LOOSE.encode())
    ran = run("format", "-", "--stdin-filename", name)
    assert (ran.code, ran.out) == (0, expected)
    put_in(monkeypatch, LOOSE.encode())
    assert run("format", "--check", "--stdin-filename", name).code == int(expected is ALIGNED)
    assert (tables / TABLE).read_bytes() == LOOSE.encode()


def test_bytes_that_are_no_text_come_out_as_they_went_in(
    tables: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = io.BytesIO()
    put_in(monkeypatch, b"|topic|files|\n|-|-|\n|a|caf\xe9|\n")
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=out, flush=lambda: None))
    run("format", "-", "--stdin-filename", TABLE)
    assert b"caf\xe9" in out.getvalue()


@pytest.mark.parametrize(
    "arguments",
    [
        ["-"],
        ["no/such.md"],
        ["-", "index", "--stdin-filename", TABLE],
        ["--stdin-filename", "index"],
    ],
)
def test_what_makes_no_sense_is_a_usage_error(
    tables: Path, run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    put_in(monkeypatch, b"")
    ran = run("format", *arguments)
    assert ran.code == 2 and ran.err.startswith("ctxlayer: ")


def test_a_file_that_changes_meanwhile_is_left_alone(
    tables: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ctxlayer.cli import format as command

    made = command.format_document

    def slow(snapshot: Snapshot, path: str) -> object:
        (tables / TABLE).write_bytes(b"# new\n")
        return made(snapshot, path)

    monkeypatch.setattr(command, "format_document", slow)
    ran = run("format")
    assert ran.code == 1 and "changed on disk meanwhile" in ran.err
    assert (tables / TABLE).read_bytes() == b"# new\n"


def put_in(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
