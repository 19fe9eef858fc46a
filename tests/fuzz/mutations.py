"""Trigger tables that something happened to: cut, doubled, half typed, with odd characters."""

from __future__ import annotations

import random

HEADERS = (
    "| topic | files (highest value first) | live pointer | vocabulary |\n| --- | --- | --- | --- |\n",
    "| topic | files | vocabulary |\n|:-|:-:|-:|\n",
    "topic | load | live | keywords\n--|--|--|--\n",
    "| topic | files | live pointer | vocabulary | owner |\n|---|---|---|---|---|\n",
    "| when working on | then read |\n|---|---|\n",
)
NAMES = ("tides", "berths", "pilots", "crane-shifts", "潮汐", "quays", "Late Vessels", "`locks`")
FILES = (
    "overview.md", "gauges.md — where they stand", "[plan](../knowledge/berths/plan.md) — who waits: why",
    "extractions/2026-11-03-tides.md", "`shifts.md`", "overveiw.md", "plan.md#draught", "plan.md:3-9",
    "knowledge/tides/", "almanac:tides/notes.md", "https://example.com/a|b", "<a b.md>", "x\\|y.md",
    "**gauges.md** - at the sill", "潮.md", "gauges.md",
)  # fmt: skip
LIVE = (
    "tidegauge northquay.heights, read-only", "harbourdb `ops.v_berth|plan`, read-only", "none", "—", "",
    "harbourdb ops.v_crane (read only)", "tidegauge `a b`, read-only · harbourdb x", "harbourdb x readonly",
)  # fmt: skip
TERMS = (
    "slack water", "ebb", "`flood|flow`", "C#", ".env", "満潮", "👨‍👩‍👧 crew", "late-arriving", "bill of lading",
    "quay", "one two three four five six", "etc.", '"under-keel"', "EBB", "x;y",
)  # fmt: skip
PROSE = (
    "Topics state nothing themselves.\n", "Ask the harbour master | or the pilot.\n",
    "<!-- ctxlayer: ignore[dead-pointer, shared-term] agreed with | pilots -->\n", "<!-- a note -->\n",
    "> quoted words\n", "```\n| not | a | table |\n|---|---|---|\n```\n", "| word | meaning |\n|-|-|\n| ebb | out |\n",
    "1. first\n2. second\n", "---\n", "    indented\n", "<details>\nhidden\n</details>\n",
)  # fmt: skip
PIECES = (
    "|", "||", "\\|", "`", "``", "\n", "\n\n", "\r", "\r\n", "\t", " ", "  \n", "#", "### ", "<!--", "-->", "```\n",
    "~~~", "- ", "* ", "1. ", "\\", "·", " · ", ", ", ": ", " — ", "[", "](", ")", "<br>", "**", "__", "\ufeff",
    "é", "e\u0301", "漢字", "👨‍👩‍👧‍👦", "🇩🇪", "\u200b", "\u202e", "\u2028", "\x0b", "\x0c", "\x00", "\u3000", "\ud83d",
    "| --- | --- |\n", "|-|\n", ":-:", "---\n", "===\n", "**Files**\n", "**Vocabulary:**", "#### north\n", "Files: ",
    "<!-- ctxlayer: ignore[missing-part] later -->", "> ", "    ", "\n## Meta\n\n", "\n## Platform\n\n", "none",
    "a | b | c", "| tides | gauges.md | | |\n", "read-only", "%20", "../", "{{x}}", "<<<<<<< HEAD\n",
)  # fmt: skip


def mutated(chance: random.Random) -> str:
    """A table of rows, of sections or of both, and between none and a dozen mishaps."""
    text = "".join(_blocks(chance))
    for _ in range(chance.choice((0, 1, 1, 2, 3, 5, 12))):
        text = _mishap(chance, text)
    end = chance.choice(("\n", "\n", "\n", "\r\n", "\r"))
    text = text.replace("\n", end) if end != "\n" else text
    return chance.choice(("", "", "", "\ufeff")) + text


def _blocks(chance: random.Random) -> list[str]:
    blocks = [
        chance.choice(("# Trigger table\n\n", "", "---\ntitle: x\n---\n\n", "Title\n=====\n"))
    ]
    for cluster in chance.choice((("Platform",), ("Platform", "Meta"), ("",), ("Meta", "North"))):
        blocks.append(f"## {cluster}\n\n" if cluster else "")
        for _ in range(chance.choice((1, 1, 2, 3))):
            make = chance.choice((_table, _table, _section, _section, _prose))
            blocks.append(make(chance) + chance.choice(("\n", "\n", "", "\n\n\n")))
    return blocks


def _prose(chance: random.Random) -> str:
    return chance.choice(PROSE)


def _some(chance: random.Random, items: tuple[str, ...], most: int) -> list[str]:
    return [chance.choice(items) for _ in range(chance.randint(0, most))]


def _table(chance: random.Random) -> str:
    header = chance.choice(HEADERS)
    rows = "".join(_row(chance, header) for _ in range(chance.randint(0, 4)))
    return header + rows


def _row(chance: random.Random, header: str) -> str:
    width = header.partition("\n")[0].strip("|").count("|") + 1
    cells = [
        chance.choice(NAMES),
        chance.choice((" · ", ", ", " · ")).join(_some(chance, FILES, 4)),
        chance.choice(LIVE),
        ", ".join(_some(chance, TERMS, 4)),
        chance.choice(("pilots", "", "-")),
    ]
    if "live" not in header:
        del cells[2]
    cells = cells[:width]
    if chance.random() < 0.8:  # else the pipes in them are torn
        cells = [cell.replace("\\|", "|").replace("|", "\\|") for cell in cells]
    pad = chance.choice(("", " ", "  ", "\t"))
    line = "|".join(f"{pad}{cell}{pad}" for cell in cells)
    return chance.choice((f"|{line}|\n", f"|{line}|\n", f"{line}\n", f"| {line}\n"))


def _section(chance: random.Random) -> str:
    lines = [f"{chance.choice(('###', '###', '####', '##'))} {chance.choice(NAMES)}\n"]
    lines += chance.choice(("", "\n", "\n\n"))
    lines.append(chance.choice(("**Files**\n", "**Files:**\n", "#### Files\n", "Files:\n", "")))
    for _ in range(chance.randint(1, 3)):
        if chance.random() < 0.4:
            lines.append(
                chance.choice(("\n#### north\n\n", "#### south\n", "**east**\n", "- west\n"))
            )
        bullet = chance.choice(("- ", "* ", "  - ", "1. ", "- [x] "))
        for item in _some(chance, FILES, 3):
            lines.append(
                f"{bullet}{item}\n{chance.choice(('', '', chr(10), '  goes on' + chr(10)))}"
            )
    if chance.random() < 0.2:
        lines.append(chance.choice(PROSE))
    live = f"**Live pointer:** {chance.choice(LIVE)}\n"
    words = f"**Vocabulary:** {', '.join(_some(chance, TERMS, 5))}\n"
    parts = [live, words]
    chance.shuffle(parts)
    for part in parts[: chance.choice((2, 2, 2, 1))]:
        lines += (chance.choice(("\n", "\n", "")), part)
    return "".join(lines)


def _mishap(chance: random.Random, text: str) -> str:
    at = chance.randint(0, len(text))
    kind = chance.randrange(8)
    if kind < 3:
        return text[:at] + chance.choice(PIECES) + text[at:]
    if kind == 3:
        return text[:at] + text[at + chance.choice((1, 2, 7, 30)) :]
    if kind == 4:
        return text[:at] if chance.random() < 0.3 else text[:at] + text[at + 1 :]
    lines = text.split("\n")
    first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
    if kind == 5:
        lines.insert(first, lines[second])
    elif kind == 6:
        lines[first], lines[second] = lines[second], lines[first]
    else:
        lines[first] = chance.choice(("  ", "> ", "- ", "\t", "| ")) + lines[first]
    return "\n".join(lines)
