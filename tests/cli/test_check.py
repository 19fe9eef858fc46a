from __future__ import annotations

import io
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import FILES, Run


def test_the_json_says_where_what_and_whether_it_can_be_fixed(layer: Path, run: Run) -> None:
    ran = run("check", "--format", "json")
    assert ran.code == 1 and ran.err == ""
    assert ran.json["root"] == layer.as_posix()
    first, *_ = ran.json["findings"]
    message = first.pop("message")
    assert "`confirmd`" in message and "confirmed" in message
    assert first == {
        "lint": "invalid-value",
        "family": "frontmatter",
        "severity": "error",
        "path": "knowledge/locks/gates.md",
        "start": {"line": 6, "column": 9},
        "end": {"line": 6, "column": 17},
        "fix": {"title": "Change to `confirmed`", "safe": True},
        "related": [],
        "url": None,
    }
    assert ran.json["summary"] == {
        "files": 6,
        "errors": 2,
        "warnings": 1,
        "infos": 0,
        "hints": 0,
        "suppressed": 0,
    }


def test_findings_are_sorted_by_path_place_and_lint(run: Run) -> None:
    findings = run("check", "--format", "json").json["findings"]
    keys = [
        (each["path"], each["start"]["line"], each["start"]["column"], each["lint"])
        for each in findings
    ]
    assert keys == sorted(keys) and len(keys) == 3


def test_a_finding_without_a_fix_has_null_for_it(run: Run) -> None:
    (finding,) = run("check", "--format", "json", "--select", "stale-knowledge").json["findings"]
    assert finding["fix"] is None


def test_people_read_a_line_for_each_finding_and_a_count(run: Run) -> None:
    *lines, count = run("check").out.splitlines()
    assert lines[0].startswith(
        "knowledge/locks/gates.md:6:9: error[invalid-value] status `confirmd`"
    )
    assert count == "2 errors, 1 warning in 6 files. 1 can be fixed with --fix."
    assert run("check", ".rules").out == "No findings in 2 files.\n"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 1),
        (["--fail-on", "never"], 0),
        (["--select", "stale-knowledge"], 0),
        (["--select", "stale-knowledge", "--fail-on-stale"], 1),
        (["--select", "stale-knowledge", "--fail-on-stale", "--fail-on", "error"], 0),
        (["--select", "invalid-value", "--fail-on", "error"], 1),
        (["--ignore", "frontmatter"], 0),
        ([".rules"], 0),
        (["knowledge/weirs"], 1),
        (["--bogus"], 2),
    ],
)
def test_what_fails_the_run(run: Run, arguments: list[str], code: int) -> None:
    assert run("check", *arguments).code == code


@pytest.mark.parametrize(
    ("arguments", "lints"),
    [
        (["--select", "freshness"], ["stale-knowledge"]),
        (
            ["--select", "invalid-value,stale-knowledge", "--ignore", "frontmatter"],
            ["stale-knowledge"],
        ),
        (
            ["--select", "stale-knowledge", "--select", "invalid-value", "knowledge/weirs"],
            ["invalid-value"],
        ),
        (["knowledge/locks/old.md"], ["stale-knowledge"]),
        (["knowledge/lock"], None),
    ],
)
def test_lints_families_and_paths_narrow_it_down(
    run: Run, arguments: list[str], lints: list[str] | None
) -> None:
    ran = run("check", "--format", "json", *arguments)
    assert ran.code == 2 if lints is None else ran.lints == lints


def test_safe_fixes_are_written_and_the_rest_is_told(layer: Path, run: Run) -> None:
    ran = run("check", "--fix", "--format", "json")
    assert ran.err == "fixed knowledge/locks/gates.md\n"
    assert ran.lints == ["stale-knowledge", "invalid-value"] and ran.code == 1
    fixed = (layer / "knowledge/locks/gates.md").read_text(encoding="utf-8")
    assert fixed == FILES["knowledge/locks/gates.md"].replace("confirmd", "confirmed")
    assert run("check", "--fix").err == ""


def test_a_diff_shows_what_would_be_fixed_and_writes_nothing(layer: Path, run: Run) -> None:
    ran = run("check", "--diff")
    assert ran.code == 1
    changed = [line for line in ran.out.splitlines() if line[:1] in "+-"]
    assert changed == [
        "--- a/knowledge/locks/gates.md",
        "+++ b/knowledge/locks/gates.md",
        "-status: confirmd",
        "+status: confirmed",
    ]
    for path, text in FILES.items():
        assert (layer / path).read_text(encoding="utf-8") == text
    assert (run("check", "--diff", "src").code, run("check", "--diff", "src").out) == (0, "")


@pytest.mark.skipif(shutil.which("patch") is None, reason="needs patch")
@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("end", ["", "\n"], ids=["open end", "closed end"])
def test_a_diff_can_be_applied(layer: Path, run: Run, newline: str, end: str) -> None:
    path = layer / "knowledge/locks/gates.md"
    text = (FILES["knowledge/locks/gates.md"].split("\n\n")[0] + end).replace("\n", newline)
    path.write_bytes(text.encode())
    diff = run("check", "--diff", str(path)).out
    command = ["patch", "-p1", "--binary", "--fuzz=0"]
    subprocess.run(command, cwd=layer, input=diff.encode(), check=True, capture_output=True)
    assert path.read_bytes() == text.replace("confirmd", "confirmed").encode()


def test_unsaved_text_counts_instead_of_the_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    path = "knowledge/weirs/flow.md"
    text = FILES[path].replace("sound", "supersedd")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    ran = run("check", "--stdin-filename", path, "--format", "json")
    assert ran.lints == ["invalid-value"] and ran.json["summary"]["files"] == 1
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run("check", "-", "--stdin-filename", path, "--fix").out == text.replace(
        "supersedd", "superseded"
    )


def test_broken_settings_are_a_finding(layer: Path, run: Run) -> None:
    (layer / "ctxlayer.toml").write_text("[lints\n", encoding="utf-8")
    ran = run("check", "--format", "json", "--select", "settings")
    assert ran.code == 1 and ran.lints == ["invalid-settings"]


def test_a_byte_order_mark_has_no_column(layer: Path, run: Run) -> None:
    (layer / "knowledge/weirs/flow.md").write_text("\ufeff# Flow\n", encoding="utf-8")
    (finding,) = run("check", "knowledge/weirs", "--format", "json").json["findings"]
    assert finding["lint"] == "frontmatter-missing"
    assert finding["start"] == {"line": 1, "column": 1}


def test_a_nested_layer_is_named_and_left_out(layer: Path, run: Run) -> None:
    (layer / "inner").mkdir()
    (layer / "inner/ctxlayer.toml").write_text("nonsense = 1\n", encoding="utf-8")
    ran = run("check", "--format", "json")
    assert "inner is a layer of its own" in ran.err
    assert not [each for each in ran.json["findings"] if each["path"].startswith("inner")]


def test_colours_are_for_terminals(run: Run) -> None:
    assert "\x1b" not in run("check").out


def test_where_there_is_no_layer_that_is_told(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    ran = run("check", "--format", "json")
    assert "no context layer" in ran.err
    assert (ran.code, ran.json["findings"]) == (0, [])
