"""What only a person may do: mark a file as verified, or take its claim back.

These are actions of the editor and nothing else. No fix, no command and no tool calls them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ctxlayer.analysis.topics import adapters
from ctxlayer.ide.frontmatter_edits import Unsettled, is_bare, setting_edits
from ctxlayer.ide.model import Action, ActionKind
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.term_match import occurs
from ctxlayer.layer.terms import term_key
from ctxlayer.layer.trust import read_trust
from ctxlayer.lints.model import Deferred
from ctxlayer.text import Edit, Span

_MOST_ADAPTERS = 8
_KIND: ActionKind = "refactor.rewrite"
VERIFIED = "Mark verified today, by me: I checked this against the running system"
"""The mark that somebody wants on a stale file. It says what the person claims by it."""


def verify(snapshot: Snapshot, document: Document) -> Iterator[Action]:
    """Marks for a file that somebody has just looked at."""
    trust = read_trust(document)
    if trust.status == "superseded":
        return
    today = snapshot.today.isoformat()
    mine = {"last-verified": today, "verified-by": "developer"}
    yield from _set(VERIFIED, mine, snapshot, document)
    if trust.status != "confirmed":
        title = "Mark confirmed and verified today, by me"
        yield from _set(title, {**mine, "status": "confirmed"}, snapshot, document)
    for name in sorted(snapshot.ask(adapters).by_name)[:_MOST_ADAPTERS]:
        asked = {"last-verified": today, "verified-by": "live-query"}
        title = f"Mark verified today, by a live query of {name}"
        yield from _set(title, asked, snapshot, document, adapter=name)


def downgrade(snapshot: Snapshot, document: Document) -> Iterator[Action]:
    """Take a claim back."""
    if read_trust(document).status not in ("", "hypothesis", "superseded"):
        yield from _set("Downgrade to hypothesis", {"status": "hypothesis"}, snapshot, document)


def _set(
    title: str,
    values: Mapping[str, str],
    snapshot: Snapshot,
    document: Document,
    adapter: str = "",
) -> Iterator[Action]:
    named = _named(adapter, values.get("last-verified", ""), document) if adapter else ()
    if is_bare(document):

        def block() -> dict[str, tuple[Edit, ...]]:
            # The day of the first commit is looked up only for somebody who wants it.
            made = setting_edits(document, values, snapshot)
            return {} if isinstance(made, Unsettled) else {document.path: (*made, *named)}

        yield Action(title, _KIND, Deferred(block), personal=True)
        return
    edits = setting_edits(document, values, snapshot)
    if isinstance(edits, Unsettled):
        yield Action(title, _KIND, {}, disabled=edits.reason)
    elif edits or named:
        yield Action(title, _KIND, {document.path: (*edits, *named)}, personal=True)


def _named(adapter: str, today: str, document: Document) -> tuple[Edit, ...]:
    """The line that names an adapter at the end of the text, where the text does not."""
    text = document.text
    if occurs(term_key(adapter), text[document.frontmatter.body_start :]):
        return ()
    end = "" if text.endswith(("\n", "\r")) or not text else document.newline
    line = f"Verified by a live query of {adapter} on {today}.{document.newline}"
    return (Edit(Span.at(len(text)), f"{end}{document.newline}{line}"),)
