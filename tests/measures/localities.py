"""How well the globs that `hot-but-local` would propose replace what authors wrote.

Rules that their authors scoped by globs are read as if they were hot, from clones with their history:

    python -m tests.measures.localities REPOSITORY ...

For each proposal the commits before are replayed: in which share of them the proposed globs would
have loaded the rule, and how many of the commits that the author's globs answer to they would have
missed. Hot rules are listed too, with their proposals, to be read by a person.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ctxlayer.analysis.locality import Locality, census_of, locality
from ctxlayer.globs import Glob, compile_glob
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, placement
from ctxlayer.layer.rule import Temperature, read_rule
from ctxlayer.layer.tree import Tree
from ctxlayer.settings import Settings

_COMMITS = 1_000
_MOMENTS = 12
_STORES = (
    ".cursor/rules",
    ".claude/rules",
    ".github/instructions",
    ".windsurf/rules",
    ".kiro/steering",
    ".continue/rules",
    ".clinerules",
)


class Replay(NamedTuple):
    """Commits: all, those that load the rule, those that the author's globs answer to, those missed."""

    commits: int
    loaded: int
    meant: int
    missed: int

    def __str__(self) -> str:
        return (
            f"loaded in {self.loaded}/{self.commits} commits, "
            f"missed {self.missed}/{self.meant} of the author's"
        )


def git(repo: str, *arguments: str) -> str:
    """What git answers."""
    done = subprocess.run(["git", "-C", repo, *arguments], capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


def moments(repo: str) -> list[str]:
    """HEAD, and commits before rule files were deleted: sets of rules that are gone today."""
    log = git(repo, "log", "--format=%H", "--diff-filter=D", f"-n{_MOMENTS}", "--", *_STORES)
    return ["HEAD", *(f"{commit}^" for commit in log.split())]


def rules(repo: str, moment: str) -> tuple[Tree, list[Document]]:
    """The files of a commit, and the rules among them."""
    tree = Tree(git(repo, "ls-tree", "-r", "-z", "--name-only", moment).split("\0")[:-1])
    found = []
    for path in tree.ordered:
        place = placement(path, Settings(), full=False)
        if place is not None and place.kind is Kind.RULE and path.startswith(_STORES):
            found.append(Document(path, place, git(repo, "show", f"{moment}:{path}")))
    return tree, found


def commits(repo: str, moment: str) -> list[list[str]]:
    """The files of each of the commits before, merges left out."""
    options = ("--no-merges", f"-n{_COMMITS}", "--name-only", "--format=tformat:@", "-z")
    try:
        log = git(repo, "log", *options, moment)
    except subprocess.CalledProcessError:
        return []  # a clone without all of its objects
    found: list[list[str]] = []
    for word in log.split("\0"):
        if word.lstrip("\n") == "@":
            found.append([])
        elif word.strip("\n") and found:
            found[-1].append(word.lstrip("\n"))
    return found


def replay(past: Iterable[list[str]], proposed: Iterable[Glob], meant: Iterable[Glob]) -> Replay:
    """What the proposed globs would have done, against those that are meant."""
    proposed, meant = tuple(proposed), tuple(meant)
    total = loaded = wanted = missed = 0
    for paths in past:
        fires = any(glob.matches(path) for glob in proposed for path in paths)
        should = any(glob.matches(path) for glob in meant for path in paths)
        total, loaded, wanted = total + 1, loaded + fires, wanted + should
        missed += should and not fires
    return Replay(total, loaded, wanted, missed)


def judge(repo: str) -> Iterator[tuple[Document, Temperature, Locality | None, Replay | None]]:
    """Each rule of a repository once, with what would be proposed for it."""
    seen = set()
    for moment in moments(repo):
        try:
            tree, found = rules(repo, moment)
        except subprocess.CalledProcessError:
            continue
        past: list[list[str]] | None = None
        here = census_of(tree)
        for document in found:
            rule = read_rule(document)
            if rule is None or (document.path, document.text) in seen:
                continue
            seen.add((document.path, document.text))
            local = locality(document, here)
            if local is None:
                yield document, rule.temperature, local, None
                continue
            if past is None:
                past = commits(repo, moment)
            proposed = map(compile_glob, local.globs)
            yield document, rule.temperature, local, replay(past, proposed, rule.globs)


def main(repos: list[str]) -> None:
    """Print every proposal."""
    scoped = proposed = 0
    for repo in repos:
        print(f"== {repo}")
        for document, temperature, local, replayed in judge(repo):
            scoped += temperature is Temperature.COOL
            proposed += temperature is Temperature.COOL and local is not None
            if local is not None:
                rule = read_rule(document)
                meant = ", ".join(pattern.glob.pattern for pattern in rule.patterns) if rule else ""
                print(f"{temperature.value} {document.path} [{meant}]: {', '.join(local.globs)}")
                print(f"    {local.why}; {local.files} files; {replayed}")
    print(f"proposed for {proposed} of {scoped} rules with globs of their own")


if __name__ == "__main__":
    main(sys.argv[1:])
