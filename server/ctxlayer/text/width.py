"""How wide a text is shown: what formatters align by."""

from __future__ import annotations

import re

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


def display_width(text: str) -> int:
    """The columns that `text` takes in a font of one width.

    Wide characters take two, combining ones and joiners none, an emoji sequence as much as the one
    picture that it is. A control character, which nothing shows the same way, counts as one.
    """
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth

    # One control character and the library gives no answer for all the text.
    controls = sum(map(len, _CONTROL.findall(text)))
    return controls + sum(int(wcswidth(piece)) for piece in _CONTROL.split(text))
