"""A file that a runtime does not read to its end."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.listing_cuts import listing_cuts
from ctxlayer.analysis.runtime_limits import Cut, runtime_cuts
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.lints.wording import clip
from ctxlayer.text import Span


@layer_lint("warning", asks=(runtime_cuts, listing_cuts))
def over_runtime_limit(layer: Snapshot) -> Iterator[Report]:
    """A file is longer than its runtime reads, and what lies behind that is lost.

    ## What it does
    Compares rules and memory files with the hard limits of each runtime in use, in lines, characters or
    bytes as the runtime counts. The finding is on the line on which the text is cut; it says how many
    lines fall off, and from which heading on. Where the files of all folders count together (Codex reads
    `AGENTS.md` from the root down to the folder it works in), it is in the file in which the limit falls.

    Sizes that vendors only advise, such as 200 lines for a `CLAUDE.md` or 500 for a Cursor rule, are no
    limits here: nothing is lost. A limit that holds in one use of a runtime only, such as that of Copilot's
    code review, is information. Of a skill, Claude Code lists the start of a long description, and the
    finding is on what nobody sees.

    ## Why
    The runtime says nothing. The end of the file, often where the exceptions and the newest rules stand,
    has no effect.

    ## Example
    The line `…` stands for a long text.
    ````.github/copilot-instructions.md fill=4000
    # Tides

    Heights are in metres above chart datum.

    …
    A vessel with less than a metre below its keel waits for the next tide.
    ^"A vessel with less than a metre below its keel waits for the next tide." over-runtime-limit (info)
    ````

    ## Instead
    ````.github/copilot-instructions.md
    # Tides

    A vessel with less than a metre below its keel waits for the next tide.

    Heights are in metres above chart datum.
    ````
    """
    told = set()
    for cut in layer.ask(runtime_cuts):
        if (cut.path, cut.limit) not in told:
            told.add((cut.path, cut.limit))
            yield Report(
                _place(cut),
                f"{cut.limit.effect.rstrip('.')}; {_lost(cut)}",
                severity="info" if cut.limit.partly else None,
                path=cut.path,
            )
    for listed in layer.ask(listing_cuts):
        yield Report(
            listed.at,
            f"{listed.effect}, and this skill has {listed.length:,}: the agent does not see the rest; "
            "shorten it, with what matters first",
            path=listed.path,
        )


def _place(cut: Cut) -> Span:
    """What is left of the line on which the text is cut; the next one where that is nothing."""
    if not cut.at:
        return cut.document.title_span
    lines, text = cut.document.lines, cut.document.text
    for number in range(lines.line_at(cut.at), len(lines)):
        start = max(cut.at, lines.starts[number])
        end = lines.starts[number] + len(lines.line(number).rstrip())
        start += len(text[start:end]) - len(text[start:end].lstrip())
        if start < end:
            return Span(start, end)
    return Span.at(cut.at)


def _lost(cut: Cut) -> str:
    if cut.limit.skips:
        return "this file is larger; split it"
    if not cut.at:
        return "the files of the folders above take all of it, and nothing of this one is read"
    lines = cut.document.lines
    number = lines.line_at(cut.at)
    lost = len(lines) - number - (lines.line(len(lines) - 1) == "")
    headings = [each for each in cut.document.blocks.headings if each.span.start >= cut.at]
    more = f" and {len(headings) - 1} more headings" if len(headings) > 2 else ""
    of_them = f" (`{clip(headings[0].text)}`{more})" if headings else ""
    what = f"the last {lost:,} lines{of_them} are" if lost > 1 else "the last line is"
    return f"it is cut here, on line {number + 1:,}: {what} lost; shorten or split the file"
