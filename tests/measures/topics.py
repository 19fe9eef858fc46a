"""How well `two-topics-in-one` and `headline-drift` tell what they are for.

    python -m tests.measures.topics [--layer DIR ...] [--docs DIR ...] [--show]

`--layer` names layers with a trigger table, `--docs` folders of Markdown files: of those, each
folder of 4 to 20 files and each section of an index that lists as many is taken for a topic. Half of
the topics of a layer are merged in random pairs: recall is the part of the merged ones that are
flagged, and whatever else is flagged is a false alarm. Annotations are swapped at random between
topics: recall is the part of those with two content words or more that are flagged in their new
place; in their own place each is a false alarm. Topics of documents have no vocabulary; they are given
one, once of the words that most of their files and few others hold, once of stray words of single files.
"""

from __future__ import annotations

import argparse
import datetime
import os
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import log
from pathlib import Path
from typing import NamedTuple

from ctxlayer.analysis.grouping import topic_groups
from ctxlayer.analysis.headlines import claims, has_drifted
from ctxlayer.analysis.topics import topic_index
from ctxlayer.analysis.words import with_words
from ctxlayer.host import Host
from ctxlayer.layer.content_words import STOP_WORDS
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from tests.harness.engine import build_snapshot

TODAY = datetime.date(2026, 11, 29)
_LINK = re.compile(r"\[[^\]]*\]\(<?([^)\s>#]+)[^)]*\)|`([^`\s]+\.mdx?)`")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+\.)\s|\|")
_WORDS = re.compile(r"[^\W\d_]{4,}")


class Made(NamedTuple):
    """A topic: its name, its files by path below `knowledge/` with what is said of them, its terms."""

    name: str
    files: dict[str, str]
    terms: tuple[str, ...] = ()


class Corpus(NamedTuple):
    """Topics, and the texts of all files that they point at and some more."""

    name: str
    topics: list[Made]
    texts: Mapping[str, str]


class Score(NamedTuple):
    """Hits of so many merged (or swapped), false alarms of so many left alone; `whole` hits had
    exactly the topics that were merged for groups."""

    hits: int = 0
    merged: int = 0
    alarms: int = 0
    alone: int = 0
    whole: int = 0

    def plus(self, other: Score) -> Score:
        return Score(*(one + two for one, two in zip(self, other, strict=True)))

    def __str__(self) -> str:
        recall = self.hits / self.merged if self.merged else 0.0
        return (
            f"recall {recall:6.1%} ({self.hits} of {self.merged}), "
            f"false alarms {self.alarms} of {self.alone}"
            + (f", groups exactly right {self.whole / self.hits:.0%}" if self.whole else "")
        )


# Topics out of what is there.


def of_layer(folder: Path) -> Corpus:
    """The topics of a layer's tables that point at knowledge files and extractions."""
    layer = Host(today=lambda: TODAY, trusted=False).layer_at(folder)
    assert layer is not None, folder
    snapshot = layer.snapshot
    texts = {path: each.text for path, each in snapshot.documents.items() if path.endswith(".md")}
    topics = []
    for place in snapshot.ask(topic_index).places:
        topic = place.facts.topic
        files = {
            resolution.targets[0]: pointer.annotation or ""
            for pointer, resolution in zip(topic.pointers, place.facts.resolved, strict=True)
            if len(resolution.targets) == 1 and resolution.targets[0] in texts
        }
        topics.append(Made(topic.name, files, tuple(term.text for term in topic.vocabulary)))
    return Corpus(folder.name, topics, {path: texts[path] for path in texts if path[0] in "ke"})


def of_docs(folder: Path) -> tuple[Corpus, Corpus]:
    """The folders of some documents as topics, and the sections of their indexes."""
    texts = {}
    for file in sorted(folder.rglob("*.md*")):
        if file.is_file() and file.suffix in (".md", ".mdx", ".mdc"):
            text = file.read_text("utf-8", "replace")
            if 200 < len(text) < 200_000:
                texts[file.relative_to(folder).as_posix()] = text
    placed = {path: _placed(path) for path in texts}
    moved = {placed[path]: text for path, text in texts.items()}
    by_folder: dict[str, dict[str, str]] = defaultdict(dict)
    for path in texts:
        by_folder[placed[path].split("/")[1]][placed[path]] = ""
    folders = [Made(name, files) for name, files in by_folder.items() if 4 <= len(files) <= 20]
    sections: list[Made] = []
    taken: set[str] = set()
    for name, files in _sections(texts):
        here = {placed[path]: note for path, note in files.items()}
        if 4 <= len(here) <= 20 and len(taken & here.keys()) * 2 < len(here):
            taken |= here.keys()
            sections.append(Made(name, here))
    return Corpus(folder.name, folders, moved), Corpus(f"{folder.name} index", sections, moved)


def _placed(path: str) -> str:
    folder, _, name = path.rpartition("/")
    return f"knowledge/{_slug(folder) or 'root'}/{name.rpartition('.')[0]}.md"


def _slug(text: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))[-60:].strip("-")


def _sections(texts: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """(heading, files with what is said of them) of each part of each document that lists files."""
    for path, text in texts.items():
        found: dict[str, dict[str, str]] = {}
        heading = ""
        for line in text.splitlines():
            if line.startswith("#"):
                heading = _slug(line)
            elif _ITEM.match(line) and (link := _LINK.search(line)):
                target = link[1] or link[2]
                for base in (os.path.dirname(path), ""):
                    at = os.path.normpath(os.path.join(base, target.lstrip("/")))
                    if at in texts and at != path:
                        note = line[link.end() :].strip(" -–—:|*`").partition("|")[0].strip()
                        found.setdefault(heading, {}).setdefault(at, note)
                        break
        yield from ((name, files) for name, files in found.items() if name)


def with_terms(corpus: Corpus, chance: random.Random, *, stray: bool) -> Corpus:
    """The corpus with a vocabulary for each topic."""
    words = {path: Counter(_WORDS.findall(text.lower())) for path, text in corpus.texts.items()}
    spread = Counter(word for counts in words.values() for word in counts)
    total = len(words)

    def weights(path: str) -> list[str]:
        counts = words[path]
        rare = {
            w: (1 + log(n)) * log(total / spread[w])
            for w, n in counts.items()
            if w not in STOP_WORDS
        }
        return sorted(rare, key=lambda word: (-rare[word], word))[:8]

    def typical(files: Sequence[str]) -> list[str]:
        held = Counter(word for path in files for word in words[path] if word not in STOP_WORDS)
        size = len(files)
        score = {
            word: count
            / size
            * log((count + 0.5) / (size + 1) * (total - size + 1) / (spread[word] - count + 0.5))
            for word, count in held.items()
            if count > 1
        }
        return sorted(score, key=lambda word: (-score[word], word))[:6]

    topics = []
    for made in corpus.topics:
        files = sorted(made.files)
        if stray:
            chosen = [chance.choice(weights(chance.choice(files)) or ["none"]) for _ in range(8)]
        else:
            chosen = typical(files)
        topics.append(made._replace(terms=tuple(dict.fromkeys(chosen))))
    return corpus._replace(topics=topics)


# Two topics in one.


def two_topics(corpus: Corpus, seed: int, *, one_folder: bool, show: bool) -> Score:
    """Merge half of the topics in pairs, look what is flagged."""
    chance = random.Random(seed)
    topics = [made for made in corpus.topics if 4 <= len(made.files) <= 24]
    chance.shuffle(topics)
    half = len(topics) // 4 * 2
    texts = dict(corpus.texts)
    merged: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    rows = []
    for number, made in enumerate(topics[half:]):
        rows.append(made._replace(name=made.name if not one_folder else f"{made.name}-{number}"))
    for one, other in zip(topics[:half:2], topics[1:half:2], strict=True):
        if one.files.keys() & other.files.keys():
            continue
        if one_folder:
            one, other = (_moved(each, one.name, texts) for each in (one, other))
        merged[one.name] = frozenset(one.files), frozenset(other.files)
        terms = dict.fromkeys((*one.terms, *other.terms))
        rows.append(Made(one.name, {**one.files, **other.files}, tuple(terms)))
    if not merged or len(topics) - half < 2:
        return Score()
    snapshot = with_words(build_snapshot({"index/trigger-table.md": table(rows), **texts}, TODAY))
    found = snapshot.ask(topic_groups)
    score = Score(merged=len(merged), alone=len(rows) - len(merged))
    for place in snapshot.ask(topic_index).places:
        facts = place.facts
        groups = found[id(facts)].groups if id(facts) in found else None
        if groups is None:
            continue
        parts = [
            frozenset(path for number in share.pointers for path in facts.resolved[number].targets)
            for share in groups.shares
        ]
        if facts.topic.name in merged:
            whole = set(parts) == set(merged[facts.topic.name])
            score = score.plus(Score(hits=1, whole=whole))
        else:
            score = score.plus(Score(alarms=1))
            if show:
                print(f"    {corpus.name} {facts.topic.name} by place: {groups.by_place}")
                for part in parts:
                    print("       ", *sorted(path.partition("/")[2] for path in part)[:8])
                print("       ", *(term.text for term in facts.topic.vocabulary))
    return score


def _moved(made: Made, folder: str, texts: dict[str, str]) -> Made:
    """The topic with its files in one folder."""
    files = {}
    for path, note in made.files.items():
        to = (
            f"knowledge/{folder}/{_slug(made.name)}-of-{path.rpartition('/')[2]}"
            if False
            else (f"knowledge/{folder}/{path.rpartition('/')[2]}")
        )
        while to in files or (to in texts and to != path):
            to = to.removesuffix(".md") + "-ii.md"
        texts[to] = texts.pop(path, "")
        files[to] = note
    return made._replace(files=files)


def table(rows: Sequence[Made]) -> str:
    """A trigger table in section shape."""
    sections = []
    for made in rows:
        items = "".join(
            f"- /{path}{' — ' + note if note else ''}\n" for path, note in made.files.items()
        )
        sections.append(
            f"### {made.name}\n\n**Files**\n{items}\n**Vocabulary:** {', '.join(made.terms)}\n"
        )
    return "# Trigger table\n\n" + "\n".join(sections)


# Annotations.


def drift(corpus: Corpus, seed: int, *, show: bool) -> Score:
    """Swap annotations between topics."""
    chance = random.Random(seed)
    notes = [
        (made.name, path, note)
        for made in corpus.topics
        for path, note in made.files.items()
        if len(set(claims(note))) > 1
    ]
    documents = {
        path: Document(path, Placement(Kind.KNOWLEDGE), corpus.texts[path]) for _, path, _ in notes
    }
    score = Score()
    for name, path, note in notes:
        alarm = has_drifted(note, documents[path])
        if alarm and show:
            print(f"    {corpus.name} {path}: {note}")
        others = [other for other in notes if other[0] != name]
        if others:
            hit = has_drifted(chance.choice(others)[2], documents[path])
            score = score.plus(Score(hits=hit, merged=1))
        score = score.plus(Score(alarms=alarm, alone=1))
    return score


def _corpora(options: argparse.Namespace) -> Iterator[Corpus]:
    for folder in options.layer:
        yield of_layer(folder)
    for folder in options.docs:
        yield from of_docs(folder)


def main() -> None:
    """Print the scores."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--layer", type=Path, nargs="*", default=[])
    parser.add_argument("--docs", type=Path, nargs="*", default=[])
    parser.add_argument("--seeds", type=int, default=1, help="random mergers of each layer")
    parser.add_argument("--show", action="store_true", help="show the false alarms")
    options = parser.parse_args()
    totals: dict[str, Score] = defaultdict(Score)
    for corpus in _corpora(options):
        for name, score in _scores(corpus, options.seeds, show=options.show):
            totals[name] = totals[name].plus(score)
    for name, score in sorted(totals.items()):
        print(f"{name:60} {score}")


def _scores(corpus: Corpus, seeds: int, *, show: bool) -> Iterator[tuple[str, Score]]:
    own = any(made.terms for made in corpus.topics)
    kind = "layers" if own else "indexes" if corpus.name.endswith(" index") else "folders"
    for seed in range(1, seeds + 1):
        variants = {"own": corpus}
        if not own:
            variants = {
                "stray" if stray else "typical": with_terms(
                    corpus, random.Random(seed), stray=stray
                )
                for stray in (False, True)
            }
        for terms, each in variants.items():
            for one_folder in (False, True):
                place = "one folder" if one_folder else "own folders"
                score = two_topics(each, seed, one_folder=one_folder, show=show)
                yield f"two topics: {kind}, {place}, {terms} terms", score
    yield f"headlines: {kind}", drift(corpus, 1, show=show)


if __name__ == "__main__":
    main()
