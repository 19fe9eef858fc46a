"""Odd arguments, streams and surroundings end in words and an exit code, never in a traceback."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ctxlayer.cli import check as check_command
from ctxlayer.cli import main
from ctxlayer.host import LayerHandle
from ctxlayer.vfs import MAX_BYTES

SERVER = Path(__file__).parents[2] / "server"
TRUST = (
    "---\nsource: human-authored\ncreated: 2026-11-01\nlast-verified: 2026-11-20\n"
    "verified-by: developer\nstatus: {status}\n---\n\n# Tides\n"
)


@pytest.fixture
def layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A layer whose only findings are two mistyped values; it is the working folder."""
    monkeypatch.setenv("CTXLAYER_TODAY", "2026-11-29")
    root = tmp_path / "layer"
    for path, text in {
        "ctxlayer.toml": "",
        "knowledge/tides/gauges.md": TRUST.format(status="hypotesis"),
        "knowledge/tides/heights.md": TRUST.format(status="confirmd"),
    }.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    monkeypatch.chdir(root)
    return root


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a shell command in which `ctxlayer` is this one."""
    run = f'"{sys.executable}" -m ctxlayer'
    return subprocess.run(
        ["sh", "-c", command.replace("ctxlayer", run)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(SERVER)},
        capture_output=True,
        text=True,
        timeout=30,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "nothing-here"],
        ["check", "a" * 5_000],
        ["check", "--root", "a" * 5_000],
        ["check", "--root", "ctxlayer.toml"],
        ["check", "-"],
        ["check", "-", "--stdin-filename", "knowledge"],
        ["check", "--select", "no-such-lint"],
        ["check", "/", "--root", "."],
        ["check", "--fail-on", "never-ever"],
        ["trust", "nothing-here"],
        ["trust", "a" * 5_000],
        ["serve", "--tcp", "127.0.0.1:65536"],
        ["serve", "--tcp", "127.0.0.1:99999999999999999999"],
        ["serve", "--tcp", "localhost:²"],
        ["serve", "--tcp", "localhost:٣"],
        ["explain", "nothing"],
    ],
)
def test_wrong_usage_is_told_on_standard_error(
    layer: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "ctxlayer: " in err
    assert "internal error" not in err and "Traceback" not in err


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "2026-02-30"])
@pytest.mark.parametrize("written", ["0001-01-01", "9999-12-31"])
def test_the_first_and_the_last_day_of_the_calendar(
    layer: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    day: str,
    written: str,
) -> None:
    monkeypatch.setenv("CTXLAYER_TODAY", day)
    text = TRUST.format(status="confirmed")
    (layer / "knowledge/tides/first.md").write_text(text.replace("2026-11-01", written))
    (layer / "knowledge/tides/last.md").write_text(text.replace("2026-11-20", written))
    assert main(["check"]) == 1
    assert main(["trust"]) == 0
    assert capsys.readouterr().err == ""


def test_a_fix_leaves_bytes_that_are_no_text_as_they_came(
    layer: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    for data in (b"caf\xe9\r\nx", b"a\0b", b"\xff\xfea\0", b"\xef\xbb\xbfa\r\rb\x85"):
        for name in ("knowledge/tides/new.md", str(layer.parent / "elsewhere.md")):
            feed(monkeypatch, data)
            assert main(["check", "-", "--stdin-filename", name, "--fix"]) == 0
            assert capfdbinary.readouterr().out == data


@pytest.mark.parametrize(
    "data", [b"caf\xe9", b"a\0b", b"\xff\xfea\0", "é".encode() * (MAX_BYTES // 2 + 1)]
)
def test_text_on_stdin_is_read_as_a_file_with_it_would_be(
    layer: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    data: bytes,
) -> None:
    feed(monkeypatch, data)
    name = "knowledge/tides/new.md"
    main(["check", "-", "--stdin-filename", name])
    piped = capsys.readouterr().out
    (layer / name).write_bytes(data)
    main(["check", name])
    assert piped.startswith(f"{name}:1:1: info[unreadable-file]")
    assert piped.split(":")[:4] == capsys.readouterr().out.split(":")[:4]


def test_a_file_that_refuses_is_told_and_the_others_are_fixed(
    layer: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write = LayerHandle.write

    def refuse(handle: LayerHandle, path: str, old: str, new: str) -> bool:
        if path.endswith("gauges.md"):
            raise PermissionError(13, "Permission denied")
        return write(handle, path, old, new)

    monkeypatch.setattr(LayerHandle, "write", refuse)
    assert main(["check", "--fix", "--select", "invalid-value"]) == 1
    out, err = capsys.readouterr()
    assert "gauges.md cannot be written: Permission denied" in err
    assert "fixed knowledge/tides/heights.md" in err
    assert "gauges.md" in out and "heights.md" not in out


def test_a_file_that_changes_meanwhile_keeps_its_change(
    layer: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fix = check_command.with_safe_fixes
    changed = TRUST.format(status="hypotesys")

    def meanwhile(*arguments: object) -> object:
        (layer / "knowledge/tides/gauges.md").write_text(changed)
        return fix(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(check_command, "with_safe_fixes", meanwhile)
    assert main(["check", "--fix", "--select", "invalid-value"]) == 1
    out, err = capsys.readouterr()
    assert "gauges.md changed on disk meanwhile; left alone" in err
    assert "hypotesys" in out
    assert (layer / "knowledge/tides/gauges.md").read_text() == changed


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("command", "exit_code", "err"),
    [
        ("ctxlayer check --format json >&-", 1, ""),
        ("ctxlayer check --format json 2>&-", 1, ""),
        ("ctxlayer check - --stdin-filename a.md <&-", 0, ""),
        ("ctxlayer explain --format json | :", 0, ""),
        ("cd knowledge && mkdir gone && cd gone && rmdir ../gone && ctxlayer check", 2, "folder"),
        ("LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 ctxlayer explain dead-pointer", 0, ""),
        (
            "CTXLAYER_CACHE_DIR=/dev/null CTXLAYER_LOG=/dev/null/x ctxlayer match x",
            0,
            "CTXLAYER_LOG",
        ),
    ],
)
def test_surroundings_that_break_off(layer: Path, command: str, exit_code: int, err: str) -> None:
    done = shell(command, layer)
    assert done.returncode == exit_code
    assert err in done.stderr if err else done.stderr == ""
    assert "Traceback" not in done.stderr and "internal" not in done.stderr
