"""What most files of a sort have alike is told once, from one keystroke to the next."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest

from ctxlayer.ide.actions import fix_all
from ctxlayer.ide.diagnostics import layer_findings
from ctxlayer.ide.fixing import with_safe_fixes
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix
from ctxlayer.text import apply_edits
from tests.harness import engine

RULE = "---\ndescription: Use when a task moves vessel {}\n{}---\n\n# Vessels\n"
KEY = "priority: high\n"
IGNORED = f"# ctxlayer: ignore[unknown-key] read by our own tool\n{KEY}"


def rules(head: str, count: int = 8) -> dict[str, str]:
    return {f".cursor/rules/vessel-{each}.mdc": RULE.format(each, head) for each in range(count)}


def build_snapshot(files: Mapping[str, str]) -> Snapshot:
    return engine.build_snapshot(files, date(2026, 11, 29))


def edited(snapshot: Snapshot, files: Mapping[str, str]) -> Snapshot:
    changed = []
    for path, text in files.items():
        placement = snapshot.placement(path)
        assert placement is not None
        changed.append(Document(path, placement, text, snapshot.document(path)))
    return snapshot.after(changed=changed)


def told(snapshot: Snapshot) -> dict[str, list[str]]:
    return {
        path.rpartition("/")[2]: [finding.message.rpartition("; ")[2] for finding in findings]
        for path, findings in layer_findings(snapshot).items()
    }


def test_the_first_file_speaks_for_all() -> None:
    assert told(build_snapshot(rules(KEY))) == {
        "vessel-0.mdc": ["7 more files have it so, and are not flagged one by one"]
    }


def test_what_few_of_many_files_have_is_no_habit() -> None:
    others = {f".cursor/rules/berth-{each}.mdc": RULE.format(each, "") for each in range(73)}
    assert len(told(build_snapshot(rules(KEY) | others))) == 8


def test_a_suppressed_finding_is_no_part_of_a_habit() -> None:
    first = {".cursor/rules/vessel-0.mdc": RULE.format(0, IGNORED)}
    assert len(told(build_snapshot(rules(KEY) | first))) == 7
    assert list(told(build_snapshot(rules(KEY, 9) | first))) == ["vessel-1.mdc"]


def test_a_habit_comes_and_goes_with_an_edit() -> None:
    start = build_snapshot(rules(KEY))
    assert len(told(start)) == 1
    fewer = edited(start, {".cursor/rules/vessel-0.mdc": RULE.format(0, "")})
    assert len(told(fewer)) == 7
    again = edited(fewer, {".cursor/rules/vessel-0.mdc": RULE.format(0, KEY)})
    assert told(again) == told(start)


def applied(snapshot: Snapshot, fix: Fix) -> dict[str, str]:
    return {
        path: apply_edits(snapshot.documents[path].text, edits) for path, edits in fix.edits.items()
    }


def test_a_fix_is_offered_for_the_file_and_for_all() -> None:
    snapshot = build_snapshot(rules(KEY))
    (finding,) = layer_findings(snapshot)[".cursor/rules/vessel-0.mdc"]
    one, every = finding.fixes
    assert (one.title, every.title) == ("Remove `priority`", "Remove `priority`, in all 8 files")
    assert applied(snapshot, one) == rules("", 1)
    assert applied(snapshot, every) == rules("")


@pytest.mark.parametrize("number", [0, 5])
def test_what_runs_unasked_keeps_to_its_file(number: int) -> None:
    path = f".cursor/rules/vessel-{number}.mdc"
    files = rules("globs: *.py\n")
    snapshot = build_snapshot(files)
    fixed = with_safe_fixes(snapshot, (path,))
    changed = {each for each in files if fixed.documents[each].text != files[each]}
    assert changed == {path}
    action = fix_all(snapshot, path)
    assert action is not None
    assert set(action.edits) == {path}


def test_what_runs_unasked_reaches_every_file_that_is_named() -> None:
    files = rules("globs: *.py\n")
    fixed = with_safe_fixes(build_snapshot(files), tuple(files))
    assert {path: fixed.documents[path].text for path in files} == rules('globs: "*.py"\n')
