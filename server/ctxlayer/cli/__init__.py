"""The command line: one command a file; this module finds the one that was asked for.

Only the module of the command that runs is imported, so that start-up stays short.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run `ctxlayer` with `argv` (default: the process's own) and return the exit code.

    0 = nothing that fails the run, 1 = findings, 2 = wrong usage. Never a traceback: a fault of
    ours is one line on stderr, with the traceback in the log only.
    """
    from ctxlayer.cli.parser import UsageError, run

    # A command builds one layer and ends: looking for garbage in it would only take time. The
    # server, which stays, switches it on again.
    gc.disable()
    _fill_streams()
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        try:
            exit_code = run(arguments)
        except SystemExit as leave:  # how `--help` and `--version` end
            exit_code = int(leave.code or 0)
        sys.stdout.flush()
        return exit_code
    except UsageError as error:
        from ctxlayer.cli.output import visible

        print(f"ctxlayer: {visible(str(error))}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader went away (`| head`): not our failure, and nobody is left to tell.
        _drop_output()
        return 0
    except OSError as error:
        from ctxlayer.cli.failure import report_refusal

        report_refusal(error)
        _drop_output()
        return 2
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001 - the last line of defence against a traceback
        from ctxlayer.cli.failure import report_failure

        report_failure(error)
        return 2


def _fill_streams() -> None:
    """Put the null device where a standard stream is closed: Python leaves None there."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - it stays open as long as we run


def _drop_output() -> None:
    """Throw away what could not be written, or Python tries again and complains when it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
