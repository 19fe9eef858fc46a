"""Topics that fall into groups which share nothing.

Two ways to see it. By place: the files lie in the folders of two topics, and nothing ties the one lot
to the other. By words: the files fall into two lots, each of them much more alike inside than files
are in this layer, and the two no more alike than strangers. Ties are links, vocabulary that both lots
use alike, and the words of the topic's own name. Where too little can be seen, nothing falls apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import NamedTuple

from ctxlayer.analysis.likeness import COMMON, SMALL, Vector, common_likeness, likeness, vector
from ctxlayer.analysis.shares import Share
from ctxlayer.analysis.topics import TopicFacts, TopicIndex, topic_index
from ctxlayer.analysis.words import word_index
from ctxlayer.layer.content_words import STOP_WORDS
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, topic_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.term_match import TermMatcher, words_of_key
from ctxlayer.layer.terms import term_key
from ctxlayer.layer.word_base import WordBase, body

MOST_FILES = 48
"""A topic of more files is not looked into: it is too heavy first of all."""
FEWEST = 2
"""Files of a group."""
_SEEN = 0.7
"""The part of a topic's pointers that must be in a group for the rest to follow it."""
_MARGIN = 1.25
"""Lots in two folders may be so much more alike than strangers, by chance."""
_COHESION = 3.0
"""Lots in one folder must be so much more alike inside than strangers and than the two lots are."""
_CLEARLY = 3.0
"""A term is one lot's own where it stands in so much more of its files than of the other's."""
_OWN_TERMS = 1
_COMMON_WORDS = 3
"""Words that two files or more of a lot must share where nothing tells how alike files are anyhow."""
_NAMED = 0.5


class Groups(NamedTuple):
    """What a topic falls into, and whether it is the folders that tell it."""

    shares: tuple[Share, ...]
    by_place: bool


class TopicGroups(NamedTuple):
    """The groups of one topic, as its files were: None while it hangs together."""

    facts: TopicFacts
    documents: tuple[Document | None, ...]
    groups: Groups | None


class _Grouped(NamedTuple):
    topics: Mapping[int, TopicGroups]
    base: WordBase | None
    serial: int


class _File(NamedTuple):
    """A pointer that names one document that can be read."""

    number: int
    document: Document
    vector: Vector


def topic_groups(
    snapshot: Snapshot, last: Mapping[int, TopicGroups] | None
) -> Mapping[int, TopicGroups]:
    """A query: the topics that fall apart, by the identity of their facts.

    None while the texts of the layer have not been read.
    """
    apart = [each for each in snapshot.ask(_grouped).topics.values() if each.groups is not None]
    index = snapshot.ask(topic_index)
    holders = _holders(apart, index)
    found = {
        id(each.facts): each
        for each in apart
        if each.groups is not None and not _is_known(each, each.groups, index, holders)
    }
    return last if last == found and last is not None else found


def _holders(apart: Sequence[TopicGroups], index: TopicIndex) -> Mapping[str, list[int]]:
    """The topics that point at each file of those that fall apart, by the identity of their facts."""
    files = frozenset().union(*(each.facts.targets for each in apart))
    found: dict[str, list[int]] = {}
    for place in index.places if files else ():
        for path in place.facts.targets & files:
            found.setdefault(path, []).append(id(place.facts))
    return found


def _is_known(
    each: TopicGroups, groups: Groups, index: TopicIndex, holders: Mapping[str, list[int]]
) -> bool:
    """Whether another topic leads to one of the groups: then this one only refers to it."""
    own = {each.facts.topic.name.casefold()}
    for share in groups.shares:
        files = {path for number in share.pointers for path in each.facts.resolved[number].targets}
        homes = {
            topic_of(path, Kind.KNOWLEDGE).casefold()
            for path in files
            if path.startswith("knowledge/")
        }
        if groups.by_place and not index.folded_names.keys().isdisjoint(homes - own):
            return True
        counts = Counter(number for path in files for number in holders.get(path, ()))
        del counts[id(each.facts)]
        if any(count * 2 > len(files) for count in counts.values()):
            return True
    return False


def _grouped(snapshot: Snapshot, last: _Grouped | None) -> _Grouped:
    """A query: all topics, looked at again where they or their files changed."""
    base = snapshot.ask(word_index).base
    if base is None:
        return _Grouped({}, None, -1)
    index = snapshot.ask(topic_index)
    changed = snapshot.changed_since_last(_grouped)
    turn = index.since(last.serial) if last is not None and last.base is base else None
    if last is None or turn is None or changed is None:
        topics, anew = {}, [place.facts for place in index.places]
    else:
        topics = dict(last.topics)
        for facts in turn.gone:
            topics.pop(id(facts), None)
        anew = [*turn.come, *index.touching(changed)]
    for facts in anew:
        topics[id(facts)] = _looked_up(facts, snapshot, base)
    return _Grouped(topics, base, index.serial)


def look_ahead(facts: TopicFacts, snapshot: Snapshot) -> None:
    """Work out the groups of one topic before they are asked for, while there is time."""
    base = snapshot.ask(word_index).base
    if base is not None and ("groups", id(facts)) not in base.memo:
        each = TopicGroups(facts, _documents(facts, snapshot), _groups(facts, snapshot, base))
        base.memo["groups", id(facts)] = each


def _looked_up(facts: TopicFacts, snapshot: Snapshot, base: WordBase) -> TopicGroups:
    documents = _documents(facts, snapshot)
    ahead: TopicGroups | None = base.memo.pop(("groups", id(facts)), None)
    if ahead is not None and ahead.facts is facts and ahead.documents == documents:
        return ahead
    return TopicGroups(facts, documents, _groups(facts, snapshot, base))


def _documents(facts: TopicFacts, snapshot: Snapshot) -> tuple[Document | None, ...]:
    return tuple(map(snapshot.document, sorted(facts.targets)))


def _groups(facts: TopicFacts, snapshot: Snapshot, base: WordBase) -> Groups | None:
    """What a topic falls into; None where it does not, or it cannot be told."""
    pointers = facts.topic.pointers
    if not 2 * FEWEST <= len(pointers) <= MOST_FILES:
        return None
    named = [
        (number, document)
        for number, resolution in enumerate(facts.resolved)
        if len(resolution.targets) == 1
        and (document := snapshot.document(resolution.targets[0])) is not None
    ]
    if len(named) < max(2 * FEWEST, _SEEN * len(pointers)):
        return None
    files = [_File(number, document, vector(document, base)) for number, document in named]
    strangers = common_likeness(base)
    parts = _by_place(files, facts.topic.name)
    if parts is not None and _between(*parts) <= strangers * _MARGIN:
        tied = _are_tied(parts, facts, base)
        return None if tied else Groups(_shares(parts, files, facts), by_place=True)
    parts = _by_words(files)
    if parts is None:
        return None
    between = _between(*parts)
    inside = min(_inside(part) for part in parts)
    if between > strangers or inside < _COHESION * max(strangers, between):
        return None
    if strangers == 0 and min(map(_words_in_common, parts)) < _COMMON_WORDS:
        return None
    if _are_tied(parts, facts, base) or not _have_terms(parts, facts):
        return None
    return Groups(_shares(parts, files, facts), by_place=False)


_Parts = tuple[list[_File], list[_File]]


def _by_place(files: Sequence[_File], name: str) -> _Parts | None:
    """Files of the topic's own folder and files of one other; extractions go by their names."""
    homes: dict[str, list[_File]] = {}
    for each in files:
        if each.document.kind is Kind.KNOWLEDGE:
            homes.setdefault(topic_of(each.document.path, Kind.KNOWLEDGE), []).append(each)
    if "" in homes or len(homes) != 2:
        return None
    if name.casefold() not in {home.casefold() for home in homes}:
        return None
    for each in files:
        if each.document.kind is Kind.EXTRACTION:
            slug = topic_of(each.document.path, Kind.EXTRACTION)
            fitting = [home for home in homes if f"{slug}-".startswith(f"{home}-")]
            if fitting:
                homes[max(fitting, key=len)].append(each)
    one, other = homes.values()
    return (one, other) if min(len(one), len(other)) >= FEWEST else None


def _by_words(files: Sequence[_File]) -> _Parts | None:
    """The two lots that are least alike, of which neither is a single file.

    The two most alike lots are joined again and again; the last join tells the lots. Single files
    that come in last are like nothing else here, and are left out.
    """
    lots: dict[int, list[_File]] = {at: [each] for at, each in enumerate(files)}
    alike: dict[int, dict[int, float]] = {
        at: {to: likeness(one.vector, other.vector) for to, other in enumerate(files) if to != at}
        for at, one in enumerate(files)
    }
    joins: dict[int, tuple[int, int]] = {}
    while len(alike) > 1:
        nearest = {at: max(row, key=row.__getitem__) for at, row in alike.items()}
        one = max(nearest, key=lambda at: alike[at][nearest[at]])
        other = nearest[one]
        joined = len(lots)
        lots[joined] = lots[one] + lots[other]
        joins[joined] = (one, other)
        rows = alike.pop(one), alike.pop(other)
        alike[joined] = {}
        for at, row in alike.items():
            if at != joined:
                del row[one], row[other]
                weighed = len(lots[one]) * rows[0][at] + len(lots[other]) * rows[1][at]
                row[joined] = alike[joined][at] = weighed / len(lots[joined])
    last = len(lots) - 1
    while last in joins:
        one, other = sorted(joins[last], key=lambda at: len(lots[at]))
        if len(lots[one]) >= FEWEST:
            return lots[one], lots[other]
        last = other
    return None


def _between(one: Sequence[_File], other: Sequence[_File]) -> float:
    return fmean(likeness(a.vector, b.vector) for a in one for b in other)


def _inside(part: Sequence[_File]) -> float:
    return fmean(likeness(a.vector, b.vector) for a, b in combinations(part, 2))


def _words_in_common(part: Sequence[_File]) -> int:
    counts = Counter(word for each in part for word in each.vector)
    return sum(count > 1 for count in counts.values())


def _are_tied(parts: _Parts, facts: TopicFacts, base: WordBase) -> bool:
    """Whether a link, a term or the topic's own name holds two lots together."""
    if any(_leads(one, other) for one in parts[0] for other in parts[1]):
        return True
    both = [_term_shares(part, facts) for part in parts]
    for key in both[0].keys() & both[1].keys():
        smaller, larger = sorted((both[0][key], both[1][key]))
        if smaller * _CLEARLY > larger:
            return True
    return any(
        all(_part_with(word, part) >= _NAMED for part in parts)
        for word in _name(facts.topic.name, base)
    )


def _leads(one: _File, other: _File) -> bool:
    """Whether either of two documents names the other's file, in a link or anywhere else."""
    return any(
        each.document.path.rpartition("/")[2] in to.document.text
        and _is_named(each.document.path, to.document)
        for each, to in ((one, other), (other, one))
    )


def _is_named(path: str, document: Document) -> bool:
    """Whether a document names a file by so much of its path that no other of its kind is meant."""
    folder, _, name = path.rpartition("/")
    near = f"{folder.rpartition('/')[2]}/{name}"
    same = document.path.rpartition("/")[0] == folder
    return near in document.text or (same and name in document.text)


def _term_shares(part: Sequence[_File], facts: TopicFacts) -> dict[str, float]:
    """In what part of some files each term of the topic stands, for those that stand in any."""
    matcher = TermMatcher(facts.term_keys)
    counts: dict[str, int] = {}
    for each in part:
        pointer = facts.topic.pointers[each.number]
        said = f"{each.document.path}\n\n{pointer.annotation or ''}\n\n{body(each.document)}"
        for key in matcher.keys_in(said):
            counts[key] = counts.get(key, 0) + 1
    return {key: count / len(part) for key, count in counts.items()}


def _name(name: str, base: WordBase) -> list[str]:
    """The words of a topic's name that are not common in the layer."""
    total = len(base.documents)
    most = COMMON * total if total >= SMALL else total - 1
    return [
        word
        for word in words_of_key(term_key(name))
        if word not in STOP_WORDS and len(base.postings.get(word, ())) <= most
    ]


def _part_with(word: str, part: Sequence[_File]) -> float:
    matcher = TermMatcher((word,))
    return fmean(
        bool(matcher.keys_in(each.document.path.rpartition("/")[2]))
        or bool(matcher.keys_in(body(each.document)))
        for each in part
    )


def _have_terms(parts: _Parts, facts: TopicFacts) -> bool:
    """Whether each of two lots has a term that is its own."""
    one, other = (_term_shares(part, facts) for part in parts)
    return all(
        sum(share >= _CLEARLY * theirs.get(key, 0.0) for key, share in own.items()) >= _OWN_TERMS
        for own, theirs in ((one, other), (other, one))
    )


def _shares(parts: _Parts, files: Sequence[_File], facts: TopicFacts) -> tuple[Share, ...]:
    """The two lots as shares: the one in a folder of its own second, else the one with the first
    pointer first. What is in neither follows the lot that it is most like, else the first."""
    first, second = sorted(
        parts, key=lambda part: (bool(_home(part, facts)), min(each.number for each in part))
    )
    placed = {each.number for part in parts for each in part}
    lots = ({each.number for each in first}, {each.number for each in second})
    for each in files:
        if each.number not in placed:
            nearer = _between([each], second) > _between([each], first)
            lots[nearer].add(each.number)
    rest = set(range(len(facts.topic.pointers))) - lots[0] - lots[1]
    return (Share(frozenset(lots[0] | rest)), Share(frozenset(lots[1]), name=_home(second, facts)))


def _home(part: Sequence[_File], facts: TopicFacts) -> str:
    """The folder of `knowledge/` that all files of a lot lie in, unless it is the topic's own."""
    homes = {
        topic_of(each.document.path, Kind.KNOWLEDGE)
        for each in part
        if each.document.kind is Kind.KNOWLEDGE
    }
    home = next(iter(homes)) if len(homes) == 1 else ""
    return "" if home.casefold() == facts.topic.name.casefold() else home
