"""Forms of patterns that a runtime reads otherwise than their author most likely meant them.

Only what is established about a dialect is told: also that a form which other tools know has no
documented meaning in it. Where nothing of a dialect is established, hovers say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ctxlayer.analysis.rule_globs import Reader, WrittenGlob, and_joined
from ctxlayer.globs import LAYER, compile_glob, covers, split_patterns
from ctxlayer.layer.tree import Tree

_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_HOME = re.compile(r"/(?:home|Users|root)/")
_STARS_BEFORE_NAME = re.compile(r"(^|[/{,])\*\*([^/*},])")
_STARS_AFTER_NAME = re.compile(r"[^/*{,\\!]\*\*(?=[/},]|$)")
_CLASS = re.compile(r"(?<!\\)\[([\w.\-]+)\]")
"""`[id]`, `[...slug]`: what some frameworks call folders."""
_SEPARATING = re.compile(r"\\(?=[^\[\]{}()*?!,#\\ ])")
"""A backslash before something that no dialect gives a meaning to."""


class OddForm(NamedTuple):
    """Why a pattern is read otherwise than meant, and what to write instead.

    `better` are the patterns that would be read as meant, none where that is not known. `habit` is
    the same for forms of which one in a file speaks for all.
    """

    why: str
    better: tuple[str, ...] = ()
    habit: str = ""


def odd_form(written: WrittenGlob, tree: Tree, root: str) -> OddForm | None:
    """The first thing that is odd about a pattern; None for the many where nothing is."""
    if any(reader.glob.error for reader in written.readers) or written.is_mangled:
        return None
    for form in (_comma, _absolute, _backslash, _negation, _stars, _brackets, _two_readings):
        found = form(written, tree, root)
        if found is not None:
            return found
    return None


def _names(readers: Sequence[Reader]) -> str:
    return and_joined(tuple(dict.fromkeys(reader.title for reader in readers)))


def _do(readers: Sequence[Reader], verb: str) -> str:
    """`Cursor reads`, `VS Code and GitHub read`."""
    names = _names(readers)
    return f"{names} {verb if ' and ' in names else f'{verb}s'}"


def _comma(written: WrittenGlob, tree: Tree, root: str) -> OddForm | None:
    """Several patterns where only one is read."""
    off = [each for each in written.readers if each.glob.dialect.comma_string is not None]
    if "," not in written.text or not off or written.matches_any(tree):
        return None
    pieces = tuple(piece for _, piece in split_patterns(written.text, LAYER))
    if len(pieces) < 2:
        return None
    if written.in_list:
        why = f"an item of a list is one pattern, comma and all, so {_do(off, 'find')} no such path"
        return OddForm(f"{why}; write one item for each", pieces)
    why = f"{_do(off, 'read')} one string as one pattern, comma and all"
    return OddForm(f"{why}; write a list with one item for each", pieces)


def _absolute(written: WrittenGlob, tree: Tree, root: str) -> OddForm | None:
    text = written.text
    plain = text.replace("\\", "/")
    base = root.replace("\\", "/").rstrip("/")
    inside = plain[len(base) + 1 :] if base and plain.startswith(f"{base}/") else ""
    on_disk = _DRIVE.match(text) or text.startswith("~/") or _HOME.match(text) or inside
    if on_disk and not (text.startswith("/") and text.split("/")[1] in tree.folders):
        why = "is a path of one machine; patterns are written from the root of the project"
        return OddForm(f"{why}: write `{inside}`" if inside else why, (inside,) if inside else ())
    if not (text.startswith("/") and text.strip("/")):
        return None
    better = text.lstrip("/")
    off = [each for each in written.readers if each.glob.dialect.leading_slash is False]
    if off:
        why = f"{_do(off, 'take')} a leading `/` for the root of the disk"
        return OddForm(f"{why}; write `{better}`", (better,))
    off = [each for each in written.readers if _is_undocumented(each, "leading_slash")]
    if off:
        why = f"a leading `/` has no documented meaning in {_names(off)}, which starts at the root"
        return OddForm(f"{why} anyway; write `{better}`", (better,))
    return None


def _backslash(written: WrittenGlob, tree: Tree, root: str) -> OddForm | None:
    if "\\" not in written.text or written.matches_any(tree):
        return None
    better = written.text.replace("\\", "/")
    readers = written.readers
    found = any(tree.index.any_match(compile_glob(better, each.glob.dialect)) for each in readers)
    if not (found or _SEPARATING.search(written.text)):
        return None
    return OddForm(f"`\\` separates no folders in a pattern; write `{better}`", (better,))


def _negation(written: WrittenGlob, tree: Tree, root: str) -> OddForm | None:
    if not written.text.startswith("!"):
        return None
    instead = "name what is meant with patterns that leave these files out, and remove this one"
    off = [each for each in written.readers if each.glob.dialect.negation is False]
    if off:
        why = f"{_do(off, 'take')} a leading `!` for a letter of a name, so nothing is left out"
        return OddForm(f"{why}; {instead}")
    off = [each for each in written.readers if _is_undocumented(each, "negation")]
    if off and not written.damaged:
        why = f"a leading `!` has no documented meaning in {_names(off)}"
        return OddForm(f"{why}: these files may be left out, or not; {instead}", habit="negation")
    return None


def _is_undocumented(reader: Reader, form: str) -> bool:
    """Whether the documentation of a runtime tells how patterns are read, and nothing of this form."""
    dialect = reader.glob.dialect
    return dialect.anchored is True and getattr(dialect, form) is None


def _stars(written: WrittenGlob, tree: Tree, root: str) -> OddForm | None:
    """`**.ts`: two stars that share their segment are one."""
    text = written.text
    known = [each for each in written.readers if each.glob.dialect.anchored is not None]
    better = _STARS_BEFORE_NAME.sub(r"\1**/*\2", text)
    if better != text:
        # With `**/` before every pattern, as VS Code has it, nothing may be lost.
        off = [each for each in known if not _same(each, better)]
        told = f"write `{better}`"
    else:
        off = known if _STARS_AFTER_NAME.search(text) else []
        better, told = (
            "",
            "write `/**` for everything below a folder, or `*` for the rest of a name",
        )
    if not off:
        return None
    return OddForm(
        f"{_do(off, 'read')} `**` as any folders only between slashes, here as `*`; {told}",
        (better,) if better else (),
    )


def _same(reader: Reader, better: str) -> bool:
    return covers(reader.glob, compile_glob(better, reader.glob.dialect))


def _brackets(written: WrittenGlob, tree: Tree, root: str) -> OddForm | None:
    """`app/[id]/**` where a folder is called so: as a class it is one letter."""
    if not _CLASS.search(written.text):
        return None
    off = [
        each
        for each in written.readers
        if each.glob.dialect.brackets and not tree.index.any_match(each.glob)
    ]
    for better in _literal(written.text) if off else ():
        globs = [compile_glob(better, each.glob.dialect) for each in written.readers]
        if all(tree.index.any_match(glob) for glob in globs):
            part = _CLASS.search(written.text)
            name = part[0] if part else written.text
            why = f"{_do(off, 'read')} `{name}` as one of these letters, and here it is a name"
            return OddForm(f"{why}; write `{better}`", (better,))
    return None


def _literal(pattern: str) -> Iterator[str]:
    """The pattern with its brackets as signs: with escapes, else without."""
    yield _CLASS.sub(r"\\[\1\\]", pattern)
    yield _CLASS.sub(r"[[]\1]", pattern)


def _two_readings(written: WrittenGlob, tree: Tree, root: str) -> OddForm | None:
    """A pattern of one key that two runtimes start at different places, where that shows.

    A folder of the same name somewhere below makes a few more files; that is no other meaning.
    """
    anywhere = [each for each in written.readers if each.glob.dialect.anchored is False]
    anchored = [each for each in written.readers if each.glob.dialect.anchored]
    if not (anywhere and anchored) or not all(reader.own for reader in written.readers):
        return None
    glob = anchored[0].glob
    if not (anywhere[0].glob.is_settled and glob.is_settled) or written.text.startswith("**/"):
        return None
    better = f"**/{written.text.removeprefix('./')}"
    few = len(tree.index.matching(glob))
    many = len(tree.index.matching(compile_glob(better, glob.dialect)))
    if many < max(1, 2 * few):
        return None
    return OddForm(
        f"matches {many:,} in {_names(anywhere)}, which looks at any depth, and {few:,} in "
        f"{_names(anchored)}, which starts at the root; write `{better}` if any depth is meant",
        (better,),
    )
