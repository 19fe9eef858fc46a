"""`ctxlayer trust` over a repository: whose word counts, and what to verify next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.probes.test_authors import AGENT, DEVELOPER, Repo

GATES = "knowledge/locks/gates.md"
PAGE = (
    "---\nsource: human-authored\ncreated: 2026-10-01\nlast-verified: {day}\n"
    "verified-by: developer\nstatus: {status}\n---\n\n# Gates\n"
)


@pytest.fixture
def repo(layer: Path) -> Repo:
    repo = Repo(layer)
    repo.commit(message="all")
    return repo


def entry(run: Run, path: str = GATES) -> dict[str, Any]:
    (found,) = run("trust", path, "--format", "json").json["files"]
    return dict(found)


def test_an_agent_a_developer_and_nobody_yet(run: Run, repo: Repo) -> None:
    text = PAGE.format(day="2026-11-01", status="confirmed")
    commit = repo.commit(text, AGENT, path=GATES)
    found = entry(run)
    assert (found["status_by"], found["standing"]) == ("agent", "annotation")
    assert found["authors"]["status"] == {
        "by": "agent",
        "name": "Claude",
        "commit": commit[:12],
        "date": found["authors"]["status"]["date"],
    }
    repo.commit(text.replace("confirmed", '"confirmed"'), DEVELOPER, path=GATES)
    found = entry(run)
    assert (found["status_by"], found["standing"]) == ("developer", "statement")
    assert found["authors"]["status"]["name"] == "Ada Quay"
    assert found["authors"]["last-verified"]["by"] == "agent"
    repo.put(GATES, text.replace("confirmed", "hypothesis"))
    found = entry(run)
    assert (found["status_by"], found["standing"]) == (None, None)


def test_people_read_what_an_agent_wrote(run: Run, repo: Repo) -> None:
    repo.commit(PAGE.format(day="2026-11-20", status="confirmed"), AGENT, path=GATES)
    grade = "Tier 2, best available (re-graded) · confirmed, an annotation by Claude"
    assert run("trust", GATES).out == f"{GATES}: {grade} · verified 9 d ago\n"
    repo.commit(PAGE.format(day="2026-11-20", status="x").replace("developer", "x"), path=GATES)
    repo.commit(PAGE.format(day="2026-11-20", status="confirmed"), AGENT, path=GATES)
    assert run("trust", GATES).out == f"{GATES}: {grade} · verified 9 d ago\n"
    repo.commit(PAGE.format(day="2026-11-20", status="hypothesis"), path=GATES)
    grade = "Tier 2, best available (re-graded) · hypothesis"
    verified = "verified 9 d ago, an annotation by Claude"
    assert run("trust", GATES).out == f"{GATES}: {grade} · {verified}\n"


def test_the_queue_begins_with_what_most_depends_on(run: Run, layer: Path) -> None:
    (layer / "index").mkdir()
    (layer / "index/trigger-table.md").write_text(
        "| topic | files | live pointer | vocabulary |\n|-|-|-|-|\n"
        "| locks | gates.md | pumps v_state, read-only | gate |\n"
    )
    for name, status in (("gates", "hypothesis"), ("lone", "hypothesis"), ("sure", "confirmed")):
        text = PAGE.format(day="2026-11-20", status=status)
        (layer / f"knowledge/locks/{name}.md").write_text(text)
    queue = run("trust", "--queue", "knowledge/locks", "--format", "json").json["queue"]
    assert [(each["path"].rpartition("/")[2], each["hot"]) for each in queue] == [
        ("gates.md", 1), ("old.md", 0), ("lone.md", 0),
    ]  # fmt: skip
    assert [reason["kind"] for each in queue for reason in each["reasons"]] == [
        "hypothesis", "stale", "hypothesis",
    ]  # fmt: skip
    lines = run("trust", "--queue", "knowledge/locks").out.splitlines()
    assert lines[0] == f"1. {GATES}: hot text leads to it · 1 topic"
    assert lines[1] == "   is hypothesis so far"
    assert lines[2] == "   to verify: pumps v_state, read-only"
    assert lines[-3] == "3. knowledge/locks/lone.md: nothing leads to it"


def test_stale_and_queue_are_two_questions(run: Run, layer: Path) -> None:
    assert run("trust", "--stale", "--queue").code == 2


def test_without_a_layer_there_is_nothing_to_tell(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "none").mkdir()
    monkeypatch.chdir(tmp_path / "none")
    assert run("trust", "--queue", "--format", "json").json == {"version": 1, "queue": []}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((".rules",), "no file here has a grade"),
        (("--stale", "knowledge/weirs"), "nothing here is stale"),
        (("--queue", ".rules"), "nothing here waits for a person"),
    ],
)
def test_where_there_is_nothing_to_show_that_is_told(
    run: Run, arguments: tuple[str, ...], words: str
) -> None:
    ran = run("trust", *arguments)
    assert (ran.code, ran.out, ran.err) == (0, "", f"ctxlayer: {words}\n")


def test_the_terminal_says_what_the_lens_says(run: Run, layer: Path) -> None:
    text = PAGE.format(day="2026-08-01", status="confirmed")
    (layer / GATES).write_text(text, encoding="utf-8")
    line, evidence = run("trust", GATES).out.splitlines()
    grade = "Tier 2, best available (re-graded) · confirmed by developer"
    assert line == f"{GATES}: {grade} · verified 120 d ago · expired"
    assert evidence == "   verified 2026-08-01, 120 days ago; the limit is 90"


def test_a_query_of_the_file_itself_comes_before_the_live_pointer(run: Run, layer: Path) -> None:
    text = PAGE.format(day="2026-11-20", status="hypothesis")
    query = "\n## Verification\n\n```sql\nselect 1\nfrom v_state\x1b[2J\n```\n"
    (layer / GATES).write_text(text + query, encoding="utf-8")
    (entry,) = run("trust", "--queue", GATES, "--format", "json").json["queue"]
    assert entry["query"] == "select 1\nfrom v_state\x1b[2J"
    assert run("trust", "--queue", GATES).out.splitlines()[-3:] == [
        "   to verify:",
        "      select 1",
        "      from v_state\\x1b[2J",
    ]


def test_without_a_query_that_is_told(run: Run, layer: Path) -> None:
    (layer / GATES).write_text(PAGE.format(day="2026-11-20", status="hypothesis"))
    assert run("trust", "--queue", GATES).out.endswith("   to verify: no live pointer\n")
    (entry,) = run("trust", "--queue", GATES, "--format", "json").json["queue"]
    assert entry["query"] is None
