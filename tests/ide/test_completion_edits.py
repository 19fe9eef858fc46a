"""A completion replaces what is typed of it, and nothing else of the line."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from pathlib import Path

import pytest

from ctxlayer.ide.completion import MOST, complete
from ctxlayer.ide.model import Completion
from ctxlayer.text import apply_edits
from tests.harness.engine import build_snapshot

TODAY = datetime.date(2026, 11, 29)
EXAMPLE = Path(__file__).parents[2] / "docs" / "example-layer"
TABLE = "index/trigger-table.md"
HEAD = "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
FILES = {
    "ctxlayer.toml": '[adapters]\nnames = ["weighbridge"]\n',
    "knowledge/grafting/unions.md": "# Unions\n\n## Cut & bind\n",
    "knowledge/grafting/deep/stocks.md": "# Stocks\n",
    "knowledge/grafting/with blank.md": "# Blank\n",
    "extractions/2026-11-02-grafting-moth.md": "# Findings\n",
    "src/grafts/cut.py": "",
}


def completions(
    path: str, written: str, files: Mapping[str, str] = FILES
) -> tuple[str, tuple[Completion, ...]]:
    at = written.index("$0")
    text = written.replace("$0", "")
    return text, complete(build_snapshot({**files, path: text}, TODAY), path, at)


def accepted(path: str, written: str, label: str) -> str:
    text, found = completions(path, written)
    (chosen,) = [item for item in found if item.label == label]
    return apply_edits(text, [chosen.edit])


def in_block(line: str) -> str:
    return f"---\n{line}\n---\n"


@pytest.mark.parametrize(
    ("line", "label", "result"),
    [
        ("sta$0", "status", "status: ${1|hypothesis,confirmed-by-agent,confirmed,superseded|}"),
        ("sta$0: confirmed", "status", "status: confirmed"),
        ("cre$0", "created", "created: ${1:2026-11-29}"),
        ("las$0", "last-verified", "last-verified: $1"),
        ("tra$0", "tracks", 'tracks: ["$1"]'),
        ("status:$0", "hypothesis", "status: hypothesis"),
        ("status: con$0", "confirmed", "status: confirmed"),
        ('status: "con$0"', "confirmed", 'status: "confirmed"'),
        ("status: con$0 # why", "confirmed", "status: confirmed # why"),
        ("tracks: [$0]", "**/*.py", 'tracks: ["**/*.py"]'),
        ('tracks: ["a/**", "src/gr$0"]', "src/grafts/", 'tracks: ["a/**", "src/grafts/"]'),
        ('tracks: ["src/$0", "b/**"]', "src/**", 'tracks: ["src/**", "b/**"]'),
        ("tracks:\n  -$0", "src/", "tracks:\n  - src/"),
        ("tracks:\n  - src/$0", "src/**/*.py", "tracks:\n  - src/**/*.py"),
        (
            "hot-memory: $0",
            "reviewed, no change: …",
            'hot-memory: "reviewed, no change: $1"',
        ),
        ("hot-memory: 'up$0'", "updated: …", "hot-memory: 'updated: $1'"),
    ],
)
def test_frontmatter(line: str, label: str, result: str) -> None:
    path = "knowledge/grafting/new.md"
    assert accepted(path, in_block(line), label) == in_block(result)


@pytest.mark.parametrize(
    ("line", "label", "result"),
    [
        ("alw$0", "alwaysApply", "alwaysApply: ${1|false,true|}"),
        ("globs: src/$0", "src/**", "globs: src/**"),
        ("globs: $0", "**/*.py", 'globs: "**/*.py"'),
        ('globs: "src/a, $0"', "**/*.py", 'globs: "src/a, **/*.py"'),
        ("globs: a/{b,c}/**,src/gr$0", "src/grafts/", "globs: a/{b,c}/**,src/grafts/"),
    ],
)
def test_rules(line: str, label: str, result: str) -> None:
    assert accepted(".rules/new.md", in_block(line), label) == in_block(result)


@pytest.mark.parametrize(
    ("row", "label", "result"),
    [
        ("| gr$0 | | | |", "grafting", "| grafting | | | |"),
        ("| gr$0", "grafting", "| grafting"),
        ("|$0| | | |", "grafting", "|grafting| | | |"),
        ("| grafting | un$0 | | |", "unions.md", "| grafting | unions.md | | |"),
        ("| grafting | un$0", "unions.md", "| grafting | unions.md"),
        (
            "| grafting | gone.md · un$0 · x.md | | |",
            "unions.md",
            "| grafting | gone.md · unions.md · x.md | | |",
        ),
        ("| grafting | gone.md, un$0 | | |", "unions.md", "| grafting | gone.md, unions.md | | |"),
        ("| grafting | `un$0` | | |", "unions.md", "| grafting | `unions.md` | | |"),
        (
            "| grafting | $0 | | |",
            "knowledge/grafting/deep/stocks.md",
            "| grafting | knowledge/grafting/deep/stocks.md | | |",
        ),
        (
            "| grafting | extractions/2026$0 | | |",
            "extractions/2026-11-02-grafting-moth.md",
            "| grafting | extractions/2026-11-02-grafting-moth.md | | |",
        ),
        (
            "| grafting | [u]($0) | | |",
            "unions.md",
            "| grafting | [u](../knowledge/grafting/unions.md) | | |",
        ),
        (
            "| grafting | [w]($0) | | |",
            "with blank.md",
            "| grafting | [w](../knowledge/grafting/with%20blank.md) | | |",
        ),
        (
            "| grafting | unions.md#c$0 | | |",
            "cut--bind",
            "| grafting | unions.md#cut--bind | | |",
        ),
        (
            "| grafting | unions.md | we$0 | |",
            "weighbridge",
            "| grafting | unions.md | weighbridge | |",
        ),
        (
            "| grafting | unions.md | weighbridge v_cuts$0 | |",
            ", read-only",
            "| grafting | unions.md | weighbridge v_cuts, read-only | |",
        ),
        (
            "| grafting | unions.md | weighbridge `v cuts` , re$0 | |",
            ", read-only",
            "| grafting | unions.md | weighbridge `v cuts`, read-only | |",
        ),
    ],
)
def test_rows(row: str, label: str, result: str) -> None:
    assert accepted(TABLE, f"{HEAD}{row}\n", label) == f"{HEAD}{result}\n"


@pytest.mark.parametrize(
    ("line", "label", "result"),
    [
        ("- un$0 — where cuts meet", "unions.md", "- unions.md — where cuts meet"),
        ("- [un$0", "unions.md", "- [unions.md](../knowledge/grafting/unions.md)"),
        ("* $0", "unions.md", "* unions.md"),
    ],
)
def test_lists(line: str, label: str, result: str) -> None:
    section = "### grafting\n\n**Files**\n\n"
    assert accepted(TABLE, f"{section}{line}\n", label) == f"{section}{result}\n"


@pytest.mark.parametrize("path", ["knowledge/grafting/new.md", "extractions/2026-11-02-x.md"])
def test_nothing_that_we_insert_claims_trust(path: str) -> None:
    for written in ("$0\n", in_block("$0"), in_block("status: $0"), in_block("verified-by: $0")):
        _, found = completions(path, written)
        for key, strong in (("status", "confirmed"), ("verified-by", "developer")):
            for item in found:
                assert f"{key}: {strong}" not in item.edit.new
                assert f"${{1|{strong}" not in item.edit.new
        first = min(found, key=lambda item: item.sort)
        assert first.label not in ("confirmed", "confirmed-by-agent", "developer", "live-query")


def test_what_a_team_adds_is_no_syntax_of_snippets() -> None:
    settings = '[frontmatter]\nextra-keys = ["cost$"]\nstatus = ["parked, for now"]\n'
    files = {**FILES, "ctxlayer.toml": settings}
    _, found = completions("knowledge/grafting/new.md", in_block("$0"), files)
    inserted = {item.label: item.edit.new for item in found}
    assert inserted["cost$"] == r"cost\$: $1"
    assert r"parked\, for now" in inserted["status"]


def test_any_file_of_a_big_folder_is_found_once_enough_is_typed() -> None:
    files = {**FILES, **{f"src/many/{number:03d}.py": "" for number in range(400)}}
    _, some = completions("knowledge/grafting/new.md", in_block("tracks: [src/many/$0]"), files)
    assert len(some) == MOST, "the client is told to ask again"
    _, few = completions("knowledge/grafting/new.md", in_block("tracks: [src/many/39$0]"), files)
    assert "src/many/399.py" in [item.label for item in few]


def test_a_template_keeps_the_line_ends_of_its_file() -> None:
    _, (block,) = completions("knowledge/grafting/new.md", "$0\r\n\r\n# New\r\n")
    assert "\n" not in block.edit.new.replace("\r\n", "")


@pytest.mark.parametrize(
    "path", sorted(str(p.relative_to(EXAMPLE)) for p in EXAMPLE.rglob("*.md*"))
)
def test_no_edit_of_the_example_layer_reaches_past_the_cursor(path: str) -> None:
    """A client takes only edits that end at the cursor, on its line."""
    files = {
        file.relative_to(EXAMPLE).as_posix(): file.read_text(encoding="utf-8")
        for file in EXAMPLE.rglob("*")
        if file.is_file()
    }
    snapshot = build_snapshot(files, TODAY)
    text = files[path]
    for offset in range(len(text) + 1):
        items = complete(snapshot, path, offset)
        assert len({item.sort for item in items}) == len(items)
        for item in items:
            assert item.edit.span.end == offset
            assert "\n" not in item.edit.span.of(text)
