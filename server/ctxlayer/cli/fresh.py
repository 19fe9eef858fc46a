"""`ctxlayer fresh`: whether the clones of siblings may be read as what runs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from ctxlayer.analysis.gate import Verdict, gate_words, notes, told, verdict
from ctxlayer.cli.layers import open_layer
from ctxlayer.cli.output import Painter, plural, print_json, use_utf8, visible
from ctxlayer.cli.parser import UsageError, add_format, add_root
from ctxlayer.layer.repo_map import repo_map, repo_map_of
from ctxlayer.layer.repos import RepoFacts
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.probes.repo_states import read_repos, real_path
from ctxlayer.settings import Settings
from ctxlayer.text.width import display_width as width
from ctxlayer.vfs.siblings import from_home

SUMMARY = "tell whether the clones of sibling repositories are fit to be read"

_NO_MAP = (
    "ctxlayer: this layer has no repo map, so there are no clones to look at; "
    'write .local/repo-paths.json: {"NAME": "/path/to/clone"}'
)
_STYLES = {"PASS": "info", "STOP": "error", "UNKNOWN": "warning"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `fresh`."""
    parser.add_argument(
        "repos",
        nargs="*",
        metavar="REPO",
        help="names of the repo map, or paths of clones (default: all of the repo map)",
    )
    add_root(parser)
    add_format(parser)
    parser.add_argument(
        "--fetch",
        action="store_true",
        help="ask the remotes first; that moves remote-tracking branches and nothing else",
    )


def run(options: argparse.Namespace) -> int:
    """Run `fresh`: exit 1 where something stops, or the repo map cannot be read; 2 for an unknown name."""
    use_utf8()
    layer = open_layer(options.root)
    snapshot = layer.snapshot if layer is not None else None
    settings = snapshot.settings if snapshot is not None else Settings()
    mapped, problems = _mapped(snapshot) if snapshot is not None else ({}, ())
    for problem in problems:
        print(f"ctxlayer: {visible(problem)}", file=sys.stderr)
    clones = _clones(options.repos, mapped, settings)
    verdicts = _look(clones, settings, fetch=options.fetch)
    if options.format == "json":
        found = [_to_json(each) for each in verdicts]
        print_json({"version": 1, "repos": found, "problems": list(problems)})
    else:
        _print(verdicts)
    if snapshot is not None and not clones and not problems:
        print(_NO_MAP, file=sys.stderr)
    stopped = any(each.state == "STOP" for each in verdicts)
    return 1 if stopped or (problems and not options.repos) else 0


# What to look at.


def _mapped(snapshot: Snapshot) -> tuple[dict[str, str], tuple[str, ...]]:
    """The clones of the repo map by name, and what is wrong with the map."""
    document = repo_map_of(snapshot)
    if document is None:
        return {}, ()
    read = repo_map(document)
    problems = [f"{document.path}: {each.message}" for each in read.problems]
    clones = {}
    for name, entry in read.by_name.items():
        path = from_home(entry.path)
        if name in read.paths and os.path.isabs(path):
            clones[name] = path
        else:
            problems.append(
                f"{document.path}: `{name}` has no absolute path; write that of its clone"
            )
    return clones, tuple(problems)


def _clones(asked: Sequence[str], mapped: Mapping[str, str], settings: Settings) -> dict[str, str]:
    """What is asked for, as names and paths. Raises `UsageError` for what is neither."""
    if not asked:
        return dict(mapped)
    clones = {}
    for word in asked:
        if word in mapped:
            clones[word] = mapped[word]
        elif os.path.exists(word):
            path = os.path.abspath(word)
            clones[_name_of(path, mapped)] = path
        else:
            raise UsageError(_unknown(word, mapped, settings))
    return clones


def _name_of(path: str, mapped: Mapping[str, str]) -> str:
    """The name of a clone in the repo map, else its path."""
    real = real_path(path)
    return next((name for name, each in mapped.items() if real_path(each) == real), path)


def _unknown(word: str, mapped: Mapping[str, str], settings: Settings) -> str:
    if word in settings.repos:
        return f"{word}: the settings name it, but the repo map of this machine does not"
    if not mapped:
        return f"{word}: no such path, and no repo map to find a name in"
    return f"{word}: neither a name of the repo map ({', '.join(sorted(mapped))}) nor a path"


def _look(clones: Mapping[str, str], settings: Settings, *, fetch: bool) -> list[Verdict]:
    """The verdicts, in the order of `clones`; how far it has come is told on a terminal."""
    branches = {
        name: each.branch for name, each in settings.repos.items() if each.branch is not None
    }
    shown = sys.stderr.isatty()
    found: dict[str, RepoFacts] = {}
    for name, facts in read_repos(clones, fetch=fetch, branches=branches):
        found[name] = facts
        if shown:
            what = "fetched" if fetch else "looked at"
            print(
                f"\r\x1b[K{len(found)} of {len(clones)} {what}", end="", file=sys.stderr, flush=True
            )
    if shown and clones:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return [verdict(name, found.get(name), settings, path) for name, path in clones.items()]


# For programs.


def _to_json(each: Verdict) -> dict[str, Any]:
    facts = each.facts
    known = facts if facts is not None and facts.place == "repo" else None
    return {
        "name": each.name,
        "path": each.path,
        "state": each.state,
        "reasons": list(each.reasons),
        "branch": known.branch if known else None,
        "expected": each.expected,
        "ahead": known.ahead if known else None,
        "behind": known.behind if known else None,
        "dirty": None if known is None or known.dirty is None else known.dirty > 0,
        "fetched_at": (
            known.fetched.isoformat(timespec="seconds") if known and known.fetched else None
        ),
        "head": (known.head or None) if known else None,
        "upstream": (known.upstream or None) if known else None,
        "changed": known.dirty if known else None,
        "untracked": known.untracked if known else None,
        "operation": (known.operation or None) if known else None,
        "fetch_error": (facts.fetch_error or None) if facts else None,
        "failure": (facts.failure or None) if facts else None,
        "words": gate_words(each),
        "notes": list(notes(each)),
        "remedies": [one.remedy for one in told(each)],
    }


# For people.


def _print(verdicts: Sequence[Verdict]) -> None:
    """One repository a line, below it what can be done; how many of each state at the end."""
    paint = Painter(sys.stdout)
    names = [visible(each.name) for each in verdicts]
    branches = [visible(_branch(each)) for each in verdicts]
    name_width = max(map(width, names), default=0)
    branch_width = max(map(width, branches), default=0)
    for each, name, branch in zip(verdicts, names, branches, strict=True):
        state = paint(_STYLES[each.state], f"{each.state:7}")
        words = "; ".join((gate_words(each).removeprefix(f"{each.state}: "), *notes(each)))
        print(
            f"{state}  {name}{' ' * (name_width - width(name))}  "
            f"{branch}{' ' * (branch_width - width(branch))}  {visible(words)}"
        )
        for one in told(each):
            print(paint("faint", f"         {one.reason}: {visible(one.remedy)}"))
    if len(verdicts) > 1:
        counts = [
            f"{sum(each.state == state for each in verdicts)} {state}"
            for state in ("PASS", "STOP", "UNKNOWN")
        ]
        print(f"{plural(len(verdicts), 'clone')}: {', '.join(counts)}")


def _branch(each: Verdict) -> str:
    """What is checked out, in a word."""
    facts = each.facts
    if facts is None or facts.place != "repo":
        return "-"
    return facts.branch or (facts.head[:7] or "-")
