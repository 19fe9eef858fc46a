"""The one call that writes: remote-tracking refs, from a remote that a repository names.

Where to fetch from is the repository's to say; how is the user's. So of its configuration only what leads
nowhere else is heard: no command, no helper, no proxy, no certificates. Who has to be asked for a
password, by way of a helper that the user set up, would otherwise give it to whoever wrote that.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from typing import NamedTuple

from ctxlayer.probes.git.calls import Call, Run, said
from ctxlayer.probes.git.failures import GitFailed, kind_of_failure
from ctxlayer.probes.git.starting import is_of_a_helper, start_with_gitpython
from ctxlayer.probes.git.written import check_written

_PROTOCOLS = "file:http:https:ssh"
_SCHEMES = frozenset({"file", "http", "https", "ssh", "git+ssh", "ssh+git"})
_FIRST_TIMEOUT = 5.0
_MOST = 1_000_000
"""Bytes of configuration, and of what a quiet fetch says."""

_REMOTE = re.compile(r"(?!-)[^\s:*?\[\\^~\x00-\x1f\x7f]{1,200}")
_REFSPEC = re.compile(r"\+refs/heads/([^\s:*?\[\\^~\x00-\x1f\x7f]+|\*):refs/remotes/(.+)")
_HELPER = re.compile(r"[A-Za-z0-9+.-]*::")
_ASKED = r"^(remote|remotes|http|credential|hook)\.|^core\.sshcommand$|^fetch\.bundleuri$|^extensions\.partialclone$"
_HARMLESS_HTTP = frozenset(
    {"extraheader", "postbuffer", "version", "lowspeedlimit", "lowspeedtime", "useragent",
     "emptyauth", "maxrequests", "minsessions"}
)  # fmt: skip
_OF_A_PROMISE = frozenset({"uploadpack", "vcs", "proxy", "proxyauthmethod"})
_OF_THE_USER = frozenset({"system", "global", "command"})

_OPTIONS = (
    "--quiet", "--no-tags", "--no-prune", "--no-recurse-submodules", "--no-auto-maintenance",
    "--no-write-commit-graph", "--no-show-forced-updates", "--upload-pack=git-upload-pack",
    "--refmap=",
)  # fmt: skip


class _Setting(NamedTuple):
    """One line of configuration; `own` if it is the repository's."""

    own: bool
    key: str
    value: str

    @property
    def last(self) -> str:
        return self.key.rpartition(".")[2]


def fetch_branches(
    root: str, run: Run, remote: str, refspecs: Sequence[str], *, timeout: float
) -> None:
    """What `Git.fetch` does; `run` asks git in the same folder."""
    specs = _checked_names(remote, refspecs)
    settings = _settings(run, min(timeout, _FIRST_TIMEOUT))
    _check_settings(remote, settings)
    check_written(root, run, remote, min(timeout, _FIRST_TIMEOUT))
    options, more = _in_place_of_its_own(remote, settings)
    words = ["fetch", *_OPTIONS, "--end-of-options", remote, *specs]
    call = Call(root, start_with_gitpython, words, options, more, writes=True)
    try:
        for _ in said(call, timeout=timeout, most=_MOST):
            pass
    except GitFailed as error:
        if error.why != "failed":
            raise
        raise GitFailed(kind_of_failure(error.said), error.said, error.code) from error


def _checked_names(remote: str, refspecs: Sequence[str]) -> list[str]:
    if not _REMOTE.fullmatch(remote) or ".." in remote:
        raise GitFailed("refused", f"{remote} is no name of a remote")
    for spec in refspecs:
        found = _REFSPEC.fullmatch(spec)
        if found is None or found[2] != f"{remote}/{found[1]}" or ".." in spec:
            raise GitFailed("refused", f"{spec} is not for a remote-tracking branch of {remote}")
    return list(refspecs) or [f"+refs/heads/*:refs/remotes/{remote}/*"]


def _settings(run: Run, timeout: float) -> list[_Setting]:
    """What is configured anywhere that a fetch goes by."""
    out = run(
        "config", "--null", "--show-scope", "--get-regexp", _ASKED, timeout=timeout, most=_MOST
    )
    words = out.decode("utf-8", "surrogateescape").split("\0")
    found = []
    for scope, line in zip(words[::2], words[1::2], strict=False):
        key, _, value = line.partition("\n")
        found.append(_Setting(scope not in _OF_THE_USER, key, value))
    return found


def _check_settings(remote: str, settings: Sequence[_Setting]) -> None:
    """Raise for what nothing outweighs, or would send a password somewhere else."""
    prefix = f"remote.{remote}."
    urls = [each.value for each in settings if each.key == f"{prefix}url"]
    if not urls:
        raise GitFailed("refused", f"no remote is called {remote}")
    for url in urls:
        _check_url(url)
    # What a partial clone lacks an older git asks such a remote for, whatever it was told to fetch.
    promised = {each.key.rpartition(".")[0] for each in settings if each.last == "promisor"}
    promised |= {f"remote.{each.value}" for each in settings if each.last == "partialclone"}
    for each in settings:
        if not each.own:
            continue
        elsewhere = each.key.startswith("http.") and each.last not in _HARMLESS_HTTP
        redirected = each.key in {
            f"{prefix}vcs", f"{prefix}proxy", f"{prefix}proxyauthmethod", f"remotes.{remote}",
            "fetch.bundleuri",
        }  # fmt: skip
        asked_beside = each.key.rpartition(".")[0] in promised and each.last in _OF_A_PROMISE
        if elsewhere or redirected or asked_beside:
            raise GitFailed("refused", f"the repository configures {each.key}")


def _check_url(url: str) -> None:
    scheme, separator, _ = url.partition("://")
    if url.startswith("-") or (separator and scheme.lower() not in _SCHEMES):
        raise GitFailed("refused", f"nothing is fetched from {url}")
    if _HELPER.match(url) or is_of_a_helper(url):
        raise GitFailed("refused", f"the helper of {url} is not run")


def _in_place_of_its_own(
    remote: str, settings: Sequence[_Setting]
) -> tuple[list[str], dict[str, str]]:
    """Options and variables with the user's commands in place of the repository's."""
    more = {"GIT_ALLOW_PROTOCOL": _PROTOCOLS, "GIT_SSH_COMMAND": _ssh(settings)}
    ours: list[tuple[str, str]] = [(f"remote.{remote}.followRemoteHEAD", "never")]
    # The list of helpers was emptied by our settings, and that is the last of them.
    helpers = [
        (each.key, each.value)
        for each in settings
        if not each.own and each.key.startswith("credential.") and each.last == "helper"
    ][:-1]
    ours += helpers
    for key in dict.fromkeys(each.key for each in settings if each.key.startswith("hook.")):
        name = key.rpartition(".")[0]
        ours += [(f"{name}.enabled", "false"), (f"{name}.command", ":")]
    options = []
    for number, (key, value) in enumerate(ours):
        more[f"CTXLAYER_SETTING_{number}"] = value
        options.append(f"--config-env={key}=CTXLAYER_SETTING_{number}")
    return options, more


def _ssh(settings: Sequence[_Setting]) -> str:
    """The user's ssh, told not to ask for anything."""
    plain = os.environ.get("GIT_SSH")
    configured = [each.value for each in settings if each.key == "core.sshcommand" and not each.own]
    command = (
        os.environ.get("GIT_SSH_COMMAND")
        or (configured[-1] if configured else None)
        or (shlex.quote(plain) if plain else "ssh")
    )
    try:
        name = os.path.basename(shlex.split(command)[0])
    except (ValueError, IndexError):
        return command
    is_ssh = name.lower().removesuffix(".exe") == "ssh"
    return f"{command} -oBatchMode=yes -oConnectTimeout=15" if is_ssh else command
