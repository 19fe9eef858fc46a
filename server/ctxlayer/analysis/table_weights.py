"""What the trigger tables cost: tokens of each table and of the index, shares of topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest
from typing import NamedTuple

from ctxlayer.analysis.topics import TopicFacts, TopicIndex, TopicPlace, topic_index
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import Estimate, Tokenizer, total
from ctxlayer.layer.topic import TriggerTable
from ctxlayer.settings.model import TableSettings


class Sums(NamedTuple):
    """The topics of a table together: tokens, those beyond ASCII, topics that were estimated, and
    the length of their texts."""

    tokens: int
    wide: int
    estimated: int
    length: int

    def after(self, gone: Sequence[TopicFacts], come: Sequence[TopicFacts]) -> Sums:
        """The sums without some topics and with others."""
        return Sums(*map(sum, zip(self, *map(_parts, come), *map(_less, gone), strict=True)))


def _parts(facts: TopicFacts) -> tuple[int, int, int, int]:
    length, known = len(facts.topic.text), facts.tokens
    return (known.tokens, known.wide, not known.exact, length) if known else (0, 0, 0, length)


def _less(facts: TopicFacts) -> tuple[int, int, int, int]:
    tokens, wide, estimated, length = _parts(facts)
    return -tokens, -wide, -estimated, -length


class TableWeight(NamedTuple):
    """One table: the tokens of the whole document. Compared by what it was worked out from."""

    table: TriggerTable
    tokenizer: Tokenizer
    tokens: Estimate
    topics: Sums
    serial: int


class TableWeights(NamedTuple):
    """All tables by path, and the hot ones together: the index. None where nobody counts."""

    tables: Mapping[str, TableWeight]
    hot: Estimate | None

    def percent(self, place: TopicPlace) -> int | None:
        """The share that a topic of a hot table has of the index, rounded; None elsewhere."""
        return self.percents((place,))[0]

    def percents(self, places: Sequence[TopicPlace]) -> list[int | None]:
        """The shares of topics of one table."""
        hundredth = self.hundredth(places[0].path) if places else None
        if hundredth is None:
            return [None] * len(places)
        tokens = [place[2].tokens for place in places]
        return [round(each[0] / hundredth) if each is not None else None for each in tokens]

    def hundredth(self, path: str) -> float | None:
        """The tokens that are one per cent for the topics of a table, to three figures.

        So exact that it makes no difference, and the same whatever word is being typed.
        """
        known = self.tables.get(path)
        if known is None or not known.table.hot or self.hot is None or not self.hot.tokens:
            return None
        return float(f"{self.hot.tokens / 100:.3g}")


def table_weights(snapshot: Snapshot, last: TableWeights | None) -> TableWeights:
    """A query: the weight of every table; the same object while no table changes."""
    tokenizer = snapshot.tokenizer
    if tokenizer is None:
        return TableWeights({}, None)
    index = snapshot.ask(topic_index)
    known = last.tables if last is not None else {}
    found = {}
    for path, table in index.tables:
        weight = known.get(path)
        if weight is None or weight.table is not table or weight.tokenizer is not tokenizer:
            sums = _sums(path, index, weight, tokenizer)
            tokens = _weigh(snapshot.documents[path].text, table, sums, tokenizer)
            weight = TableWeight(table, tokenizer, tokens, sums, index.serial)
        found[path] = weight
    if last is not None and last.hot is not None and found == known:
        return last
    hot = (each.tokens for each in found.values() if each.table.hot)
    return TableWeights(found, total(hot, tokenizer.family))


def _sums(path: str, index: TopicIndex, last: TableWeight | None, tokenizer: Tokenizer) -> Sums:
    """What the topics of a table sum up to, from what they did if that is known."""
    if last is not None and last.tokenizer is tokenizer:
        change = index.change_since(last.serial, path)
        if change is not None:
            return last.topics.after(change.gone, change.come)
    return Sums(0, 0, 0, 0).after((), [place.facts for place in index.places_in(path)])


def _weigh(text: str, table: TriggerTable, topics: Sums, tokenizer: Tokenizer) -> Estimate:
    """The tokens of a table: those of its topics, which are known, and of what lies between."""
    line_ends = len(text) - topics.length - sum([end - start for start, end in table.gaps])
    between = "".join([text[start:end] for start, end in table.gaps]) + "\n" * line_ends
    exact = not topics.estimated
    whole = Estimate(topics.tokens, 0, 0, tokenizer.family, exact, topics.wide)
    return total([whole, tokenizer.count(between)], tokenizer.family)


def heaviest(snapshot: Snapshot, count: int, path: str | None = None) -> list[TopicPlace]:
    """The topics that cost the most, the heaviest first: of the table at `path`, or of all hot ones."""
    tables = snapshot.ask(table_weights).tables
    index = snapshot.ask(topic_index)
    paths = [path] if path else [each for each in tables if tables[each].table.hot]
    places = [place for each in paths for place in index.places_in(each)]
    tokens = [place[2].tokens[0] if place[2].tokens else 0 for place in places]
    found = nlargest(count, range(len(places)), key=tokens.__getitem__)
    return [places[number] for number in found if tokens[number]]


class Load(NamedTuple):
    """How much of one thing a topic has, and how much is too much."""

    what: str
    amount: int
    limit: int


class Limits(NamedTuple):
    """Numbers of tokens, of pointers and of named sub-groups."""

    tokens: int
    pointers: int
    groups: int


def limits(table: TableSettings) -> tuple[Limits, Limits]:
    """Where a topic is getting heavy, and where it is too heavy.

    The former is as far ahead of the latter as with the usual settings.
    """
    most = Limits(table.max_tokens, table.max_pointers, table.max_groups)
    return Limits(*map(_ahead, most, _USUAL_HINTS, _USUAL_LIMITS)), most


_USUAL_HINTS = Limits(800, 20, 2)
_USUAL_LIMITS = Limits(1_200, 34, 3)


def _ahead(limit: int, hint: int, usual: int) -> int:
    return min(limit, max(2, round(limit * hint / usual)))


class Loads(NamedTuple):
    """What a topic has too much of, and what it has as much of as is noted on the way there."""

    over: tuple[Load, ...]
    near: tuple[Load, ...]


def loads_of(facts: TopicFacts) -> Loads:
    """What is heavy about a topic, worked out once; `near` is empty where nothing is."""
    loads: Loads | None = facts.memo.get("loads")
    if loads is None:
        soon, most = limits(facts.settings.table)
        amounts = _amounts(facts)
        loads = Loads(_loads(amounts, most, most), _loads(amounts, soon, most))
        facts.memo["loads"] = loads
    return loads


def _amounts(facts: TopicFacts) -> Limits:
    topic = facts.topic
    tokens = facts.tokens.tokens if facts.tokens is not None else 0
    return Limits(tokens, len(topic.pointers), sum(bool(group.name) for group in topic.groups))


def _loads(amounts: Limits, least: Limits, most: Limits) -> tuple[Load, ...]:
    """Those of the amounts that are `least` or more."""
    return tuple(
        Load(name, amount, limit)
        for name, amount, at, limit in zip(_NAMES, amounts, least, most, strict=True)
        if amount >= at
    )


_NAMES = ("tokens", "pointers", "sub-groups")
