"""The text of inline Markdown without its markup, as a page shows it.

GitHub makes the anchor of a heading from this text: code and link texts count, images and HTML
tags do not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ctxlayer.syntax import targets

MAX_LENGTH = 2000
"""A longer line is no heading that anyone links to; it is left as it is."""

_MARKUP = re.compile(r"[\\`*_~<&\[\]\n]")
_LINE_END = re.compile(r"[ \t\r]*\\?\n[ \t]*")
_TOKEN = re.compile(r"\\[!-/:-@\[-`{-~]|``*|\*\**|__*|~~*|<|!\[|\[|\]")


@dataclass(slots=True)
class _Run:
    """A run of `*`, `_` or `~`: what is left of it, and what it may do."""

    place: int
    char: str
    size: int
    left: int
    opens: bool
    closes: bool


def plain_text(source: str) -> str:
    """The text that `source`, the inside of a heading, shows."""
    if not _MARKUP.search(source):
        return source
    if len(source) > MAX_LENGTH:
        return source.replace("\n", " ")
    source = _LINE_END.sub("\n", source)
    pieces, runs = _split(source)
    _pair_emphasis(runs)
    for run in runs:
        pieces[run.place] = run.char * run.left
    return "".join(pieces)


def _split(source: str) -> tuple[list[str], list[_Run]]:
    """Literal pieces without links, code and tags, and the emphasis runs between them."""
    pieces: list[str] = []
    runs: list[_Run] = []
    openers: list[tuple[int, bool]] = []
    at = 0
    while match := _TOKEN.search(source, at):
        pieces.append(_literal(source[at : match.start()]))
        token, first, at = match.group(), match.start(), match.end()
        if token[0] in "*_~":
            runs.append(_run(source, first, at, len(pieces)))
            pieces.append(token)
        elif token[0] == "\\":
            pieces.append(token[1])
        elif token in ("[", "!["):
            openers.append((len(pieces), token == "!["))
            pieces.append(token)
        elif token == "]":
            at = _close_bracket(source, at, pieces, runs, openers)
        else:
            text, at = _code(source, first, at) if token[0] == "`" else _angle(source, first)
            pieces.append(text)
    pieces.append(_literal(source[at:]))
    return pieces, runs


def _literal(text: str) -> str:
    return targets.unescape(text).replace("\n", " ") if "&" in text else text.replace("\n", " ")


def _code(source: str, first: int, at: int) -> tuple[str, int]:
    """The text of the code span that opens at `first`, or its backticks, and where to go on."""
    for match in targets.TICKS.finditer(source, at):
        if match.end() - match.start() == at - first:
            body = source[at : match.start()].replace("\n", " ")
            if body[:1] == body[-1:] == " " and body.strip(" "):
                body = body[1:-1]
            return body, match.end()
    return source[first:at], at


def _angle(source: str, first: int) -> tuple[str, int]:
    """What the `<` at `first` shows: an autolink its target, HTML nothing, else itself."""
    if match := targets.AUTOLINK.match(source, first):
        return match.group(1), match.end()
    for start, stop in targets.ENCLOSED:
        close = source.find(stop, first + 2) if source.startswith(start, first) else -1
        if close >= 0:
            return "", close + len(stop)
    if match := targets.TAG.match(source, first):
        return "", match.end()
    return "<", first + 1


def _close_bracket(
    source: str, at: int, pieces: list[str], runs: list[_Run], openers: list[tuple[int, bool]]
) -> int:
    """Turn the bracket before `at` into the end of a link or image, if it is one."""
    target = targets.read_target(source, at, len(source)) if source[at : at + 1] == "(" else None
    if not openers or target is None:
        if openers:
            openers.pop()
        pieces.append("]")
        return at
    place, image = openers.pop()
    if image:
        del pieces[place:]
        runs[:] = [run for run in runs if run.place < place]
    else:
        pieces[place] = ""
        openers[:] = [opener for opener in openers if opener[1]]
    return target.end


def _run(source: str, first: int, end: int, place: int) -> _Run:
    """The emphasis run `source[first:end]`, with CommonMark's flanking rules applied."""
    char, before, after = source[first], source[first - 1 : first], source[end : end + 1]
    left = _flanks(after, before)
    right = _flanks(before, after)
    opens, closes = left, right
    if char == "_":
        opens = left and (not right or _is_mark(before))
        closes = right and (not left or _is_mark(after))
    return _Run(place, char, end - first, end - first, opens, closes)


def _flanks(inner: str, outer: str) -> bool:
    """Whether a run between `outer` and `inner` holds on to `inner`."""
    if not inner or inner.isspace():
        return False
    return not _is_mark(inner) or not outer or outer.isspace() or _is_mark(outer)


def _is_mark(char: str) -> bool:
    return bool(char) and not char.isalnum() and not char.isspace()


def _pair_emphasis(runs: list[_Run]) -> None:
    """Take away the marks that pair up, closers from left to right."""
    open_runs: list[_Run] = []
    for run in runs:
        while run.closes and run.left:
            place = next(
                (n for n in range(len(open_runs) - 1, -1, -1) if _pairs(open_runs[n], run)), -1
            )
            if place < 0:
                break
            opener = open_runs[place]
            used = run.left if run.char == "~" else min(run.left, opener.left, 2)
            opener.left -= used
            run.left -= used
            del open_runs[place + (opener.left > 0) :]
        if run.opens and run.left:
            open_runs.append(run)


def _pairs(opener: _Run, closer: _Run) -> bool:
    if opener.char != closer.char:
        return False
    if closer.char == "~":
        return opener.left == closer.left <= 2
    both_ways = opener.closes or closer.opens
    thirds = opener.size % 3 == 0 and closer.size % 3 == 0
    return not both_ways or thirds or (opener.size + closer.size) % 3 != 0
