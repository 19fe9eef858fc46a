"""Git through GitPython, without anything that could surprise: no network, no prompt, no command of
the repository's own."""

from __future__ import annotations

import os
from typing import Any

from ctxlayer.probes.git_process import ALONE, OF_HOOKS, TAME


def plain_git(root: str) -> Any:
    """GitPython's commands in a folder. Raises where there is no git."""
    # Without a git binary `import git` fails unless it is told to be quiet.
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    # GitPython hands on all of our environment, and nothing of us wants these.
    for name in OF_HOOKS:
        os.environ.pop(name, None)
    from git import Git

    # No `Repo`: that reads the configuration in this process, and whatever it includes, with
    # nobody to stop it.
    git = Git(root)
    git.update_environment(**ALONE)
    git.set_persistent_git_options(c=list(TAME))
    return git
