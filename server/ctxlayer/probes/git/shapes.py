"""What git may be asked: for each command the options it may have, and those that it always has.

All of these read. Anything else is refused, known options in another spelling too (git takes any
beginning of a long one). What stands here neither writes, nor runs what a repository configures, nor
reaches for the network; some commands do one of these with other options (`log --output`, `symbolic-ref`
with two names, `cat-file --filters`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ctxlayer.probes.git.failures import GitFailed

_ANY = 1 << 30


class _Shape(NamedTuple):
    """`options` are words; one may have a value after `=`, or digits after itself where `#` ends it.

    `always` is added to every call. `one_of` are options of which there has to be one. `names` is how
    many names may follow; `work_tree` says that contents of files of the work tree may be read.
    """

    options: str
    always: tuple[str, ...] = ()
    names: int = _ANY
    one_of: str = ""
    work_tree: bool = False


_REVISIONS = (
    "-z -n# -l# --max-count= --skip= --since= --until= --first-parent --merges --no-merges --reverse "
    "--topo-order --date-order --all --branches --remotes --tags --not --boundary --left-right "
    "--left-only --right-only --cherry-pick --count --full-history --no-walk --ignore-missing "
    "--no-color --no-abbrev --date= --format= "
)
_DIFFS = (
    "-z -r -t -l# --root --raw --name-only --name-status --numstat --no-patch -s --no-renames -M -M# "
    "-C -C# --find-renames= --diff-filter= --no-abbrev --no-color --no-ext-diff --no-textconv "
    "--ignore-submodules=none --ignore-submodules=dirty --ignore-submodules=all "
)
_LOG = (
    "--encoding= --follow --diff-merges= -m -c --no-show-signature --no-notes --no-decorate "
    "--no-mailmap --use-mailmap --no-expand-tabs "
)
_NO_PROGRAMS = ("--no-ext-diff", "--no-textconv")

_SHAPES = {
    "cat-file": _Shape("--batch --batch= --batch-check --batch-check= --buffer -e -t -s -p -z", names=2),
    "check-attr": _Shape("-z --stdin --all -a --cached"),
    "config": _Shape(
        "-z --null --name-only --show-scope --local --global --system --worktree --includes "
        "--get --get-all --get-regexp --type=",
        names=1,
        one_of="--get --get-all --get-regexp",
    ),
    "diff-index": _Shape(_DIFFS + "--cached", _NO_PROGRAMS, work_tree=True),
    "diff-tree": _Shape(_DIFFS + _LOG + "--stdin --no-commit-id --format= --always", _NO_PROGRAMS),
    "for-each-ref": _Shape(
        "--format= --count= --sort= --points-at= --merged= --no-merged= --contains= --no-contains="
    ),
    "log": _Shape(_REVISIONS + _DIFFS + _LOG, ("--no-show-signature", *_NO_PROGRAMS)),
    "ls-files": _Shape(
        "-z -s --stage -c --cached -o --others -i --ignored --exclude-standard --directory "
        "--full-name --error-unmatch"
    ),
    "ls-tree": _Shape("-z -r -t -d -l --long --name-only --name-status --full-tree --full-name --format="),
    "merge-base": _Shape("-a --all --is-ancestor --octopus --independent"),
    "rev-list": _Shape(_REVISIONS + "--objects --no-object-names --parents --timestamp"),
    "rev-parse": _Shape(
        "-q --quiet --verify --short --short= --abbrev-ref --symbolic-full-name --git-dir "
        "--absolute-git-dir --git-common-dir --git-path --show-toplevel --show-prefix --show-cdup "
        "--show-superproject-working-tree --is-shallow-repository --is-bare-repository "
        "--is-inside-git-dir --is-inside-work-tree --show-object-format --path-format="
    ),
    # Not what is dirty inside a submodule: git would look by its configuration, of which we know nothing.
    "status": _Shape(
        "-z -b --branch --porcelain --porcelain= --untracked-files= --no-renames --find-renames= "
        "--ahead-behind --no-ahead-behind --show-stash --ignore-submodules=dirty "
        "--ignore-submodules=all",
        ("--porcelain", "--ignore-submodules=dirty"),
        work_tree=True,
    ),
    "symbolic-ref": _Shape("-q --quiet --short --no-recurse", names=1),
}  # fmt: skip

_PLAIN_FORMAT = (
    r"(?:[^%]|%(?:%|n|x[0-9a-fA-F]{2}|0[0-9a-fA-F]|[HhTtPpsbBfeDdmS]|[ac][nNeEtsiIlLdrD]"
    r"|\((?:refname|objectname|objecttype|objectsize|upstream|push|symref|HEAD|creatordate"
    r"|committerdate|subject|worktreepath|deltabase|rest|objectmode|path|trailers)"
    r"(?::[A-Za-z0-9=,/-]*)?\)))*"
)
"""A format that only tells what stands in objects and refs: `%G?` would run a program."""


def allowed(command: str, arguments: tuple[str, ...]) -> list[str]:
    """The command with its arguments as git is to get them. Raises `GitFailed`, "refused".

    What may come from a repository or a person, a ref say, stands after `--end-of-options`, a path after
    `--`: so that neither can be an option, whatever it is called.
    """
    shape = _SHAPES.get(command)
    if shape is None:
        raise GitFailed("refused", command)
    if any("\0" in word for word in arguments):
        raise GitFailed("refused", f"{command}: a zero byte")
    options, names, paths = _parted(arguments)
    known = frozenset(shape.options.split())
    for word in options:
        if word.startswith("-") and not _is_known(word, known):
            raise GitFailed("refused", f"{command} {word}")
    for word in names:
        if word.startswith("-"):
            raise GitFailed("refused", f"{command}: {word} is no name")
    given = len(names) + sum(not word.startswith("-") for word in options)
    if given > shape.names or not _has_one(options, shape.one_of):
        raise GitFailed("refused", f"{command} with {given} names")
    marked = ["--end-of-options", *names] if names else []
    if command == "rev-parse" and "--verify" not in options:
        # It would repeat the mark in its answer.
        marked = names
    return [
        command,
        *shape.always,
        *options,
        *marked,
        *(["--", *paths] if paths is not None else []),
    ]


def reads_work_tree(command: str, arguments: tuple[str, ...]) -> bool:
    """Whether contents of files of the work tree may be read, with the filters that they have."""
    shape = _SHAPES.get(command)
    return shape is not None and shape.work_tree and "--cached" not in arguments


def _parted(arguments: tuple[str, ...]) -> tuple[list[str], list[str], list[str] | None]:
    """Options, names and paths; None for paths where there is no `--`."""
    words = list(arguments)
    paths: list[str] | None = None
    if "--" in words:
        at = words.index("--")
        words, paths = words[:at], words[at + 1 :]
    if "--end-of-options" not in words:
        return words, [], paths
    at = words.index("--end-of-options")
    return words[:at], words[at + 1 :], paths


def _is_known(word: str, known: frozenset[str]) -> bool:
    if word in known:
        return True
    name, equals, value = word.partition("=")
    if equals:
        return f"{name}=" in known and (
            name not in ("--format", "--batch", "--batch-check", "--pretty") or _is_plain(value)
        )
    head = word.rstrip("0123456789%")
    return head != word and f"{head}#" in known


def _is_plain(form: str) -> bool:
    bare = form.removeprefix("tformat:").removeprefix("format:")
    return re.fullmatch(_PLAIN_FORMAT, bare, re.DOTALL) is not None


def _has_one(options: list[str], one_of: str) -> bool:
    return not one_of or any(word in one_of.split() for word in options)
