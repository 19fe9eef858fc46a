"""Text of a layer inside snippets, where `$`, `}` and the like would act."""

from __future__ import annotations

import re

_ACTIVE = re.compile(r"[\\$}]")
_ACTIVE_IN_CHOICE = re.compile(r"[\\,|]")


def literal(text: str) -> str:
    """`text` as a snippet that inserts just that."""
    return _ACTIVE.sub(r"\\\g<0>", text)


def literal_choice(text: str) -> str:
    """`text` as one of the options in `${1|…|}`."""
    return _ACTIVE_IN_CHOICE.sub(r"\\\g<0>", text)
