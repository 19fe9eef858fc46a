"""Why git gave no answer, with its own words made fit to be shown."""

from __future__ import annotations

import re

_LONGEST = 4000
"""Characters of git's words that are kept."""

_AUTH = (
    "could not read username", "could not read password", "terminal prompts disabled",
    "authentication failed", "permission denied (", "host key verification failed",
    "too many authentication failures", "no supported authentication methods",
    "returned error: 401", "returned error: 403", "invalid username or password",
)  # fmt: skip
_REFUSED = ("not allowed", "blocked", "no remote helper", "unable to find remote helper")
_UNREACHABLE = (
    "could not resolve", "connection refused", "connection timed out", "connection reset",
    "connection closed", "network is unreachable", "no route to host", "failed to connect",
    "could not connect", "couldn't connect", "operation timed out", "name or service not known",
    "does not appear to be a git repository", "does not exist", "could not read from remote",
    "unable to access", "repository not found", "unable to connect", "unable to look up",
)  # fmt: skip
_KINDS = (("refused", _REFUSED), ("auth", _AUTH), ("unreachable", _UNREACHABLE))

_SECRET = re.compile(r"://[^/@\s']{1,400}@")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class GitFailed(Exception):
    """No answer. `said` is git's own word, without passwords and characters that move a cursor.

    `why` is "missing" (there is no git, or no such folder), "refused" (it is nothing that we ask git for),
    "timeout", "too-much" (it said more than was asked for) or "failed"; of a fetch also "auth" and
    "unreachable". `code` is the exit code of a git that ended by itself.
    """

    def __init__(self, why: str, said: str = "", code: int | None = None) -> None:
        said = presentable(said)
        super().__init__(f"{why}: {said}" if said else why)
        self.why = why
        self.said = said
        self.code = code

    @property
    def unsafe(self) -> bool:
        """Whether git does not read the repository, because it belongs to somebody else."""
        return "dubious ownership" in self.said

    @property
    def not_a_repository(self) -> bool:
        """Whether git finds no repository there."""
        return "not a git repository" in self.said


def presentable(said: str) -> str:
    """Git's words for people: not too many, nothing that a terminal acts on, no passwords of URLs."""
    return _CONTROL.sub("", _SECRET.sub("://", said[:_LONGEST])).strip()


def kind_of_failure(said: str) -> str:
    """What kept a fetch from succeeding, by git's words: "auth", "unreachable", "refused" or "failed"."""
    words = said.lower()
    for kind, signs in _KINDS:
        if any(sign in words for sign in signs):
            return kind
    return "failed"
