"""A topic with what the layer knows about it, and how often topics name what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from ctxlayer.analysis.pointers import Evidence, Resolution
from ctxlayer.analysis.tally import Tally
from ctxlayer.layer.adapters import Adapters
from ctxlayer.layer.siblings import Siblings
from ctxlayer.layer.tokens import Estimate, Tokenizer
from ctxlayer.layer.topic import Topic
from ctxlayer.layer.tree import Tree
from ctxlayer.settings import Settings
from ctxlayer.text import Span


@dataclass(frozen=True, slots=True, eq=False)
class TopicFacts:
    """A topic and what the layer knows about it; all that a topic lint may look at.

    `path` is its table. `resolved` goes with `topic.pointers`, one for one; `targets` are all
    layer files that they name, `term_keys` its vocabulary. `evidence` and `siblings` tell how
    long that holds. `tokens` are those of its text, None where nobody counts. `memo` keeps what was
    worked out from these facts alone, by who did.
    """

    path: str
    topic: Topic
    resolved: tuple[Resolution, ...]
    targets: frozenset[str]
    term_keys: frozenset[str]
    evidence: tuple[Evidence, ...]
    adapters: Adapters
    tree: Tree
    siblings: Siblings
    settings: Settings
    tokenizer: Tokenizer | None
    tokens: Estimate | None
    memo: dict[str, Any] = field(default_factory=dict, repr=False)


class TopicPlace(NamedTuple):
    """Where a topic stands: its table and the offset that its spans count from."""

    path: str
    offset: int
    facts: TopicFacts

    def span(self, relative: Span) -> Span:
        """A span of the topic as a span of the table's document."""
        return relative.shift(self.offset)


class Tallies(NamedTuple):
    """How often the topics of a layer name what."""

    names: Tally
    folded: Tally
    targets: Tally
    meta: Tally
    terms: Tally

    def after(self, gone: Sequence[TopicFacts], come: Sequence[TopicFacts]) -> Tallies:
        """The tallies with some topics less and some more, each as often as it stands."""
        return Tallies(
            self.names.after(_names(gone), _names(come)),
            self.folded.after(
                (name.casefold() for name in _names(gone)),
                (name.casefold() for name in _names(come)),
            ),
            self.targets.after(
                chain.from_iterable(facts.targets for facts in gone),
                chain.from_iterable(facts.targets for facts in come),
            ),
            self.meta.after(
                chain.from_iterable(facts.targets for facts in gone if _is_meta(facts)),
                chain.from_iterable(facts.targets for facts in come if _is_meta(facts)),
            ),
            self.terms.after(
                chain.from_iterable(facts.term_keys for facts in gone),
                chain.from_iterable(facts.term_keys for facts in come),
            ),
        )


def _is_meta(facts: TopicFacts) -> bool:
    return facts.topic.cluster == "meta"


def _names(topics: Iterable[TopicFacts]) -> Iterator[str]:
    return (facts.topic.name for facts in topics)


NO_TALLIES = Tallies(Tally({}), Tally({}), Tally({}), Tally({}), Tally({}))
