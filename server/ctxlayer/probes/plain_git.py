"""Git without anything that could surprise: no network, no prompt, no look at the configuration."""

from __future__ import annotations

import os
from typing import Any

_ALONE = {"GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}
"""A partial clone fetches what it lacks from its remote, with a command that its configuration
names. Looking must neither run that nor reach for the network: then the answer is unknown."""


def plain_git(root: str) -> Any:
    """GitPython's commands in a folder. Raises where there is no git."""
    # Without a git binary `import git` fails unless it is told to be quiet.
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    from git import Git

    # No `Repo`: that reads the configuration in this process, and whatever it includes, with
    # nobody to stop it.
    git = Git(root)
    git.update_environment(**_ALONE)
    return git
