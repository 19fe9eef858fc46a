"""`python -m tests.fuzz.tables --count 100000 --seed 1`: mutated trigger tables, all oracles.

Case N of a seed is the same text wherever it runs: `--only N` looks at that one, and prints it as
small as it still fails. Exit code 1 where an oracle broke.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import cache
from types import FrameType
from typing import NamedTuple

from ctxlayer.layer.snapshot import Snapshot
from tests.fuzz.mutations import mutated
from tests.fuzz.oracles import TABLE, Broken, check
from tests.harness.engine import build_snapshot

SLOWEST = 20.0
"""Seconds after which a case counts as hanging; on an idle machine it takes ten milliseconds."""
NOTE = (
    "---\nsource: human-authored\ncreated: 2026-11-01\nlast-verified: 2026-11-20\n"
    "verified-by: developer\nstatus: confirmed\n---\n\n# {title}\n\n## Draught\n\n{body}\n"
)
FILES = {
    "ctxlayer.toml": '[adapters]\nnames = ["tidegauge", "harbourdb"]\n\n[adapters.harbourdb]\nread-only = true\n',
    TABLE: "",
    "knowledge/tides/overview.md": NOTE.format(title="Tides", body="Slack water, ebb and flood."),
    "knowledge/tides/gauges.md": NOTE.format(title="Gauges", body="At the sill."),
    "knowledge/berths/plan.md": NOTE.format(title="Plan", body="Who waits for a quay."),
    "knowledge/crane-shifts/shifts.md": NOTE.format(title="Shifts", body="Crews and cranes."),
    "extractions/2026-11-03-tides.md": NOTE.format(title="Found", body="Why a window closed."),
}


class Failure(NamedTuple):
    """A case that broke an oracle, or raised."""

    number: int
    what: str
    text: str


@cache
def layer() -> Snapshot:
    """The layer around the table."""
    return build_snapshot(FILES, date(2026, 11, 29))


def text_of(seed: int, number: int) -> str:
    """The text of one case."""
    return mutated(random.Random(f"{seed}/{number}"))


def run(seed: int, number: int) -> Failure | None:
    """One case."""
    text = text_of(seed, number)
    what = fault(text, number)
    return None if what is None else Failure(number, what, text)


def fault(text: str, number: int) -> str | None:
    """What is wrong with how one text is treated; None if nothing is."""
    try:
        with _limit():
            check(layer(), text, random.Random(number))
    except Broken as broken:
        return str(broken)
    except Exception as error:  # noqa: BLE001 - that something raises is what is looked for
        return f"{type(error).__name__} raised: {error}"
    return None


@contextmanager
def _limit() -> Iterator[None]:
    """Raises `Broken` in a case that takes too long, where the system can."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise Broken(f"hangs: more than {SLOWEST} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SLOWEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def smallest(failure: Failure) -> str:
    """A text with the same fault from which no stretch can be left out."""
    kind = failure.what.partition(":")[0]
    text, size = failure.text, max(len(failure.text) // 2, 1)
    while size:
        at = 0
        while at < len(text):
            shorter = text[:at] + text[at + size :]
            if (fault(shorter, failure.number) or "").partition(":")[0] == kind:
                text = shorter
            else:
                at += size
        size //= 2
    return text


def main() -> int:
    """Run the cases that the command line asks for, and tell what broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0, help="the number of the first case")
    parser.add_argument("--only", type=int, help="this one case, made small")
    parser.add_argument("--show", type=int, default=10, help="failures to show of each kind")
    options = parser.parse_args()
    if options.only is not None:
        return _one(options.seed, options.only)
    begun = time.monotonic()
    kinds: Counter[str] = Counter()
    for number in range(options.start, options.start + options.count):
        failure = run(options.seed, number)
        if failure is not None:
            kind = failure.what.partition(":")[0]
            kinds[kind] += 1
            if kinds[kind] <= options.show:
                print(f"case {number}: {failure.what:.300}", flush=True)
        if sys.stderr.isatty() and number % 500 == 0:
            print(f"\r{number:,}", end="", file=sys.stderr)
    seconds = time.monotonic() - begun
    print(
        f"{options.count:,} cases of seed {options.seed} in {seconds:,.0f} s: {kinds.total():,} broken"
    )
    for kind, count in kinds.most_common():
        print(f"  {count:,} {kind}")
    return int(bool(kinds))


def _one(seed: int, number: int) -> int:
    failure = run(seed, number)
    if failure is None:
        print(f"case {number} of seed {seed} holds")
        return 0
    small = smallest(failure)
    print(fault(small, number))
    print(repr(small))
    return 1


if __name__ == "__main__":
    sys.exit(main())
