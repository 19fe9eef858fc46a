"""`match`: paths of every kind, and why a rule does not load."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

WARM = "---\ndescription: Use when a lock is repaired\n---\n\n# Repairs\n"
COLD = "# Notes\n"
CLAUDE = "---\npaths:\n  - src/locks/*.py\n  - '**/*.lock'\n---\n\n# Locks\n"


@pytest.fixture(autouse=True)
def rules(layer: Path) -> None:
    for path, text in {
        ".rules/repairs.md": WARM,
        ".rules/notes.md": COLD,
        ".cursor/rules/lock.md": COLD,
        ".claude/rules/locks.md": CLAUDE,
    }.items():
        file = layer / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def loaded(run: Run, path: str) -> list[tuple[str, str]]:
    [entry] = run("match", path, "--format", "json").json["paths"]
    return [(rule["path"], rule["temperature"]) for rule in entry["rules"]]


@pytest.mark.parametrize(
    "path",
    ["src/locks/gate.py", "./src/locks/gate.py", "src/../src/locks/gate.py", "src/locks/new.py"],
)
def test_a_path_may_be_written_in_several_ways_and_need_not_exist(run: Run, path: str) -> None:
    [entry] = run("match", path, "--format", "json").json["paths"]
    assert entry["path"] in ("src/locks/gate.py", "src/locks/new.py")
    assert [rule["path"] for rule in entry["rules"]] == [
        ".rules/tone.md",
        ".claude/rules/locks.md",
        ".rules/locks.md",
        ".rules/repairs.md",
    ]


def test_an_absolute_path(run: Run, layer: Path) -> None:
    [entry] = run("match", str(layer / "src/locks/gate.py"), "--format", "json").json["paths"]
    assert entry["path"] == "src/locks/gate.py"


def test_any_kind_of_file_may_be_asked_for(run: Run) -> None:
    assert (".claude/rules/locks.md", "cool") in loaded(run, "deep/down/x.lock")
    assert (".rules/locks.md", "cool") in loaded(run, "src/locks/picture.png")


def test_a_path_through_a_link_is_the_path_that_it_leads_to(run: Run, layer: Path) -> None:
    (layer / "shortcut").symlink_to("src", target_is_directory=True)
    [entry] = run("match", "shortcut/locks/gate.py", "--format", "json").json["paths"]
    assert entry["path"] == "src/locks/gate.py"
    assert ".rules/locks.md" in [rule["path"] for rule in entry["rules"]]


def test_a_path_outside_is_said_to_be_and_the_others_are_told(run: Run, tmp_path: Path) -> None:
    ran = run("match", str(tmp_path / "x.py"), "src/locks/gate.py", "--format", "json")
    outside, inside = ran.json["paths"]
    assert ran.code == 0 and outside["rules"] == [] and inside["rules"]
    assert f"{tmp_path / 'x.py'} is outside the layer at " in ran.err


def test_why_not_names_the_first_part_that_does_not_fit(run: Run) -> None:
    ran = run("match", "src/weirs/gate.py", "--why-not", ".claude/rules/locks.md")
    assert ran.code == 0 and ran.err == ""
    assert ran.out.splitlines() == [
        "src/weirs/gate.py",
        "  .claude/rules/locks.md (claude): no pattern of it matches",
        "    src/locks/*.py: `weirs` is not `locks`",
        "    **/*.lock: `gate.py` is not `*.lock`",
    ]


def test_why_not_in_json(run: Run) -> None:
    arguments = ("match", "src/weirs/gate.py", "--why-not", ".rules/locks.md", "--format", "json")
    [entry] = run(*arguments).json["paths"]
    assert entry["why_not"] == [
        {
            "rule": ".rules/locks.md",
            "runtime": "layer",
            "loads": False,
            "reason": "no pattern of it matches",
            "patterns": [
                {
                    "pattern": "src/locks/**",
                    "segment": "weirs",
                    "reason": "`weirs` is not `locks`",
                }
            ],
        }
    ]


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (".rules/tone.md", "it is hot: `alwaysApply: true` loads it on every message"),
        ("repairs.md", "it has no globs, so no path loads it"),
        ("notes.md", "nothing loads it by itself"),
        (".rules/locks.md", "it loads: `src/locks/**` matches"),
    ],
)
def test_why_not_of_a_rule_that_no_pattern_keeps_away(run: Run, rule: str, words: str) -> None:
    assert words in run("match", "src/locks/gate.py", "--why-not", rule).out


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (".rules/lock.md", "did you mean .rules/locks.md?"),
        ("locks.md", "several rules are called so: .claude/rules/locks.md, .rules/locks.md"),
        ("nothing.md", "no rule of the layer at"),
        (".cursor/rules/lock.md", "no rule: Cursor reads only `.mdc` files in `.cursor/rules/`"),
        ("knowledge/locks/gates.md", "this file is no rule"),
    ],
)
def test_a_rule_that_is_not_there_is_a_usage_error(run: Run, rule: str, words: str) -> None:
    ran = run("match", "src/locks/gate.py", "--why-not", rule)
    assert ran.code == 2 and words in ran.err


def test_a_folder_is_said_to_be_one(run: Run) -> None:
    ran = run("match", "src/locks")
    assert ran.code == 0 and "src/locks is a folder; name a file in it" in ran.err
