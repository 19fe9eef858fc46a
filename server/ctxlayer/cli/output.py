"""Writing for people and for programs."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import Any, TextIO

_CODES = {"error": "31", "warning": "33", "info": "36", "hint": "2", "path": "1", "faint": "2"}


_BEYOND_ASCII = "\x7f-\x9f\u2028-\u202e\u2066-\u2069\U000e0000-\U000e007f\ufeff"
_STEERING = re.compile(f"[\x00-\x1f{_BEYOND_ASCII}]")
"""Control characters, line and direction controls, and the invisible tag characters."""


_STEERING_JSON = re.compile(f"[{_BEYOND_ASCII}]")
"""The same, without those that JSON escapes by itself."""


class Painter:
    """Colours text on a terminal; elsewhere, and under `NO_COLOR`, leaves it alone."""

    def __init__(self, stream: TextIO) -> None:
        self.active = stream.isatty() and not os.environ.get("NO_COLOR")

    def __call__(self, style: str, text: str) -> str:
        """`text` in one of the styles."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.active else text


def visible(text: str) -> str:
    """`text` on one line, with all that could steer a terminal or hide in it shown as an escape.

    What a file of the layer says is data: it must not colour, move or overwrite what we print.
    """
    return _STEERING.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def print_json(data: Any) -> None:
    """One JSON document on stdout, readable and in UTF-8; what would steer a terminal is escaped."""
    text = json.dumps(data, indent=2, ensure_ascii=False)
    sys.stdout.write(_STEERING_JSON.sub(lambda odd: json.dumps(odd[0])[1:-1], text) + "\n")


def use_utf8() -> None:
    """Write UTF-8 whatever the terminal's locale is; lone surrogates of odd names stay visible."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def plural(count: int, word: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"
