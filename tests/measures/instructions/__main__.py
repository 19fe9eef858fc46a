"""Prints precision, recall and every error: `python -m tests.measures.instructions [built|unseen]`."""

from __future__ import annotations

import sys

from tests.measures.instructions import judged, read, score


def main(names: list[str]) -> None:
    """Print the report of the named halves, or of both."""
    for name in names or ["built", "unseen"]:
        found = score(read(name))
        print(
            f"{name}: {found.total} texts, precision {found.precision:.3f}, recall {found.recall:.3f}"
        )
        for row in found.false:
            what = ", ".join(order.what for order in judged(row.text))
            print(f"  no order, but found: {row.text!r} ({row.kind}): {what}")
        for row in found.missed:
            print(f"  an order, not found: {row.text!r} ({row.kind})")


if __name__ == "__main__":
    main(sys.argv[1:])
