"""A small layer as the working folder, and the command line run in this process."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ctxlayer.cli import main

NOTE = (
    "---\nsource: human-authored\ncreated: 2026-01-01\nlast-verified: {verified}\n"
    "verified-by: developer\nstatus: {status}\n---\n\n# {title}\n"
)
FILES = {
    "ctxlayer.toml": "",
    ".rules/locks.md": '---\ndescription: How locks are worked\nglobs: ["src/locks/**"]\n---\n\n# Locks\n',
    ".rules/tone.md": "---\nalwaysApply: true\njustification: keeps answers short\n---\n\n# Tone\n",
    "knowledge/locks/gates.md": NOTE.format(
        verified="2026-11-20", status="confirmd", title="Gates"
    ),
    "knowledge/locks/old.md": NOTE.format(verified="2026-01-01", status="confirmed", title="Old"),
    "knowledge/weirs/flow.md": NOTE.format(verified="2026-11-20", status="sound", title="Flow"),
    "src/locks/gate.py": "",
}


class Ran(NamedTuple):
    """What a run of the command line came to."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output, which has to be one JSON document."""
        return json.loads(self.out)

    @property
    def lints(self) -> list[str]:
        """The lint of each finding in the JSON of `check`."""
        return [finding["lint"] for finding in self.json["findings"]]


Run = Callable[..., Ran]


@pytest.fixture
def layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two mistyped statuses (one with a near miss), one stale note, two rules."""
    monkeypatch.setenv("CTXLAYER_TODAY", "2026-11-29")
    root = tmp_path / "layer"
    for path, text in FILES.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def run(layer: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `ctxlayer` with these arguments in the layer."""

    def call(*arguments: str) -> Ran:
        code = main(arguments)
        return Ran(code, *capsys.readouterr())

    return call
