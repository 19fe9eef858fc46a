"""The tools that adapters told of when they were last asked, one file a layer.

What is kept belongs to the text that configured an adapter then; with another text it is out of
date. The file can be deleted at any time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from ctxlayer.layer.adapter_config import adapter_config
from ctxlayer.layer.adapter_launch import digest
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.schemas import AdapterSchemas, NothingProbed, Schemas
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.store.location import layer_file, read_json, write_json

_VERSION = 1


class Told(NamedTuple):
    """The tools of one adapter, by name and as a model is sent them, and when that was asked.

    `digest` stands for the text that configured it.
    """

    name: str
    config: str
    digest: str
    tools: tuple[str, ...]
    schemas: tuple[str, ...]
    on: date


@dataclass(frozen=True)
class KnownSchemas:
    """What is known of the adapters of a layer; equal while no answer differs."""

    answers: dict[tuple[str, str], AdapterSchemas]
    outdated: dict[tuple[str, str], date]

    def of(self, adapter: str, config: str) -> AdapterSchemas | None:
        """The answer of an adapter that is configured as it was then."""
        return self.answers.get((adapter, config))

    def outdated_on(self, adapter: str, config: str) -> date | None:
        """When it was asked, where its configuration has changed since."""
        return self.outdated.get((adapter, config))


def known_schemas(snapshot: Snapshot) -> Schemas:
    """What was told of the adapters that this layer configures now; its own answer if equal."""
    configs = tuple(snapshot.of_kind(Kind.ADAPTERS))
    kept = {(each.name, each.config): each for each in _load(snapshot.root)} if configs else {}
    answers: dict[tuple[str, str], AdapterSchemas] = {}
    outdated: dict[tuple[str, str], date] = {}
    count = snapshot.tokenizer.count if snapshot.tokenizer is not None else None
    for document in configs if kept else ():
        for server in adapter_config(document).servers:
            told = kept.get((server.name, document.path))
            if told is None:
                continue
            if told.digest != digest(server, document):
                outdated[told.name, told.config] = told.on
                continue
            tokens = count("\n".join(told.schemas)) if count is not None else None
            answers[told.name, told.config] = AdapterSchemas(tokens, told.tools, told.on)
    if not answers and not outdated:
        old = snapshot.schemas
        return old if isinstance(old, NothingProbed) else NothingProbed()
    found = KnownSchemas(answers, outdated)
    return snapshot.schemas if snapshot.schemas == found else found


def keep_schemas(root: str, told: Iterable[Told]) -> bool:
    """Keep these answers beside those of other adapters; False where the folder cannot be used."""
    kept = {(each.name, each.config): each for each in (*_load(root), *told)}
    data = {
        "version": _VERSION,
        "adapters": [{**each._asdict(), "on": each.on.isoformat()} for each in kept.values()],
    }
    return write_json(_place(root), data)


def _load(root: str) -> tuple[Told, ...]:
    try:
        data = read_json(_place(root))
        return tuple(map(_told, data["adapters"])) if data["version"] == _VERSION else ()
    except (OSError, ValueError, TypeError, LookupError, AttributeError):
        # Somebody cut it short, or it is of another release.
        return ()


def _told(data: dict[str, Any]) -> Told:
    return Told(
        str(data["name"]),
        str(data["config"]),
        str(data["digest"]),
        tuple(map(str, data["tools"])),
        tuple(map(str, data["schemas"])),
        date.fromisoformat(data["on"]),
    )


def _place(root: str) -> str:
    return layer_file("schemas", root, ".json")
