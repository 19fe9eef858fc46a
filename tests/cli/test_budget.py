"""`ctxlayer budget`: its sums, its promotion arithmetic, and what a branch adds."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

MANY = "A lock keeper opens the lower gate when the pool is level.\n"


def git(layer: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=layer, check=True, capture_output=True)


def committed(layer: Path) -> None:
    git(layer, "init", "--quiet")
    git(layer, "add", "--all")
    git(layer, "commit", "--quiet", "--message", "All of it")


def entries(report: Any) -> dict[str, int | None]:
    return {entry["path"]: entry["tokens"] for entry in report["entries"]}


def test_the_total_is_the_sum_of_the_entries(run: Run) -> None:
    report = run("budget", "--format", "json").json
    assert report["total"]["tokens"] == sum(entries(report).values())
    assert report["total"]["low"] <= report["total"]["tokens"] <= report["total"]["high"]
    assert report["budget"] == 22_000
    assert [each["runtime"] for each in report["runtimes"]] == ["layer"]


def test_the_largest_comes_first(layer: Path, run: Run) -> None:
    (layer / ".rules/gates.md").write_text(f"---\nalwaysApply: true\n---\n{MANY * 40}")
    report = run("budget", "--format", "json").json
    tokens = [entry["tokens"] for entry in report["entries"]]
    assert report["entries"][0]["path"] == ".rules/gates.md"
    assert tokens == sorted(tokens, reverse=True)


def test_an_adapter_is_unknown_until_it_is_probed(layer: Path, run: Run) -> None:
    (layer / ".mcp.json").write_text('{"mcpServers": {"pumps": {"command": "pump"}}}')
    report = run("budget", "--format", "json").json
    assert [entry["tokens"] for entry in report["entries"] if entry["name"] == "pumps"] == [None]
    assert [each["name"] for each in report["unknown"]] == ["pumps"]
    assert "unknown" in run("budget").out


def test_people_are_told_of_budget_window_and_tail(layer: Path, run: Run) -> None:
    for number in range(3):
        (layer / f".rules/short-{number}.md").write_text("---\nalwaysApply: true\n---\n\n# Short\n")
    out = run("budget").out
    assert "below the budget of 22,000" in out
    assert "at message one" in out
    assert "the long tail: 4 rules under 500 tokens" in out


def test_over_budget_is_said_and_fails_nothing(layer: Path, run: Run) -> None:
    (layer / "ctxlayer.toml").write_text("budget.hot = 5\n")
    ran = run("budget")
    assert ran.code == 0
    assert "over the budget of 5" in ran.out


@pytest.mark.parametrize(("saves", "promotes"), [(1_000_000, True), (0, False)])
def test_a_rule_earns_its_place_by_what_it_saves(run: Run, saves: int, promotes: bool) -> None:
    report = run(
        "budget", "--promote", ".rules/locks.md", "--saves", str(saves), "--format", "json"
    ).json
    assert report["promote"] is promotes
    assert report["tax"] == report["tokens"] * report["messages_per_session"]
    assert report["balance"] == saves - report["tax"]


def test_each_number_of_the_arithmetic_is_explained(run: Run) -> None:
    out = run("budget", "--promote", ".rules/locks.md", "--saves", "9000", "--sessions", "4").out
    assert "budget.messages-per-session" in out
    assert "9,000 a session (--saves) x 4" in out
    assert "It pays from" in out


def test_the_layer_and_the_rule_are_found_from_elsewhere(
    layer: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("budget", "layer", "--format", "json").json["entries"]
    root = ["--root", str(layer), "--format", "json"]
    for rule in (".rules/locks.md", "layer/.rules/locks.md"):
        report = run("budget", *root, "--promote", rule, "--saves", "9").json
        assert report["path"] == ".rules/locks.md"


@pytest.mark.parametrize(
    "arguments",
    [
        ("no-such-folder",),
        ("--saves", "10"),
        ("--sessions", "2"),
        ("--one-time", "0"),
        ("--promote", ".rules/locks.md"),
        ("--promote", ".rules/gone.md", "--saves", "10"),
        ("--promote", ".rules/locks.md", "--saves", "-1"),
        ("--promote", ".rules/locks.md", "--saves", "10", "--sessions", "none"),
        ("--against", "HEAD"),
        ("--against", "--output=x"),
    ],
)
def test_wrong_usage_is_said(run: Run, arguments: tuple[str, ...]) -> None:
    ran = run("budget", *arguments)
    assert ran.code == 2
    assert ran.err.startswith(("ctxlayer: ", "usage: "))


def test_what_a_branch_adds_is_named_by_file(layer: Path, run: Run) -> None:
    (layer / ".rules/old.md").write_text("---\nalwaysApply: true\n---\n\n# Old\n")
    committed(layer)
    tone = layer / ".rules/tone.md"
    tone.write_text(tone.read_text() + MANY)
    (layer / ".rules/new.md").write_text(f"---\nalwaysApply: true\n---\n{MANY}")
    (layer / ".rules/old.md").unlink()
    ran = run("budget", "--against", "HEAD", "--format", "json")
    assert ran.code == 0
    report = ran.json
    changes = {entry["path"]: (entry["change"], entry["delta"]) for entry in report["entries"]}
    assert {path: change for path, (change, _) in changes.items()} == {
        ".rules/tone.md": "changed",
        ".rules/new.md": "added",
        ".rules/old.md": "removed",
    }
    assert report["delta"] == sum(delta for _, delta in changes.values())
    assert report["delta"] == report["total"]["tokens"] - report["before"]["tokens"]
    assert ".rules/old.md" in run("budget", "--against", "HEAD").out


def test_nothing_is_checked_out_and_nothing_differs_from_itself(layer: Path, run: Run) -> None:
    committed(layer)
    report = run("budget", "--against", "HEAD", "--format", "json").json
    assert (report["delta"], report["entries"]) == (0, [])


def test_a_cool_rule_that_became_hot_adds_all_of_it(layer: Path, run: Run) -> None:
    committed(layer)
    locks = layer / ".rules/locks.md"
    locks.write_text(locks.read_text().replace("globs:", "alwaysApply: true\nglobs:"))
    (entry,) = run("budget", "--against", "HEAD", "--format", "json").json["entries"]
    assert (entry["path"], entry["change"], entry["before"]) == (".rules/locks.md", "added", 0)


def test_a_layer_below_the_top_of_its_repository_is_compared(
    layer: Path, run: Run, tmp_path: Path
) -> None:
    committed(tmp_path)
    (layer / ".rules/tone.md").write_text(f"---\nalwaysApply: true\n---\n\n# Tone\n{MANY}")
    (entry,) = run("budget", "--against", "HEAD", "--format", "json").json["entries"]
    assert (entry["path"], entry["change"]) == (".rules/tone.md", "changed")


def test_imports_of_then_and_now_are_compared(layer: Path, run: Run) -> None:
    (layer / "CLAUDE.md").write_text("# Locks\n\nSee @docs/gates.md\n")
    (layer / "docs").mkdir()
    (layer / "docs/gates.md").write_text("# Gates\n")
    committed(layer)
    (layer / "docs/gates.md").write_text(f"# Gates\n\n{MANY}")
    report = run("budget", "--against", "HEAD", "--format", "json").json
    assert [(each["path"], each["because"]) for each in report["entries"]] == [
        ("docs/gates.md", "import")
    ]


def test_passages_that_are_paid_for_twice_are_named(layer: Path, run: Run) -> None:
    for name in ("north", "south"):
        (layer / f".rules/{name}.md").write_text(
            f"---\nalwaysApply: true\n---\n\n# {name}\n\n{MANY * 6}"
        )
    (repeated,) = run("budget", "--format", "json").json["repeated"]
    assert (repeated["path"], repeated["other"]) == (".rules/south.md", ".rules/north.md")
    assert (repeated["passages"], repeated["lines"]) == (1, [7])
    assert ".rules/south.md, from line 7: also in .rules/north.md" in run("budget").out


def test_a_runtime_without_always_on_text_is_said_to_have_no_hot_band(
    layer: Path, run: Run
) -> None:
    (layer / ".rules/tone.md").unlink()
    (layer / ".cursor/rules").mkdir(parents=True)
    (layer / ".cursor/rules/gates.mdc").write_text("---\nglobs: src/**\n---\n\n# Gates\n")
    assert "Cursor: 0; no always-on text of its own, so it has no hot band" in run("budget").out


def test_where_all_is_unknown_no_number_is_shown(layer: Path, run: Run) -> None:
    (layer / ".rules/tone.md").unlink()
    (layer / ".mcp.json").write_text('{"mcpServers": {"pumps": {"command": "pump"}}}')
    out = run("budget").out
    assert out.startswith("nothing is known to be in every message with Claude Code")
    assert "Claude Code: 1 part not known" in out


def test_an_adapter_that_only_the_settings_name_is_unknown_and_no_entry(
    layer: Path, run: Run
) -> None:
    (layer / "ctxlayer.toml").write_text('adapters.names = ["pumps"]\n')
    report = run("budget", "--format", "json").json
    assert [each["name"] for each in report["unknown"]] == ["pumps"]
    assert all(entry["tokens"] for entry in report["entries"])
