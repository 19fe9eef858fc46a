"""Moving and removing files on disk, with new texts for other files: all of it or nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from ctxlayer.analysis.moves import moved
from ctxlayer.vfs.disk import read_text
from ctxlayer.vfs.scan import relative_to
from ctxlayer.vfs.writing import replace_text


class Immovable(Exception):
    """A move that cannot be made; the message says why, and everything is as it was, or what is not."""


class _Undo(NamedTuple):
    """A step back; `left` says how things are where it cannot be made."""

    step: Callable[[], object]
    left: str


def move_all(
    root: str,
    moves: Mapping[str, str],
    texts: Mapping[str, tuple[str, str]],
    removed: Mapping[str, str] | None = None,
) -> None:
    """Rename files and folders below `root`, give others new texts, and remove some.

    `moves` are old path to new one; `texts` are (text now, text then), by the path now; `removed` are
    files by path, with their text now. Folders are made where they lack. Nothing is overwritten, no link
    out of the root is followed, and no file that changed in the meantime is touched: it is compared again
    when it has its new name, and just before it is removed. Raises `Immovable` or OSError, with everything
    undone that nobody else has changed since.
    """
    real_root = os.path.realpath(root)
    aside = {path: f"{path}.ctxlayer-{os.getpid()}" for path in removed or {}}
    for old, new in {**moves, **aside}.items():
        _check(root, real_root, old, new)
    known = {path: now for path, (now, _) in texts.items()}
    for path, now in {**known, **(removed or {})}.items():
        _check_text(root, path, path, now)
    undo: list[_Undo] = []
    try:
        for old, new in {**aside, **moves}.items():
            _rename(root, old, new, undo)
        for path, (now, then) in texts.items():
            _write(root, path, moved(path, moves), (now, then), undo)
        for path, now in (removed or {}).items():
            # Whoever had it open may have saved it since the first look, under either name.
            if os.path.lexists(_join(root, path)):
                raise _changed(path)
            _check_text(root, path, aside[path], now)
    except BaseException as error:
        left = _undone(undo)
        if left and isinstance(error, (Immovable, OSError)):
            raise Immovable(f"{error}; not undone: {', '.join(left)}") from error
        raise
    # From here on there is no way back, and all else is done.
    for name in aside.values():
        os.unlink(_join(root, name))


def _undone(undo: list[_Undo]) -> list[str]:
    """Go back step by step; what could not be undone, since somebody else was there in the meantime."""
    left = []
    for each in reversed(undo):
        try:
            each.step()
        except OSError:
            left.append(each.left)
    return left


def _check_text(root: str, path: str, place: str, now: str) -> None:
    """Raise unless the file of `path`, which lies at `place`, has the text that it had when it was read."""
    if read_text(_join(root, place), follow=False).text != now:
        raise _changed(path)


def _changed(path: str) -> Immovable:
    return Immovable(f"{path} changed on disk meanwhile; nothing was done")


def _check(root: str, real_root: str, old: str, new: str) -> None:
    source, target = _join(root, old), _join(root, new)
    if not os.path.lexists(source):
        raise Immovable(f"{old} is not there any more")
    if os.path.lexists(target) and not _same(source, target):
        raise Immovable(f"{new} exists already")
    for path, end in ((old, source), (new, target)):
        above = os.path.dirname(end)
        while not os.path.lexists(above):
            above = os.path.dirname(above)
        if relative_to(os.path.realpath(above), real_root) is None:
            raise Immovable(f"{path} lies behind a link that leaves the layer")
        if not os.path.isdir(above):
            raise Immovable(f"{relative_to(above, root)} is a file, so nothing can lie below it")
        while relative_to(above, root):
            if os.path.lexists(os.path.join(above, ".git")):
                raise Immovable(f"{relative_to(above, root)} is a repository of its own")
            above = os.path.dirname(above)


def _same(path: str, other: str) -> bool:
    """Whether both are one file, which a disk blind to case says of another spelling too."""
    return path != other and path.lower() == other.lower() and os.path.samefile(path, other)


def _rename(root: str, old: str, new: str, undo: list[_Undo]) -> None:
    source, target = _join(root, old), _join(root, new)
    missing = []
    above = os.path.dirname(target)
    while not os.path.isdir(above):
        missing.append(above)
        above = os.path.dirname(above)
    for folder in reversed(missing):
        os.mkdir(folder)
        undo.append(_Undo(partial(os.rmdir, folder), f"the folder {folder} was made"))
    # Two may go to one place, and a rename overwrites.
    if os.path.lexists(target) and not _same(source, target):
        raise Immovable(f"{new} exists already")
    os.rename(source, target)
    undo.append(_Undo(partial(_rename_back, target, source), f"{old} is now {new}"))


def _rename_back(target: str, source: str) -> None:
    """Raises OSError where something else lies there by now, which may be the only one of its kind."""
    if os.path.lexists(source) and not _same(target, source):
        raise FileExistsError(source)
    os.rename(target, source)


def _write(root: str, path: str, place: str, change: tuple[str, str], undo: list[_Undo]) -> None:
    now, then = change
    _check_text(root, path, place, now)
    replace_text(_join(root, place), then)
    undo.append(_Undo(partial(_write_back, _join(root, place), change), f"{path} was edited"))


def _write_back(path: str, change: tuple[str, str]) -> None:
    now, then = change
    if read_text(path, follow=False).text != then:
        raise FileExistsError(path)
    replace_text(path, now)


def _join(root: str, path: str) -> str:
    return os.path.join(root, *path.split("/"))
