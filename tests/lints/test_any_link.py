"""Whatever stands in a link: no lint raises, spans lie in the text, time is linear."""

from __future__ import annotations

import gc
import time
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.ide.completion import complete
from ctxlayer.ide.navigation import definition, document_links
from ctxlayer.lints.runner import file_findings
from ctxlayer.text import apply_edits
from tests.harness.engine import build_snapshot, findings_of

FILES = {
    "ctxlayer.toml": "",
    "CLAUDE.md": "# Harbour\n",
    "knowledge/tides/overview.md": "# Tides\n\n## Low water\n",
    "knowledge/tides/low water.md": "# Low\n",
    "knowledge/tides/no#1.md": "# One\n",
}
WORDS = (
    "[ [x] ]( ) < > # ## %23 %20 .. ../ ../../../ / \\ @ @./ ! ? : :// ` ``` ~~~ &#35; &amp; é 日 "
    "overview.md Overview.md overveiw.md low no 1.md tides knowledge/ knowledge/tides/ mdc: file:/// "
    "http://x.example/ C:\\ ~/ #low-water #L1 #L99 {x} [a]: [a] | <!-- --> <a name= </a> $ * , ."
)
BLANKS = (" ", "\n", "\n\n", "\t", "\r\n", "    ", "low water.md", "\x00", "\u2028")
PIECES = st.sampled_from((*WORDS.split(), *BLANKS))
PATHS = st.sampled_from(["CLAUDE.md", "knowledge/tides/gauges.md", ".rules/a.md"])


@settings(max_examples=150, deadline=None, derandomize=True)
@given(PATHS, st.lists(PIECES, max_size=40).map("".join), st.integers(0, 200))
def test_any_text_is_read(path: str, text: str, at: int) -> None:
    snapshot = build_snapshot({**FILES, path: text}, date(2026, 11, 29))
    for finding in findings_of(snapshot).get(path, ()):
        assert 0 <= finding.span.start <= finding.span.end <= len(text)
        for fix in finding.fixes if finding.family == "links" else ():
            apply_edits(text, fix.edits[path])
    offset = min(at, len(text))
    definition(snapshot, path, offset)
    document_links(snapshot, path)
    complete(snapshot, path, offset)


@pytest.mark.parametrize(
    "piece",
    [
        "](", "](a ", "[x](a b ", "](<", "@a/ ", "@a/b ", "<h1>", "<h1>x</h1>", "{#", "{# a", "[a]: ",
        "[x](../", "[x](#a", "[x](gone.md) ", "[x](%", "[x](a#b#c) ", "@./a\\ ", "# <a id=x>\n",
        "[x](#gone) ", "[x](" + "../" * 50 + ") ", "[x](a\\b\\c) ", "## T {#t}\n[x](#t-t) ",
    ],
)  # fmt: skip
def test_long_texts_take_linear_time(piece: str) -> None:
    def seconds(times: int) -> float:
        text = piece * times + "</h1> ](x y.md)"
        snapshot = build_snapshot({**FILES, "CLAUDE.md": text}, date(2026, 11, 29))
        gc.disable()  # what it costs depends on what other tests have left
        try:
            start = time.process_time()
            file_findings(snapshot, "CLAUDE.md")
            complete(snapshot, "CLAUDE.md", len(text))
            return time.process_time() - start
        finally:
            gc.enable()

    seconds(100)
    small, large = seconds(1_000), seconds(8_000)
    assert large < 0.3 or large < small * 24, f"{small:.3f} s, then {large:.3f} s"
