"""Windsurf, Cline, Kiro, Gemini CLI, Codex, Continue, Zed and OpenCode: what they make of a file."""

from __future__ import annotations

import pytest

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.rule import Rule, read_as
from ctxlayer.layer.runtimes import PROFILES, own_store_of, profile_of, store_of

WINDSURF = ".windsurf/rules/berths.md"
CLINE = ".clinerules/berths.md"
KIRO = ".kiro/steering/berths.md"
CONTINUE = ".continue/rules/berths.md"


def read_by(runtime: str, path: str, *lines: str) -> Rule | None:
    profile = profile_of(runtime)
    store = profile.store_of(path)
    text = "\n".join(["---", *lines, "---", "", "# Berths", ""]) if lines else "# Berths\n"
    document = Document(path, Placement(Kind.RULE, store_of(path) or ""), text)
    return read_as(document, profile, store) if store is not None else None


@pytest.mark.parametrize(
    ("runtime", "path", "lines", "temperature"),
    [
        ("windsurf", WINDSURF, ("trigger: always_on",), "hot"),
        ("windsurf", WINDSURF, ("trigger: glob", "globs: src/**/*.ts"), "cool"),
        ("windsurf", WINDSURF, ("trigger: glob", "globs: ['src/**']"), "cool"),
        ("windsurf", WINDSURF, ("trigger: model_decision", "description: x"), "warm"),
        ("windsurf", WINDSURF, ("trigger: manual",), "cold"),
        # What these do is nowhere documented.
        ("windsurf", WINDSURF, (), None),
        ("windsurf", WINDSURF, ("globs: src/**",), None),
        ("windsurf", WINDSURF, ("trigger: glob",), None),
        ("windsurf", ".devin/rules/a/berths.md", ("trigger: always_on",), "hot"),
        ("windsurf", "AGENTS.md", (), "hot"),
        ("windsurf", "quays/AGENTS.md", (), "cool"),
        ("cline", CLINE, (), "hot"),
        ("cline", CLINE, ("description: x",), "hot"),
        ("cline", CLINE, ("paths:", "  - src/**"), "cool"),
        ("cline", CLINE, ("paths: []",), "cold"),
        ("cline", CLINE, ("paths: src/**",), "hot"),
        ("cline", ".cline/rules/berths.md", ("paths: ['src/**']",), "cool"),
        ("cline", ".clinerules/workflows/berths.md", (), None),
        ("cline", "AGENTS.md", (), "hot"),
        ("cline", "quays/AGENTS.md", (), None),
        ("kiro", KIRO, (), "hot"),
        ("kiro", KIRO, ("inclusion: always",), "hot"),
        ("kiro", KIRO, ("inclusion: fileMatch", "fileMatchPattern: src/**"), "cool"),
        ("kiro", KIRO, ("inclusion: fileMatch", "fileMatchPattern: ['src/**']"), "cool"),
        ("kiro", KIRO, ("inclusion: fileMatch",), None),
        ("kiro", KIRO, ("inclusion: auto", "name: a", "description: x"), "warm"),
        ("kiro", KIRO, ("inclusion: manual",), "cold"),
        ("kiro", ".kiro/steering/a/berths.md", (), None),
        ("kiro", "AGENTS.md", (), "hot"),
        ("gemini", "GEMINI.md", (), "hot"),
        ("gemini", "quays/GEMINI.md", (), "cool"),
        ("gemini", "AGENTS.md", (), None),
        ("codex", "AGENTS.md", (), "hot"),
        ("codex", "quays/AGENTS.md", (), "cool"),
        ("codex", "AGENTS.override.md", (), "hot"),
        ("codex", "CLAUDE.md", (), None),
        ("continue", CONTINUE, (), "hot"),
        ("continue", CONTINUE, ("alwaysApply: true", "globs: src/**"), "hot"),
        ("continue", CONTINUE, ("globs: src/**",), "cool"),
        ("continue", CONTINUE, ("alwaysApply: false", "globs: ['src/**', '!src/gen/**']"), "cool"),
        ("continue", CONTINUE, ("regex: '^import'",), "cool"),
        ("continue", CONTINUE, ("regex:", "  - a", "  - b"), "cool"),
        ("continue", CONTINUE, ("alwaysApply: false", "description: x"), "warm"),
        ("continue", CONTINUE, ("alwaysApply: false",), "cold"),
        ("continue", CONTINUE, ("description: x",), "hot"),
        ("zed", "AGENTS.md", (), "hot"),
        ("zed", "quays/AGENTS.md", (), None),
        ("zed", ".github/copilot-instructions.md", (), "hot"),
        ("opencode", "AGENTS.md", (), "hot"),
        ("opencode", "quays/AGENTS.md", (), "cool"),
        ("opencode", "CLAUDE.md", (), "hot"),
    ],
)
def test_a_file_is_as_warm_as_the_runtime_makes_it(
    runtime: str, path: str, lines: tuple[str, ...], temperature: str | None
) -> None:
    rule = read_by(runtime, path, *lines)
    assert (rule.temperature.value if rule is not None else None) == temperature


@pytest.mark.parametrize(
    ("runtime", "path", "present", "hides"),
    [
        ("codex", "AGENTS.md", {"AGENTS.override.md"}, "AGENTS.override.md"),
        ("codex", "quays/AGENTS.md", {"AGENTS.override.md"}, None),
        ("zed", "AGENTS.md", {".cursorrules", "AGENTS.md"}, ".cursorrules"),
        ("zed", "AGENTS.md", {"AGENTS.md", "CLAUDE.md"}, None),
        ("zed", "CLAUDE.md", {"AGENTS.md", "CLAUDE.md"}, "AGENTS.md"),
        ("opencode", "CLAUDE.md", {"AGENTS.md"}, "AGENTS.md"),
        ("opencode", "quays/CLAUDE.md", {"AGENTS.md"}, None),
    ],
)
def test_of_several_files_only_the_first_is_read(
    runtime: str, path: str, present: set[str], hides: str | None
) -> None:
    store = profile_of(runtime).store_of(path)
    assert store is not None
    assert store.hidden_by(path, present) == hides


@pytest.mark.parametrize(
    ("path", "runtime"),
    [
        (WINDSURF, "windsurf"),
        (CLINE, "cline"),
        (".clinerules/workflows/berths.md", None),
        (".clinerules/skills/berths/SKILL.md", None),
        (KIRO, "kiro"),
        ("GEMINI.md", "gemini"),
        ("AGENTS.override.md", "codex"),
        (CONTINUE, "continue"),
        ("AGENTS.md", "agents"),
    ],
)
def test_whose_own_a_file_is(path: str, runtime: str | None) -> None:
    assert store_of(path) == runtime


@pytest.mark.parametrize(
    ("runtime", "path", "most", "unit"),
    [
        ("windsurf", WINDSURF, 12_000, "characters"),
        ("codex", "AGENTS.md", 32 * 1024, "bytes"),
    ],
)
def test_what_is_cut_off(runtime: str, path: str, most: int, unit: str) -> None:
    store = profile_of(runtime).store_of(path)
    assert store is not None
    (limit,) = store.limits
    assert (limit.most, limit.unit, limit.cuts) == (most, unit, True)


@pytest.mark.parametrize("runtime", ["windsurf", "cline", "kiro", "gemini", "codex", "continue"])
def test_each_tells_where_its_facts_are_from(runtime: str) -> None:
    profile = PROFILES[runtime]
    assert profile.source.where.startswith("https://") and profile.source.read_on
    assert profile.quirks


def test_a_rule_outside_of_every_store_is_read_as_in_the_first() -> None:
    store = own_store_of("notes/berths.md", "cline")
    assert store is not None and store.title == "Workspace rules"
