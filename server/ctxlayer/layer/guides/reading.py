"""Which records say what the frontmatter of a file means."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ctxlayer.layer.guides.agent_keys import AGENT_SCHEMAS
from ctxlayer.layer.guides.command_keys import COMMAND_SCHEMAS
from ctxlayer.layer.guides.places import PLACES, WORKFLOWS, Place, Sort, place_of
from ctxlayer.layer.guides.schema import GuideKey, Schema
from ctxlayer.layer.guides.skill_keys import SKILL_SCHEMAS

SCHEMAS: dict[Sort, dict[str, Schema]] = {
    "skill": {schema.runtime: schema for schema in SKILL_SCHEMAS},
    "agent": {schema.runtime: schema for schema in AGENT_SCHEMAS},
    "command": {schema.runtime: schema for schema in COMMAND_SCHEMAS},
}
"""The records by sort and runtime."""


class Readers(NamedTuple):
    """Who reads the files of a place: the record of its owner, and those of all."""

    owner: Schema
    all: tuple[Schema, ...]

    def key(self, name: str) -> GuideKey | None:
        """The key as the first reader has it that reads it."""
        return next((key for key in (schema.key(name) for schema in self.all) if key), None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all keys that some reader reads, the owner's first."""
        return tuple(dict.fromkeys(key.name for schema in self.all for key in schema.keys))

    def titles_of(self, name: str) -> tuple[str, ...]:
        """The titles of the readers that read the key `name`."""
        return tuple(schema.title for schema in self.all if schema.key(name))


@cache
def readers_of_place(place: Place) -> Readers | None:
    """The records for a place; None where the frontmatter of its files is read by nobody."""
    if not place.frontmatter:
        return None
    found = SCHEMAS[place.sort]
    records = tuple(found[runtime] for runtime in place.readers if runtime in found)
    return Readers(records[0], records) if records else None


def others_reading(sort: Sort, name: str) -> Iterator[Schema]:
    """The records of a sort that have the key `name`, in whatever place they are read."""
    return (schema for schema in SCHEMAS[sort].values() if schema.key(name))


def place_as(path: str, sort: Sort) -> Place:
    """The place of a file that is a `sort`; one that settings call so is read as in the first."""
    found = place_of(path)
    if found is not None and found.sort == sort:
        return found
    return WORKFLOWS if sort == "skill" else next(each for each in PLACES if each.sort == sort)
