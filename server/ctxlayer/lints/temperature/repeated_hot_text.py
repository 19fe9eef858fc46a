"""A passage that one runtime sends twice."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.budget import hot_set
from ctxlayer.analysis.repeats import Repeat, repeated_tokens, repeats
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Related, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.lints.wording import among

_RELATED = 5
"""Passages whose places are named."""


@layer_lint("info", asks=(repeats, hot_set))
def repeated_hot_text(layer: Snapshot) -> Iterator[Report]:
    """The same passage stands in two files that one runtime sends with every message.

    ## What it does
    Compares the hot files of each runtime, those that they import included: rules, memory files. A passage
    is a run of paragraphs, list items, table rows or lines of code, of some forty words at least.
    Upper and lower case, markup and line breaks do not count. Headings, comments, licences and trigger
    tables are left out. Two files have one finding, on the first passage of the one that lies deeper or
    comes later; the other places are related information.

    ## Why
    The passage is paid for twice on every message. And when one of the two is changed, the agent is told
    two things.

    ## Example
    ````.rules/berths.md
    ---
    alwaysApply: true
    justification: Every task moves a vessel
    ---

    # Berths

    Ask the harbour master before a berth is moved, and write the new berth into the plan of the day.
    A vessel that waits for the tide keeps its berth until the pilot has come on board; nobody else may
    be sent there before, not even for an hour, whatever the plan of the day says about it.
    ````
    ````.rules/pilots.md
    ---
    alwaysApply: true
    justification: Every task moves a vessel
    ---

    # Pilots

    Ask the harbour master before a berth is moved, and write the new berth into the plan of the day.
    ^... repeated-hot-text: also in `.rules/berths.md`
    A vessel that waits for the tide keeps its berth until the pilot has come on board; nobody else may
    be sent there before, not even for an hour, whatever the plan of the day says about it.
    ````

    ## Instead
    ````.rules/berths.md
    ---
    alwaysApply: true
    justification: Every task moves a vessel
    ---

    # Berths

    Ask the harbour master before a berth is moved, and write the new berth into the plan of the day.
    A vessel that waits for the tide keeps its berth until the pilot has come on board; nobody else may
    be sent there before, not even for an hour, whatever the plan of the day says about it.
    ````
    ````.rules/pilots.md
    ---
    alwaysApply: true
    justification: Every task moves a vessel
    ---

    # Pilots

    Who may be sent to which berth is in the rule on berths.
    ````
    """
    found = layer.ask(hot_set)
    for repeat in layer.ask(repeats):
        titles = among([found.title(each) for each in repeat.runtimes])
        yield Report(
            repeat.passages[0].span,
            f"{_what(repeat, layer)} also in `{repeat.other}`, and both files are in every message of "
            f"{titles}; keep one of the two, and let the other file name it",
            related=tuple(_related(repeat, layer)),
            path=repeat.path,
        )


def _what(repeat: Repeat, layer: Snapshot) -> str:
    found = repeated_tokens(repeat, layer)
    tokens = f" ({found.words} tokens)" if found is not None else ""
    more = len(repeat.passages) - 1
    if not more:
        return f"this passage{tokens} is"
    return f"this passage and {more} more of this file{tokens} are"


def _related(repeat: Repeat, layer: Snapshot) -> Iterator[Related]:
    """Where each passage stands in the other file, and where the further ones of this file are."""
    for passage in repeat.passages[:_RELATED]:
        if layer.document(repeat.other) is not None:
            yield Related(repeat.other, passage.other_span, "the same passage")
    for passage in repeat.passages[1:_RELATED]:
        yield Related(repeat.path, passage.span, "another passage that is in both files")
