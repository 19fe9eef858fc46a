"""Names of lints and families on the command line."""

from __future__ import annotations

from ctxlayer.lints.registry import known_names


def meant(name: str) -> str:
    """What to try in the place of a name that nothing has, as the end of a message."""
    from difflib import get_close_matches

    close = get_close_matches(name.lower().replace("_", "-"), sorted(known_names()), n=1)
    return f"; did you mean {close[0]}?" if close else "; `ctxlayer explain` lists them"
