"""`match`, `trust`, `explain` and the help of all commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ctxlayer.cli.parser import COMMANDS
from ctxlayer.lints.registry import all_lints
from ctxlayer.probes.tokens import tokenizer_of
from tests.cli.conftest import FILES, Run

TOKENS = {path: tokenizer_of("claude").count(text).tokens for path, text in FILES.items()}


def test_match_tells_which_rules_load_and_why(run: Run) -> None:
    ran = run("match", "src/locks/gate.py", "not/there.py", "--format", "json")
    assert ran.code == 0 and ran.json["version"] == 1
    tone = {
        "path": ".rules/tone.md",
        "runtime": "layer",
        "temperature": "hot",
        "because": {"kind": "always", "pattern": None},
        "tokens": TOKENS[".rules/tone.md"],
    }
    locks = {
        "path": ".rules/locks.md",
        "runtime": "layer",
        "temperature": "cool",
        "because": {"kind": "glob", "pattern": "src/locks/**"},
        "tokens": TOKENS[".rules/locks.md"],
    }
    assert ran.json["paths"] == [
        {"path": "src/locks/gate.py", "rules": [tone, locks]},
        {"path": "not/there.py", "rules": [tone]},
    ]


def test_people_read_why_a_rule_loads(run: Run) -> None:
    lines = run("match", "src/locks/gate.py").out.splitlines()
    words = [re.sub(r"≈\d+ ±\d+ %", "≈N ±P %", line) for line in lines]
    assert words == [
        "src/locks/gate.py",
        "  hot   .rules/tone.md (layer): loads on every message, ≈N ±P % tokens (claude)",
        "  cool  .rules/locks.md (layer): matches src/locks/**, ≈N ±P % tokens (claude)",
    ]


def test_match_names_each_runtime_that_loads_a_file(run: Run, layer: Path) -> None:
    instructions = layer / ".github" / "instructions"
    instructions.mkdir(parents=True)
    text = '---\napplyTo: "locks/*.py"\n---\n\n# Locks\n'
    (instructions / "locks.instructions.md").write_text(text, encoding="utf-8")
    (layer / "AGENTS.md").write_text("# Locks\n", encoding="utf-8")
    ran = run("match", "src/locks/gate.py", "locks/gate.py", "--format", "json")
    loaded = [
        [(rule["path"].rpartition("/")[2], rule["runtime"]) for rule in entry["rules"]]
        for entry in ran.json["paths"]
    ]
    everywhere = ("locks.instructions.md", "copilot")
    at_the_root = ("locks.instructions.md", "copilot-github")
    assert everywhere in loaded[0] and at_the_root not in loaded[0]
    assert everywhere in loaded[1] and at_the_root in loaded[1]
    assert [each[1] for each in loaded[0] if each[0] == "AGENTS.md"] == [
        "copilot",
        "copilot-github",
    ]


def test_the_tokens_of_a_rule_are_those_of_the_family_in_the_settings(
    run: Run, layer: Path
) -> None:
    (layer / "ctxlayer.toml").write_text('budget.tokenizer = "gemini"\n', encoding="utf-8")
    assert "tokens (gemini)" in run("match", "src/locks/gate.py").out


def test_a_family_that_nobody_knows_is_a_finding_with_those_that_are(run: Run, layer: Path) -> None:
    (layer / "ctxlayer.toml").write_text('budget.tokenizer = "claud"\n', encoding="utf-8")
    found = run("check", "--select", "invalid-settings", "--format", "json").json["findings"]
    assert [each["fix"]["title"] for each in found] == ['Replace by `"claude"`']
    assert "claude, claude-3, deepseek, gemini, mistral, openai" in found[0]["message"]


def test_rules_whose_loading_is_not_known_are_named(run: Run, layer: Path) -> None:
    assert run("match", "src/locks/gate.py").err == ""
    rules = layer / ".claude" / "rules"
    rules.mkdir(parents=True)
    for name in ("a.md", "b.md"):
        (rules / name).write_text("---\npaths: [{a: 1}]\n---\n", encoding="utf-8")
    ran = run("match", "src/locks/gate.py")
    assert ran.code == 0
    words = "ctxlayer: .claude/rules/a.md and 1 more may load too: when is not established\n"
    assert ran.err == words


def test_trust_tells_who_checked_what_when(run: Run) -> None:
    ran = run("trust", "knowledge/locks", "--format", "json")
    fresh, stale = ran.json["files"]
    assert fresh["path"] == "knowledge/locks/gates.md" and fresh["stale"] == []
    evidence = stale.pop("stale")
    assert [each["kind"] for each in evidence] == ["expired"]
    assert stale == {
        "path": "knowledge/locks/old.md",
        "kind": "knowledge",
        "tier": 2,
        "source": "human-authored",
        "status": "confirmed",
        "status_by": None,
        "verified_by": "developer",
        "last_verified": "2026-01-01",
        "age_days": 332,
        "standing": None,
        "regraded": True,
        "authors": {"status": None, "verified-by": None, "last-verified": None},
        "okf": None,
    }
    only = run("trust", "--stale", "--format", "json").json["files"]
    assert [each["path"] for each in only] == ["knowledge/locks/old.md"]


@pytest.mark.parametrize("lint", [lint.id for lint in all_lints()])
def test_every_lint_is_explained(run: Run, lint: str) -> None:
    ran = run("explain", lint)
    assert ran.code == 0
    assert ran.out.startswith(f"{lint} (")
    assert all(f"## {part}" in ran.out for part in ("What it does", "Why", "Example", "Instead"))


def test_the_list_names_every_lint_once(run: Run) -> None:
    listed = [line.split(" ")[0] for line in run("explain").out.splitlines()]
    assert listed == [f"{lint.family}/{lint.id}" for lint in all_lints()]
    shown = run("explain", "--format", "json").json["lints"]
    assert [each["id"] for each in shown] == [lint.id for lint in all_lints()]


def test_a_near_miss_of_a_lint_is_named(run: Run) -> None:
    assert "did you mean stale-knowledge?" in run("explain", "stale-knowlege").err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0 and ran.out.startswith(f"usage: ctxlayer {command}")


def test_without_a_command_the_commands_are_shown(run: Run) -> None:
    ran = run()
    assert ran.code == 2 and all(f"  {command} " in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", [["check"], ["trust"], ["match", "layer/src/locks/gate.py"]])
def test_another_layer_is_picked_by_its_root(
    layer: Path, run: Run, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.chdir(layer.parent)
    shown = run(*command, "--root", "layer", "--format", "json").json
    assert shown.get("findings") or shown.get("files") or shown["paths"][0]["rules"]


def test_a_family_is_listed(run: Run) -> None:
    ran = run("explain", "trust")
    assert ran.code == 0
    assert [line.split(" ")[0] for line in ran.out.splitlines()] == [
        f"trust/{lint.id}" for lint in all_lints() if lint.family == "trust"
    ]


@pytest.mark.parametrize(
    ("verified_by", "day", "told"),
    [
        ("developer", "2026-11-20", "verified 9 d ago"),
        ("developer", "2027-01-01", "verified 33 d ahead"),
        ("unverified", "2026-11-20", "never verified"),
        ("developer", "soon", "verified on an unknown day"),
    ],
)
def test_people_read_who_verified_a_file(
    run: Run, layer: Path, verified_by: str, day: str, told: str
) -> None:
    (layer / "knowledge/locks/gates.md").write_text(
        f"---\nsource: human-authored\ncreated: 2026-11-20\nlast-verified: {day}\n"
        f"verified-by: {verified_by}\nstatus: hypothesis\n---\n\n# Gates\n",
        encoding="utf-8",
    )
    ran = run("trust", "knowledge/locks/gates.md")
    tier = "Tier 2, best available (re-graded)"
    assert ran.out == f"knowledge/locks/gates.md: {tier} · hypothesis · {told}\n"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dead_pointer", "did you mean dead-pointer?"),
        ("Trigger-Tabel", "did you mean trigger-table?"),
        ("x", "`ctxlayer explain` lists them"),
    ],
)
def test_a_name_that_no_lint_has_is_answered_alike(run: Run, name: str, words: str) -> None:
    said = f"ctxlayer: no lint or family is called {name}; {words}\n"
    for arguments in (("explain", name), ("check", "--select", name)):
        ran = run(*arguments)
        assert (ran.code, ran.err) == (2, said)
