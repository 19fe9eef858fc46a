"""Moving and removing files on disk, with new texts for other files: all of it or nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial

from ctxlayer.analysis.moves import moved
from ctxlayer.vfs.disk import read_text
from ctxlayer.vfs.scan import relative_to
from ctxlayer.vfs.writing import replace_text


class Immovable(Exception):
    """A move that cannot be made; the message says why, and everything is as it was."""


def move_all(
    root: str,
    moves: Mapping[str, str],
    texts: Mapping[str, tuple[str, str]],
    removed: Mapping[str, str] | None = None,
) -> None:
    """Rename files and folders below `root`, give others new texts, and remove some.

    `moves` are old path to new one; `texts` are (text now, text then), by the path now; `removed` are
    files by path, with their text now. Folders are made where they lack. Nothing is overwritten, no link
    out of the root is followed, and no file that changed in the meantime is touched. Raises `Immovable`
    or OSError, with everything undone as far as the system lets us.
    """
    real_root = os.path.realpath(root)
    aside = {path: f"{path}.ctxlayer-{os.getpid()}" for path in removed or {}}
    for old, new in {**moves, **aside}.items():
        _check(root, real_root, old, new)
    known = {path: now for path, (now, _) in texts.items()}
    for path, now in {**known, **(removed or {})}.items():
        if read_text(_join(root, path), follow=False).text != now:
            raise Immovable(f"{path} changed on disk meanwhile; nothing was done")
    undo: list[Callable[[], object]] = []
    try:
        for old, new in aside.items():
            _rename(root, old, new, undo)
        for old, new in moves.items():
            _rename(root, old, new, undo)
        for path, (now, then) in texts.items():
            _write(_join(root, moved(path, moves)), now, then, undo)
    except BaseException:
        for step in reversed(undo):
            try:
                step()
            except OSError:
                continue
        raise
    # From here on there is no way back, and all else is done.
    for name in aside.values():
        os.unlink(_join(root, name))


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


def _rename(root: str, old: str, new: str, undo: list[Callable[[], object]]) -> None:
    source, target = _join(root, old), _join(root, new)
    missing = []
    above = os.path.dirname(target)
    while not os.path.isdir(above):
        missing.append(above)
        above = os.path.dirname(above)
    for folder in reversed(missing):
        os.mkdir(folder)
        undo.append(partial(os.rmdir, folder))
    os.rename(source, target)
    undo.append(partial(os.rename, target, source))


def _write(path: str, now: str, then: str, undo: list[Callable[[], object]]) -> None:
    replace_text(path, then)
    undo.append(partial(replace_text, path, now))


def _join(root: str, path: str) -> str:
    return os.path.join(root, *path.split("/"))
