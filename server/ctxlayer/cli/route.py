"""`ctxlayer route`: which topics a task is about, and what to read for it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from ctxlayer.analysis.gate import told
from ctxlayer.analysis.routing import Reason, RoutedTopic, route
from ctxlayer.analysis.routing_files import Reading, reading
from ctxlayer.analysis.sibling_tiers import is_prose
from ctxlayer.analysis.topics import topic_index
from ctxlayer.cli import route_eval
from ctxlayer.cli.layers import open_layer, read_all
from ctxlayer.cli.output import plural, print_json, use_utf8, visible
from ctxlayer.cli.parser import UsageError, add_format, add_root
from ctxlayer.host import LayerHandle
from ctxlayer.ide.repo_words import state_line
from ctxlayer.ide.text import standing
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.vfs.disk import decode

SUMMARY = "tell which topics a task is about, and what to read for it"

_SOURCES_TOLD = 2
_MEMORY = "whatever else you recall is unverified: say so, and check it against the live source"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `route`."""
    parser.add_argument(
        "task", nargs="*", metavar="TASK", help="the task in words; - reads it from stdin"
    )
    add_root(parser)
    add_format(parser)
    parser.add_argument(
        "--meta", action="store_true", help="route to meta topics too: no ticket ever is"
    )
    parser.add_argument(
        "--top", type=_count, default=3, metavar="N", help="show at most N topics (default: 3)"
    )
    route_eval.add_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Run `route`: exit 0 also where no topic matches; see `route_eval` for `--eval`."""
    use_utf8()
    if route_eval.is_asked(options):
        return route_eval.run(options)
    task = _task(options.task)
    layer = open_layer(options.root)
    routed = route(layer.snapshot, task, meta=options.meta)[: options.top] if layer else ()
    if layer is not None and routed:
        _look_behind(layer, [reading(each, layer.snapshot) for each in routed])
    snapshot = layer.snapshot if layer is not None else None
    readings = [(each, reading(each, snapshot)) for each in routed] if snapshot else []
    if options.format == "json":
        print_json({"version": 1, "topics": [_to_json(*each) for each in readings]})
    elif snapshot is not None and readings:
        print("\n\n".join(_block(n, *each, snapshot) for n, each in enumerate(readings, 1)))
    if snapshot is not None and not readings:
        print(f"ctxlayer: {_advice(snapshot, task, meta=options.meta)}", file=sys.stderr)
    return 0


def _look_behind(layer: LayerHandle, readings: Sequence[Reading]) -> None:
    """Have git asked about the files that are to be read, and about the repositories behind them."""
    snapshot = layer.snapshot
    documents = (
        snapshot.document(path.partition("#")[0]) for each in readings for path in each.map
    )
    names = layer.repositories.behind(filter(None, documents), snapshot)
    read_all(layer, of=names.union(repo.name for each in readings for repo in each.repos))


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def _task(words: Sequence[str]) -> str:
    """The task of the command line or of stdin. Raises `UsageError` where there is none."""
    task = " ".join(words)
    if task == "-":
        content = decode(sys.stdin.buffer.read())
        if content.text is None:
            raise UsageError(f"the task on stdin is {content.reason}")
        task = content.text
    if not task.strip():
        raise UsageError('no task: give it in words (ctxlayer route "why is …"), or --eval FILE')
    return task


def _advice(snapshot: Snapshot, task: str, *, meta: bool) -> str:
    """How to go on where nothing matches."""
    tables = sorted(snapshot.ask(topic_index).tables, key=lambda each: (not each[1].hot, each[0]))
    if not tables:
        return "this layer has no trigger table, so there is nothing to route by"
    if not meta and (found := route(snapshot, task, meta=True)):
        count = plural(len(found), "meta topic")
        return f"no topic matches this task; {count} would: --meta shows them"
    return (
        "no topic matches this task. Ask the live sources, then search the files; and if it should "
        f"have matched, add the task's own words to the vocabulary of its topic in {tables[0][0]}"
    )


# For programs.


def _to_json(routed: RoutedTopic, found: Reading) -> dict[str, Any]:
    return {
        "topic": routed.topic,
        "score": routed.score,
        "matched": list(routed.matched),
        "because": [
            {"kind": each.cause, "text": each.text, "weight": round(each.weight, 4)}
            for each in routed.reasons
        ],
        "pointers": list(found.pointers),
        "live": list(found.live),
        "repos": [
            {"name": repo.name, "state": repo.state, "reasons": list(repo.reasons)}
            for repo in found.repos
        ],
    }


# For people, and for pasting.


def _block(number: int, routed: RoutedTopic, found: Reading, snapshot: Snapshot) -> str:
    """What one topic leads to, as Markdown: map, live, external, memory."""
    kind = ", meta" if routed.meta else ""
    reasons = "; ".join(_because(each) for each in routed.reasons)
    lines = [
        f"## {number}. {visible(routed.topic)} (score {routed.score:.2f}{kind})",
        "",
        f"Because of {visible(reasons)}.",
        "",
        *(visible(each) for each in _stops(found)),
        "- Map, highest value first:",
        *(f"  - {visible(_graded(path, snapshot))}" for path in found.map),
        *([] if found.map else ["  - no file"]),
        "- Live:",
        *(f"  - {visible(each)}" for each in found.live),
        *(f"  - {visible(each)} (sibling source, Tier 1)" for each in found.siblings),
        *([] if found.live or found.siblings else ["  - no live pointer"]),
        *(
            f"  - gate of {visible(each.name)}: {visible(state_line(each, snapshot))}"
            for each in found.repos
        ),
        "- External, Tier 3:",
        *(f"  - {visible(_outside(each, found))}" for each in found.external),
        *([] if found.external else ["  - nothing"]),
        f"- Memory, unverified: {_MEMORY}.",
    ]
    if found.lost:
        what = plural(found.lost, "pointer")
        lines.append(f"- Left out: {what} without a file here; `ctxlayer check` shows why.")
    return "\n".join(lines)


def _stops(found: Reading) -> list[str]:
    """Of each repository that the gate stops: that it is not to be read as what runs, why, and the remedy."""
    lines = []
    for repo in found.repos:
        if repo.state == "STOP":
            reasons = told(repo)
            why = "; ".join(each.words for each in reasons)
            mend = "; ".join(dict.fromkeys(each.remedy for each in reasons))
            lines.append(
                f"**STOP: {repo.name} is not to be read as what runs.** {why}. First: {mend}."
            )
    return [*lines, ""] if lines else []


def _outside(path: str, found: Reading) -> str:
    """What is of Tier 3; of source, that it is only until the gate of its repository passes."""
    repo, colon, inner = path.partition(":")
    gates = {each.name: each.state for each in found.repos}
    if not colon or repo not in gates or is_prose(inner):
        return path
    return f"{path} (sibling source, Tier 3 until its gate passes: {gates[repo]})"


def _because(reason: Reason) -> str:
    """`the term `spring tide``, `the title word `gauge` (gauges.md)`."""
    said = f"the {reason.cause} `{reason.text}`"
    if reason.cause in ("group", "annotation", "title"):
        said = f"the {reason.cause} word `{reason.text}`"
    elif reason.cause.startswith("word"):
        said = f"the {reason.cause.replace('word', 'word `' + reason.text + '`', 1)}"
        if reason.cause == "words of a term":
            said = f"the words of the term `{reason.text}`"
    notes = [path.rpartition("/")[2] for path in reason.sources[:_SOURCES_TOLD]]
    if reason.shared > 1:
        notes.append(f"shared by {reason.shared:,} topics")
    return f"{said} ({', '.join(notes)})" if notes else said


def _graded(path: str, snapshot: Snapshot) -> str:
    """A file with how far it is believed, so that nobody takes an unverified one for verified."""
    document = snapshot.document(path.partition("#")[0]) or snapshot.document(
        path.rpartition(":")[0]
    )
    grade = standing(document, snapshot) if document is not None else ""
    return f"{path} — {grade}" if grade else path
