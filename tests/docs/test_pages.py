"""What the pages written by hand name is there: files, commands, make targets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from ctxlayer.cli.parser import COMMANDS

ROOT = Path(__file__).parents[2]
PAGES = [
    path
    for path in [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "editor-client").glob("*.md"),
        ROOT / "tests/editors/README.md",
    ]
    if "example-layer" not in path.relative_to(ROOT).parts
]


def tokens(path: Path) -> Iterator[Token]:
    pending = MarkdownIt("commonmark").enable("table").parse(path.read_text(encoding="utf-8"))
    while pending:
        token = pending.pop(0)
        yield token
        pending += token.children or []


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = [
        str(token.attrs.get("href") or token.attrs.get("src") or "") for token in tokens(page)
    ]
    dead = [
        target
        for target in targets
        if target and "://" not in target and not (page.parent / target.partition("#")[0]).exists()
    ]
    assert dead == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_and_targets_exist(page: Path) -> None:
    code = "\n".join(
        token.content for token in tokens(page) if token.type in ("fence", "code_inline")
    )
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = set(re.findall(r"^ctxlayer ([a-z]+)", code, re.MULTILINE))
    targets = set(re.findall(r"^(?:UPDATE_EXPECT=1 )?make ([a-z-]+)", code, re.MULTILINE))
    assert commands <= set(COMMANDS)
    assert {target for target in targets if f"\n{target}:" not in makefile} == set()
