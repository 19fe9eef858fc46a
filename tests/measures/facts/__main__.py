"""Prints precision, recall and every error: `python -m tests.measures.facts [built|unseen]`."""

from __future__ import annotations

import sys

from ctxlayer.analysis.assertions import reasons
from tests.measures.facts import judged, read, score


def main(names: list[str]) -> None:
    """Print the report of the named halves, or of both."""
    for name in names or ["built", "unseen"]:
        found = score(read(name))
        print(
            f"{name}: {found.total} texts, precision {found.precision:.3f}, recall {found.recall:.3f}"
        )
        for row in found.false:
            print(
                f"  no fact, but found: {row.text!r} ({row.kind}, {row.place}): {reasons(judged(row))}"
            )
        for row in found.missed:
            print(f"  a fact, not found: {row.text!r} ({row.kind}, {row.place})")


if __name__ == "__main__":
    main(sys.argv[1:])
