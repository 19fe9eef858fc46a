"""When ctxlayer itself fails: one line for the person, the traceback for the log."""

from __future__ import annotations

import logging
import os
import sys


def report_failure(error: Exception) -> None:
    """Say that a fault of ours stopped the command; write the traceback where `CTXLAYER_LOG` says."""
    log = os.environ.get("CTXLAYER_LOG")
    where = "set CTXLAYER_LOG=FILE to keep the details"
    if log:
        logging.basicConfig(filename=log)
        logging.getLogger(__name__).error("command failed", exc_info=error)
        where = f"the details are in {log}"
    print(f"ctxlayer: internal error: {type(error).__name__}: {error} ({where})", file=sys.stderr)
