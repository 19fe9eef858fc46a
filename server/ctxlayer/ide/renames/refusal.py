"""Why something is not renamed."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """One sentence for the person who asked."""

    message: str
