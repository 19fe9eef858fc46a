"""A skill, subagent or command together with the records of those who read it."""

from __future__ import annotations

from typing import NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.layer.guides.places import Place, Sort
from ctxlayer.layer.guides.reading import Readers, place_as, readers_of_place
from ctxlayer.layer.kinds import GUIDE_KINDS

WORDS: dict[Sort, str] = {"skill": "skill", "agent": "subagent", "command": "command"}
"""What people call a file of each sort."""


class Guide(NamedTuple):
    """A skill, subagent or command whose frontmatter somebody reads."""

    place: Place
    readers: Readers

    @property
    def word(self) -> str:
        """`skill`, `subagent` or `command`."""
        return WORDS[self.place.sort]

    @property
    def owner(self) -> str:
        """The title of the runtime that the folder is named after."""
        return self.readers.owner.title


def guide_of(document: Document) -> Guide | None:
    """Who reads the frontmatter of a document; None where nobody does, or it is no guide."""
    if document.kind not in GUIDE_KINDS:
        return None
    sort: Sort = document.kind.value  # type: ignore[assignment]  # the three values are the sorts
    place = place_as(document.path, sort)
    readers = readers_of_place(place)
    return Guide(place, readers) if readers is not None else None


def is_part(document: Document, guide: Guide) -> bool:
    """Whether a skill lies deeper than others: it may be a part of the one around it."""
    if guide.place.sort != "skill" or guide.place.owner == "layer":
        return False
    return document.path.count("/") - guide.place.folder.count("/") > 1


def is_plain(document: Document) -> bool:
    """Whether the whole file is its text: what looks like frontmatter is none to its runtime."""
    return document.kind in GUIDE_KINDS and guide_of(document) is None
