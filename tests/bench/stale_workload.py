"""A layer over a sibling with a long history, made up: the same each time."""

from __future__ import annotations

import datetime
import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.harness.fast_import import History, git

TODAY = datetime.date(2026, 11, 29)
SIBLING = "tides-engine"
FILES, COMMITS = 1_000, 2_000

_FOLDERS = ("api", "cdc", "core", "jobs", "ports", "search", "tables", "web")
_SOURCES = 1_500
_NOON = datetime.datetime(2026, 11, 29, 12, tzinfo=datetime.timezone.utc)


def write(folder: Path) -> Path:
    """Write the layer and the sibling below `folder`, and return the layer."""
    rng = random.Random(1)
    sources = [_source(number) for number in range(_SOURCES)]
    sibling = folder / SIBLING
    sibling.mkdir(parents=True)
    commits = _commits(sources, rng).make(sibling)
    git(sibling, "checkout", "-q", "-B", "main", commits[-1])
    layer = folder / "layer"
    for path, text in _pages(sources, rng, sibling):
        (layer / path).parent.mkdir(parents=True, exist_ok=True)
        (layer / path).write_text(text, encoding="utf-8", newline="\n")
    return layer


def commit(folder: Path, number: int) -> None:
    """One more commit of the sibling, to a file that pages rely on."""
    path = folder / SIBLING / _source(number)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"LATE_{number} = 1\n")
    identity = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    git(folder / SIBLING, *identity, "commit", "-q", "-a", "-m", f"Change it late {number}")


def _source(number: int) -> str:
    return f"src/{_FOLDERS[number % 8]}/part_{number % 60}/unit_{number}.py"


def _text(number: int, version: int) -> str:
    lines = "".join(f"VALUE_{line} = {number * 31 + line}\n" for line in range(20))
    return f"VERSION = {version}\n{lines}"


def _commits(sources: list[str], rng: random.Random) -> History:
    """A line in which each tenth commit is the merge of a branch, over four years."""
    log = History()
    versions = [0] * _SOURCES
    first: Mapping[str, str | None] = {path: _text(at, 0) for at, path in enumerate(sources)}
    tip = log.commit(first, seconds=_seconds(COMMITS), subject="Begin")
    while len(log.commits) < COMMITS:
        left = COMMITS - len(log.commits)
        changed = rng.sample(range(_SOURCES), rng.choice((1, 1, 2, 3, 5, 8)))
        for number in changed:
            versions[number] += 1
        texts: dict[str, str | None] = {
            sources[number]: _text(number, versions[number]) for number in changed
        }
        author = rng.choice(("Ada", "Ben", "Cleo", "Dan"))
        made = log.commit(
            texts,
            parents=[tip],
            seconds=_seconds(left),
            author=f"{author} <{author.lower()}@example.org>",
            subject=f"Change {_FOLDERS[changed[0] % 8]}, part {changed[0] % 60}",
        )
        if left % 10 == 0:
            made = log.commit(
                texts, parents=[tip, made], seconds=_seconds(left - 1), subject="Merge a branch"
            )
        tip = made
    return log


def _seconds(commits_ago: int) -> int:
    return int(_NOON.timestamp()) - commits_ago * 63_000


def _pages(sources: list[str], rng: random.Random, sibling: Path) -> Iterator[tuple[str, str]]:
    yield "ctxlayer.toml", ""
    yield ".local/repo-paths.json", json.dumps({SIBLING: str(sibling)})
    for number in range(FILES):
        verified = TODAY - datetime.timedelta(days=rng.randint(1, 80))
        one, two, three = (rng.choice(sources) for _ in range(3))
        tracked = rng.choice((one, one.rpartition("/")[0], f"{one.rpartition('/')[0]}/*.py"))
        path = f"knowledge/{_FOLDERS[number % 8]}/page-{number}.md"
        text = (
            f"---\nsource: human-authored\ncreated: {verified}\nlast-verified: {verified}\n"
            f'verified-by: developer\nstatus: confirmed\ntracks: ["{SIBLING}:{tracked}"]\n---\n\n'
            f"# Page {number}\n\nWhat `{SIBLING}/{two}` makes of it, and `{SIBLING}/{three}` then.\n"
        )
        yield path, text
