"""Names of agents, skills and commands, as the tables of other teams route to them.

Such a name is no path: agents also live at home and in plugins, so that one which the project's own
stores do not hold is not known, and never dead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from ctxlayer.layer.live_pointer import is_absent
from ctxlayer.layer.pointer import MAX_PIECES, Pointer, looks_like_path, read_pointer, trim
from ctxlayer.layer.topic import Column
from ctxlayer.layer.topic_text import name_span
from ctxlayer.layer.tree import Tree
from ctxlayer.syntax.table import Rows, split_row
from ctxlayer.text import Span

_LINK = r"!?\[[^\[\]\n]*\]\([^()\s]*\)"
_ITEM = re.compile(rf"{_LINK}|`[^`\n]+`|(?P<cut>[,;]|(?<!\S)[·+&→/](?!\S)|<[bB][rR][ \t]*/?>)")
_CODE = re.compile(rf"{_LINK}|`[^`\n]+`")
_NOTE = re.compile(r"\s(?:—|–|--|-)\s|\s?\(|:\s")
_NAME = re.compile(r"[/@]?[^\W_][\w.:-]*")
_LISTED = re.compile(r"[/@][^\W_][\w.:-]*|[^\W_]+(?:[-_:][^\W_]+)+|[^\W_]+")
_FILE = re.compile(r"[^\s/]/[^\s]*\.[A-Za-z][A-Za-z0-9]{0,9}(?:[#:]\S*)?\Z")
_MOST_WORDS = 3
"""Words of a name that stands without code ticks: more are a sentence."""

_ENOUGH = 40
"""Rows that tell what a column holds."""

_PLACES = (
    ".claude/agents/{}.md",
    ".claude/skills/{}/SKILL.md",
    ".claude/commands/{}.md",
    ".cursor/agents/{}.md",
    ".cursor/skills/{}/SKILL.md",
    ".cursor/commands/{}.md",
    ".agents/skills/{}/SKILL.md",
    ".github/agents/{}.agent.md",
    ".github/skills/{}/SKILL.md",
    "agents/{}.md",
    "skills/{}/SKILL.md",
)
"""Where the stores of a project hold what bears a name, the likeliest first."""


def read_agents(text: str, start: int, end: int) -> list[Pointer]:
    """What a cell of agents names; sentences name nothing.

    Items are separated by `,`, `;`, ` · `, ` + ` and `<br>`. Links and paths of files are pointers as
    anywhere; all others have the form `agent`, and their name without marks as path.
    """
    return [pointer for piece in _pieces(text, start, end) for pointer in _read(text, piece)]


def names_agents(text: str) -> bool:
    """Whether a whole cell looks like names: in code, as links, or of one word each."""
    pieces = [piece for piece in _pieces(text, 0, len(text)) if piece.of(text).strip()]
    return bool(pieces) and all(_looks_listed(piece.of(text)) for piece in pieces)


def hold_agents(columns: Sequence[Column], rows: Rows) -> bool:
    """Whether most cells below a header of agents look like names, as far as one has to look."""
    at = [number for number, column in enumerate(columns) if column.role == "agents"]
    good = full = 0
    for _, line in rows.lines(0, _ENOUGH):
        cells = split_row(line).cells
        texts = [cells[number].text.strip() for number in at if number < len(cells)]
        said = [text for text in texts if not is_absent(text)]
        full += bool(said)
        good += any(map(names_agents, said))
    return good * 2 > full


def _looks_listed(piece: str) -> bool:
    span = name_span(piece, 0, len(piece))
    if span.of(piece).casefold() in ("yes", "no") or not any(map(str.isalpha, piece)):
        return False
    around = _CODE.sub(" ", piece)
    if len(around) < len(piece) and len(around.split()) <= _MOST_WORDS:
        return True
    note = _NOTE.search(piece)
    head = (piece[: note.start()] if note else piece).strip()
    if _CODE.fullmatch(head) or _LISTED.fullmatch(span.of(piece)):
        return True
    return bool(_LISTED.fullmatch(name_span(head, 0, len(head)).of(head)))


def _pieces(text: str, start: int, end: int) -> Iterator[Span]:
    cuts = (match for match in _ITEM.finditer(text, start, end) if match["cut"])
    at = start
    for match in islice(cuts, MAX_PIECES):
        yield Span(at, match.start())
        at = match.end()
    yield Span(at, end)


def _read(text: str, piece: Span) -> Iterator[Pointer]:
    start, end = trim(text, *piece)
    wrapped = list(islice(_CODE.finditer(text, start, end), MAX_PIECES))
    if wrapped:
        for match in wrapped:
            yield from _item(text, Span(*match.span()))
        return
    inner = name_span(text, start, end)
    if _FILE.search(inner.of(text)) and looks_like_path(inner.of(text)):
        yield from _item(text, Span(start, end))
        return
    note = _NOTE.search(text, start, end)
    head = Span(*trim(text, start, note.start() if note else end))
    yield from _item(text, head)


def _item(text: str, span: Span) -> Iterator[Pointer]:
    """The pointer of one item without its note."""
    if span.start >= span.end:
        return
    name = name_span(text, *span)
    written = name.of(text)
    path = _FILE.search(written) and looks_like_path(written)
    if path or "](" in span.of(text) or "://" in written:
        pointer = read_pointer(text, *span)
        if pointer is not None:
            yield pointer
        return
    words = written.split(None, _MOST_WORDS)
    if not words or len(words) > _MOST_WORDS or not _NAME.match(words[0]):
        return
    yield Pointer(span, written, name, "agent")


def agent_file(name: str, tree: Tree) -> str | None:
    """The file of the project that defines an agent, a skill or a command; None if none does."""
    plain = name.strip().lstrip("/@")
    for each in dict.fromkeys((plain, "-".join(plain.casefold().split()))):
        if not each or "/" in each or each in (".", ".."):
            continue
        for place in _PLACES:
            path = tree.real(place.format(each))
            if path in tree.paths:
                return path
        for path in tree.named("SKILL.md"):
            if path.startswith("workflows/") and path.endswith(f"/{each}/SKILL.md"):
                return path
    return None
