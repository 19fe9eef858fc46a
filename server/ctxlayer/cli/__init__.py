"""The command line: one command a file; this module finds the one that was asked for.

Only the module of the command that runs is imported, so that start-up stays short.
"""

from __future__ import annotations

import gc
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
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return run(arguments)
    except UsageError as error:
        print(f"ctxlayer: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader went away (`| head`): not our failure, and nobody is left to tell.
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001 - the last line of defence against a traceback
        from ctxlayer.cli.failure import report_failure

        report_failure(error)
        return 2
