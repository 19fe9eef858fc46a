"""GitPython as the one that starts git: for those who run long enough to be worth its import.

It takes 0.1 s to import, longer than most answers of git take; so whatever `check` needs is started
without. What git is asked, with which settings and within which bounds is the same on both ways.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ctxlayer.probes.git.process import own_group
from ctxlayer.probes.git.surroundings import is_foreign

if TYPE_CHECKING:
    from ctxlayer.probes.git.process import Process

_TURNS = threading.Lock()
"""It copies our environment, in which nothing may come or go meanwhile."""


def start_with_gitpython(
    argv: Sequence[str], folder: str, environment: dict[str, str], *, asked: bool
) -> Process:
    """As `process.start` does, through GitPython's `Git` command."""
    if not os.access(folder, os.X_OK):
        # It would take our own folder instead.
        raise NotADirectoryError(folder)
    with _TURNS:
        # No `Repo`: that reads the configuration in this process, and whatever it includes, with
        # nobody to stop it.
        guest = _gitpython()
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
                **({} if sys.platform == "win32" else own_group()),
            )
        except guest.GitError as error:
            raise OSError(str(error)) from error
    process: Process = running.proc
    # It would end the process when it is forgotten; that is done with more care.
    running.proc = None
    return process


def is_of_a_helper(url: str) -> bool:
    """Whether GitPython finds that a URL would have git run a helper, as `ext::` would."""
    with _TURNS:
        guest = _gitpython()
    try:
        guest.Git.check_unsafe_protocols(url)
    except guest.UnsafeProtocolError:
        return True
    return False


def _gitpython() -> Any:
    if "git" not in sys.modules:
        return _imported()
    import git

    return git


def _imported() -> Any:
    """GitPython. To be imported it asks some git for its version, with nobody to stop that: so none."""
    asked = {"GIT_PYTHON_REFRESH": "quiet", "GIT_PYTHON_GIT_EXECUTABLE": os.devnull}
    before = {name: os.environ.get(name) for name in asked}
    os.environ.update(asked)
    try:
        import git
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
    return git
