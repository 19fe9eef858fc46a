"""When something fails that is no finding: one line for the person, the traceback for the log."""

from __future__ import annotations

import logging
import os
import sys


def start_log() -> None:
    """Send the log where `CTXLAYER_LOG` says; without it a command says what matters itself."""
    value = os.environ.get("CTXLAYER_LOG")
    if value:
        from ctxlayer.probes import logs

        logs.start_log(value)
    else:
        logging.getLogger("ctxlayer").addHandler(logging.NullHandler())


def report_failure(error: Exception) -> None:
    """Say that a fault of ours stopped the command; the traceback goes to the log."""
    start_log()
    logging.getLogger(__name__).error("command failed", exc_info=error)
    where = "the details are in the log"
    if not os.environ.get("CTXLAYER_LOG"):
        where = "set CTXLAYER_LOG=FILE to keep the details"
    print(f"ctxlayer: internal error: {type(error).__name__}: {error} ({where})", file=sys.stderr)


def report_refusal(error: OSError) -> None:
    """Say what the system would not let us do."""
    reason = error.strerror or str(error)
    if isinstance(error, FileNotFoundError) and error.filename is None and not _has_folder():
        reason = "the working folder does not exist any more"
    where = f"{error.filename}: " if error.filename is not None else ""
    from ctxlayer.cli.output import visible

    print(f"ctxlayer: {visible(f'{where}{reason}')}", file=sys.stderr)


def _has_folder() -> bool:
    try:
        os.getcwd()
    except OSError:
        return False
    return True
