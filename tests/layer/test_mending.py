"""Frontmatter that is no YAML: what a runtime makes of a rule with it."""

from __future__ import annotations

import pytest

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.mending import is_broken, mends_by_quoting
from ctxlayer.layer.rule import read_rule

CLAUDE = ".claude/rules/berths.md"
CLINE = ".clinerules/berths.md"
CURSOR = ".cursor/rules/berths.mdc"


def document(path: str, block: str) -> Document:
    runtime = {CLAUDE: "claude", CLINE: "cline", CURSOR: "cursor"}[path]
    return Document(path, Placement(Kind.RULE, runtime), f"---\n{block}---\n\n# Berths\n")


@pytest.mark.parametrize(
    ("path", "block", "temperature"),
    [
        (CLAUDE, "paths: src/**\n", "cool"),
        # It quotes what stands behind a key on one line, and reads the block again.
        (CLAUDE, "paths: **/*.py\n", "cool"),
        (CLAUDE, "paths: {api,jobs}/**/*.go\n", "cool"),
        (CLAUDE, "description: berths: what to know\npaths: src/**\n", "cool"),
        (CLAUDE, "paths:\n\t- src/**\n", "hot"),
        (CLAUDE, "paths: 'src/**\n", "hot"),
        (CLAUDE, "paths: src/**\nname: a\n  stray: line\n", "hot"),
        (CLINE, "paths:\n  - src/**\n", "cool"),
        (CLINE, "paths:\n  - src/**\ndescription: berths: what\n", "hot"),
        # Cursor's own reading is not that of YAML.
        (CURSOR, "globs: **/*.py\n", "cool"),
        (CURSOR, "description: berths: what to know\nglobs: src/**\n", "cool"),
    ],
)
def test_what_no_yaml_parser_reads_is_read_as_the_runtime_does(
    path: str, block: str, temperature: str
) -> None:
    rule = read_rule(document(path, block))
    assert rule is not None
    assert rule.temperature.value == temperature, rule.why
    assert rule.always is (temperature == "hot")


def test_text_with_windows_line_ends_is_not_mended() -> None:
    unix = document(CLAUDE, "paths: **/*.py\n")
    windows = Document(CLAUDE, Placement(Kind.RULE, "claude"), unix.text.replace("\n", "\r\n"))
    assert is_broken(unix) and mends_by_quoting(unix)
    assert is_broken(windows) and not mends_by_quoting(windows)
    rule = read_rule(windows)
    assert rule is not None and rule.temperature.value == "hot"


def test_a_sound_block_needs_no_mending() -> None:
    sound = document(CLAUDE, "paths: src/**\n")
    assert not is_broken(sound) and not mends_by_quoting(sound)
