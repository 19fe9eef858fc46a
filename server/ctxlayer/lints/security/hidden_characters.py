"""Characters that nobody sees, where nothing needs them."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import name

from ctxlayer.analysis.hidden_characters import HiddenRun, document_hidden_runs
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.text import Edit

_MOST = 300
"""Places that are reported one by one."""
_HARMS = {
    "order": "shows the text in another order than programs and models read it",
    "message": "can carry text that models read and people do not see",
    "invisible": "is read by programs and models, and seen by nobody",
    "stray": "belongs to a character that is no longer there",
}


@document_lint("error", kinds=set(Kind), fixable=True)
def hidden_characters(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A document holds characters that nobody sees and programs read.

    ## What it does
    Finds controls of writing direction, tags, zero-width characters, invisible operators, fillers and
    runs of variation selectors, in documents of every kind. Neighbours are one finding.

    Where a script or an emoji needs them they are left alone: joiners inside emoji and in Arabic,
    Persian, Indic and other scripts, marks of direction in lines with letters that are written from
    right to left, tags in flags, selectors behind their base, zero-width spaces in scripts that are
    written without spaces, a byte order mark at the start. A variation selector that lost its emoji is
    an info, and soft hyphens are one info for the whole document.

    The fix takes them out and changes nothing else.

    ## Why
    Hidden text is the quiet way to give orders to an agent: a reviewer sees a harmless line, the model
    reads another one. Turned writing directions do the same with code. And a zero-width space in a
    path, a term or a key makes it another one that looks the same.

    ## Example
    ````.rules/berths.md escapes
    ---
    description: Assign berths to arriving vessels
    ---

    # Berths

    Ask the harbour office\\u202E before a berth is changed.
    ^"\\u202E" hidden-characters: `U+202E`
    ````

    ## Instead
    ````.rules/berths.md
    ---
    description: Assign berths to arriving vessels
    ---

    # Berths

    Ask the harbour office before a berth is changed.
    ````
    """
    runs = document_hidden_runs(document)
    soft = [run for run in runs if run.harm == "soft-hyphen"]
    if soft:
        yield _soft_hyphens(document, soft)
    others = [run for run in runs if run.harm != "soft-hyphen"]
    for run in others[:_MOST]:
        yield _report(document, run, [run])
    if len(others) > _MOST:
        yield _report(document, others[_MOST], others[_MOST:])


def _report(document: Document, run: HiddenRun, taken: list[HiddenRun]) -> Report:
    """The finding on a run; the last one of very many speaks for all that follow."""
    said = _said(document, run)
    more = f" (and {len(taken) - 1} more places below)" if len(taken) > 1 else ""
    return Report(
        run.span,
        f"{said} {_HARMS[run.harm]}{more}; take it out",
        (_without(document, taken, f"Take out {said}{more}", safe=True),),
        severity="info" if all(each.harm == "stray" for each in taken) else None,
    )


def _soft_hyphens(document: Document, soft: list[HiddenRun]) -> Report:
    more = f" (and {len(soft) - 1} more)" if len(soft) > 1 else ""
    return Report(
        soft[0].span,
        f"a soft hyphen (`U+00AD`){more} hides inside a word, which searches then miss; take it out",
        (_without(document, soft, "Take out all soft hyphens", safe=False),),
        severity="info",
    )


def _said(document: Document, run: HiddenRun) -> str:
    """`U+200B` (zero width space) at column 7, and how many more there are."""
    text = document.text
    first = text[run.span.start]
    # Tags are not named: their names would spell out what they hide.
    called = "tag" if run.harm == "message" and first > "\U000dffff" else name(first, "").lower()
    column = document.lines.position(run.span.start).column + 1
    if text.startswith("\ufeff") and column > run.span.start:
        column -= 1  # a byte order mark has no column
    size = run.span.end - run.span.start
    more = f" and {size - 1} more hidden character{'s' * (size > 2)}" if size > 1 else ""
    return f"`U+{ord(first):04X}`{f' ({called})' if called else ''}{more} at column {column}"


def _without(document: Document, runs: list[HiddenRun], title: str, *, safe: bool) -> Fix:
    return Fix(title, {document.path: tuple(Edit(run.span, "") for run in runs)}, safe)
