"""`ctxlayer route --eval`: how often tasks are led to the right topic."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ctxlayer.analysis.routing import TOP, Case, Judged, Score, evaluate
from ctxlayer.analysis.routing_cases import read_cases
from ctxlayer.analysis.routing_history import history_cases
from ctxlayer.analysis.topics import topic_index
from ctxlayer.cli.layers import open_layer
from ctxlayer.cli.output import plural, print_json, visible
from ctxlayer.cli.parser import UsageError
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.wording import clip, near
from ctxlayer.text import LineIndex
from ctxlayer.vfs.disk import decode, read_text

_THRESHOLDS = ("top1", "top3", "nowhere")
_MOST_PROBLEMS = 20
_TASK_WIDTH = 72


class Suite(NamedTuple):
    """Cases of one origin and what came of them; `skipped` counts texts that make no case."""

    name: str
    score: Score
    skipped: Mapping[str, int]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `route --eval`."""
    parser.add_argument(
        "--eval",
        nargs="?",
        const="",
        metavar="FILE",
        help="score a file of task -> topic cases: YAML, JSON or .tsv; - reads YAML from stdin",
    )
    parser.add_argument(
        "--from-history",
        action="store_true",
        help="with --eval: score past extractions and ticket folders as cases too",
    )
    for name, what in (
        ("top1", "a right topic comes first"),
        ("top3", "a right topic is among the first three"),
        ("nowhere", "a task that must lead nowhere does not"),
    ):
        parser.add_argument(
            f"--min-{name}",
            type=_share,
            metavar="SHARE",
            help=f"with --eval: exit 1 where {what} in less than this share, as 0.9 or 90%%",
        )
    parser.add_argument(
        "--fail-on-unknown",
        action="store_true",
        help="with --eval: exit 1 where cases name topics that no table holds",
    )
    parser.add_argument(
        "--verbose", action="store_true", help="with --eval: show the cases that went right too"
    )


def is_asked(options: argparse.Namespace) -> bool:
    """Whether the command line asks for a score. Raises `UsageError` where it asks for half of one."""
    if options.eval is None:
        for name in ("from_history", "fail_on_unknown", "verbose", *_options()):
            if getattr(options, name) not in (None, False):
                raise UsageError(f"--{name.replace('_', '-')} goes with --eval")
        return False
    if options.task:
        raise UsageError("give a task or --eval, not both")
    if not options.eval and not options.from_history:
        raise UsageError("--eval needs a FILE of cases, or --from-history")
    return True


def run(options: argparse.Namespace) -> int:
    """Score the cases: exit 1 below a threshold, 2 for a file that cannot be read."""
    cases: tuple[Case, ...] | None = None
    if options.eval:
        cases = _read(options.eval)
        if cases is None:
            return 2
    layer = open_layer(options.root)
    suites: list[Suite] = []
    if layer is not None:
        suites = list(_suites(layer.snapshot, options, cases))
    if options.format == "json":
        print_json({"version": 1, "suites": [_to_json(suite) for suite in suites]})
    else:
        names = list(layer.snapshot.ask(topic_index).names) if layer is not None else []
        for suite in suites:
            _print(suite, names, verbose=options.verbose)
    return _exit_code(options, suites)


def _options() -> tuple[str, ...]:
    return tuple(f"min_{name}" for name in _THRESHOLDS)


def _share(text: str) -> float:
    """A share from 0 to 1; `90%` is 0.9."""
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no share: give 0.9 or 90%")
    return value


def _read(path: str) -> tuple[Case, ...] | None:
    """The cases of a file; None where it has problems, which are told on stderr."""
    content = decode(sys.stdin.buffer.read()) if path == "-" else read_text(path)
    if content.text is None:
        raise UsageError(f"--eval {path}: it is {content.reason}")
    found = read_cases(content.text, os.path.basename(path))
    lines = LineIndex(content.text)
    for problem in found.problems[:_MOST_PROBLEMS]:
        line, column = lines.position(problem.span.start)
        where = f"{path}:{line + 1}:{column + 1}"
        print(f"ctxlayer: {visible(f'{where}: {problem.message}')}", file=sys.stderr)
    if len(found.problems) > _MOST_PROBLEMS:
        more = plural(len(found.problems) - _MOST_PROBLEMS, "problem")
        print(f"ctxlayer: {visible(path)}: and {more} more", file=sys.stderr)
    return None if found.problems else found.cases


def _suites(
    snapshot: Snapshot, options: argparse.Namespace, cases: tuple[Case, ...] | None
) -> Iterable[Suite]:
    def scored(name: str, cases: tuple[Case, ...], skipped: Mapping[str, int]) -> Suite:
        return Suite(name, evaluate(snapshot, cases, meta=options.meta), skipped)

    if cases is not None:
        yield scored(options.eval, cases, {})
    if options.from_history:
        history = history_cases(snapshot)
        yield scored("extractions", history.extractions, history.skipped_extractions)
        yield scored("tickets", history.tickets, history.skipped_tickets)


def _exit_code(options: argparse.Namespace, suites: list[Suite]) -> int:
    """1 where a threshold is missed, or nothing at all was judged by it."""
    failed = False
    for name in _THRESHOLDS:
        least = getattr(options, f"min_{name}")
        if least is None:
            continue
        shares = [(suite.name, getattr(suite.score, name)) for suite in suites]
        known = [(suite, share) for suite, share in shares if share is not None]
        if not known:
            failed = True
            print(f"ctxlayer: --min-{name}: no case was there to be judged", file=sys.stderr)
        for suite, share in known:
            if share < least:
                failed = True
                told = f"{visible(suite)}: {name} is {share:.1%}, at least {least:.1%} is asked for"
                print(f"ctxlayer: {told}", file=sys.stderr)
    unknown = sum(bool(each.unknown) for suite in suites for each in suite.score.results)
    if options.fail_on_unknown and unknown:
        failed = True
        print(f"ctxlayer: topics of {plural(unknown, 'case')} are unknown", file=sys.stderr)
    return 1 if failed else 0


# For programs.


def _to_json(suite: Suite) -> dict[str, Any]:
    score = suite.score
    return {
        "name": suite.name,
        "judged": score.judged,
        "top1": score.top1,
        "top3": score.top3,
        "nowhere": score.nowhere,
        "unjudged": len(score.unjudged),
        "skipped": dict(suite.skipped),
        "cases": [_case_json(each) for each in score.results],
    }


def _case_json(judged: Judged) -> dict[str, Any]:
    return {
        "task": judged.case.task,
        "expected": list(judged.case.topics),
        "verdict": judged.verdict,
        "rank": judged.rank,
        "routed": list(judged.routed),
        "unknown": list(judged.unknown),
        "line": judged.case.line or None,
        "sources": list(judged.case.sources),
    }


# For people.


def _print(suite: Suite, names: list[str], *, verbose: bool) -> None:
    score = suite.score
    print(f"{visible(suite.name)}: {plural(len(score.results), 'case')}")
    for label, share, count in (
        ("top-1", score.top1, score.judged),
        (f"top-{TOP}", score.top3, score.judged),
        ("nowhere", score.nowhere, sum(not each.case.topics for each in score.results)),
    ):
        if share is not None:
            print(f"  {label:8}{round(share * count):>6,} of {count:<6,}{share:7.1%}")
    for reason, count in sorted(suite.skipped.items()):
        print(f"  skipped {count:>6,}  {reason}")
    for judged in score.results:
        if verbose or judged.verdict != "first" or judged.unknown:
            print(f"  {_line(judged, names)}")


def _line(judged: Judged, names: list[str]) -> str:
    case = judged.case
    where = (
        f"line {case.line}: " if case.line else "".join(f"{path}: " for path in case.sources[:1])
    )
    wanted = " or ".join(case.topics) or "nowhere"
    came = ", ".join(judged.routed) or "nowhere"
    if judged.verdict == "first":
        said = f"first: {wanted}"
    elif judged.verdict == "near":
        said = f"{wanted} came {_ORDINALS[judged.rank or 0]}, after {judged.routed[0]}"
    elif judged.verdict == "meta":
        said = f"not judged: {wanted} is a meta topic, and no task is led there without --meta"
    elif judged.verdict == "unknown":
        said = "not judged"
    else:
        said = f"missed: wanted {wanted}, led to {came}"
    if judged.unknown:
        said += "; " + "; ".join(_unknown(name, names) for name in judged.unknown)
    return visible(f"{where}{said} — {clip(case.task, _TASK_WIDTH)}")


_ORDINALS = ("", "first", "second", "third")


def _unknown(name: str, names: list[str]) -> str:
    meant = near(name, names)
    return f"no topic is called {name}" + (f" (renamed to {meant}?)" if meant else "")
