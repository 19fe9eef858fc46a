"""What day it is."""

from __future__ import annotations

import os
from datetime import date


def today() -> date:
    """The day, or the one that `CTXLAYER_TODAY` names for reproducible runs.

    A `CTXLAYER_TODAY` that is no date is ignored: a wrong variable must not stop the editor.
    """
    named = os.environ.get("CTXLAYER_TODAY", "")
    try:
        return date.fromisoformat(named) if named else date.today()
    except ValueError:
        return date.today()
