"""The lints over globs answer about any patterns, soon, and their fixes leave frontmatter that is read."""

from __future__ import annotations

import time
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.harness.engine import build_snapshot, findings_of
from tests.harness.fixes import apply_fix

TODAY = date(2026, 11, 29)
FILES = {"ctxlayer.toml": "", "src/a.py": "", "src/[id]/b.py": "", "app/src/c.py": "", "d.md": ""}
STORES = {
    ".rules/x.md": "globs",
    ".cursor/rules/x.mdc": "globs",
    ".claude/rules/x.md": "paths",
    ".github/instructions/x.instructions.md": "applyTo",
}
GLOBS = frozenset(
    {
        "invalid-glob",
        "glob-matches-nothing",
        "glob-matches-everything",
        "glob-not-portable",
        "redundant-glob",
    }
)
PIECES = st.sampled_from(
    ["**", "*", "/", "src", "app", "a.py", ".py", "[id]", "[", "{", "}", ",", "!", "\\", " ", "'", "C:/", "~/", "?"]
)  # fmt: skip
PATTERN = st.lists(PIECES, min_size=1, max_size=6).map("".join)


def frontmatter(key: str, patterns: list[str], style: str) -> str:
    if style == "flow":
        items = ", ".join("'" + each.replace("'", "''") + "'" for each in patterns)
        return f"{key}: [{items}]"
    if style == "block":
        return "\n".join(
            [f"{key}:", *("  - '" + each.replace("'", "''") + "'" for each in patterns)]
        )
    return f"{key}: '" + ", ".join(patterns).replace("'", "''") + "'"


@settings(derandomize=True, max_examples=40, deadline=None)
@given(
    st.sampled_from(sorted(STORES)),
    st.lists(PATTERN, min_size=1, max_size=4),
    st.sampled_from(["flow", "block", "string"]),
)
def test_every_finding_is_on_its_pattern_and_every_fix_mends_it(
    path: str, patterns: list[str], style: str
) -> None:
    text = f"---\n{frontmatter(STORES[path], patterns, style)}\n---\n\n# X\n"
    files = {**FILES, path: text}
    found = findings_of(build_snapshot(files, TODAY)).get(path, [])
    seen = set()
    for finding in found:
        if finding.lint not in GLOBS:
            continue
        assert text.index("\n") < finding.span.start < finding.span.end <= len(text)
        place = (finding.lint, finding.span, finding.message)
        assert place not in seen
        seen.add(place)
        for fix in finding.fixes:
            after = apply_fix(files, fix)
            again = findings_of(build_snapshot(after, TODAY)).get(path, [])
            assert not [each for each in again if each.lint == "frontmatter-syntax"], after[path]
            old = finding.span.of(text)
            left = [each for each in again if each.lint == finding.lint]
            before = [each for each in found if each.lint == finding.lint]
            assert len(left) <= len(before), (old, after[path])


@pytest.mark.parametrize("piece", ["**/", "*a", "{a,", "[a", "a,", "\\", "?", "x**"])
def test_long_patterns_are_judged_soon(piece: str) -> None:
    pattern = piece * (3_000 // len(piece))
    text = f"---\nglobs: ['{pattern}', 'src/**', '{pattern}b']\n---\n\n# X\n"
    snapshot = build_snapshot({**FILES, ".rules/x.md": text}, TODAY)
    before = time.process_time()
    findings_of(snapshot)
    assert time.process_time() - before < 4
