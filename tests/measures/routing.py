"""How often tasks are led to the right topic, and how long that takes, as a Markdown table.

    python -m tests.measures.routing LAYER/CASES.yaml ...

A file of cases lies at the root of its layer. Beside `ctxlayer route` stands what counting does: the
topic with the most vocabulary terms and name words that are substrings of the task, the first of
several, and nothing where there are none.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import NamedTuple

from ctxlayer.analysis.routing import Case, Score, evaluate, route
from ctxlayer.analysis.routing_cases import read_cases
from ctxlayer.analysis.routing_history import history_cases
from ctxlayer.analysis.routing_index import RoutingIndex, routing_index
from ctxlayer.host import Host
from ctxlayer.layer.snapshot import Snapshot

TODAY = date(2026, 11, 30)
_MOST_TIMED = 300


class Row(NamedTuple):
    """One line of the table; shares are None where nothing was judged."""

    name: str
    topics: int
    score: Score
    counted: float | None
    milliseconds: float | None


def main(paths: Iterable[str]) -> None:
    """Measure and print."""
    gc.disable()  # as the command line does
    print(
        "| cases | topics | tasks | top-1 | top-3 | lead nowhere | top-1 by counting | a query |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- |"
    )
    for path in map(Path, paths):
        layer = Host(today=lambda: TODAY).layer_at(path.parent.resolve())
        found = read_cases(path.read_text(encoding="utf-8"), path.name)
        assert layer is not None and not found.problems, (path, found.problems)
        for row in measure(layer.snapshot, str(path), found.cases):
            print(shown(row))


def measure(snapshot: Snapshot, name: str, cases: tuple[Case, ...]) -> Iterable[Row]:
    """The rows of one layer: its file of cases, and its past."""
    index = snapshot.ask(routing_index)
    times = [timed(snapshot, case.task) for case in cases[:_MOST_TIMED]]
    middle = sorted(times)[len(times) // 2] * 1000
    score = evaluate(index, cases)
    yield Row(name, len(index.topics), score, counting(index, cases), middle)
    past = history_cases(snapshot)
    for kind, made in (("extractions", past.extractions), ("tickets", past.tickets)):
        if made:
            score = evaluate(index, made)
            yield Row(f"{name}, {kind}", len(index.topics), score, counting(index, made), None)


def timed(snapshot: Snapshot, task: str) -> float:
    """Seconds of one query, the index being there."""
    start = time.process_time()
    route(snapshot, task)
    return time.process_time() - start


def counting(index: RoutingIndex, cases: Iterable[Case]) -> float | None:
    """Top-1 of the topics that simple counting finds, over cases with a known topic."""
    outcomes = []
    for case in cases:
        if any(name.casefold() in index.by_name for name in case.topics):
            task = case.task.casefold()
            hits = [
                sum(text.casefold() in task for text in topic.terms.values())
                + sum(word in task for word in topic.name.casefold().replace("-", " ").split())
                for topic in index.topics
            ]
            best = max(hits, default=0)
            first = index.topics[hits.index(best)].name if best else ""
            outcomes.append(first.casefold() in {name.casefold() for name in case.topics})
    return sum(outcomes) / len(outcomes) if outcomes else None


def shown(row: Row) -> str:
    """One line of the table."""
    score = row.score
    nowhere = sum(not each.case.topics for each in score.results)
    empty = f"{score.nowhere:.0%} of {nowhere}" if score.nowhere is not None else ""
    spent = f"{row.milliseconds:.1f} ms" if row.milliseconds is not None else ""
    shares = [
        "" if share is None else f"{share:.1%}" for share in (score.top1, score.top3, row.counted)
    ]
    cells = (row.name, f"{row.topics:,}", f"{score.judged:,}", *shares[:2], empty, shares[2], spent)
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main(sys.argv[1:])
