"""File pointers that are no path at all: words for people, and patterns of names.

Other teams' tables hold them among real paths. Whoever wrote them means no single file, so one that
leads nowhere is not judged.
"""

from __future__ import annotations

import re

from ctxlayer.layer.link_target import STAND_INS
from ctxlayer.layer.pointer import BOLD, Pointer

_PATTERN = re.compile(rf"<[^<>/]+>|\$\{{\w+\}}|\$[A-Z]\w*|\{{[A-Za-z][\w -]*\}}|{STAND_INS}")
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}\Z")


def names_no_file(pointer: Pointer) -> bool:
    """Whether a pointer that leads nowhere is words, or stands for a name to be filled in."""
    return _PATTERN.search(pointer.path) is not None or _is_prose(pointer)


def _is_prose(pointer: Pointer) -> bool:
    """`both of the above`, `**Slack water**`: neither a link nor code, and not shaped like a path."""
    path = pointer.path
    if pointer.label is not None or pointer.path_span.start != pointer.span.start:
        return False
    if BOLD.match(path):
        return True
    words = path.split(None, 1)
    if len(words) < 2 or "/" in words[0] or path.startswith(("[", "![")):
        return False
    return not path.endswith("/") and _EXTENSION.search(path) is None
