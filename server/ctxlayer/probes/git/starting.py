"""GitPython as the one that starts git: for those who run long enough to be worth its import.

It takes 0.1 s to import, longer than most answers of git take; so whatever `check` needs is started
without. What git is asked, with which settings and within which bounds is the same on both ways.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from ctxlayer.probes.git.process import OWN_GROUP, Process
from ctxlayer.probes.git.surroundings import is_foreign


def start_with_gitpython(
    argv: Sequence[str], folder: str, environment: dict[str, str], *, asked: bool
) -> Process:
    """As `process.start` does, through GitPython's `Git` command."""
    # No `Repo`: that reads the configuration in this process, and whatever it includes, with
    # nobody to stop it.
    guest = _gitpython(argv[0])
    if not os.access(folder, os.X_OK):
        # It would take our own folder instead.
        raise NotADirectoryError(folder)
    for name in [name for name in os.environ if is_foreign(name)]:
        # It hands on all of our environment, and nothing of us wants these.
        os.environ.pop(name, None)
    try:
        running = guest.Git(folder).execute(
            list(argv),
            istream=subprocess.PIPE if asked else None,
            as_process=True,
            shell=False,
            env=environment,
            # On Windows it has flags of its own, to the same effect.
            **({} if sys.platform == "win32" else OWN_GROUP),
        )
    except guest.GitError as error:
        raise OSError(str(error)) from error
    process: Process = running.proc
    # It would end the process when it is forgotten; that is done with more care.
    running.proc = None
    return process


def is_of_a_helper(url: str, program: str) -> bool:
    """Whether GitPython finds that a URL would have git run a helper, as `ext::` would."""
    guest = _gitpython(program)
    try:
        guest.Git.check_unsafe_protocols(url)
    except guest.UnsafeProtocolError:
        return True
    return False


def _gitpython(program: str) -> Any:
    # To be imported it asks some git for its version: ours then, and quietly if that fails.
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    os.environ.setdefault("GIT_PYTHON_GIT_EXECUTABLE", program)
    import git

    return git
