"""However odd a rule is: nothing raises, and every fix of these lints mends its finding."""

from __future__ import annotations

import datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.lints.model import Finding
from ctxlayer.text import apply_edits
from tests.harness.engine import build_snapshot, findings_of

TODAY = datetime.date(2026, 11, 29)
LINTS = {"unjustified-hot", "hot-but-local", "vague-description", "missing-verdict"}
PATHS = (
    ".rules/a.md",
    ".cursor/rules/a.mdc",
    ".claude/rules/a.md",
    ".windsurf/rules/a.md",
    ".kiro/steering/a.md",
    ".continue/rules/a.md",
    ".clinerules/a.md",
    ".github/instructions/a.instructions.md",
    "extractions/2026-11-01-berths.md",
)
LINES = (
    "---",
    "alwaysApply: true",
    "alwaysApply: false # no",
    "trigger: always_on",
    "inclusion: always",
    'applyTo: "**"',
    "globs:",
    "globs: src/**",
    "paths: []",
    "description: General guidelines",
    "description: Use when a task moves a berth",
    "description: >-",
    "  folded text",
    "justification:",
    "justification: TODO # soon",
    "justification: |",
    "hot-memory:",
    "hot-memory: # later",
    "source: extraction",
    "status: confirmed-by-agent",
    "verified-by: live-query",
    "{alwaysApply: true, globs: a}",
    "? odd",
    "- item",
    "\t",
    "",
    "# Berths 潮",
    "## Hot-memory verdict",
    "`src/berths/plan.py` and `src/berths/check.py`",
    "../src/berths/ and `../../..`",
    "`{a,b` `[` `**/` `src/berths/*.py` `/`",
    "```python",
    "```",
    "<!--",
    "> quoted",
)
FILES = {
    "ctxlayer.toml": "",
    "src/berths/plan.py": "",
    "src/berths/check.py": "",
    **{f"src/tides/{number}.py": "" for number in range(4)},
    **{f"web/{number}.ts": "" for number in range(3)},
}

texts = st.lists(st.sampled_from(LINES), max_size=12).map("\n".join)
rules = st.builds(
    lambda head, body, end, bom: f"{bom}---\n{head}\n---\n{body}\n".replace("\n", end),
    texts,
    texts,
    st.sampled_from(("\n", "\r\n", "\r")),
    st.sampled_from(("", "\ufeff")),
)


def found(files: dict[str, str]) -> list[Finding]:
    """The findings of these lints."""
    every = findings_of(build_snapshot(files, TODAY))
    return [one for each in every.values() for one in each if one.lint in LINTS]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PATHS), rules | texts)
def test_every_fix_mends_its_finding(path: str, text: str) -> None:
    files = {**FILES, path: text}
    before = found(files)
    for finding in before:
        for fix in finding.fixes:
            edited = apply_edits(text, fix.edits[path])
            after = found({**files, path: edited})
            assert [each.lint for each in after].count(finding.lint) < [
                each.lint for each in before
            ].count(finding.lint), (fix.title, edited)
