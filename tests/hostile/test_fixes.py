"""Fixes over what nobody would write: none raises trust, none makes an error, twice is once."""

from __future__ import annotations

import random
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from ctxlayer.host import Host
from ctxlayer.ide.actions import fix_all
from ctxlayer.ide.diagnostics import layer_report
from ctxlayer.ide.fixing import edited, with_safe_fixes
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot

EXAMPLE = Path(__file__).parents[2] / "docs" / "example-layer"
HEAD = "---\nsource: human-authored\ncreated: 2026-11-01\nlast-verified: 2026-11-20\n"
NOTE = "knowledge/pilotage/overview.md"
PIECES = (
    "|", "\n", "---\n", ": ", '"', "'", "`", "[", "]", "{", "*", "\t", "#", "<!--", "-->", "\r\n", "é",
    "😀", "status: done\n", "Status: Confirmed\n", "verified_by: dev\n", "globs: *.md\n", "../", "```",
    "\ufeff", "\u200b", "\u2028", "globs: [a, b\n", "created: 2026-11-31\n", "<<<<<<< HEAD\n", "{{x}}",
    "**Files**\n", "### tides\n", "| a | b | c |\n", "| --- | --- |\n", " · ", ", read-only", "\\",
    "\x07", "%20", "<!-- ctxlayer: ignore[dead-pointer] -->\n", "# ctxlayer: ignore[x]\n",
)  # fmt: skip


@cache
def example() -> Snapshot:
    layer = Host(today=lambda: date(2026, 11, 29)).layer_of(EXAMPLE)
    assert layer is not None
    return layer.snapshot


def written(path: str, text: str) -> Snapshot:
    """The example layer with another text in one of its files."""
    layer = example()
    placement = layer.placement(path)
    assert placement is not None
    return layer.after(changed=[Document(path, placement, text, layer.documents[path])])


def errors(layer: Snapshot, path: str) -> list[str]:
    found = layer_report(layer).get(path)
    return [each.lint for each in found.findings if each.severity == "error"] if found else []


@pytest.mark.parametrize(
    "block",
    [
        "verified-by: developer\nstat\\us: confirmed\nstat\\us: hypothesis\n",
        "verified-by: developer\nstatis: confirmed\nsttus: hypothesis\n",
        "verified_by: developer\nverifiedBy: unverified\nstatus: hypothesis\n",
    ],
)
def test_of_two_slips_of_a_key_one_is_mended_unasked(block: str) -> None:
    layer = written(NOTE, f"{HEAD}{block}---\n\n# Pilotage\n")
    fixed = with_safe_fixes(layer, [NOTE])
    assert "duplicate-key" not in errors(fixed, NOTE)
    assert fixed.documents[NOTE].text != layer.documents[NOTE].text


def test_what_is_no_comment_is_not_removed_as_one() -> None:
    text = (
        f"{HEAD}verified-by: developer\nstatus: confirmed# ctxlayer: ignore[x]\n---\n\n# Pilotage\n"
    )
    found = layer_report(written(NOTE, text))[NOTE].findings
    assert "unused-suppression" not in {each.lint for each in found}


@pytest.mark.parametrize("seed", range(60))
def test_any_text_can_be_fixed(seed: int) -> None:
    chance = random.Random(seed)
    path = chance.choice(sorted(example().documents))
    text = example().documents[path].text
    for _ in range(chance.choice([1, 2, 4])):
        at = chance.randint(0, len(text))
        text = text[:at] + chance.choice(PIECES) + text[at + chance.choice([0, 0, 1, 5]) :]
    layer = written(path, text)
    report = layer_report(layer)
    assert not [failure for each in report.values() for failure in each.failures]
    for finding in report[path].findings if path in report else ():
        assert 0 <= finding.span.start <= finding.span.end <= len(text)
        for fix in finding.fixes:
            assert edited(layer, fix.edits).documents[path]
    once = with_safe_fixes(layer, list(layer.documents))
    twice = with_safe_fixes(once, list(once.documents))
    assert [each.text for each in twice.documents.values()] == [
        each.text for each in once.documents.values()
    ]


def test_a_long_file_is_fixed_where_it_differs() -> None:
    text = f"{HEAD}verified-by: developer\nstatus: confirmd\n---\n" + "a\n\nb\n" * 60_000
    action = fix_all(written(NOTE, text), NOTE)
    assert action is not None
    assert [edit.new for edit in action.edits[NOTE]] == ["status: confirmed\n"]
