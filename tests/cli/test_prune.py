"""`ctxlayer prune`: what would go is shown, and goes only when told to, with its pointers."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run

NOTE = (
    "---\nsource: extraction\ncreated: {day}\nlast-verified: {day}\nverified-by: live-query\n"
    "status: {status}\n---\n\n# Locks\n"
)
OLD = "extractions/2026-06-02-locks.md"
GONE = "extractions/2026-10-02-locks.md"
FRESH = "extractions/2026-11-20-locks.md"
TABLE = "index/trigger-table.md"
ROWS = (
    "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
    "| locks | gates.md · {} | pumps v_state, read-only | gate |\n"
)


@pytest.fixture(autouse=True)
def filled(layer: Path) -> Path:
    for path, day, status in (
        (OLD, "2026-06-02", "confirmed"),
        (GONE, "2026-10-02", "superseded"),
        (FRESH, "2026-11-20", "confirmed"),
    ):
        put(layer, path, NOTE.format(day=day, status=status))
    put(layer, TABLE, ROWS.format(f"{OLD} · {GONE} · {FRESH}"))
    return layer


def put(layer: Path, path: str, text: str) -> None:
    (layer / path).parent.mkdir(parents=True, exist_ok=True)
    (layer / path).write_text(text, encoding="utf-8", newline="")


def commit(layer: Path) -> None:
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "All"]):
        subprocess.run(["git", "-C", layer, *words], check=True)


def texts(layer: Path) -> dict[str, str]:
    files = (each for each in layer.rglob("*") if each.is_file() and ".git" not in each.parts)
    return {each.relative_to(layer).as_posix(): each.read_text() for each in files}


def test_by_default_nothing_is_done_but_shown(run: Run, layer: Path) -> None:
    commit(layer)
    before = texts(layer)
    ran = run("prune")
    assert (ran.code, texts(layer)) == (0, before)
    assert ran.out.splitlines()[:3] == [
        f"would remove {OLD}: last verified 180 days ago, and holds for 60",
        f"would remove {GONE}: superseded",
        f"would edit {TABLE}",
    ]
    assert f"-| locks | gates.md · {OLD} · {GONE} · {FRESH} |" in ran.out
    assert f"+| locks | gates.md · {FRESH} |" in ran.out
    assert ran.err == "ctxlayer: nothing was changed; --apply takes out 2 files\n"
    assert run("prune", "--dry-run").out == ran.out


def test_applied_the_files_and_their_pointers_are_gone(run: Run, layer: Path) -> None:
    commit(layer)
    expected = texts(layer)
    assert run("prune", "--apply").code == 0
    del expected[OLD], expected[GONE]
    assert texts(layer) == expected | {TABLE: ROWS.format(FRESH)}
    assert run("prune", "--apply").err == "ctxlayer: no extraction here may go\n"
    dead = run("check", "--select", "dead-pointer,prunable-extraction")
    assert dead.code == 0


@pytest.mark.parametrize("state", ["no repository", "changed", "untracked"])
def test_what_could_not_be_had_back_stays(run: Run, layer: Path, state: str) -> None:
    if state == "untracked":
        text = (layer / GONE).read_text()
        (layer / GONE).unlink()
        commit(layer)
        put(layer, GONE, text)
    elif state == "changed":
        commit(layer)
        put(layer, GONE, (layer / GONE).read_text() + "One more line.\n")
    before = texts(layer)
    ran = run("prune", GONE, "--apply")
    assert (ran.code, texts(layer)) == (0, before)
    assert ran.out == f"kept {GONE}: it is not committed as it is, so nothing could bring it back\n"


def test_moved_away_nothing_is_lost_and_links_follow(run: Run, layer: Path) -> None:
    put(layer, "knowledge/locks/gates.md", f"# Gates\n\nAs [noted](../../{GONE}).\n")
    put(layer, GONE, (layer / GONE).read_text() + "\n[Gates](../knowledge/locks/gates.md)\n")
    ran = run("prune", "--to", "archive", "--apply")
    assert ran.out.splitlines()[:2] == [
        f"moved {OLD} -> archive/2026-06-02-locks.md: last verified 180 days ago, and holds for 60",
        f"moved {GONE} -> archive/2026-10-02-locks.md: superseded",
    ]
    now = texts(layer)
    assert OLD not in now and GONE not in now
    assert now["knowledge/locks/gates.md"].endswith("[noted](../../archive/2026-10-02-locks.md).\n")
    assert now["archive/2026-10-02-locks.md"].endswith("[Gates](../knowledge/locks/gates.md)\n")
    assert now[TABLE] == ROWS.format(FRESH)


@pytest.mark.parametrize("folder", ["extractions/archive", "knowledge/locks", "."])
def test_a_folder_of_the_layer_is_no_place_to_move_to(run: Run, folder: str) -> None:
    ran = run("prune", "--to", folder)
    assert ran.code == 2
    assert "belongs to the layer" in ran.err


def test_a_file_that_a_link_leads_to_stays(run: Run, layer: Path) -> None:
    put(layer, "knowledge/locks/gates.md", f"# Gates\n\nAs [noted](../../{GONE}).\n")
    commit(layer)
    kept = run("prune", "--format", "json").json["kept"]
    assert [(each["path"], each["because"]) for each in kept] == [
        (
            GONE,
            "knowledge/locks/gates.md links to it; take that link out first, or move it with --to",
        )
    ]


def test_links_between_files_that_all_go_keep_none_of_them(run: Run, layer: Path) -> None:
    put(layer, GONE, (layer / GONE).read_text() + "\n[Before](2026-06-02-locks.md)\n")
    commit(layer)
    assert run("prune", "--format", "json").json["kept"] == []
    put(layer, FRESH, (layer / FRESH).read_text() + "\n[Since](2026-10-02-locks.md)\n")
    kept = run("prune", "--format", "json").json["kept"]
    assert {each["path"] for each in kept} == {OLD, GONE}


def test_a_file_that_changes_meanwhile_undoes_all_of_it(
    run: Run, layer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(layer)
    from ctxlayer.vfs import moving

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    before = texts(layer)
    monkeypatch.setattr(moving, "replace_text", fail)
    assert run("prune", "--apply").code == 2
    assert texts(layer) == before


def test_only_what_is_named_goes(run: Run, layer: Path) -> None:
    commit(layer)
    assert [each["path"] for each in run("prune", OLD, "--format", "json").json["pruned"]] == [OLD]


def test_the_two_ways_exclude_each_other(run: Run) -> None:
    assert run("prune", "--apply", "--dry-run").code == 2
