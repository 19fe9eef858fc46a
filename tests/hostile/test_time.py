"""Work grows with the text, not with its square: what repeats is looked at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from ctxlayer.host import Host
from ctxlayer.ide.diagnostics import layer_report

TRUST = (
    "---\nsource: human-authored\ncreated: 2026-11-01\nlast-verified: 2026-11-20\n"
    "verified-by: developer\nstatus: confirmed\n---\n"
)
TABLE = "# T\n\n| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"


def rows(size: int) -> str:
    return "".join(f"| t{n} | | harbour plan, read-only | tide |\n" for n in range(size))


KINDS: dict[str, tuple[str, Callable[[int], str]]] = {
    "an open suppression": (
        "knowledge/a/b.md",
        lambda size: TRUST + "<!-- ctxlayer: ignore[" * size * 8,
    ),
    "a suppression without an end": (
        "knowledge/a/b.md",
        lambda size: TRUST + "<!-- ctxlayer: ignore[x]" * size * 4,
    ),
    "suppressions on one line": (
        "knowledge/a/b.md",
        lambda size: TRUST + "<!-- ctxlayer: ignore[dead-link] -->" * size,
    ),
    "ids in one suppression": (
        "knowledge/a/b.md",
        lambda size: TRUST + "<!-- ctxlayer: ignore[" + "dead-link," * size + "] -->\n",
    ),
    "globs that match nothing": (
        ".rules/a.md",
        lambda size: "---\nglobs:\n" + '  - "*.q"\n' * size * 2 + "---\n",
    ),
    "comments below a table": (
        "index/trigger-table.md",
        lambda size: TABLE + "<!-- x -->\n" * size * 16,
    ),
    "a term in every topic": ("index/trigger-table.md", lambda size: TABLE + rows(size // 2)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_time_grows_with_the_text(tmp_path: Path, kind: str) -> None:
    path, make = KINDS[kind]
    # A square would be sixteen times; the floor keeps short times from counting as long.
    assert seconds(tmp_path, path, make(1_600)) < 10 * seconds(tmp_path, path, make(400)) + 0.3


def seconds(root: Path, path: str, text: str) -> float:
    """The processor time of a check of a layer that holds this file."""
    (root / "ctxlayer.toml").touch()
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    begun = time.process_time()
    layer = Host(today=lambda: date(2026, 11, 29)).layer_of(root)
    assert layer is not None
    assert not [
        failure for each in layer_report(layer.snapshot).values() for failure in each.failures
    ]
    return time.process_time() - begun
