"""Which part of the repository a rule speaks of, if it is one part alone.

The evidence is what the text names: files and folders that are there, and the language of its code.
Anything that points elsewhere, or at nothing that is there, makes the answer None.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ctxlayer.analysis.code_languages import BY_ENDING, BY_WORD, Language, language_of
from ctxlayer.globs import compile_glob, has_magic
from ctxlayer.layer.content_words import content_words
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tree import Tree

_FEWEST_NAMED = 2
_ENOUGH_NAMED = 4
"""Different paths that a text has to name before their place says what it is about: the fewer, if its
title, its description or its own name has a word of their folders."""
_FEWEST_FENCES = 2
_MOST_GLOBS = 3
_FEWEST_OUTSIDE = 3
"""Files of code that lie elsewhere; in a small repository everything is one part."""
_MOST_SHARE = 0.6
"""Of all code: a part that holds more of it is no part."""
_FEWEST_CODE = 0.5
"""Of the files of a folder: below that it holds something else than a subsystem."""
_OTHER_SHARE = 0.2
"""Of all code in other languages: below that the repository has one language."""

_PATH = re.compile(
    r"[\w@.*?{}()\[\]+~-]*(?:/[\w@.*?{}()\[\],+~-]*)+|[\w.*?{}()\[\]+-]+\.[A-Za-z]\w{0,5}"
)
_BARE = re.compile(r"(?<![\w/.@:-])[\w.-]+(?:/[\w.-]+)+/?|(?<![\w/.@:-])[\w.-]+/(?![\w/])")
"""A path in running text or in code; it counts only if it is there."""
_ENDING = re.compile(r"\*?\.([A-Za-z]\w{0,5})")
_ALL = re.compile(
    r"\b(?:(?:entire|whole|across the|throughout the) (?:project|repo|repository|codebase|code base|"
    r"monorepo|application|app)"
    r"|(?:all|every|any|each) (?:the |new )?(?:files?|features?|tasks?|changes?|commits?|code|prs?|pull requests?|"
    r"projects?|packages?|services?|modules?|languages?|times?|steps?|sessions?|responses?|requests?|"
    r"messages?)"
    r"|everywhere|project-wide|repo-wide|always (?:respond|answer|reply|start|begin|read|ask))\b",
    re.IGNORECASE,
)
"""A rule that says it is for everything is taken at its word."""
_BESIDE = frozenset(
    "doc docs documentation e2e example examples spec specs test tests testing".split()
)
_SEPARATED = re.compile(r"[_/-]+|(?<=[a-z])(?=[A-Z])")
_PLAIN_NAMES = frozenset(
    "app apps code common core data lib libs main packages src test tests tools".split()
)
"""Names of folders that are words of any text about code."""
_WORDS = re.compile(r"[^\W_]+[#+]*")


class Locality(NamedTuple):
    """The part that a text speaks of: globs for it, how many files these match now, and the evidence."""

    globs: tuple[str, ...]
    files: int
    why: str


@dataclass(frozen=True, eq=False)
class Census:
    """The files of a repository, and how many there are of each language."""

    tree: Tree
    languages: Mapping[Language, int]
    _below: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def code(self) -> int:
        """All files of code."""
        return sum(self.languages.values())

    def below(self, folder: str) -> tuple[int, int]:
        """The files below a folder, and those of code among them; counted once."""
        if folder not in self._below:
            inside = self.tree.below(folder)
            code = sum(language_of(path) is not None for path in inside)
            self._below[folder] = (len(inside), code)
        return self._below[folder]


def census(snapshot: Snapshot, last: Census | None) -> Census:
    """A query: the census; the same object while the files are the same."""
    if last is not None and last.tree is snapshot.tree:
        return last
    return census_of(snapshot.tree)


def census_of(tree: Tree) -> Census:
    """The census of a tree."""
    return Census(tree, Counter(filter(None, map(language_of, tree.paths))))


def locality(document: Document, here: Census) -> Locality | None:
    """The one part of the repository that the whole text of a rule speaks of; None in doubt."""
    tree = here.tree
    body = document.text[document.frontmatter.body_start :]
    if not body.strip() or _ALL.search(body) or _ALL.search(_said_above(document)):
        return None
    named = _named(document, tree)
    if named is None:
        return None
    found = _by_folder(document, named, here) or _by_language(document, named, here)
    return None if found is None or _speaks_of_others(document, found, tree) else found


def _said_above(document: Document) -> str:
    entry = document.frontmatter.get("description")
    return entry.value.span.of(document.text) if entry is not None else ""


def _speaks_of_others(document: Document, found: Locality, tree: Tree) -> bool:
    """Whether its code is in a language that the part does not have, or it names another part."""
    globs = [compile_glob(glob) for glob in found.globs]
    inside = [path for glob in globs for path in tree.index.matching(glob)]
    spoken = {language for language in _fenced(document) if language is not None}
    if not spoken <= {language_of(path) for path in inside}:
        return True
    tops = {path.partition("/")[0] for path in inside}
    others = {
        path.partition("/")[0].casefold()
        for path in tree.paths
        if "/" in path and language_of(path) is not None and path.partition("/")[0] not in tops
    }
    words = set(_WORDS.findall(document.text[document.frontmatter.body_start :].casefold()))
    return not others.isdisjoint(words - _PLAIN_NAMES)


# What the text names.


def _named(document: Document, tree: Tree) -> dict[str, str] | None:
    """The places that a text names: as written, and the folder or file of the tree.

    None where as many paths as that lead to nothing: the text speaks of something else.
    """
    found: dict[str, str] = {}
    lost: set[str] = set()
    for text in _written(document):
        place = _place(_from_root(text, document.path), tree)
        if place is not None:
            found[text] = place
        elif text.endswith("/") and (several := _folders_called(text[:-1], tree)):
            found.update({folder: f"{folder}/" for folder in several})
        elif _is_meant_here(text, tree):
            lost.add(text)
    for text in _BARE.findall(document.text, document.frontmatter.body_start):
        plain = text.rstrip(".,:/")
        if plain in tree.paths:
            found[plain] = plain
        elif plain in tree.folders:
            found[plain] = f"{plain}/"
    return None if len(lost) > len(found) / 2 else found


def _folders_called(name: str, tree: Tree) -> list[str]:
    """The folders whose path ends in `name`: `bff/` may be any of them, so all count."""
    end = f"/{name}"
    return [folder for folder in tree.folders if folder.endswith(end)]


def _is_meant_here(text: str, tree: Tree) -> bool:
    """Whether a path that is not there speaks of files: `user.id` and `and/or` do not."""
    first, slash, _ = text.removeprefix("./").removeprefix("/").partition("/")
    return bool(slash) and (first in tree.folders or language_of(text) is not None)


def _written(document: Document) -> Iterator[str]:
    """Everything in code spans and links that is spelt like a path, once."""
    inline = document.inline
    seen = set()
    texts = [span.text for span in inline.code_spans]
    texts += [link.decoded for link in inline.links if link.kind != "image"]
    for text in texts:
        text = text.strip().partition("#")[0]
        if "://" in text or text.startswith(("@", "$", "~", "-", "mailto:")) or len(text) > 200:
            continue
        ending = _ENDING.fullmatch(text.removeprefix("**/"))
        if _PATH.fullmatch(text) and text not in seen and not ending:
            seen.add(text)
            yield text


def _place(text: str, tree: Tree) -> str | None:
    """The folder (with a `/` at its end) or file that a written path means; None for none or several."""
    plain = text.removeprefix("./").removeprefix("/")
    if has_magic(plain):
        return _place_of_glob(plain, tree)
    bare = plain.rstrip("/")
    if bare in tree.paths:
        return bare
    if bare in tree.folders:
        return f"{bare}/" if bare else None
    if "/" not in bare:
        named = tree.named(bare)
        return named[0] if len(named) == 1 else None
    # An example in a folder that is there: `src/berths/<new>.ts`.
    folder = bare.rpartition("/")[0]
    return f"{folder}/" if folder in tree.folders else None


def _from_root(text: str, path: str) -> str:
    """A path that climbs out of the rule's own folder, from the root; others as they are."""
    folders = path.split("/")[:-1]
    while text.startswith("../") and folders:
        text = text[3:]
        folders.pop()
        if not text.startswith("../"):
            return "/".join([*folders, text])
    return text


def _place_of_glob(pattern: str, tree: Tree) -> str | None:
    matched = tree.index.matching(compile_glob(pattern))
    if not matched:
        return None
    folder = _common([path.rpartition("/")[0] for path in matched])
    return f"{folder}/" if folder else ""


def _common(folders: Iterable[str]) -> str:
    """The deepest folder that holds all of them; "" for the root."""
    found: list[str] | None = None
    for folder in folders:
        parts = folder.split("/") if folder else []
        if found is None:
            found = parts
        while found != parts[: len(found)]:
            found = found[:-1]
    return "/".join(found or ())


# One folder.


def _by_folder(document: Document, named: dict[str, str], here: Census) -> Locality | None:
    if len(named) < _FEWEST_NAMED:
        return None
    folder = _common(place.rpartition("/")[0] for place in named.values())
    if not folder or any(_is_beside(part) for part in folder.split("/")):
        return None
    tree = here.tree
    inside, code = here.below(folder)
    if code < inside * _FEWEST_CODE or not _is_part(code, here.code):
        return None
    if len(named) < _ENOUGH_NAMED and not _is_in_title(document, named.values()):
        return None
    globs = _closer(named.values()) or (f"{folder}/**",)
    matched = {path for glob in globs for path in tree.index.matching(compile_glob(glob))}
    why = f"all {len(named)} paths that it names lie in `{folder}/`"
    return Locality(globs, len(matched), why)


def _is_beside(name: str) -> bool:
    """Whether a folder holds what goes along with work elsewhere, so that its rule is needed there."""
    return name.startswith(".") or name.casefold().strip("_") in _BESIDE


def _is_in_title(document: Document, places: Iterable[str]) -> bool:
    """Whether what the rule calls itself has a word of a folder that holds what it names."""
    name = document.path.rpartition("/")[2].partition(".")[0]
    said = f"{document.title} {name} {_said_above(document)}"
    folders = " ".join(place.rpartition("/")[0].rpartition("/")[2] for place in places)
    words = set(content_words(_SEPARATED.sub(" ", folders))) - _PLAIN_NAMES
    return not words.isdisjoint(content_words(_SEPARATED.sub(" ", said)))


def _closer(places: Iterable[str]) -> tuple[str, ...]:
    """The folders that are named or hold what is, without those inside of others; none for many."""
    folders = sorted({f"{place.rpartition('/')[0]}/" for place in places})
    outer = [each for each in folders if not any(each.startswith(f) and each != f for f in folders)]
    return tuple(f"{each}**" for each in outer) if len(outer) <= _MOST_GLOBS else ()


def _is_part(code: int, everything: int) -> bool:
    return 0 < code <= everything * _MOST_SHARE and everything - code >= _FEWEST_OUTSIDE


# One language.


def _by_language(document: Document, named: dict[str, str], here: Census) -> Locality | None:
    language = _spoken(document)
    if language is None or not _in_title(language, document):
        return None
    if any(
        not place.endswith("/") and language_of(place) is not language for place in named.values()
    ):
        return None
    counts, everything = here.languages, here.code
    own = counts.get(language, 0)
    others = max((count for each, count in counts.items() if each is not language), default=0)
    if not _is_part(own, everything) or others < everything * _OTHER_SHARE:
        return None
    endings = sorted(
        {path.rpartition(".")[2] for path in here.tree.paths if language_of(path) is language}
    )
    globs = tuple(f"**/*.{ending}" for ending in endings)
    return Locality(globs, own, f"its title and all its code are {language.name}")


def _spoken(document: Document) -> Language | None:
    """The one language of its fences and of the endings that it names (`*.py`); None for several.

    Two fences or one ending are enough to speak of a language.
    """
    fenced, named = _fenced(document), _endings(document)
    found = {*fenced, *named}
    enough = bool(named) or len(fenced) >= _FEWEST_FENCES
    return found.pop() if enough and len(found) == 1 else None


def _endings(document: Document) -> list[Language | None]:
    """The language of each ending that stands alone in a code span; None for what is no code."""
    texts = (span.text.strip() for span in document.inline.code_spans)
    found = (_ENDING.fullmatch(text.removeprefix("**/")) for text in texts)
    return [BY_ENDING.get(each[1].lower()) for each in found if each is not None]


def _fenced(document: Document) -> list[Language | None]:
    """The language of each fence; None for what is no code."""
    infos = (fence.info.partition(" ")[0].partition(",")[0] for fence in document.blocks.fences)
    return [BY_WORD.get(info.lower()) for info in infos]


def _in_title(language: Language, document: Document) -> bool:
    words = set(_WORDS.findall(f"{document.title} {document.path.rpartition('/')[2]}".casefold()))
    return any(len(word) > 1 and word in words for word in language.words)
