"""Expected outputs: compared, or rewritten under `UPDATE_EXPECT=1`."""

from __future__ import annotations

import os
from pathlib import Path

from tests.harness.fixture import Expectation

UPDATE = os.environ.get("UPDATE_EXPECT") == "1"


def settle(path: Path, answers: list[tuple[Expectation, str]], *, update: bool = UPDATE) -> str:
    """Compare each expectation of the fixture at `path` with its answer.

    Empty when all agree; else both texts of each that does not. With `update`, the fixture is
    rewritten instead, last expectation first, so that earlier line numbers stay true.
    """
    wrong = [(want, got) for want, got in answers if want.text != _lines(got)]
    if not update:
        return "\n\n".join(
            f"expect {want.feature} {want.argument}".rstrip()
            + f"\n--- expected\n{want.text}--- got\n{_lines(got)}"
            + "(UPDATE_EXPECT=1 writes what was got)"
            for want, got in wrong
        )
    lines = path.read_text(encoding="utf-8").split("\n")
    for want, got in sorted(wrong, key=lambda pair: pair[0].lines, reverse=True):
        lines[slice(*want.lines)] = _lines(got).split("\n")[:-1]
    if wrong:
        path.write_text("\n".join(lines), encoding="utf-8", newline="\n")
    return ""


def _lines(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"
