"""Reading settings: what is right holds, what is wrong is reported in place, all at once."""

from __future__ import annotations

from time import perf_counter

import pytest

from ctxlayer.layer.kinds import Kind
from ctxlayer.settings import KINDS, SEVERITIES, Settings, describe, has_section, load_settings
from ctxlayer.syntax.problem import Problem
from ctxlayer.text import apply_edits

LINTS = ("dead-pointer", "fact-in-row", "trigger-table", "trust")


def load(text: str, filename: str = "ctxlayer.toml") -> tuple[Settings, list[Problem]]:
    settings, problems = load_settings(text, filename, LINTS)
    assert settings is not None
    return settings, list(problems)


def blamed(text: str) -> list[str]:
    return [problem.span.of(text) for problem in load(text)[1]]


def test_defaults_need_no_file() -> None:
    settings, problems = load("")
    assert settings == Settings()
    assert problems == []
    assert settings.budget.hot == 22_000
    assert settings.freshness.days("extraction", "any") == 60
    assert settings.is_hot_table("index/trigger-table.md") is True
    assert settings.is_hot_table("index/archive-table.md") is False
    assert not settings.is_trigger_table("index/notes.md")


def test_every_setting_is_read() -> None:
    settings, problems = load("""
adapters.names = ["warehouse"]
adapters.warehouse.read-only = true
agents.identities = ["robot"]
lints = { dead-pointer = "off", trust = "error" }
frontmatter = { extra-keys = ["owner"], status = ["draft"], source = ["survey"] }
repos.service.branch = "main"
graph.stop-share = 0.25
delegate.rows = 20
hooks.anything = { at = ["all"] }
tickets.folder = "working"
[[paths]]
glob = "vendor/**"
lints.trust = "off"
[[paths]]
glob = ["a.md", "notes/**"]
kind = "knowledge"
[table]
files = { "index/main.md" = "hot", "index/cold/*.md" = "cold" }
columns.topic = ["concern"]
clusters.Ops = "meta"
max-tokens = 900
max-pointers = 10
max-groups = 2
index-tokens = 5000
[budget]
hot = 1
rule = 2
window = 3
overhead = 0
messages-per-session = 4
tokenizer = "openai"
[freshness]
knowledge-days = 30
extraction-days = 20
unverified-days = 0
topics = { ingest = 7, billing.knowledge-days = 5 }
fetch-hours = 1
bulk-files = 9
ignore-revs = ["abc123"]
""")
    assert problems == []
    assert settings.adapters.names == ("warehouse",)
    assert settings.adapters.options["warehouse"].read_only is True
    assert settings.agents.identities == ("robot",)
    assert settings.frontmatter.extra_keys == ("owner",)
    assert settings.repos["service"].branch == "main"
    assert settings.graph == {"stop-share": 0.25}
    assert settings.kind_override("notes/x.md") == "knowledge"
    assert settings.is_hot_table("index/main.md") is True
    assert settings.is_hot_table("index/cold/a.md") is False
    assert not settings.is_trigger_table("index/trigger-table.md")
    assert "concern" in settings.table.columns["topic"]
    assert "topic" in settings.table.columns["topic"]
    assert settings.table.clusters["Ops"] == "meta"
    assert settings.freshness.days("knowledge", "ingest") == 7
    assert settings.freshness.days("extraction", "billing") == 20
    assert settings.freshness.days("knowledge", "billing") == 5


def test_severities_by_lint_family_and_path() -> None:
    settings, _ = load("""
lints = { trigger-table = "info", fact-in-row = "off" }
[[paths]]
glob = "index/**"
lints = { trigger-table = "error" }
[[paths]]
glob = "index/old/**"
lints = { dead-pointer = "hint" }
""")

    def ask(lint: str, path: str) -> str | None:
        return settings.severity_override(lint, "trigger-table", path)

    assert ask("fact-in-row", "a.md") == "off"
    assert ask("dead-pointer", "a.md") == "info"
    assert ask("fact-in-row", "index/a.md") == "error"
    assert ask("dead-pointer", "index/old/a.md") == "hint"
    assert settings.severity_override("other", "links", "a.md") is None


def test_all_faults_come_at_once_and_the_rest_holds() -> None:
    text = """
freshnes = 1
[budget]
hot = "22000"
rule = 3
knowledge_days = 4
[lints]
dead-pointr = "off"
trust = "warn"
[[paths]]
glob = ["a[", "b/**"]
kind = "knowlege"
[[paths]]
kind = "external"
[adapters]
names = ["a", 3]
w.read-only = "true"
[table]
files = { "a.md" = "warm" }
[freshness]
knowledge-days = true
topics = { a = "7", b = { knowlege-days = 1 } }
"""
    settings, problems = load(text)
    assert [problem.span.of(text) for problem in problems] == [
        "freshnes",
        '"22000"',
        "knowledge_days",
        "dead-pointr",
        '"warn"',
        '"a["',
        '"knowlege"',
        "[[paths]]",
        "3",
        '"true"',
        '"warm"',
        "true",
        '"7"',
        "knowlege-days",
    ]
    assert {problem.kind for problem in problems} == {"invalid-settings"}
    assert settings.budget.rule == 3
    assert settings.budget.hot == 22_000
    assert settings.adapters.names == ("a",)
    assert settings.paths[0].glob == ("a[", "b/**")


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("budgt.hot = 1", "budget.hot = 1"),
        ("[freshness]\nknowledge_days = 1", "[freshness]\nknowledge-days = 1"),
        ('[budget]\nhot = "22_000"', "[budget]\nhot = 22000"),
        ('lints.trust = "of"', 'lints.trust = "off"'),
        ("lints.trust = false", 'lints.trust = "off"'),
        ('adapters.a.read-only = "True"', "adapters.a.read-only = true"),
        ('frontmatter.extra-keys = "a"', 'frontmatter.extra-keys = ["a"]'),
        ("lints.trust = off # why", 'lints.trust = "off" # why'),
    ],
)
def test_a_fix_mends_what_it_is_about(text: str, mended: str) -> None:
    _, problems = load_settings(text, "ctxlayer.toml", LINTS)
    assert len(problems) == 1
    assert problems[0].title
    assert apply_edits(text, problems[0].fix) == mended
    assert load_settings(mended, "ctxlayer.toml", LINTS)[1] == ()


@pytest.mark.parametrize(
    ("text", "culprit", "word"),
    [
        ("a = ", "a =", "missing"),
        ('a = "x\nb = 1', '"x', "never closed"),
        ("a = 1\na = 2", "a", "second time"),
        ("[a]\n[a]\nb = 1", "[a]", "second time"),
        ("<<<<<<< HEAD\na = 1", "<<<<<<<", "invalid"),
        ("[budget]\r\nhot = 1 2\r\n", "2", "expected"),
        ("\ufeffa", "a", "expected"),
        ("a = " + "[" * 50_000, "", "nested"),
        ("a" + ".a" * 200 + " = 1", "a" + ".a" * 100, "nested"),
        ("#" * 250_001, "", "characters"),
    ],
)
def test_what_is_not_toml_is_one_finding_on_the_culprit(text: str, culprit: str, word: str) -> None:
    settings, problems = load_settings(text, "ctxlayer.toml", LINTS)
    assert settings is None
    assert [problem.span.of(text) for problem in problems] == [culprit]
    assert word in problems[0].message


@pytest.mark.parametrize(
    "text",
    [
        " " * 200_000 + "= 1",
        "a = " + "=" * 200_000,
        "[" + "1." * 100_000 + "]",
        "'a'." * 50_000 + "a = 1",
        "[tool.ctxlayer\n" + "\n" * 200_000 + "= broken",
    ],
)
def test_broken_settings_of_any_size_are_told_at_once(text: str) -> None:
    begun = perf_counter()
    assert load_settings(text, "ctxlayer.toml")[0] is None
    load_settings(text, "pyproject.toml")
    assert perf_counter() - begun < 2


def test_a_byte_order_mark_and_carriage_returns_keep_spans_right() -> None:
    assert blamed("\ufeff[budget]\r\nhot = 'x'\r\nrules = 1\r\n") == ["'x'", "rules"]


def test_only_our_section_of_pyproject_counts() -> None:
    text = "[project]\nname = 1\n[tool.ctxlayer]\nbudget.hot = 5\nnope = 1\n[tool.other]\nx = 1\n"
    settings, problems = load(text, "some/where/pyproject.toml")
    assert settings.budget.hot == 5
    assert [(p.span.of(text), "`nope`" in p.message) for p in problems] == [("nope", True)]
    assert load("[project", "pyproject.toml") == (Settings(), [])
    assert load_settings("[tool.ctxlayer]\na = ", "pyproject.toml")[0] is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[tool.ctxlayer]", True),
        ("[tool.ctxlayer.budget]", True),
        ("[tool]\nctxlayer.budget.hot = 1", True),
        ("[[tool.ctxlayer.paths]]", True),
        ("[tool.ctxlayer]\n= broken", True),
        ("[tool.black]\n# ctxlayer", False),
        ('[project]\ndependencies = ["ctxlayer"]', False),
        ("tool = 3 # ctxlayer", False),
    ],
)
def test_has_section(text: str, expected: bool) -> None:
    assert has_section(text) is expected


def test_wrong_shapes_of_tables() -> None:
    assert blamed("budget = 1") == ["1"]
    assert blamed("[budget.hot]\nx = 1") == ["[budget.hot]"]
    assert blamed("[[budget]]\nhot = 1") == ["[[budget]]"]
    assert blamed("[paths]\nglob = 'a'") == ["[paths]"]
    assert blamed("repos.a = 'main'") == ["'main'"]
    assert blamed("hooks = []") == ["[]"]
    assert blamed("table.columns.topik = ['a']") == ["topik"]
    assert blamed("[[paths]]\nglb = 'a'") == ["glb"]


def test_unknown_lints_pass_where_none_are_known() -> None:
    assert load_settings('lints.anything = "off"', "ctxlayer.toml")[1] == ()


def test_every_setting_is_described_once() -> None:
    described = describe(Settings)
    keys = [each.key for each in described]
    assert len(keys) == len(set(keys))
    assert {
        "budget.hot",
        "adapters.<name>.read-only",
        "repos.<name>.branch",
        "paths[].glob",
    } <= set(keys)
    assert all(each.spec.doc.endswith((".", "tables.")) for each in described)


def test_kinds_are_those_of_the_layer() -> None:
    assert set(KINDS) == {kind.value for kind in Kind} - {
        "okf-index",
        "permissions",
        "settings",
        "unread-rule",
        "unread-skill",
    }
    assert SEVERITIES[0] == "off"


def test_several_tables_hot_and_cold_and_the_first_that_matches_decides() -> None:
    settings, problems = load("""
[table.files]
"CLAUDE.md" = "hot"
"docs/routing.md" = "hot"
"docs/*.md" = "cold"

[table.columns]
agents = ["crew"]
""")
    assert problems == []
    hot = {
        path: settings.is_hot_table(path)
        for path in ("CLAUDE.md", "docs/routing.md", "docs/areas.md", "README.md")
    }
    assert hot == {
        "CLAUDE.md": True, "docs/routing.md": True, "docs/areas.md": False, "README.md": None,
    }  # fmt: skip
    assert {"crew", "agent"} <= set(settings.table.columns["agents"])
