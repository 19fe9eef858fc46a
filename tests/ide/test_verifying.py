"""Marks of verification are a person's own choice, and small edits whatever the file is like."""

from __future__ import annotations

from datetime import date

import pytest

from ctxlayer.ide.actions import actions, fix_all
from ctxlayer.ide.fixing import with_safe_fixes
from ctxlayer.ide.model import Action
from ctxlayer.ide.refactorings.verifying import VERIFIED
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Late
from ctxlayer.text import Span, apply_edits
from tests.harness.engine import build_snapshot, findings_of

PATH = "knowledge/tides/gauges.md"
TODAY = date(2026, 11, 29)
TEXTS = (
    "",
    "\ufeff",
    "# Gauges\r\n",
    "---\n---\n",
    "---\r\ncreated: 2026-11-20\r\n---\r\n",
    "---\nstatus: confirmed\n---\n# Gauges",
    "---\nstatus:\nverified-by:\n---\n",
    "---\nstatus : hypothesis\nverified-by: |\n  developer\n---\n",
    "---\nstatus: hypothesis\nsource: external\nlast-verified: soon\n---\n",
    "---\nstatus: confirmed-by-agent verified-by: unverified\n---\n",
    "---\nstatus: confirmed\n\n# Never closed\n",
    "--- status: confirmed\n---\n",
    "\n---\nstatus: confirmed\n---\n",
    "---\r\nsource: human-authored\rcreated: 2026-11-20\nstatus: 'confirmed'\n---\n",
    "---\nverified-by: {a: b}\nlast-verified: [2026-01-01]\n---\n",
    "---\nlast-verified: &a 2026-01-01\nverified-by: !x developer\n---\n",
)


def layer(text: str) -> Snapshot:
    return build_snapshot({"ctxlayer.toml": '[adapters]\nnames = ["gauge"]\n', PATH: text}, TODAY)


def marks(snapshot: Snapshot) -> list[Action]:
    text = snapshot.documents[PATH].text
    at = min(len(text), 5)
    found = actions(snapshot, PATH, Span.at(at)) or actions(snapshot, PATH, Span.at(0))
    return [each for each in found if each.kind == "refactor.rewrite"]


@pytest.mark.parametrize("text", TEXTS)
def test_a_mark_makes_the_file_say_so_or_says_why_it_cannot(text: str) -> None:
    for action in marks(layer(text)):
        if action.disabled:
            assert not action.edits and action.disabled[0].islower()
            continue
        new = apply_edits(text, action.edits[PATH])
        after = layer(new).documents[PATH].frontmatter
        values = {entry.key: getattr(entry.value, "text", "") for entry in after.entries}
        if action.title.startswith("Mark"):
            assert values["last-verified"] == "2026-11-29"
            assert values["verified-by"] == (
                "live-query" if "live" in action.title else "developer"
            )
        else:
            assert values["status"] == "hypothesis"
        assert not [each.title for each in marks(layer(new)) if each.title == action.title]


def test_line_ends_and_a_byte_order_mark_stay() -> None:
    text = (
        "\ufeff---\r\nsource: human-authored\r\ncreated: 2026-11-20\r\nstatus: confirmed\r\n---\r\n"
    )
    (mine,) = (each for each in marks(layer(text)) if each.title == VERIFIED)
    assert apply_edits(text, mine.edits[PATH]) == text.replace(
        "status", "last-verified: 2026-11-29\r\nverified-by: developer\r\nstatus"
    )


@pytest.mark.parametrize("text", TEXTS)
def test_nothing_but_a_choice_in_an_editor_raises_trust(text: str) -> None:
    snapshot = layer(text)
    assert not any(each.preferred or each.findings for each in marks(snapshot))
    every = fix_all(snapshot, PATH)
    changed = [apply_edits(text, every.edits[PATH])] if every and PATH in every.edits else []
    changed.append(with_safe_fixes(snapshot, (PATH,)).documents[PATH].text)
    for found in findings_of(snapshot).values():
        for finding in found:
            for fix in finding.fixes:
                assert not isinstance(fix.edits, Late)
                if PATH in fix.edits:
                    changed.append(apply_edits(text, fix.edits[PATH]))
    for new in changed:
        assert new.count("developer") <= text.count("developer")
        assert new.count("2026-11-29") <= text.count("2026-11-29") + 1  # the day it was made
