"""What one line of Markdown can begin: the line grammar that `blocks` drives.

Every pattern runs in linear time. Lone `\\r` are line ends only after `even_ends`, which keeps
every offset; the `\\r` of a `\\r\\n` counts as a trailing blank.
"""

from __future__ import annotations

import re
from typing import NamedTuple

BLANK = " \t\v\f\r\n"

_BLANK_LINES = re.compile(r"[ \t\r\n]*\n")
SPACES = re.compile(r"[ \t]*")
ATX = re.compile(r"#{1,6}(?=[ \t\r\n]|\Z)")
FENCE = re.compile(r"(`{3,})(?=[^`\n]*(?:\n|\Z))|(~{3,})")
CLOSING_FENCE = re.compile(r"\n {0,3}(`{3,}|~{3,})[ \t\r]*(?=\n|\Z)")
MARKER = re.compile(r"(?:[*+-]|(\d{1,9})[.)])(?=[ \t\r\n]|\Z)", re.ASCII)
UNDERLINE = re.compile(r"(=+|-+)[ \t\r]*(?=\n|\Z)")

_CALM = r"""(?:
    [^\s#<>`~=\-:|_*+0-9\x00-\x1f]  # a letter, a bracket, a quotation mark
  | \*{1,2}[^\s*] | _{1,2}[^\s_] | `{1,2}[^`\n]  # emphasis or code, no rule, no fence
  | [0-9]{1,9}[^\s0-9.)]
)"""
_MARK = r"(?:[*+-]|1[.)])"  # no other number starts a list inside a paragraph
_NEXT_AT_MARGIN = rf"(?=\#|{_MARK}[ ]|(?:[ \t\r]*\n)+[^ \t\r\n]|\Z)"
CALM_ITEM = re.compile(rf"{_MARK}[ ]{_CALM}", re.VERBOSE)
CALM_RUN = re.compile(
    rf"""(?:
        {_CALM}[^\n]*(?:\n|\Z)  # paragraph text
      | \|[ \t\r:|]*(?:[^\s:|-][^\n]*)?(?:\n|\Z)  # a row, no delimiter row
      | [ \t\r]*\n
      | {_MARK}[ ]{_CALM}[^\n]*(?:\n|\Z){_NEXT_AT_MARGIN}  # an item of one line
    ){{1,500}}""",
    re.VERBOSE,
)
"""Lines at the margin that can neither open a block of interest nor stand inside one: text, blank
lines, and list items that nothing indented follows. Most of a file, passed at the speed of C."""

_BLOCK_TAGS = frozenset(
    "address article aside base basefont blockquote body caption center col colgroup dd details"
    " dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6"
    " head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option"
    " p param search section summary table tbody td tfoot th thead title tr track ul".split()
)
_RAW_TAGS = frozenset(("script", "pre", "style", "textarea"))
_ATTRIBUTE = r"""[ \t\n]+[a-zA-Z_:][\w.:-]*(?:[ \t\n]*=[ \t\n]*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?"""
HTML_TAG = rf"<[a-zA-Z][a-zA-Z0-9-]*(?:{_ATTRIBUTE})*[ \t\n]*/?>|</[a-zA-Z][a-zA-Z0-9-]*[ \t\n]*>"
_TAG_OPEN = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)(?:(?=[\s>]|\Z)|(/)>)")
_LONE_TAG = re.compile(rf"(?:{HTML_TAG})[ \t\r]*")
_RAW_END = re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE)
_ENCLOSED = (
    (re.compile("<!--"), re.compile("-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile("<![A-Za-z]"), re.compile(">")),
)
BLANK_LINE = re.compile(r"\n[ \t\r]*(?:\n|\Z)")
DEFINITION = re.compile(
    r"""[ \t]*\[(?P<label>(?!\^)(?:[^\[\]\\]|\\.){1,999})\]:
        [ \t]*(?:\n[ \t>]*)?
        (?P<target><(?:[^<>\n\\]|\\.)*>|[^\s<][^\s]*)
        (?P<title>(?:[ \t]+|[ \t]*\n[ \t>]*)
          (?:"(?:[^"\\\n]|\\.|\n(?![ \t\r]*\n))*"
            |'(?:[^'\\\n]|\\.|\n(?![ \t\r]*\n))*'
            |\((?:[^()\\\n]|\\.|\n(?![ \t\r]*\n))*\)))?
        [ \t\r]*(?=\n|\Z)""",
    re.VERBOSE | re.DOTALL,
)
"""A link reference definition, `[label]: target "title"`, from the start of its line."""


class Line(NamedTuple):
    """What is left of one line behind the marks of its containers.

    `at`, `column`: the first non-blank; `base`: the column that indentation counts from; `end`:
    the line end; `depth`: how many containers hold the line; `fresh`: it opened the last of them.
    """

    at: int
    column: int
    base: int
    end: int
    depth: int
    fresh: bool = False


def even_ends(text: str) -> str:
    """`text` with every lone `\\r` made `\\n`; the same length, so that spans hold for both."""
    if text.count("\r") == text.count("\r\n"):
        return text
    return "\r\n".join(part.replace("\r", "\n") for part in text.split("\r\n"))


def blanks(text: str, at: int, column: int) -> tuple[int, int]:
    """Past spaces and tabs: the offset and the column of what follows (tab stops every four)."""
    match = SPACES.match(text, at)
    run = match.group() if match else ""
    if "\t" not in run:
        return at + len(run), column + len(run)
    over = column % 4
    return at + len(run), column - over + len((" " * over + run).expandtabs(4))


def past_blank_lines(text: str, at: int) -> int:
    """Past all blank lines from the line start `at` on."""
    match = _BLANK_LINES.match(text, at)
    return match.end() if match else at


def past_quote_mark(text: str, at: int, column: int) -> tuple[int, int, int]:
    """Past the `>` at `at`: the next non-blank, its column, and where indentation counts from."""
    base = column + 1 + (text[at + 1 : at + 2] in (" ", "\t"))
    return (*blanks(text, at + 1, column + 1), base)


def is_rule(line: str) -> bool:
    """Whether `line`, without indentation, is a thematic break (`---`, `* * *`)."""
    marks = line.replace(" ", "").replace("\t", "").rstrip("\r")
    return len(marks) >= 3 and marks[0] in "*-_" and marks.count(marks[0]) == len(marks)


def list_mark(text: str, at: int, end: int, in_paragraph: bool) -> int:
    """How long the list mark at `at` is; 0 when there is none.

    Inside a paragraph only an item with text, numbered 1 if at all, is meant as one.
    """
    match = MARKER.match(text, at)
    if not match or (text[at] in "*-" and is_rule(text[at:end])):
        return 0
    if in_paragraph:
        empty = not text[match.end() : end].strip(BLANK)
        if empty or int(match.group(1) or 1) != 1:
            return 0
    return match.end() - at


def closes_fence(line: str, fence: str) -> bool:
    """Whether `line`, without indentation, closes a block that `fence` opened."""
    return line.startswith(fence) and not line.lstrip(fence[0]).strip(BLANK)


def html_end(text: str, at: int, end: int, in_paragraph: bool) -> re.Pattern[str] | None:
    """What ends the HTML block that starts at `at` (a `<`); None when none starts there.

    `end` is where the line ends. The block ends with the line that holds the pattern, or before
    the blank line, if that is `BLANK_LINE`.
    """
    for opening, closing in _ENCLOSED:
        if opening.match(text, at, end):
            return closing
    if match := _TAG_OPEN.match(text, at, end):
        name = match.group(2).lower()
        if name in _BLOCK_TAGS:
            return BLANK_LINE
        if name in _RAW_TAGS and not match.group(1) and not match.group(3):
            return _RAW_END
    if not in_paragraph and _LONE_TAG.fullmatch(text, at, end):
        return BLANK_LINE
    return None
