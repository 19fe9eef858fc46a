"""Where the log goes: `CTXLAYER_LOG` holds a level, a file, or `level:file`."""

from __future__ import annotations

import logging
import sys

LEVELS = ("debug", "info", "warning", "error")


def parse_log(value: str) -> tuple[int, str]:
    """(level, file or "" for standard error) of a `CTXLAYER_LOG` value.

    A file without a level gets everything from `info` up; without a value only warnings show.
    """
    level, colon, path = value.partition(":")
    if level.lower() in LEVELS:
        return getattr(logging, level.upper()), path if colon else ""
    return (logging.INFO, value) if value else (logging.WARNING, "")


def start_log(value: str) -> None:
    """Send the log of this process where `value` says; never to standard output."""
    level, path = parse_log(value)
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    complaint = ""
    if path:
        try:
            handler = logging.FileHandler(path, encoding="utf-8", errors="backslashreplace")
        except OSError as error:
            complaint = f"CTXLAYER_LOG: {error}; logging to standard error"
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    if level > logging.DEBUG:
        # pygls logs every answer in full at `info`.
        logging.getLogger("pygls").setLevel(logging.WARNING)
    if complaint:
        logging.getLogger(__name__).warning(complaint)
