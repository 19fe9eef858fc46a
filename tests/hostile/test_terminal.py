"""What a layer calls its files, topics and keys never steers the terminal of whoever looks."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from ctxlayer.cli import main
from ctxlayer.cli.changes import print_diff

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX file names")

ODD = "\x1b[31mx\u202e\x07"
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
TRUST = (
    "---\nsource: human-authored\ncreated: 2026-01-01\nlast-verified: 2026-01-20\n"
    "verified-by: developer\nstatus: confirmed\n---\n\n# Tides\n"
)


@pytest.fixture
def layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A layer in which everything that has a name has an odd one; it is the working folder."""
    monkeypatch.setenv("CTXLAYER_TODAY", "2026-11-29")
    row = f"| t{ODD} | k{ODD}.md · gone{ODD}.md | t{ODD} heights, read-only | ebb, e{ODD} |\n"
    for path, text in {
        "ctxlayer.toml": "",
        "index/trigger-table.md": "| topic | files | live pointer | vocabulary |\n|-|-|-|-|\n"
        + row,
        f"knowledge/t{ODD}/k{ODD}.md": f"{TRUST}[x](gone{ODD}.md)\n",
        f"knowledge/a{ODD}.md": TRUST.replace("confirmed", f"con{ODD}"),
        f".cursor/rules/r{ODD}.mdc": f"---\nalwaysApply: true\nk{ODD}: 1\n---\nx\n",
        f".cursor/rules/s{ODD}.mdc": f"---\nglobs: src/{ODD}/**\n---\nx\n",
        f".claude/skills/s{ODD}/SKILL.md": f"---\nname: n{ODD}\n---\n",
        ".mcp.json": json.dumps({"mcpServers": {f"s{ODD}": {"command": f"c{ODD}"}}}),
        "CLAUDE.md": f"@x{ODD}.md\n",
        f"src/{ODD}/a.py": "",
    }.items():
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["check", "--fix"],
        ["check", f"nope{ODD}"],
        ["check", "--root", ODD],
        ["check", "--select", ODD],
        ["check", "--format", "json"],
        ["trust"],
        ["trust", "--stale"],
        ["trust", "--queue"],
        ["match", f"src/{ODD}/a.py"],
        ["match", f"src/{ODD}"],
        ["match", f"../{ODD}"],
        ["match", f"src/{ODD}", "--why-not", f".cursor/rules/s{ODD}.mdc"],
        ["match", "src/q.py", "--why-not", f".cursor/rules/s{ODD}.mdc"],
        ["match", "src/q.py", "--why-not", ODD],
        ["budget"],
        ["budget", "--against", ODD],
        ["budget", "--promote", f".cursor/rules/s{ODD}.mdc", "--saves", "1"],
        ["budget", "--promote", ODD, "--saves", "1"],
        ["route", f"ebb {ODD}"],
        ["format", "--check"],
        ["mv", f"knowledge/a{ODD}.md", f"knowledge/b{ODD}.md"],
        ["mv", ODD, "x"],
        ["explain", ODD],
    ],
    ids=lambda arguments: " ".join(arguments).replace(ODD, "ODD"),
)
def test_nothing_steers_the_terminal(
    layer: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) in (0, 1, 2)
    assert not STEERING.search("".join(capsys.readouterr()))


def test_a_diff_is_as_patch_needs_it_except_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = {"a.md": (f"a\t{ODD}\n", "b\n")}
    print_diff(changes)
    assert f"-a\t{ODD}\n" in capsys.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    print_diff(changes)
    assert "-a\t\\x1b[31mx\\u202e\\x07\n" in capsys.readouterr().out
