"""Whether a description names anything that an agent could hold a task against.

An agent opens a warm rule when its description fits the task. A description made of nothing but
words that fit every task, or none, decides nothing: `General project guidelines`.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from ctxlayer.layer.content_words import content_words

_ENGLISH = re.compile(r"[\x00-\x7f‐-―‘’“”…•]*")
_EVERYTHING = re.compile(
    r"\b(?:all|any|each|every) (?:\w+ )?"
    r"(?:conversation|file|interaction|message|prompt|request|response|session|task)s?\b",
    re.IGNORECASE,
)
"""What a rule for everything says it is for; by itself a request or a file is a subject."""

_GENERIC = frozenset(
    content_words(
        """
        general generic generally basic primary universal overall standard fundamental essential
        important key critical mandatory required necessary helpful useful good great best better
        personal simple specific specifically special whole entire complete full always never every
        all any applicable relevant proper correct
        project repository repo codebase workspace application software code coding programming
        program development dev developer developing engineering engineer work working
        rule ruleset guideline guide guidance instruction convention practice principle policy
        requirement preference tip advice recommendation expectation
        overview introduction intro summary info information context detail describe description
        misc miscellaneous stuff needed
        follow following apply applying applies enforce adhere ensure define provide include contain
        govern consider obey respect refer
        cursor todo tbd untitled placeholder lorem ipsum
        """
    )
)
"""Words that fit any rule of any project, in the form that `content_words` gives them."""

_NAMES = frozenset("back c d go just less make r".split())
"""Stop words and letters that are tools and languages, too."""

_ALSO_PLACES = frozenset("app base common core custom default global main shared system".split())
"""Words that are as generic, unless a folder of the repository is called so."""
_GENERIC_TOO = {word: stems for word in _ALSO_PLACES if (stems := tuple(content_words(word)))}


def is_vague(description: str, folders: Collection[str] = ()) -> bool:
    """Whether no word of a description tells its rule from any other.

    `folders` are the names of the folders that there are. Only English is judged: a description with
    other letters is never vague here.
    """
    if not _ENGLISH.fullmatch(description):
        return False
    if not _NAMES.isdisjoint(description.casefold().split()):
        return False
    words = set(content_words(_EVERYTHING.sub(" ", description)))
    places = {stem for word, stems in _GENERIC_TOO.items() if word not in folders for stem in stems}
    return words <= _GENERIC | places
