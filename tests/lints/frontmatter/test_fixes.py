"""Whatever is wrong at once: every fix mends its finding, keeps line ends and raises no trust."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust
from ctxlayer.lints.model import Finding, Fix
from ctxlayer.text import apply_edits
from tests.lints.seeded import layer, mended

PATH = "knowledge/tides/gauges.md"
FAMILIES = frozenset({"frontmatter", "trust", "freshness", "settings"})
LINES = (
    "source: human-authored",
    "source: 'Extraction'",
    "Source: external",
    "created: 2026-10-01",
    "created_at: 2026-10-1",
    "created: 2026-12-24",
    "last-verified: 2026-11-01",
    "last_verified: 1 May 2026",
    "last-verified:",
    "verified-by: developer",
    "verifiedBy: unverified",
    'verified-by: "developper"',
    "status: confirmed",
    "status: hypothesis",
    "status: [superseded]",
    "Status: confirmed-by-agent",
    "Status: hypothesis",
    "statsu: confirmed",
    "status: unconfirmed",
    "status: >-\n  confirmd",
    "title: Gauges: north",
    "owner: @pilots",
    "globs: **/*.py",
    "tracks:\n  - src/**\n  - *.py",
    "tags: [a, b",
    "note: 'open",
    "\towner: tab",
    "a line of prose",
    "status:confirmed",
    "# ctxlayer: ignore[invalid-value, invalid-date]",
    "owner: 潮 🌊 # ctxlayer: ignore[missing-kye]",
    "name: {{NAME}}",
    "",
)
BODIES = ("\n# Gauges\n\nText.\n", "---\nowner: pilots\nstatus: confirmed\n---\n# Gauges\n", "")
RANKS = {
    "status": ("superseded", "hypothesis", "confirmed-by-agent", "confirmed"),
    "verified_by": ("unverified", "live-query", "developer"),
    "source": ("external", "extraction", "human-authored"),
}


@st.composite
def documents(draw: st.DrawFn) -> str:
    lines = draw(st.lists(st.sampled_from(LINES), max_size=9))
    close = draw(st.sampled_from(("---", "---", "---", "----", "---glued", "")))
    text = "\n".join(["---", *lines, close]) + "\n" + draw(st.sampled_from(BODIES))
    text = draw(st.sampled_from(("", "", "\ufeff", "\n", "<!-- ours -->\n"))) + text
    return text.replace("\n", draw(st.sampled_from(("\n", "\r\n"))))


def texts(document: str) -> dict[str, str]:
    return {"ctxlayer.toml": "", PATH: document}


def ours(snapshot: Snapshot) -> list[Finding]:
    from tests.harness.engine import findings_of

    return [one for one in findings_of(snapshot).get(PATH, ()) if one.family in FAMILIES]


def after(document: str, fix: Fix) -> str:
    return apply_edits(document, fix.edits[PATH])


@settings(max_examples=60)
@given(documents())
def test_a_fix_mends_its_finding(document: str) -> None:
    findings = ours(layer(texts(document)))
    for finding in findings:
        before = sum(one.lint == finding.lint for one in findings)
        for fix in finding.fixes:
            then = ours(layer(texts(after(document, fix))))
            assert sum(one.lint == finding.lint for one in then) < before, (finding, fix.title)


@settings(max_examples=40)
@given(documents())
def test_a_fix_keeps_line_ends(document: str) -> None:
    eol = "\r\n" if "\r\n" in document else "\n"
    for finding in ours(layer(texts(document))):
        for fix in finding.fixes:
            mended_text = after(document, fix)
            assert mended_text.replace(eol, "\n").replace("\n", eol) == mended_text, fix.title


@settings(max_examples=60)
@given(documents())
def test_no_fix_raises_trust(document: str) -> None:
    snapshot = layer(texts(document))
    for finding in ours(snapshot):
        for fix in finding.fixes:
            holds(document, after(document, fix), f"{finding.lint}: {fix.title}")


@settings(max_examples=40)
@given(documents())
def test_safe_fixes_settle(document: str) -> None:
    once = mended(texts(document))
    assert mended(once) == once
    holds(document, once[PATH], "all safe fixes")


def holds(before: str, then: str, what: str) -> None:
    """Nothing that was readable claims more than it did."""
    old = read_trust(layer(texts(before)).documents[PATH])
    new = read_trust(layer(texts(then)).documents[PATH])
    for name, ranks in RANKS.items():
        was, now = getattr(old, name), getattr(new, name)
        if was in ranks:
            assert now not in ranks or ranks.index(now) <= ranks.index(was), (what, was, now)
