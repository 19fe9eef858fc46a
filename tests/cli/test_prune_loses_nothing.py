"""`ctxlayer prune --apply` loses nothing, whatever happens to the files or to git in the meantime."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxlayer.vfs import moving
from tests.cli.conftest import Run
from tests.cli.test_prune import GONE, NOTE, OLD, TABLE, commit, filled, put, texts

__all__ = ["filled"]

LINKED = () if os.name == "nt" else ("behind a link", "a link now")
"""Links need rights there."""
MINE = "What I have just found out.\n"
UNRECOVERABLE = "it is not committed as it is, so nothing could bring it back"


def git(layer: Path, *arguments: str) -> str:
    ran = subprocess.run(["git", "-C", layer, *arguments], check=True, capture_output=True)
    return ran.stdout.decode().strip()


def everything(layer: Path) -> str:
    """All that lies in the layer, under whatever names."""
    return "\n".join(texts(layer).values())


# Objects that git does not have.


def _lose(path: Path) -> None:
    path.unlink()


def _garble(path: Path) -> None:
    path.chmod(0o644)
    path.write_bytes(b"x\x01" + b"\0" * 20)


def _empty(path: Path) -> None:
    path.chmod(0o644)
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [_lose, _garble, _empty])
def test_what_git_cannot_read_back_stays(
    run: Run, layer: Path, damage: Callable[[Path], None]
) -> None:
    commit(layer)
    name = git(layer, "rev-parse", f"HEAD:{GONE}")
    damage(layer / ".git/objects" / name[:2] / name[2:])
    before = texts(layer)
    ran = run("prune", GONE, "--apply")
    assert (ran.code, texts(layer)) == (0, before)
    assert ran.out == f"kept {GONE}: {UNRECOVERABLE}\n"


def test_one_object_that_lacks_keeps_no_other(run: Run, layer: Path) -> None:
    commit(layer)
    name = git(layer, "rev-parse", f"HEAD:{GONE}")
    _lose(layer / ".git/objects" / name[:2] / name[2:])
    assert run("prune", "--apply").code == 0
    assert (layer / GONE).exists() and not (layer / OLD).exists()


@pytest.mark.parametrize("state", ["crlf", "in the index alone", "ignored", *LINKED])
def test_what_is_not_committed_just_so_stays(run: Run, layer: Path, state: str) -> None:
    if state == "crlf":
        put(layer, ".gitattributes", "*.md text eol=crlf\n")
        put(layer, GONE, (layer / GONE).read_text().replace("\n", "\r\n"))
        commit(layer)
    elif state == "in the index alone":
        commit(layer)
        put(layer, GONE, (layer / GONE).read_text() + MINE)
        git(layer, "add", "-A")
    elif state == "ignored":
        put(layer, ".gitignore", f"{GONE}\n")
        commit(layer)
    elif state == "behind a link":
        (layer / "extractions").rename(layer / "notes")
        (layer / "extractions").symlink_to("notes")
        commit(layer)
    else:
        commit(layer)
        (layer / GONE).rename(layer / "kept.md")
        (layer / GONE).symlink_to("../kept.md")
    before = texts(layer)
    run("prune", GONE, "--apply")
    assert texts(layer) == before


# Files that somebody else changes in the meantime.


def _at_the_rename(monkeypatch: pytest.MonkeyPatch, step: Callable[[], None]) -> None:
    """Have something happen between the look at the files and the first rename."""
    rename, steps = os.rename, [step]

    def renames(old: str, new: str) -> None:
        if steps:
            steps.pop()()
        rename(old, new)

    monkeypatch.setattr(moving.os, "rename", renames)


def _at_the_write(monkeypatch: pytest.MonkeyPatch, step: Callable[[], None]) -> None:
    """Have something happen when files were renamed and texts are written."""
    write, steps = moving.replace_text, [step]

    def writes(path: str, text: str) -> None:
        if steps:
            steps.pop()()
        write(path, text)

    monkeypatch.setattr(moving, "replace_text", writes)


@pytest.mark.parametrize("path", [OLD, GONE, TABLE])
@pytest.mark.parametrize("to", [(), ("--to", "archive")])
def test_what_is_saved_before_the_rename_is_kept(
    run: Run, layer: Path, monkeypatch: pytest.MonkeyPatch, path: str, to: tuple[str, ...]
) -> None:
    commit(layer)
    names = texts(layer).keys()
    _at_the_rename(monkeypatch, lambda: put(layer, path, (layer / path).read_text() + MINE))
    ran = run("prune", "--apply", *to)
    if to and path != TABLE:  # it moves as it is
        assert ran.code == 0
        assert MINE in (layer / "archive" / Path(path).name).read_text()
        return
    assert ran.code == 2
    assert f"{path} changed on disk meanwhile; nothing was done" in ran.err
    assert texts(layer)[path].endswith(MINE)
    assert texts(layer).keys() == names


def test_what_is_saved_anew_under_the_old_name_is_kept(
    run: Run, layer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(layer)
    before = texts(layer)
    _at_the_write(monkeypatch, lambda: put(layer, GONE, MINE))
    ran = run("prune", "--apply")
    assert ran.code == 2
    assert f"{GONE} changed on disk meanwhile" in ran.err
    assert f"not undone: {GONE} is now {GONE}.ctxlayer-" in ran.err
    now = texts(layer)
    assert now[GONE] == MINE and before[GONE] in now.values()
    assert (now[OLD], now[TABLE]) == (before[OLD], before[TABLE])


def test_what_somebody_writes_over_ours_is_not_taken_back(
    run: Run, layer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(layer)
    check = moving._check_text

    def checks(root: str, path: str, place: str, now: str) -> None:
        if place != path:  # the last look, all is written
            put(layer, TABLE, MINE)
            put(layer, place, MINE)
        check(root, path, place, now)

    monkeypatch.setattr(moving, "_check_text", checks)
    ran = run("prune", OLD, "--apply")
    assert ran.code == 2 and f"not undone: {TABLE} was edited" in ran.err
    assert texts(layer)[TABLE] == MINE and texts(layer)[OLD] == MINE


# Two of one name.


@pytest.mark.parametrize("names", [("locks", "locks"), ("locks", "Locks")])
def test_no_two_files_move_to_one_place(run: Run, layer: Path, names: tuple[str, str]) -> None:
    paths = [f"extractions/{at}/2026-06-03-{name}.md" for at, name in zip("ab", names, strict=True)]
    for number, path in enumerate(paths):
        put(layer, path, f"{NOTE.format(day='2026-06-03', status='confirmed')}\nNo {number}.\n")
    ran = run("prune", *paths, "--to", "archive", "--apply")
    assert ran.code == 0
    assert "No 0." in everything(layer) and "No 1." in everything(layer)
    assert f"kept {paths[1]}: {paths[0]} goes to archive/2026-06-03-{names[1]}.md" in ran.out


def test_of_two_moves_to_one_place_none_is_made(tmp_path: Path) -> None:
    root = tmp_path / "moves"
    for name in "ab":
        put(root, name, name)
    with pytest.raises(moving.Immovable, match="c exists already"):
        moving.move_all(str(root), {"a": "c", "b": "c"}, {})
    assert texts(root) == {"a": "a", "b": "b"}
