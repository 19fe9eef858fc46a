"""`route`: a task in words to topics and files, and suites of such tasks."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

TABLE = """## Platform

| topic | files | live pointer | vocabulary |
| --- | --- | --- | --- |
| locks | gates.md · gone.md · pump-service:src/pump.py · https://example.org/locks | pumps v_state, read-only | gate, sluice |
| weirs | flow.md | pumps v_flow, read-only | sluice, spillway |

## Meta

| topic | files | live pointer | vocabulary |
| --- | --- | --- | --- |
| handover | | | watch change |
"""
MEMORY = "whatever else you recall is unverified: say so, and check it against the live source."
CASES = """- task: a gate leaks
  topic: locks
- task: the sluice is open
  topic: weirs
- task: which spillway runs
  topic: locks
- task: the newsletter
  topic: null
- task: a flood
  topic: weir
"""


@pytest.fixture
def table(layer: Path) -> Path:
    """The layer with a trigger table and a file of cases."""
    (layer / "index").mkdir()
    (layer / "index/trigger-table.md").write_text(TABLE, encoding="utf-8")
    (layer / "cases.yaml").write_text(CASES, encoding="utf-8")
    return layer


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


# Tasks.


@pytest.mark.usefixtures("table")
def test_the_json_has_topics_reasons_and_what_to_read(run: Run) -> None:
    ran = run("route", "why do the gates leak?", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json == {
        "version": 1,
        "topics": [
            {
                "topic": "locks",
                "score": 3.8,
                "matched": ["gate"],
                "because": [{"kind": "term", "text": "gate", "weight": 3.8}],
                "pointers": [
                    "knowledge/locks/gates.md",
                    "pump-service:src/pump.py",
                    "https://example.org/locks",
                ],
                "live": ["pumps v_state, read-only"],
                "repos": [
                    {"name": "pump-service", "state": "UNKNOWN", "reasons": ["not-looked-at"]}
                ],
            }
        ],
    }


@pytest.mark.usefixtures("table")
def test_people_get_it_in_the_order_of_how_far_it_is_believed(run: Run) -> None:
    ran = run("route", "why", "do", "the", "gates", "leak?")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "## 1. locks (score 3.80)",
        "",
        "Because of the term `gate`.",
        "",
        "- Map, highest value first:",
        "  - knowledge/locks/gates.md — Tier 2, best available (re-graded) · status confirmd · verified 9 d ago",
        "- Live:",
        "  - pumps v_state, read-only",
        "  - gate of pump-service: UNKNOWN · not mapped on this machine",
        "- External, Tier 3:",
        "  - pump-service:src/pump.py (sibling source, Tier 3 until its gate passes: UNKNOWN)",
        "  - https://example.org/locks",
        f"- Memory, unverified: {MEMORY}",
        "- Left out: 1 pointer without a file here; `ctxlayer check` shows why.",
    ]


def git(folder: Path, *arguments: str) -> None:
    who = {f"GIT_{each}_NAME": "Ada Quay" for each in ("AUTHOR", "COMMITTER")}
    mail = {f"GIT_{each}_EMAIL": "ada@example.org" for each in ("AUTHOR", "COMMITTER")}
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(
        ["git", "-C", str(folder), *arguments],
        check=True,
        capture_output=True,
        env={**os.environ, **who, **mail, **alone},
    )


@pytest.fixture
def clone(table: Path) -> Path:
    """The clone of the sibling that the table leads to, mapped, and up to date with its remote."""
    remote, found = table.parent / "remote", table.parent / "pump-service"
    (remote / "src").mkdir(parents=True)
    (remote / "src/pump.py").write_text("RATE = 1\n", encoding="utf-8")
    git(remote, "init", "-q", "-b", "main")
    git(remote, "add", "-A")
    git(remote, "commit", "-q", "-m", "Pump")
    git(table.parent, "clone", "-q", str(remote), str(found))
    (table / ".local").mkdir()
    clones = json.dumps({"pump-service": found.as_posix()})
    (table / ".local/repo-paths.json").write_text(clones, encoding="utf-8")
    return found


@pytest.mark.usefixtures("clone")
def test_source_of_a_clone_that_passes_is_the_running_system(run: Run) -> None:
    out = run("route", "why do the gates leak?").out
    live, _, outside = out.partition("- External, Tier 3:")
    assert "  - pump-service:src/pump.py (sibling source, Tier 1)\n" in live
    assert "  - gate of pump-service: PASS · main · up to date as of " in live
    assert "pump-service" not in outside
    (topic,) = run("route", "why do the gates leak?", "--format", "json").json["topics"]
    assert topic["repos"] == [{"name": "pump-service", "state": "PASS", "reasons": []}]


def test_a_clone_that_is_stopped_is_told_first_with_the_reason(clone: Path, run: Run) -> None:
    (clone / "src/pump.py").write_text("RATE = 2\n", encoding="utf-8")
    git(clone, "switch", "-q", "-c", "trial")
    out = run("route", "why do the gates leak?").out
    head, _, rest = out.partition("- Map")
    assert "**STOP: pump-service is not to be read as what runs.** on trial, expected main" in head
    assert f"git -C {clone} switch main" in head
    assert "pump-service:src/pump.py (sibling source, Tier 3 until its gate passes: STOP)" in rest
    (topic,) = run("route", "why do the gates leak?", "--format", "json").json["topics"]
    assert topic["repos"][0]["state"] == "STOP"
    assert topic["repos"][0]["reasons"] == ["wrong-branch", "no-upstream", "dirty"]


@pytest.mark.usefixtures("table")
def test_topics_are_ranked_and_no_more_are_shown_than_asked_for(run: Run) -> None:
    def shown(*arguments: str) -> list[str]:
        ran = run("route", "sluice of the spillway", "--format", "json", *arguments)
        return [each["topic"] for each in ran.json["topics"]]

    assert shown() == ["weirs", "locks"]
    assert shown("--top", "1") == ["weirs"]
    assert "(shared by 2 topics)" in run("route", "sluice").out


@pytest.mark.usefixtures("table")
def test_where_nothing_matches_that_is_told_and_how_to_go_on(run: Run) -> None:
    ran = run("route", "translate the newsletter", "--format", "json")
    assert (ran.code, ran.json) == (0, {"version": 1, "topics": []})
    assert "no topic matches this task" in ran.err and "index/trigger-table.md" in ran.err
    assert run("route", "translate the newsletter").out == ""


@pytest.mark.usefixtures("table")
def test_meta_topics_are_shown_only_when_asked_for(run: Run) -> None:
    ran = run("route", "watch change")
    assert ran.out == "" and "1 meta topic would: --meta shows them" in ran.err
    assert run("route", "watch change", "--meta").out.startswith(
        "## 1. handover (score 5.00, meta)"
    )


def test_a_layer_without_a_table_and_no_layer_say_so(
    layer: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = run("route", "a gate")
    assert (ran.code, ran.out) == (0, "") and "no trigger table" in ran.err
    (layer.parent / "elsewhere").mkdir()
    monkeypatch.chdir(layer.parent / "elsewhere")
    ran = run("route", "a gate", "--format", "json")
    assert (ran.code, ran.json["topics"]) == (0, []) and "no context layer" in ran.err
    (layer / "index").mkdir()
    (layer / "index/trigger-table.md").write_text(TABLE, encoding="utf-8")
    assert run("route", "a gate", "--root", str(layer)).out.startswith("## 1. locks")


@pytest.mark.usefixtures("table")
def test_a_task_may_come_on_stdin(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, b"A gate leaks.\n\nSince Monday.\n")
    assert run("route", "-").out.startswith("## 1. locks")


@pytest.mark.parametrize(
    "arguments",
    [
        ["route"],
        ["route", " "],
        ["route", "a gate", "--top", "0"],
        ["route", "a gate", "--top", "two"],
        ["route", "a gate", "--min-top1", "0.9"],
        ["route", "a gate", "--from-history"],
        ["route", "a gate", "--verbose"],
        ["route", "a gate", "--eval", "cases.yaml"],
        ["route", "--eval"],
        ["route", "--eval", "cases.yaml", "--min-top1", "2"],
        ["route", "--eval", "cases.yaml", "--min-top1", "110%"],
        ["route", "--eval", "cases.yaml", "--min-top3", "nan"],
        ["route", "--eval", "cases.yaml", "--min-top3", "most"],
        ["route", "--eval", "missing.yaml"],
        ["route", "--eval", "index"],
    ],
)
@pytest.mark.usefixtures("table")
def test_wrong_usage_is_told(run: Run, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert "ctxlayer: " in ran.err and "internal error" not in ran.err


def test_a_task_that_is_no_text_is_told(
    table: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, b"\xff\xfe\x00")
    ran = run("route", "-")
    assert ran.code == 2 and "the task on stdin is" in ran.err


def test_what_a_table_holds_steers_no_terminal_and_is_not_opened(layer: Path, run: Run) -> None:
    (layer / "index").mkdir()
    row = (
        "| locks\x1b[2J | knowledge/locks/gates.md · /etc/passwd · ../../../etc/passwd · file:///etc/passwd · $(id) "
        "| pumps \x9b31m`v_\u202estate`, read-only | gate\x07\u202e, sluice |\n"
    )
    head = "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
    (layer / "index/trigger-table.md").write_text(head + row, encoding="utf-8")
    for arguments in (["route", "sluice"], ["route", "sluice", "--format", "json"], ["check"]):
        ran = run(*arguments)
        odd = [char for char in ran.out + ran.err if not char.isprintable() and char != "\n"]
        assert odd == [], arguments
        assert "root:" not in ran.out
    (found,) = run("route", "sluice", "--format", "json").json["topics"]
    assert found["pointers"] == ["knowledge/locks/gates.md"]
    assert found["topic"] == "locks\x1b[2J"


# Suites.


@pytest.mark.usefixtures("table")
def test_a_file_of_cases_is_scored(run: Run) -> None:
    ran = run("route", "--eval", "cases.yaml", "--format", "json")
    assert ran.code == 0
    (suite,) = ran.json["suites"]
    cases = suite.pop("cases")
    assert suite == {
        "name": "cases.yaml",
        "judged": 3,
        "top1": 1 / 3,
        "top3": 2 / 3,
        "nowhere": 1.0,
        "unjudged": 1,
        "skipped": {},
    }
    assert [each["verdict"] for each in cases] == ["first", "near", "missed", "first", "unknown"]
    assert cases[1] == {
        "task": "the sluice is open",
        "expected": ["weirs"],
        "verdict": "near",
        "rank": 2,
        "routed": ["locks", "weirs"],
        "unknown": [],
        "line": 3,
        "sources": [],
    }


@pytest.mark.usefixtures("table")
def test_people_read_the_shares_and_what_went_wrong(run: Run) -> None:
    ran = run("route", "--eval", "cases.yaml")
    assert ran.out.splitlines() == [
        "cases.yaml: 5 cases",
        "  top-1        1 of 3       33.3%",
        "  top-3        2 of 3       66.7%",
        "  nowhere      1 of 1      100.0%",
        "  line 3: weirs came second, after locks — the sluice is open",
        "  line 5: missed: wanted locks, led to weirs — which spillway runs",
        "  line 9: not judged; no topic is called weir (renamed to weirs?) — a flood",
    ]
    verbose = run("route", "--eval", "cases.yaml", "--verbose").out
    assert "  line 1: first: locks — a gate leaks\n" in verbose


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["--min-top1", "0.33"], 0, ""),
        (["--min-top1", "33%", "--min-top3", "0.6", "--min-nowhere", "1"], 0, ""),
        (["--min-top1", "0.34"], 1, "cases.yaml: top1 is 33.3%, at least 34.0% is asked for"),
        (["--min-top3", "70%"], 1, "top3 is 66.7%"),
        (["--fail-on-unknown"], 1, "topics of 1 case are unknown"),
    ],
)
@pytest.mark.usefixtures("table")
def test_a_suite_fails_below_its_thresholds(
    run: Run, arguments: list[str], code: int, told: str
) -> None:
    ran = run("route", "--eval", "cases.yaml", *arguments)
    assert ran.code == code and told in ran.err


def test_a_suite_that_judges_nothing_does_not_pass(table: Path, run: Run) -> None:
    (table / "cases.yaml").write_text("- task: x\n  topic: no-such\n", encoding="utf-8")
    assert run("route", "--eval", "cases.yaml").code == 0
    ran = run("route", "--eval", "cases.yaml", "--min-top1", "0")
    assert ran.code == 1 and "no case was there to be judged" in ran.err


def test_a_broken_file_is_told_with_its_lines(table: Path, run: Run) -> None:
    (table / "cases.yaml").write_text("- task: x\n- topic: y\n- task: [z]\n  topic: a\n")
    ran = run("route", "--eval", "cases.yaml", "--format", "json")
    assert (ran.code, ran.out) == (2, "")
    assert [line.split(": ")[1] for line in ran.err.splitlines()] == [
        "cases.yaml:1:3",
        "cases.yaml:2:3",
        "cases.yaml:3:9",
    ]


@pytest.mark.usefixtures("table")
def test_cases_may_come_on_stdin(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, json.dumps([{"task": "a gate", "topic": "locks"}]).encode())
    (suite,) = run("route", "--eval", "-", "--format", "json").json["suites"]
    assert (suite["name"], suite["top1"]) == ("-", 1.0)


def test_the_past_is_scored_beside_a_file(table: Path, run: Run) -> None:
    note = "---\nsource: extraction\ncreated: 2026-11-01\n---\n\n"
    for path, text in {
        "extractions/2026-11-01-locks.md": f"{note}# The gate was left open\n\nAsked for LOCK-12.\n",
        "extractions/2026-11-02-quays.md": f"{note}# A quay that nobody indexed\n",
        "working/LOCK-12/ticket.md": "# A sluice gate does not close\n",
        "working/LOCK-13/ticket.md": "# Still at work on the weir\n",
    }.items():
        (table / path).parent.mkdir(parents=True, exist_ok=True)
        (table / path).write_text(text, encoding="utf-8")
    ran = run("route", "--eval", "cases.yaml", "--from-history", "--format", "json")
    assert [each["name"] for each in ran.json["suites"]] == ["cases.yaml", "extractions", "tickets"]
    _, extractions, tickets = ran.json["suites"]
    assert (extractions["judged"], extractions["top1"], extractions["unjudged"]) == (1, 1.0, 1)
    assert (tickets["judged"], tickets["skipped"]) == (1, {"no extraction": 1})
    only = run("route", "--eval", "--from-history").out
    assert only.startswith("extractions: 2 cases\n") and "tickets: 1 case\n" in only
    assert "quays" in only and "no topic is called quays" in only
