"""Frontmatter that is read in a short way says what the parser says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.layer.authors import JUDGED_KEYS, trust_line
from ctxlayer.layer.document import Document
from ctxlayer.layer.edits import bytes_print, text_print
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.trust import read_trust
from ctxlayer.probes.versions import plain_head

PLAIN = """---
source: human-authored
created: 2026-10-01
last-verified: 2026-11-01
verified-by: developer
status: confirmed
tracks:
  - tides-engine:src/a
---
"""
_KEYS = (
    *JUDGED_KEYS, "source", "tracks", "verified-at", "verifiedby", "stat-us", "last-verified-on", "x",
)  # fmt: skip
_VALUES = (
    "", " 2026-11-01", " 2026-11-31", " 20261101", " 2026-11-01 10:00", " confirmed", " null", " true",
    " a: b", " a, b", "  two", " - x", " -", " a:", " é", " --- ", " .inf", " 0x1f", " ---", " x ",
)  # fmt: skip
_LINES = (" - a", "  - b", "-", "- ", "---", "  x: y", "", " ", "prose", "- 2026-11-01", "status")
_USUAL = ("", " 2026-11-01", " 2025-01-31", " confirmed", " a, b", "\n  - a\n  - b")
usual = st.builds("{}:{}".format, st.sampled_from(_KEYS), st.sampled_from(_USUAL))
lines = st.one_of(
    usual,
    usual,
    usual,
    st.builds("{}:{}".format, st.sampled_from(_KEYS), st.sampled_from(_VALUES)),
    st.sampled_from(_LINES),
)


def test_what_is_usual_is_read_in_the_short_way() -> None:
    assert plain_head(PLAIN) is not None
    assert plain_head(PLAIN.replace("\n", "\r\n")) is not None


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.lists(lines, min_size=1, max_size=5), st.sampled_from(["\n", "\r\n"]))
def test_the_short_way_leads_to_the_same(block: list[str], eol: str) -> None:
    text = eol.join(["---", *block, "---", ""])
    head = plain_head(text)
    if head is None:
        return
    document = Document("", Placement(Kind.KNOWLEDGE), text)
    assert document.frontmatter.closed and document.frontmatter.body_start == len(text)
    assert head.day == read_trust(document).last_verified
    told = {key: trust_line(document, key) for key in JUDGED_KEYS}
    assert dict(head.lines) == {key: line for key, line in told.items() if line is not None}


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(alphabet="ab \t\r\n\f\x0b\x1c\x1f\x85\xa0\u2028\u3000\ufeffé", max_size=12))
def test_a_text_has_one_print(text: str) -> None:
    assert bytes_print(text.encode()) == text_print(text) == text_print("".join(text.split()))


@pytest.mark.parametrize("content", [b"a\0b", b"\xff", "é".encode("latin-1")])
def test_what_is_no_text_has_none(content: bytes) -> None:
    assert bytes_print(content) is None
