"""Reading only what an edit touched finds what reading everything finds."""

from __future__ import annotations

import random

import pytest

from ctxlayer.syntax import rescan
from ctxlayer.syntax.blocks import scan_blocks
from ctxlayer.syntax.rescan import Scanned, rescan_blocks

PIECES = (
    "# Title\n", "## Part\n", "### topic\n", "#### group\r\n", "#no heading\n", "    # code\n",
    "> # quoted\n", "- # in a list\n", "- item\n", "  more\n", "plain text\n", "\n", "\n\n",
    "| a | b |\n| --- | --- |\n| 1 | 2 |\n", "| a | b |\n| --- |\n", "```\n", "```py\ncode\n```\n",
    "~~~\n", "<!-- one -->\n", "<!--\n", "-->\n", "<div>\n", "</div>\n", "Setext\n===\n", "---\n",
    "\r", "é🔥 wide\n", "    indented\n", "\t# tab\n", "# closing #\r\n",
)  # fmt: skip


def document(choose: random.Random, size: int) -> str:
    return "".join(choose.choice(PIECES) for _ in range(size))


@pytest.fixture(autouse=True)
def _whatever_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rescan, "_ENOUGH", 0)


@pytest.mark.parametrize("seed", range(16))
def test_it_finds_what_a_whole_scan_finds(seed: int) -> None:
    choose = random.Random(seed)
    text = document(choose, choose.choice([3, 20, 60]))
    last = Scanned(text, 0, scan_blocks(text))
    for _ in range(30):
        at = choose.randint(0, len(text))
        gone = choose.choice([0, 0, 1, 2, 9])
        text = text[:at] + choose.choice((*PIECES, "", "x", "#", " ", "\n")) + text[at + gone :]
        found = rescan_blocks(text, 0, last).blocks
        assert found == scan_blocks(text)
        last = Scanned(text, 0, found)


def test_it_reads_no_more_than_the_edited_part(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    monkeypatch.setattr(
        rescan,
        "scan_blocks",
        lambda text, start=0: read.append(len(text)) or scan_blocks(text, start),
    )
    text = "".join(f"## topic {n}\n\n- one\n- two\n\n" for n in range(200))
    last = Scanned(text, 0, scan_blocks(text))
    at = text.index("- two", text.index("topic 100"))
    edited = text[:at] + "- and\n" + text[at:]
    assert rescan_blocks(edited, 0, last).blocks == scan_blocks(edited)
    assert len(read) == 1
    assert read[0] < 100


def test_an_opened_fence_is_read_to_its_end() -> None:
    text = "# a\n\ntext\n\n# b\n\n```\n# c\n```\n"
    last = Scanned(text, 0, scan_blocks(text))
    edited = text.replace("text", "```")
    assert rescan_blocks(edited, 0, last).blocks == scan_blocks(edited)
    assert [heading.text for heading in scan_blocks(edited).headings] == ["a", "c"]


def test_another_body_is_read_anew() -> None:
    text = "---\na: 1\n---\n# a\n"
    last = Scanned(text, 13, scan_blocks(text, 13))
    assert rescan_blocks("# a\n", 0, last).blocks == scan_blocks("# a\n")
