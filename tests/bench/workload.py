"""A made-up layer of a known size: the same arguments give the same files.

Scale 1 is a layer as one team keeps it: 20 topics, about 190 knowledge files, 90 extractions and a
dozen rules, with a trigger table of some 30 KB. Scale K has K times as many. It is clean but
for the weight of its table: what else a check finds in it is a fault of the check or of this file.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

TODAY = datetime.date(2026, 11, 29)

_THINGS = (
    "anchor ballast barge beacon bollard buoy cable capstan channel cradle current dredger fender "
    "ferry flare gangway gauge hatch hawser hull jetty keel lantern lighter lock mooring pallet "
    "pier pontoon quay radar ramp ridge roster rudder shoal signal silo sill skiff slipway sluice "
    "sounding spar stevedore tally tender tide tug vessel warehouse wharf winch yard"
).split()
_KINDS = (
    "aft broad calm deep dry eastern flat fixed flooded inner narrow northern open outer posted "
    "quiet sealed shallow sheltered slack southern spare steep tidal upper weekly western wide"
).split()
_ACTS = "follows guards meets passes serves shifts tows turns waits watches".split()


def files(scale: float = 1, seed: int = 1) -> Mapping[str, str]:
    """Path to text of the layer of this size."""
    return dict(_Workload(scale, seed).files())


def write(folder: Path, scale: float = 1, seed: int = 1) -> Path:
    """Write the layer below `folder`, and return it."""
    for path, text in files(scale, seed).items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
    return folder


class _Workload:
    def __init__(self, scale: float, seed: int) -> None:
        self.scale = scale
        self.random = random.Random(seed)
        self.terms: set[str] = set()

    def files(self) -> Iterator[tuple[str, str]]:
        table = [
            "# Trigger table\n\nPointers, live sources and words for each topic.\n\n## Platform\n"
        ]
        for number in range(max(2, round(20 * self.scale))):
            name = f"{self.pick(_THINGS)}-{self.pick(_THINGS)}-{number}"
            dense = number % 20 == 3
            stems = self.stems(28 if dense else self.random.randint(3, 15))
            dates = [self.days_ago(self.random.randint(1, 55)) for _ in range(4 + number % 2)]
            notes = [f"extractions/{day}-{name}.md" for day in sorted(set(dates))]
            bodies = {stem: self.body(stem) for stem in stems}
            yield from (
                (f"knowledge/{name}/{stem}.md", self.trust("human-authored") + body)
                for stem, body in bodies.items()
            )
            yield from ((path, self.extraction(name)) for path in notes)
            table.append(self.topic(name, bodies, notes, 22 if dense else 9))
        yield "index/trigger-table.md", "".join(table)
        yield "ctxlayer.toml", '[adapters]\nnames = ["harbourdb"]\n'
        yield from self.rules()

    def rules(self) -> Iterator[tuple[str, str]]:
        for number in range(round(12 * self.scale**0.5)):
            if number % 2:
                yield f"src/part-{number}/code.py", "VALUE = 1\n"
                head = f'globs: ["src/part-{number}/**"]'
            else:
                head = (
                    f"description: Use when a task changes the {self.term()} of the {self.term()}"
                )
            yield f".rules/rule-{number}.md", f"---\n{head}\n---\n\n{self.body(f'rule-{number}')}"

    def topic(self, name: str, bodies: Mapping[str, str], notes: list[str], terms: int) -> str:
        lines = [f"\n### {name}\n\n**Files**\n\n"]
        for stem, body in bodies.items():
            words = body.split("\n\n")[1].split()[1:3]
            lines.append(f"- [{stem}.md](../knowledge/{name}/{stem}.md) — {' '.join(words)}\n")
        lines += (f"- [{path.partition('/')[2]}](../{path})\n" for path in notes)
        live = f"harbourdb ops.v_{name.replace('-', '_')}, read-only"
        vocabulary = ", ".join(self.new_term() for _ in range(terms))
        lines.append(f"\n**Live pointer:** {live}\n\n**Vocabulary:** {vocabulary}\n")
        return "".join(lines)

    def trust(self, source: str) -> str:
        age = self.random.randint(1, 55)
        by = "developer" if source == "human-authored" else "live-query"
        created = self.days_ago(age + self.random.randint(1, 200))
        return (
            f"---\nsource: {source}\ncreated: {created}\nlast-verified: {self.days_ago(age)}\n"
            f"verified-by: {by}\nstatus: confirmed\n---\n\n"
        )

    def extraction(self, name: str) -> str:
        verdict = "\n## Hot-memory verdict\n\nreviewed, no change: the topic points here\n"
        return self.trust("extraction") + self.body(name, "Asked harbourdb. ") + verdict

    def body(self, stem: str, first: str = "") -> str:
        parts = [f"# {stem.replace('-', ' ').capitalize()}\n\n{first}"]
        for number in range(self.random.randint(3, 7)):
            if number and number % 3 == 0:
                parts.append(f"\n## {self.term().capitalize()}\n\n")
            parts.append(" ".join(self.sentence() for _ in range(4)) + "\n\n")
        return "".join(parts).rstrip("\n") + "\n"

    def sentence(self) -> str:
        return f"The {self.term()} {self.pick(_ACTS)} the {self.term()} near each {self.pick(_THINGS)}."

    def stems(self, count: int) -> list[str]:
        pairs = [f"{first}-{second}" for first in _THINGS for second in _THINGS if first != second]
        return self.random.sample(pairs, count)

    def term(self) -> str:
        return f"{self.pick(_KINDS)} {self.pick(_THINGS)}"

    def new_term(self) -> str:
        """A term that no other topic has."""
        while True:
            words = [self.pick(_KINDS), *self.random.sample(_THINGS, 2)]
            term = " ".join(words)
            if term not in self.terms:
                self.terms.add(term)
                return term

    def pick(self, words: list[str]) -> str:
        return self.random.choice(words)

    def days_ago(self, days: int) -> datetime.date:
        return TODAY - datetime.timedelta(days=days)
