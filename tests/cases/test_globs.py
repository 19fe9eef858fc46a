"""Which rules load for which paths, in what people wrote and were surprised by."""

from __future__ import annotations

from datetime import date

import pytest

from ctxlayer.analysis.matching import match_path
from ctxlayer.layer.tree import Tree
from tests.harness.engine import build_snapshot

TODAY = date(2026, 11, 29)

CURSOR = ".cursor/rules/berths.mdc"
CLAUDE = ".claude/rules/berths.md"
COPILOT = ".github/instructions/berths.instructions.md"
LAYER = ".rules/berths.md"
CLINE = ".clinerules/berths.md"


def written(*lines: str) -> str:
    return "\n".join(["---", *lines, "---", "", "# Berths", ""])


def loaded(rule: str, text: str, *paths: str) -> dict[str, list[str]]:
    """For each path the runtimes in which the rule loads, with `hot` behind those where it is."""
    snapshot = build_snapshot({rule: text, "ctxlayer.toml": ""}, TODAY)
    found = {}
    for path in paths:
        entry = match_path(snapshot, path)
        found[path] = sorted(
            each["runtime"] + (" hot" if each["temperature"] == "hot" else "")
            for each in entry["rules"]
            if each["path"] == rule and each["temperature"] in ("hot", "cool")
        )
    return found


BOTH = ["copilot", "copilot-github"]


@pytest.mark.parametrize(
    ("rule", "line", "expected"),
    [
        # A comma list in one string.
        (CURSOR, "globs: src/**/*.ts,lib/*.tsx", {"src/a/b.ts": ["cursor"], "lib/x.tsx": ["cursor"], "lib/a/x.tsx": []}),
        (CURSOR, 'globs: "src/**/*.ts,lib/*.tsx"', {"src/b.ts": ["cursor"], "lib/x.tsx": ["cursor"]}),
        (COPILOT, 'applyTo: "**/*.ts,**/*.tsx"', {"a/x.ts": BOTH, "x.tsx": BOTH, "x.py": []}),
        (CLAUDE, 'paths: "src/**/*.ts, lib/*.tsx"', {"src/b.ts": ["claude"], "lib/x.tsx": ["claude"]}),
        # A comma in braces splits nothing.
        (COPILOT, 'applyTo: "**/*.{kt,java}, build.gradle"', {"a/X.java": BOTH, "a/x.kt": BOTH, "build.gradle": BOTH, "java": []}),
        (CLAUDE, 'paths: ["**/*.{kt,java}"]', {"a/X.java": ["claude"], "a/x.kt": ["claude"], "a/x.ktjava": []}),
        (CURSOR, "globs: src/**/*.{ts,tsx}, docs/{a,{b,c}}/*", {"src/x/a.tsx": ["cursor"], "docs/c/x": ["cursor"], "docs/d/x": []}),
        # Blanks around a comma are none of the path's, blanks inside are.
        (CURSOR, "globs: src/**/*.ts ,  tests/**/*.ts", {"tests/a.ts": ["cursor"], "src/a.ts": ["cursor"]}),
        (CURSOR, "globs: north gate/**, south gate/*.md", {"north gate/x.py": ["cursor"], "south gate/a.md": ["cursor"], "gate/x.py": []}),
        (CLAUDE, "paths:\n  - north gate/**", {"north gate/x.py": ["claude"], "north/x.py": []}),
        # A pattern without a folder: the root, or anywhere.
        (CURSOR, "globs: '*.py'", {"a.py": ["cursor"], "pkg/a.py": []}),
        (CLAUDE, "paths: ['*.py']", {"a.py": ["claude"], "pkg/a.py": []}),
        (LAYER, "globs: ['*.py']", {"a.py": ["layer"], "pkg/a.py": []}),
        (COPILOT, "applyTo: '*.py'", {"a.py": BOTH, "pkg/a.py": ["copilot"]}),
        # A pattern with a folder: from the root, or anywhere; with `**/` in front both agree.
        (CURSOR, "globs: src/**/*.ts", {"src/b.ts": ["cursor"], "app/src/b.ts": []}),
        (COPILOT, "applyTo: src/**/*.ts", {"src/b.ts": BOTH, "app/src/b.ts": ["copilot"]}),
        (COPILOT, "applyTo: '**/src/**/*.ts'", {"src/b.ts": BOTH, "app/src/b.ts": BOTH}),
        (COPILOT, "applyTo: '/src/**'", {"src/b.ts": ["copilot-github"]}),
        # Case.
        (COPILOT, "applyTo: '**/*.TS'", {"a/x.ts": ["copilot"]}),
        # Names with a dot.
        (CLAUDE, "paths: ['**/*.md']", {".github/a.md": ["claude"], "a/.hidden/b.md": ["claude"], ".a.md": ["claude"]}),
        (LAYER, "globs: ['**', '.github/**']", {".github/workflows/ci.yml": ["layer"], ".env": ["layer"]}),
        # A list where only a text is read, a text where only a list is.
        (COPILOT, "applyTo: ['**/*.ts']", {"x.ts": []}),
        (CLINE, "paths: src/**", {"src/a.py": ["cline hot"], "x.py": ["cline hot"]}),
        (CLINE, "paths: ['src/**', '**/*.md']", {"src/a.py": ["cline"], "x.py": [], ".github/a.md": ["cline"]}),
        (CLINE, "paths: ['src/**, lib/**']", {"src/a.py": [], "lib/x.py": []}),
        # No pattern at all.
        (CLAUDE, "paths: []", {"src/a.py": []}),
        (CLAUDE, "owner: harbour", {"src/a.py": ["claude hot"]}),
        (CLAUDE, "paths:", {"src/a.py": ["claude hot"]}),
        (CURSOR, "globs:", {"src/a.py": []}),
        (CURSOR, "globs: []", {"src/a.py": []}),
        (LAYER, "globs: ''", {"src/a.py": []}),
        # Always, whatever the globs say.
        (CURSOR, "globs: src/**\nalwaysApply: true", {"x.py": ["cursor hot"]}),
        (LAYER, "globs: [src/**]\nalwaysApply: true", {"x.py": ["layer hot"]}),
        (CURSOR, 'globs: src/**\nalwaysApply: "true"', {"x.py": [], "src/a": ["cursor"]}),
        (COPILOT, "applyTo: '**'", {"x.py": ["copilot hot", "copilot-github"]}),
        # A bare star, as Cursor writes it, and a broken neighbour.
        (CURSOR, "globs: **/*.py", {"a/x.py": ["cursor"]}),
        (CURSOR, "globs: *.ts, src/[a, lib/**", {"x.ts": ["cursor"], "lib/x": ["cursor"]}),
        (CLAUDE, "paths: ['photos [2024/**', 'src/**']", {"src/a.py": ["claude"], "photos 2/a": []}),
    ],
)  # fmt: skip
def test_a_rule_loads_where_its_runtime_says(
    rule: str, line: str, expected: dict[str, list[str]]
) -> None:
    assert loaded(rule, written("description: Berths", line), *expected) == expected


def test_a_rule_in_a_folder_below_its_store_is_one() -> None:
    path = ".github/instructions/api/x.instructions.md"
    assert loaded(path, written("applyTo: 'src/**'"), "src/a.py") == {"src/a.py": BOTH}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (".cursor/rules/berths.md", written("globs: src/**")),
        (".claude/rules/berths.mdc", written("paths: ['src/**']")),
    ],
)
def test_a_file_that_its_runtime_passes_over_loads_nowhere(path: str, text: str) -> None:
    assert loaded(path, text, "src/a.py") == {"src/a.py": []}


def test_a_path_through_a_link_is_resolved_and_a_linked_rule_is_read_once() -> None:
    files = {".rules/berths.md": written('globs: ["src/**"]'), "src/a.py": ""}
    snapshot = build_snapshot(files, TODAY)
    linked = snapshot.after(
        tree=Tree(snapshot.tree.paths, {"shortcut": "src", ".rules/again.md": ".rules/berths.md"})
    )
    assert linked.tree.real("shortcut/a.py") == "src/a.py"
    for path in ("src/a.py", "shortcut/a.py"):
        entry = match_path(linked, path)
        assert [each["path"] for each in entry["rules"]] == [".rules/berths.md"]


def test_a_rules_folder_that_is_a_link_is_read_by_each_runtime_that_finds_it() -> None:
    files = {
        ".cursor/rules/berths.mdc": written("globs: src/**"),
        ".claude/rules/tides.md": written("paths: ['src/**']"),
    }
    snapshot = build_snapshot(files, TODAY)
    linked = snapshot.after(tree=Tree(snapshot.tree.paths, {".windsurf/rules": ".claude/rules"}))
    found = [(each["path"], each["runtime"]) for each in match_path(linked, "src/a.py")["rules"]]
    assert len(found) == len(set(found))
    assert (".cursor/rules/berths.mdc", "cursor") in found
    assert (".claude/rules/tides.md", "claude") in found
