"""What day it is, and what time."""

from __future__ import annotations

import os
from datetime import date, datetime, timezone


def today() -> date:
    """The day, or the one that `CTXLAYER_TODAY` names for reproducible runs.

    A `CTXLAYER_TODAY` that is no date is ignored: a wrong variable must not stop the editor.
    """
    named = os.environ.get("CTXLAYER_TODAY", "")
    try:
        return date.fromisoformat(named) if named else date.today()
    except ValueError:
        return date.today()


def now() -> datetime:
    """The time of the real clock, with a zone: how old a fetch is does not depend on `CTXLAYER_TODAY`."""
    return datetime.now(timezone.utc)
