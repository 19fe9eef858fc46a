"""Which runtimes are in use, and what each of them loads."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from ctxlayer.analysis.budget import budget
from ctxlayer.analysis.rule_globs import rule_globs
from ctxlayer.analysis.rules import rule_book, runtimes_in_use
from ctxlayer.analysis.runtime_limits import runtime_cuts
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.snapshot import Query, Snapshot
from ctxlayer.layer.tree import Tree
from tests.harness.engine import build_snapshot

TODAY = datetime.date(2026, 11, 29)
CURSOR = ".cursor/rules/quays.mdc"
CLAUDE = ".claude/rules/quays.md"
COPILOT = ".github/instructions/quays.instructions.md"
GLOBS = '---\nglobs: "src/**"\n---\n\n# Quays\n'
PATHS = '---\npaths: ["src/**"]\n---\n\n# Quays\n'


def layer(*paths: str, links: dict[str, str] | None = None, **texts: str) -> Snapshot:
    files = {"ctxlayer.toml": "", **dict.fromkeys(paths, "# Quays\n"), **texts}
    snapshot = build_snapshot(files, TODAY)
    if links:
        tree = Tree(snapshot.tree.paths, links)
        snapshot = snapshot.after(tree=tree)
    return snapshot


def used(snapshot: Snapshot) -> list[str]:
    return [profile.id for profile in snapshot.ask(runtimes_in_use).profiles]


def loaded(snapshot: Snapshot, path: str) -> list[tuple[str, str, str]]:
    found = snapshot.ask(rule_book).loaded_by(path)
    return [(each.rule.path, each.rule.profile.id, each.cause) for each in found]


@pytest.mark.parametrize(
    ("paths", "runtimes"),
    [
        ((), []),
        ((".rules/a.md",), ["layer"]),
        ((CURSOR,), ["cursor"]),
        ((".cursor/mcp.json",), ["cursor"]),
        ((".cursorrules",), ["cursor"]),
        ((".cursor/rules/a.md",), ["cursor"]),
        ((CLAUDE,), ["claude"]),
        (("CLAUDE.md",), ["claude"]),
        (("quays/CLAUDE.md",), ["claude"]),
        ((".claude/settings.json",), ["claude"]),
        ((COPILOT,), ["copilot", "copilot-github"]),
        ((".github/copilot-instructions.md",), ["copilot", "copilot-github"]),
        ((".github/workflows/ci.yml",), []),
        (("AGENTS.md",), ["agents"]),
        (("quays/AGENTS.md",), ["agents"]),
        (("AGENTS.md", CURSOR), ["cursor"]),
        (("AGENTS.md", "CLAUDE.md"), ["claude", "agents"]),
        (("AGENTS.md", CLAUDE), ["claude"]),
        (("AGENTS.md", "quays/AGENTS.md", ".vscode/mcp.json"), ["copilot", "agents"]),
        (("src/cursor/rules/a.mdc", "docs/claude.md"), []),
    ],
)
def test_a_runtime_is_in_use_where_something_of_its_own_lies(
    paths: tuple[str, ...], runtimes: list[str]
) -> None:
    assert used(layer(*paths)) == runtimes


def test_a_rule_is_there_once_for_each_runtime_that_reads_it() -> None:
    snapshot = layer("AGENTS.md", CURSOR, COPILOT, **{CLAUDE: PATHS})
    book = [(rule.path, rule.profile.id) for rule in snapshot.ask(rule_book).rules]
    assert book == [
        (CLAUDE, "claude"),
        (CLAUDE, "copilot"),
        (CURSOR, "cursor"),
        (COPILOT, "copilot"),
        (COPILOT, "copilot-github"),
        ("AGENTS.md", "cursor"),
        ("AGENTS.md", "claude"),
        ("AGENTS.md", "copilot"),
        ("AGENTS.md", "copilot-github"),
    ]


def test_what_a_path_loads_is_told_for_each_runtime() -> None:
    snapshot = layer("CLAUDE.md", "quays/AGENTS.md", **{CURSOR: GLOBS, CLAUDE: PATHS})
    assert loaded(snapshot, "src/a.py") == [
        ("CLAUDE.md", "claude", "always"),
        (CLAUDE, "claude", "glob"),
        (CURSOR, "cursor", "glob"),
    ]
    assert loaded(snapshot, "quays/plan.md") == [
        ("CLAUDE.md", "claude", "always"),
        ("quays/AGENTS.md", "cursor", "glob"),
    ]


def test_a_pattern_fires_as_each_runtime_reads_it() -> None:
    snapshot = layer(**{COPILOT: '---\napplyTo: "src/*.py"\n---\n\n# Quays\n'})
    assert [each[1] for each in loaded(snapshot, "src/a.py")] == ["copilot", "copilot-github"]
    assert [each[1] for each in loaded(snapshot, "pkg/SRC/a.py")] == ["copilot"]


def test_a_link_to_a_memory_file_is_read_as_one() -> None:
    snapshot = layer("AGENTS.md", links={"CLAUDE.md": "AGENTS.md"})
    assert used(snapshot) == ["claude"]
    assert loaded(snapshot, "src/a.py") == [("AGENTS.md", "claude", "always")]


def test_a_link_to_a_folder_of_rules_is_read_as_one() -> None:
    snapshot = layer(
        ".claude/settings.json",
        links={".claude/rules": ".cursor/rules"},
        **{".cursor/rules/quays.md": PATHS, CURSOR: GLOBS},
    )
    assert loaded(snapshot, "src/a.py") == [
        (".cursor/rules/quays.md", "claude", "glob"),
        (CURSOR, "cursor", "glob"),
    ]


def test_a_file_outside_of_every_store_is_a_rule_where_a_link_leads_to_it() -> None:
    links = {"CLAUDE.md": "docs/agents.md", ".claude/rules": "house/rules"}
    snapshot = layer(links=links)
    for path, text in (("docs/agents.md", "# Harbour\n"), ("house/rules/quays.md", PATHS)):
        snapshot = edited(snapshot, path, text)
    assert loaded(snapshot, "src/a.py") == [
        ("docs/agents.md", "claude", "always"),
        ("house/rules/quays.md", "claude", "glob"),
    ]


def test_a_rule_that_settings_place_elsewhere_is_one_of_the_layer() -> None:
    snapshot = layer(
        **{
            "ctxlayer.toml": '[[paths]]\nglob = "house/*.md"\nkind = "rule"\n',
            "house/quays.md": GLOBS,
        }
    )
    assert loaded(snapshot, "src/a.py") == [("house/quays.md", "layer", "glob")]


def edited(snapshot: Snapshot, path: str, text: str) -> Snapshot:
    placement = snapshot.placement(path)
    assert placement is not None
    document = Document(path, placement, text, snapshot.documents.get(path))
    tree = snapshot.tree.changed([path], ())
    return snapshot.after(changed=[document], tree=tree)


def test_an_edit_keeps_what_it_does_not_touch() -> None:
    before = layer("CLAUDE.md", **{CURSOR: GLOBS, "knowledge/quays/a.md": "# A\n"})
    book, in_use = before.ask(rule_book), before.ask(runtimes_in_use)
    other = edited(before, "knowledge/quays/a.md", "# B\n")
    assert other.ask(rule_book) is book and other.ask(runtimes_in_use) is in_use
    after = edited(other, CURSOR, GLOBS.replace("src", "lib"))
    assert after.ask(runtimes_in_use) is in_use
    assert [a is b for a, b in zip(after.ask(rule_book).rules, book.rules, strict=True)] == [
        False,
        True,
    ]


def test_typing_in_the_text_of_a_rule_that_is_not_hot_is_no_work() -> None:
    texts = {CURSOR: GLOBS, "CLAUDE.md": "# Harbour\n", ".cursor/rules/b.mdc": GLOBS}
    before = layer(**texts)
    asked: tuple[Query[Any], ...] = (rule_book, rule_globs, budget, runtime_cuts)
    known = [before.ask(each) for each in asked]
    text = f"{GLOBS}\nMore words.\n"
    document = Document(CURSOR, Placement(Kind.RULE, "cursor"), text, before.documents[CURSOR])
    after = before.after(changed=[document])
    assert all(after.ask(each) is last for each, last in zip(asked, known, strict=True))


def test_step_by_step_the_answers_are_those_from_scratch() -> None:
    snapshot = layer("AGENTS.md")
    assert used(snapshot) == ["agents"]
    for path, runtimes in (
        (CURSOR, ["cursor"]),
        ("CLAUDE.md", ["cursor", "claude"]),
        (COPILOT, ["cursor", "claude", "copilot", "copilot-github"]),
    ):
        snapshot = edited(snapshot, path, "# Quays\n")
        assert used(snapshot) == runtimes
        fresh = layer(*(each for each in snapshot.tree.paths if each != "ctxlayer.toml"))
        assert snapshot.ask(runtimes_in_use) == fresh.ask(runtimes_in_use)
        assert loaded(snapshot, "src/a.py") == loaded(fresh, "src/a.py")


def test_what_was_tried_on_another_snapshot_is_forgotten() -> None:
    before = layer("CLAUDE.md", **{CURSOR: GLOBS})
    book = before.ask(rule_book)
    tried = edited(before, "CLAUDE.md", "# Other words\n")
    assert tried.ask(rule_book) is book
    after = edited(before, CURSOR, GLOBS.replace("src", "lib"))
    assert loaded(after, "lib/a.py") == [
        ("CLAUDE.md", "claude", "always"),
        (CURSOR, "cursor", "glob"),
    ]


def test_after_many_edits_the_rules_are_still_those_that_are_there() -> None:
    snapshot = layer("CLAUDE.md", **{CURSOR: GLOBS})
    book = snapshot.ask(rule_book)
    for number in range(300):
        snapshot = edited(snapshot, "CLAUDE.md", f"# Harbour {number}\n")
        snapshot.ask(rule_book)
    assert snapshot.ask(rule_book) is book
    snapshot = edited(snapshot, CURSOR, "# Quays\n")
    assert loaded(snapshot, "src/a.py") == [("CLAUDE.md", "claude", "always")]
