"""Reports that stay as they are while nothing they say of a topic changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from ctxlayer.analysis.topics import TopicPlace
from ctxlayer.lints.model import Report


def kept_report(
    place: TopicPlace, lint: str, about: Hashable, make: Callable[[], Report]
) -> Report:
    """The report of a lint on a topic: the one of last time, where the topic is in its place.

    `about` is what the report says besides what the topic's facts tell. In a large table hundreds
    of topics have one, and a keystroke changes few of them.
    """
    known = place.facts.memo.get(lint)
    if known is not None and known[0] == (place.offset, about):
        report: Report = known[1]
        return report
    report = make()
    place.facts.memo[lint] = ((place.offset, about), report)
    return report
