"""What each runtime is documented to match; `?` in the sources is not asserted."""

from __future__ import annotations

import re

import pytest

from ctxlayer.globs import DIALECTS, compile_glob, split_patterns, unestablished

_DOCUMENTED = ("cursor", "claude", "layer", "vscode", "github", "cline")
VECTORS = """
*.md                  README.md                 cursor claude layer vscode github cline
*.md                  docs/a.md                 vscode
**/*.md               README.md                 cursor claude layer vscode github cline
docs/*                docs/a/b.md               -
docs/**               docs/a/b.md               cursor claude layer vscode github cline
docs/**               pkg/docs/a.md             vscode
src/*.ts              pkg/src/x.ts              vscode
src/**/*.{ts,tsx}     src/x/a.tsx               cursor claude layer vscode github cline
**                    any/thing                 cursor claude layer vscode github cline
**/*.yml              .github/workflows/ci.yml  cursor claude layer vscode github cline
tailwind.config.*     tailwind.config.js        cursor claude layer vscode github cline
photos [2024/**       photos 2/a                -
"""


@pytest.mark.parametrize("line", VECTORS.strip().splitlines())
def test_documented_vectors(line: str) -> None:
    pattern, path, expected = re.split(r"\s{2,}", line)
    matching = {
        name
        for name, dialect in DIALECTS.items()
        if name in _DOCUMENTED and compile_glob(pattern, dialect).matches(path)
    }
    assert matching == set(expected.replace("-", "").split())


def test_case_counts_where_a_runtime_says_so() -> None:
    assert compile_glob("**/*.TS", DIALECTS["vscode"]).matches("a.ts")
    assert not compile_glob("**/*.TS", DIALECTS["cline"]).matches("a.ts")


def test_vs_code_compares_from_the_root_of_the_disk_and_knows_no_negation_and_no_escapes() -> None:
    vscode, github = DIALECTS["vscode"], DIALECTS["github"]
    assert not compile_glob("/src/**", vscode).matches("src/a.ts")
    assert compile_glob("/src/**", github).matches("src/a.ts")
    assert compile_glob("./src/**", vscode).matches("src/a.ts")
    assert not compile_glob("app/\\[id\\]/*", vscode).matches("app/[id]/a.ts")
    assert compile_glob("app/[[]id]/*", vscode).matches("app/[id]/a.ts")
    assert compile_glob("!src/**", vscode).notes == ()
    assert any("leading `!`" in note for note in compile_glob("!src/**", github).notes)


def test_what_is_settled_can_be_counted() -> None:
    cursor, claude = DIALECTS["cursor"], DIALECTS["claude"]
    assert compile_glob("src/**/*.py", cursor).is_settled
    for pattern in ("src/{a,b}/*", "src/[ab]/*", "src/", "/src/*", "!src/*", "src/[a"):
        assert not compile_glob(pattern, cursor).is_settled
    assert compile_glob("src/{a,b}/[cd]*", claude).is_settled
    assert not compile_glob("*.py", unestablished("Some Editor")).is_settled


def test_a_folder_with_a_slash() -> None:
    assert compile_glob("src/", DIALECTS["layer"]).matches("src/a/b.ts")
    assert not compile_glob("src/", DIALECTS["layer"]).matches("src")
    assert not compile_glob("src/", DIALECTS["cline"]).matches("src/a.ts")


def test_what_is_not_established_is_read_generously_and_said() -> None:
    glob = compile_glob("app/[id]/{a,b}.ts", DIALECTS["cursor"])
    assert glob.matches("app/[id]/a.ts")
    assert glob.matches("app/d/b.ts")
    assert ["brackets" in note or "braces" in note for note in glob.notes] == [True, True]
    assert compile_glob("app/a.ts", DIALECTS["cursor"]).notes == ()


def test_an_undocumented_runtime_matches_a_bare_name_at_any_depth() -> None:
    glob = compile_glob("*.ts", unestablished("Some Editor"))
    assert glob.matches("a/b.ts")
    assert any("bare name" in note for note in glob.notes)


def test_one_string_of_a_dialect_without_comma_strings_is_one_pattern() -> None:
    assert [p for _, p in split_patterns("a.ts, b.ts", DIALECTS["cline"])] == ["a.ts, b.ts"]


def test_a_hidden_name_is_a_doubt_only_where_a_wildcard_meets_it() -> None:
    glob = compile_glob(".github/**/*.yml", DIALECTS["claude"])
    assert glob.doubts(".github/a.yml") == ()
    assert len(glob.doubts(".github/.b/a.yml")) == 1
    assert compile_glob("**/*.yml", DIALECTS["cline"]).doubts(".github/a.yml") == ()
