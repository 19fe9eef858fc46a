"""Where a text itself says that a path in it is no more."""

from __future__ import annotations

import re

from ctxlayer.text import Span

_ENDED = frozenset(
    "deleted removed retired dropped archived replaced superseded gone obsolete".split()
)
_WENT = frozenset("renamed moved merged ported migrated relocated extracted split".split())
"""Words that say of a path that it is no more; the latter where they are about going, not about coming."""
_ENDING = frozenset(
    f"{stem}{end}"
    for stem, ends in {
        "delet": ("e", "es", "ed", "ing"),
        "remov": ("e", "es", "ed", "ing"),
        "renam": ("e", "es", "ed", "ing"),
        "retir": ("e", "es", "ed", "ing"),
        "replac": ("es", "ed", "ing"),
        "supersed": ("e", "es", "ed", "ing"),
        "drop": ("", "s", "ped", "ping"),
        "former": ("ly",),
        "previous": ("ly",),
    }.items()
    for end in ends
)
"""Words that say so before it."""
_PASSIVE = frozenset("is are was were be been being got".split())
_SMALL = frozenset(
    "the a an our its this that has have had now since already all any old legacy existing empty whole "
    "entire redundant unused and or plus completely entirely fully file files folder directory module "
    "script package".split()
)
"""Words that may stand between."""
_AFTER = frozenset(
    "in by since as with when because and for on after to into under which so but".split()
)
"""Words after one that has no object; with one, something in the file went."""
_MOST = 6
_REACH = 300
_TOKEN = re.compile(r"[A-Za-z]+|[^\sA-Za-z*_~]")
_NO_LONGER = re.compile(r"no longer (?:exists?|there|used|needed|in use)\b", re.IGNORECASE)
_EDGE = re.compile(r"\n(?=[ \t]*(?:[-+*#|>\n]|\d+[.)]))")
"""Ends of lines after which something else begins."""
_CODE = re.compile(r"`[^`]*`")
_BREAK = re.compile(r"[.;!?](?=[\s*_])|\|")
_SPACING = " \t*_~|:,(—–-✅❌"


def says_gone(span: Span, text: str, moved: str = "") -> bool:
    """Whether the words around a path say that it was deleted, renamed, replaced or the like, or also name
    where it went, which is `moved`.

    Only next to the path, and only in English; to be asked of a path that is gone.
    """
    before, after = _around(span, text)
    if moved and any(_names(beside, moved) for beside in (before, after)):
        return True
    in_code = before.endswith("`")
    # What is left of the path itself: line numbers, an anchor, the end of the code span or the link.
    after = after[after.find("`" if in_code else ")") + 1 :]
    before = before[:-1] if in_code else before[: max(before.rfind("["), 0)]
    if before.count("~~") % 2 and "~~" in after:
        return True
    return _ends(after.lstrip(_SPACING)) or _begins(before)


def _around(span: Span, text: str) -> tuple[str, str]:
    """What precedes and what follows a path in its paragraph, item or row; not all of a long one."""
    start, end = max(0, span.start - _REACH), span.end + _REACH
    breaks = [each.start() for each in _EDGE.finditer(text, start, end)]
    start = max((each + 1 for each in breaks if each < span.start), default=start)
    end = min((each for each in breaks if each >= span.end), default=end)
    return text[start : span.start], text[span.end : end].replace("\n", " ")


def _names(beside: str, path: str) -> bool:
    """Whether a text holds a path of two names or more as it is."""
    if "/" not in path or path not in beside:
        return False
    return re.search(rf"(?<![\w./-]){re.escape(path)}(?![\w-])", beside) is not None


def _ends(after: str) -> bool:
    """Whether what follows a path begins with that it is gone."""
    if _NO_LONGER.match(after):
        return True
    tokens = [each.lower() for each in _TOKEN.findall(_CODE.sub("`", after))]
    passive = False
    for place, token in enumerate(tokens[:_MOST]):
        follows = tokens[place + 1] if place + 1 < len(tokens) else "."
        if token in _WENT and follows in ("from", "here"):
            return False
        if token in _ENDED or token in _WENT:
            return passive or follows in _AFTER or not (follows.isalpha() or follows in "`\"'")
        passive = passive or token in _PASSIVE
        if token not in _SMALL and token not in _PASSIVE and token not in "`,":
            return False
    return False


def _begins(before: str) -> bool:
    """Whether what precedes a path ends with that it goes."""
    before = _CODE.sub("", before)
    breaks = list(_BREAK.finditer(before))
    words = _TOKEN.findall(before[breaks[-1].end() :] if breaks else before)
    left = False
    for word in reversed([each.lower() for each in words if each.isalpha()][-_MOST:]):
        if word in (_WENT if left else _ENDING):
            return True
        if word not in _SMALL and (word != "from" or left):
            return False
        left = left or word == "from"
    return False
