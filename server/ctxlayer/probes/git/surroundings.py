"""What git is started with: the program, the environment, and settings that outweigh a repository's.

A repository, which may be anybody's, is data to us. Its configuration can name programs for git to run
in many places, so each of them is answered here: by an environment variable or a `-c` where those
outweigh it, by the options in `shapes` where only these do.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

SETTINGS = (
    # Programs.
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "core.alternateRefsCommand=:",
    "core.askPass=",
    "core.pager=cat",
    "credential.helper=",
    "credential.interactive=false",
    "diff.external=",
    "log.showSignature=false",
    # Work that nobody asked for, some of it in repositories with a configuration of their own.
    "gc.auto=0",
    "maintenance.auto=false",
    "submodule.recurse=false",
    "status.submoduleSummary=false",
    # Answers that would look otherwise.
    "color.ui=false",
    "color.diff=false",
    f"diff.orderFile={os.devnull}",
    "diff.relative=false",
    "log.follow=false",
    "log.showRoot=true",
)

READING = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_SSH_COMMAND": "false",
}
"""A partial clone fetches what it lacks from its remote, with a command that its configuration
names. Looking must neither run that nor reach for the network: then the answer is unknown."""

NOTHING = "CTXLAYER_NOTHING"
"""A variable that is empty, for settings whose names no `-c` can hold."""

_ALWAYS = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
    "SSH_ASKPASS_REQUIRE": "never",
    "GCM_INTERACTIVE": "never",
    "GIT_EDITOR": ":",
    "GIT_PAGER": "cat",
    "PAGER": "cat",
    "LC_ALL": "C",
    "LANGUAGE": "",
    NOTHING: "",
    # So that Windows looks for programs where it is told to, not in the repository first.
    "NoDefaultCurrentDirectoryInExePath": "1",
}

_OURS_TO_KEEP = (
    "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT",
    "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_", "GIT_CEILING_DIRECTORIES", "GIT_EXEC_PATH",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_SSL_", "GIT_HTTP_", "GIT_PROXY_", "GIT_SSH",
    "GIT_PYTHON_", "GIT_TEST_ASSUME_DIFFERENT_OWNER",
)  # fmt: skip
"""How the user has set up git, and the one that makes it more careful. All other variables of git's are of some run of it, of a hook's above
all: of another repository then, and not of the one around the folder."""


def is_foreign(name: str) -> bool:
    """Whether a variable of the environment belongs to another run of git."""
    return name.startswith("GIT_") and not name.startswith(_OURS_TO_KEEP)


def environment(root: str, more: Mapping[str, str]) -> dict[str, str]:
    """The environment of git in a folder, with `more` in it."""
    # Another thread may take a variable away meanwhile.
    found = {
        name: value
        for name in list(os.environ)
        if not is_foreign(name) and (value := os.environ.get(name)) is not None
    }
    found.update(_ALWAYS)
    # Git starts programs of its own, and ssh: none of them is to come out of a repository.
    found["PATH"] = os.pathsep.join(_folders_of_programs(root))
    top = _work_tree(root)
    if top is not None:
        # Its configuration may say that it lies elsewhere, where everything would be looked at.
        found["GIT_WORK_TREE"] = top
    found.update(more)
    return found


def program(root: str) -> str | None:
    """Git in one of the folders for programs; never one that lies in the repository."""
    name = "git.exe" if os.name == "nt" else "git"
    for folder in _folders_of_programs(root):
        path = os.path.join(folder, name)
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    return None


def _folders_of_programs(root: str) -> list[str]:
    inside = os.path.join(os.path.abspath(root), "")
    # Everything lies below the root of a file system.
    everything = os.path.dirname(inside) == os.path.dirname(os.path.dirname(inside))
    return [
        folder
        for folder in os.get_exec_path()
        if os.path.isabs(folder)
        and (everything or not os.path.join(os.path.normpath(folder), "").startswith(inside))
    ]


def _work_tree(root: str) -> str | None:
    """The folder whose `.git` is the one around `root`; None where there is none, or it is bare."""
    folder = behind_links(root)
    while True:
        git = os.path.join(folder, ".git")
        if os.path.isfile(git) or os.path.lexists(os.path.join(git, "HEAD")):
            return folder
        above = os.path.dirname(folder)
        if above == folder or _is_bare(folder):
            return None
        folder = above


def behind_links(folder: str) -> str:
    """A folder as git sees it that runs there: what lies above a link is not what is around it.

    Windows alone leaves the current folder the name that it was given. What can be no path is left as it is.
    """
    try:
        return os.path.abspath(folder) if os.name == "nt" else os.path.realpath(folder)
    except (OSError, ValueError):
        return folder


def _is_bare(folder: str) -> bool:
    return all(os.path.lexists(os.path.join(folder, name)) for name in ("HEAD", "objects", "refs"))


def settings_without(names: Iterable[str], keys: Iterable[str]) -> list[str]:
    """Options of git that empty `keys` of each of these sections, `filter.x` say."""
    found: list[str] = []
    for name in names:
        for key in keys:
            # A `-c` ends a name at its first `=`, and a repository may call a section `a=b`.
            if "=" in name:
                found.append(f"--config-env={name}.{key}={NOTHING}")
            else:
                found += ("-c", f"{name}.{key}=")
    return found
