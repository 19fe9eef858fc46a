"""A passage that one runtime sends twice."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.budget import hot_set
from ctxlayer.analysis.repeats import Repeat, repeats
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Related, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.lints.wording import among


@layer_lint("info", asks=(repeats, hot_set))
def repeated_hot_text(layer: Snapshot) -> Iterator[Report]:
    """The same passage stands in two files that one runtime sends with every message.

    ## What it does
    Compares the hot files of each runtime, those that they import included: rules, memory files. A passage
    is a run of paragraphs, list items, table rows or lines of code, of some forty words at least.
    Upper and lower case, markup and line breaks do not count. Headings, comments, licences and trigger
    tables are left out. The finding is on the later of the two files, and the other place is related
    information.

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
        titles = [found.title(each) for each in repeat.runtimes]
        yield Report(
            repeat.span,
            f"this passage{_tokens(repeat, layer)} is also in `{repeat.other}`, and both are in every "
            f"message of {among(titles)}; keep one of the two, and let the other file name it",
            related=_related(repeat, layer),
            path=repeat.path,
        )


def _tokens(repeat: Repeat, layer: Snapshot) -> str:
    if layer.tokenizer is None:
        return ""
    text = repeat.span.of(layer.documents[repeat.path].text)
    return f" ({layer.tokenizer.count(text).words} tokens)"


def _related(repeat: Repeat, layer: Snapshot) -> tuple[Related, ...]:
    if layer.document(repeat.other) is None:
        return ()
    return (Related(repeat.other, repeat.other_span, "the same passage"),)
