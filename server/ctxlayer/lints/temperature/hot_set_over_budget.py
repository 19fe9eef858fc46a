"""More in every message than the budget allows."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.budget import budget
from ctxlayer.analysis.budget_places import place_of_part
from ctxlayer.layer.hot_set import OWN, HotPart, HotSet, RuntimeTotal
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.lints.wording import among, percent_words

_MOST = 3
"""Files that are named; a set that hangs on more of them has many small causes."""


@layer_lint("warning", asks=(budget,))
def hot_set_over_budget(layer: Snapshot) -> Iterator[Report]:
    """All that is in every message together has more tokens than the hot set may have.

    ## What it does
    Adds up what each runtime in use sends with every message: hot rules and memory files with what they
    import, hot trigger tables, the names and descriptions of warm rules, skills and subagents, and the tool
    schemas of adapters that were probed. The heaviest runtime is compared with `budget.hot`. The findings
    are on the largest contributors: as few as would bring the set back below its budget, three at most.
    `ctxlayer budget` lists all of it.

    Schemas that nobody has probed are not in the number; the message says so. Tokens are estimated for
    `budget.tokenizer`; the estimate itself decides.

    ## Why
    The hot set is paid for on every message of every session, and takes the room in which the work is to be
    done. It grows by small additions, none of which looks like much.

    ## Example
    ````ctxlayer.toml
    budget.hot = 50
    ````
    ````.rules/berths.md
    ---
    alwaysApply: true
    justification: Every task moves a vessel
    ---

    # Berths
      ^^^^^^ hot-set-over-budget: over the budget of 50

    Ask the harbour master before a berth is moved, and write the new berth into the plan of the day.
    ````

    ## Instead
    ````ctxlayer.toml
    budget.hot = 50
    ````
    ````.rules/berths.md
    ---
    description: Use when a berth is moved or the plan of the day changes
    ---

    # Berths

    Ask the harbour master before a berth is moved, and write the new berth into the plan of the day.
    ````

    ## Settings
    `budget.hot` (22000), `budget.tokenizer` (`claude`).
    """
    found = layer.ask(budget).hot
    limit = layer.settings.budget.hot
    over = [each for each in found.totals if each.tokens and each.tokens.tokens > limit]
    if not over:
        return
    whole = _whole(found, over, limit)
    for part in _contributors(found, over[0], limit):
        placed = place_of_part(part, found, layer)
        if placed is not None:
            path, span = placed
            yield Report(span, f"{whole}; {_share(part, over[0])}", path=path)


def _contributors(found: HotSet, over: RuntimeTotal, limit: int) -> Iterator[HotPart]:
    """The largest parts, until the set without them would be within the budget."""
    left = over.tokens.tokens if over.tokens is not None else 0
    known = [part for part in found.of(over.runtime) if part.tokens is not None]
    for part in known[:_MOST]:
        if left <= limit or part.tokens is None:
            return
        left -= part.tokens.tokens
        yield part


def _whole(found: HotSet, over: list[RuntimeTotal], limit: int) -> str:
    first = over[0]
    assert first.tokens is not None
    titles = [each.title for each in over if each.runtime != OWN]
    who = f" with {among(titles)}" if titles else ""
    most = "up to " if len(over) > 1 else ""
    unknown = " without the tool schemas that nobody has probed" if first.unknown else ""
    return (
        f"every message{who} carries {most}{first.tokens.line}{unknown}, "
        f"{first.tokens.tokens - limit:,} over the budget of {limit:,}"
    )


def _share(part: HotPart, over: RuntimeTotal) -> str:
    assert part.tokens is not None
    assert over.tokens is not None
    percent = percent_words(round(part.tokens.tokens * 100 / over.tokens.tokens))
    what = f"the schemas of `{part.name}` are" if part.because == "schemas" else "this file is"
    if part.via:
        what = f"`{part.path}`, which is imported here, is"
    return f"{what} {percent} of it; {_REMEDIES.get(part.because, _REMEDY)}"


_REMEDY = "shorten it, or let globs or a description load what few tasks need"
_REMEDIES = {
    "table": "split it, and move what few tasks need to a cold table",
    "import": "name the file instead, so that it is read when it is needed",
    "schemas": "offer fewer of its tools, or remove the adapter",
}
