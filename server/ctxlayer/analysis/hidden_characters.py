"""Characters that nobody sees and programs read, where no script and no emoji needs them.

What is needed depends on the neighbours: a joiner belongs between emoji and into Persian words, a
variation selector behind its base, a tag into the flag of Wales. So neighbours are judged together,
as one run: all of it is needed, or all of it is reported. Taking reported runs out changes no
neighbour of one that stays, and nothing is left to report.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Literal, NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.layer.line_scan import line_scan
from ctxlayer.text import Span

Harm = Literal["order", "message", "invisible", "stray", "soft-hyphen"]
"""What a run does: turn the order of what is shown, carry hidden text, hide, nothing, hyphenate."""


class HiddenRun(NamedTuple):
    """Hidden characters side by side, and what they do."""

    span: Span
    harm: Harm

    def shift(self, by: int) -> HiddenRun:
        """The same so much further on."""
        return HiddenRun(self.span.shift(by), self.harm)


_BIDI = "\u202a-\u202e\u2066-\u2069"
_MARKS = "\u200e\u200f\u061c"
_JOINERS = "\u200c\u200d"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_TAGS = "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
_FILLERS = "\u115f\u1160\u3164\uffa0"
_OTHERS = "\u200b\u2060-\u2064\u2065\u206a-\u206f\ufeff\u180b-\u180f\u034f\u17b4\u17b5\ufff9-\ufffb"
_MUSIC = "\U0001d173-\U0001d17a"
_SOFT = "\u00ad"

_RUN = re.compile(
    f"[{_BIDI}{_MARKS}{_JOINERS}{_SELECTORS}{_TAGS}{_FILLERS}{_OTHERS}{_MUSIC}{_SOFT}]+"
)
_HAS_BIDI = re.compile(f"[{_BIDI}]")
_HAS_TAGS = re.compile(f"[{_TAGS}]")
_SELECTOR = re.compile(f"[{_SELECTORS}]")
_ONLY_JOINING = re.compile(f"[{_JOINERS}{_MARKS}]{{1,2}}")
_FLAG = re.compile("[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_JOINING_SCRIPT = re.compile(
    # Arabic to N'Ko, the scripts of India, South-East Asia and Tibet, Mongolian, presentation forms.
    "[\u0600-\u10ff\u1700-\u18af\u1900-\u1cff\ua840-\ua8ff\ua900-\ua95f\ua980-\uaaff\uabc0-\uabff"
    "\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff\U0001e900-\U0001e95f]"
)
_WITHOUT_SPACES = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\ua9e0-\ua9ff\uaa60-\uaadf]"
)
_EAST_ASIAN = re.compile(
    "[\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\uac00-\ud7af\U00020000-\U0003ffff]"
)
_EMOJI = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2460-\u24ff\u25a0-\u27bf"
    "\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
_MONGOLIAN = re.compile("[\u1800-\u18af]")
_HANGUL_PARTS = re.compile("[\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\ud7b0-\ud7ff\uffa1-\uffdc]")
_KHMER = re.compile("[\u1780-\u17ff]")


def hidden_runs(text: str) -> tuple[HiddenRun, ...]:
    """The runs of hidden characters that nothing needs, in order."""
    return tuple(_in_lines(text, 0, len(text)))


def document_hidden_runs(document: Document) -> tuple[HiddenRun, ...]:
    """The same for a document."""
    if document.text.isascii():
        return ()
    return line_scan(document, "hidden", _in_lines, HiddenRun.shift)


def _in_lines(text: str, start: int, end: int) -> Iterator[HiddenRun]:
    """Those of a part of the text; a byte order mark is none."""
    start += start == 0 and text.startswith("\ufeff")
    part = text[start:end]
    if not part.isascii():
        for run in _runs(part):
            yield run.shift(start)


def _runs(text: str) -> Iterator[HiddenRun]:
    rows = _Rows(text)
    for match in _RUN.finditer(text):
        run = match.group()
        before = text[match.start() - 1] if match.start() else ""
        after = text[match.end() : match.end() + 1]
        if not _is_needed(run, before, after, rows, match.start()):
            yield HiddenRun(Span(*match.span()), _harm(run))


def _harm(run: str) -> Harm:
    if _HAS_BIDI.search(run):
        return "order"
    if _HAS_TAGS.search(run) or len(run) > 3:
        return "message"
    if run.strip("\u00ad") == "":
        return "soft-hyphen"
    return "stray" if len(run) == 1 and _SELECTOR.match(run) else "invisible"


class _Rows:
    """Which lines hold letters that are written from right to left; found when first asked."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[int] | None = None
        self._known: dict[int, bool] = {}

    def right_to_left(self, at: int) -> bool:
        """Whether the line around `at` does."""
        if self._starts is None:
            self._starts = [0, *(each.end() for each in re.finditer("\n", self._text))]
        row = bisect_right(self._starts, at) - 1
        if row not in self._known:
            end = self._starts[row + 1] if row + 1 < len(self._starts) else len(self._text)
            found = _RIGHT_TO_LEFT.search(self._text, self._starts[row], end)
            self._known[row] = found is not None
        return self._known[row]


def _is_needed(run: str, before: str, after: str, rows: _Rows, at: int) -> bool:
    """Whether a script or an emoji needs this run between its neighbours."""
    if _FLAG.fullmatch(run):
        return before == "\U0001f3f4"
    if len(run) > 1 and run[0] in "\ufe0e\ufe0f" and _takes_selector(run[0], before):
        return not _SELECTOR.match(run[1]) and _is_needed(run[1:], before, after, rows, at)
    if run == "\u200d" and _EMOJI.match(before) and _EMOJI.match(after):
        return True
    if _ONLY_JOINING.fullmatch(run):
        return _needs_joining(run, before, after, rows, at)
    if len(run) == 1:
        return _is_needed_alone(run, before, after)
    return False


def _needs_joining(run: str, before: str, after: str, rows: _Rows, at: int) -> bool:
    """Joiners beside a script that joins its letters; marks of direction where it changes."""
    joins = bool(_JOINING_SCRIPT.match(before) or _JOINING_SCRIPT.match(after))
    if any(char in _JOINERS for char in run) and not joins:
        return False
    return not any(char in _MARKS for char in run) or rows.right_to_left(at)


def _is_needed_alone(char: str, before: str, after: str) -> bool:
    if _SELECTOR.match(char):
        return _takes_selector(char, before)
    if char == "\u200b":
        return _breaks_lines(before, after)
    if char in "\u180b\u180c\u180d\u180e\u180f":
        return bool(_MONGOLIAN.match(before))
    if char in _FILLERS:
        return bool(_HANGUL_PARTS.match(before) or _HANGUL_PARTS.match(after))
    if char in "\u17b4\u17b5":
        return bool(_KHMER.match(before))
    if char == "\u034f":
        from unicodedata import combining

        return bool(after and (combining(after) or combining(before or " ")))
    return "\U0001d173" <= char <= "\U0001d17a" and "\U0001d100" <= (before or " ") <= "\U0001d1ff"


def _takes_selector(char: str, before: str) -> bool:
    if char >= "\U000e0100":
        return bool(_EAST_ASIAN.match(before))
    if before.isascii():
        # The digits of keycaps; some tools leave the selector where the cap is missing.
        return bool(before) and before in "0123456789#*" and char in "\ufe0e\ufe0f"
    return not before.isspace()


def _breaks_lines(before: str, after: str) -> bool:
    """Where words are written without spaces, or Markdown needs a border beside a wide letter."""
    if _WITHOUT_SPACES.match(before) or _WITHOUT_SPACES.match(after):
        return True
    if after == "`" and before in ("\n", "`", ""):
        return True  # keeps backticks apart that would be another fence or code span
    marks = "*_`~"
    return bool(
        (before and before in marks and _EAST_ASIAN.match(after))
        or (after and after in marks and _EAST_ASIAN.match(before))
    )
