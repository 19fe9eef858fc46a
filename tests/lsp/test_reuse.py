"""A diagnostic that is taken over is the one that would have been made."""

from __future__ import annotations

import json
import random

import pytest

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.lints.model import FileFindings, Finding, Related
from ctxlayer.lsp import reuse
from ctxlayer.lsp.conversion import Columns, Json, diagnostic
from ctxlayer.lsp.protocol import written
from ctxlayer.lsp.reuse import Made, known_items
from ctxlayer.text import Encoding, Span

PLACE = Placement(Kind.TRIGGER_TABLE, None)
PIECES = ("tides", "\n", "\n\n", " ", "🔥", "| a | b |\n", "é", "x")


def finding(start: int, end: int, message: str) -> Finding:
    return Finding("some-lint", "family", "info", "a.md", Span(start, end), message)


def items(document: Document, found: FileFindings) -> list[Json]:
    columns = Columns(document.lines, Encoding.UTF16)
    return [diagnostic(each, columns, tags=True) for each in found.findings]


@pytest.fixture(autouse=True)
def _few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reuse, "_MANY", 1)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_taken_over_is_what_would_be_made(seed: int) -> None:
    choose = random.Random(seed)
    text = "".join(choose.choices(PIECES, k=60))
    places = sorted(choose.sample(range(len(text) - 2), 12))
    found = FileFindings(tuple(finding(at, at + 2, f"no {at}") for at in places))
    document = Document("a.md", PLACE, text)
    made = Made(document, found, 0, items(document, found))
    taken = 0
    for _ in range(8):
        at, gone = choose.randint(0, len(text)), choose.choice([0, 0, 1, 3])
        new = choose.choice(("", *PIECES))
        text = text[:at] + new + text[at + gone :]
        by = len(new) - gone
        moved = [
            finding(*each.span.shift(by if each.span.start >= at + gone else 0), each.message)
            for each in found.findings
            if each.span.end <= at or each.span.start >= at + gone
        ]
        if choose.random() < 0.3 and moved:
            moved[0] = finding(*moved[0].span, "another message")
        found = FileFindings(tuple(sorted(moved, key=lambda each: each.order)))
        document = Document("a.md", PLACE, text, document)
        fresh = items(document, found)
        known = known_items(made, document, found, 0)
        taken += len(known)
        assert {number: fresh[number] for number in known} == known
        made = Made(document, found, 0, fresh)
    assert taken


def test_what_names_other_places_is_made_anew() -> None:
    text = "tides\n" * 9
    document = Document("a.md", PLACE, text)
    other = Finding(
        "some-lint",
        "family",
        "info",
        "a.md",
        Span(0, 5),
        "see",
        (),
        (Related("b.md", Span(0, 1), "there"),),
    )
    found = FileFindings((other, finding(6, 11, "no")))
    made = Made(document, found, 0, items(document, found))
    again = FileFindings((other._replace(), found.findings[1]))
    later = Document("a.md", PLACE, f"{text}!", document)
    assert set(known_items(made, later, again, 0)) == {1}


@pytest.mark.parametrize("version", [None, 7])
@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_notification_of_written_diagnostics_is_the_json_of_its_parts(
    version: int | None, count: int
) -> None:
    document = Document("a.md", PLACE, "tides 🔥\n" * 9)
    found = FileFindings(tuple(finding(at, at + 2, f'"{at}" \\ é') for at in range(count)))
    params: Json = {"uri": "file:///a%20b.md", "diagnostics": items(document, found)}
    if version is not None:
        params["version"] = version
    text = written("2.0", "textDocument/publishDiagnostics", params)
    plain = {"jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": params}
    assert json.loads(text) == json.loads(json.dumps(plain))
