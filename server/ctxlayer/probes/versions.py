"""What the versions of files say: their trust frontmatter and their text, read from git's objects."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from ctxlayer.layer.authors import JUDGED_KEYS, TrustLine, concept_lines, trust_line
from ctxlayer.layer.document import Document
from ctxlayer.layer.edits import body_print, bytes_print
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.trust import key_by_variant, read_trust
from ctxlayer.probes.background import in_background
from ctxlayer.probes.git import Git, contents

_TIMEOUT = 10.0
_LARGEST = 4_000_000
_LARGEST_PORTION = 16_000_000
"""Bytes of one version, and of those that are read together: git is slow in small portions."""
_STEP = 20
_LONGEST = 1 << 16
"""Characters of a file in which its frontmatter ends, or is none that is told of."""
_MOST_KEPT = 200_000
_PLACE = Placement(Kind.KNOWLEDGE)

Lines = Mapping[str, TrustLine]
_NO_LINES: Lines = {}


class Head(NamedTuple):
    """What frontmatter says: its judged entries, and the day of `last-verified`."""

    lines: Lines
    day: date | None


class Version(NamedTuple):
    """What a version of a file says; `body` is the print of its text.

    `is_read` is False for one that could not be read; a text that is no UTF-8 has no print.
    """

    head: Head
    body: str | None
    is_read: bool = True

    @property
    def lines(self) -> Lines:
        """The judged entries of its frontmatter."""
        return self.head.lines

    @property
    def day(self) -> date | None:
        """The day of `last-verified`."""
        return self.head.day


_NOTHING = Head(_NO_LINES, None)
UNREAD = Version(_NOTHING, None, is_read=False)
NO_VERSION = Version(_NOTHING, None)
"""The version of a file that is not there."""


class Versions:
    """Versions by their hash, each read once."""

    def __init__(self) -> None:
        self._known: dict[str, Version] = {}

    def of(self, name: str) -> Version:
        """A version that was asked for before; "" is the name of none."""
        return self._known.get(name, UNREAD) if name else NO_VERSION

    def read(self, names: Iterable[str], git: Git) -> Generator[None, None, None]:
        """Read what is not known of these, in short steps."""
        wanted = sorted({name for name in names if name and name not in self._known})
        if not wanted:
            return
        if len(self._known) > _MOST_KEPT:
            self._known.clear()
        asked = "".join(f"{name}\n" for name in wanted).encode()
        sizes = yield from in_background(
            lambda: git.run("cat-file", "--batch-check", timeout=_TIMEOUT, asked=asked)
        )
        heads: dict[bytes, Head] = {}
        for portion in _portions(sizes):
            texts = yield from in_background(_contents(portion, git))
            for number, (name, content) in enumerate(texts):
                if number % _STEP == 0:
                    yield
                if content is not None:
                    self._known[name] = _read(content, heads)


def _portions(sizes: bytes) -> Iterator[list[str]]:
    """Versions that are read together; none that is larger than any file that we look at.

    A few kilobytes of a repository may stand for gigabytes.
    """
    names: list[str] = []
    whole = 0
    for line in sizes.decode("ascii", "replace").splitlines():
        name, kind, size, *_ = [*line.split(" "), "", "", ""]
        if kind != "blob" or not size.isdigit() or int(size) > _LARGEST:
            continue
        whole += int(size)
        if names and whole > _LARGEST_PORTION:
            yield names
            names, whole = [], int(size)
        names.append(name)
    if names:
        yield names


def _contents(names: Sequence[str], git: Git) -> Callable[[], list[tuple[str, bytes | None]]]:
    asked = "".join(f"{name}\n" for name in names).encode()

    def read() -> list[tuple[str, bytes | None]]:
        out = git.run("cat-file", "--batch", timeout=_TIMEOUT, asked=asked)
        return list(contents(out, _LARGEST))

    return read


def _read(content: bytes, heads: dict[bytes, Head]) -> Version:
    """What a version says; `heads` keeps it for the frontmatter that it begins with.

    Most commits to a file leave that alone, and it is what takes time to read.
    """
    beginning = _beginning(content)
    head = heads.get(beginning) or _head(beginning)
    if head is None:
        return _whole(content)
    heads[beginning] = head
    return Version(head, bytes_print(content[len(beginning) :]))


def _beginning(content: bytes) -> bytes:
    """What is frontmatter if there is any, up to the end of the line that closes it; else nothing."""
    fence = content.find(b"\n---", 3) if content.startswith((b"---", b"\xef\xbb\xbf---")) else -1
    end = content.find(b"\n", fence + 4) if fence >= 0 else -1
    return content[: end + 1]


def _head(beginning: bytes) -> Head | None:
    """What frontmatter says that is all of `beginning`; None where more has to be read to tell.

    What a concept says of itself goes by its text as well.
    """
    if not 0 < len(beginning) <= _LONGEST or b"type" in beginning or b"\0" in beginning:
        return None
    try:
        text = beginning.decode("utf-8")
    except UnicodeDecodeError:
        return None
    plain = plain_head(text)
    if plain is not None:
        return plain
    document = Document("", _PLACE, text)
    block = document.frontmatter
    if not (block.exists and block.closed and block.body_start == len(text)):
        return None
    return Head(_judged(document) or _NO_LINES, read_trust(document).last_verified)


_PLAIN = re.compile(
    r"---\r?\n(?:[a-z][a-z-]*:(?: [\w./:,-][\w./:, -]*\r?\n|\r?\n(?:  - [\w./:-]+\r?\n)*))+---\r?\n"
)
_KEY_LINE = re.compile(r"\n([a-z][a-z-]*):([^\r\n]*)(?=\r?\n([a-z]|---|))")
_WORD = re.compile(r" [\w./-]+")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def plain_head(text: str) -> Head | None:
    """What frontmatter says that is written as nearly all of it is; None where it takes more to tell.

    The parser takes ten times as long for the same answer.
    """
    if not _PLAIN.fullmatch(text):
        return None
    lines: dict[str, TrustLine] = {}
    for key, value, after in _KEY_LINE.findall(text):
        name = key if key in JUDGED_KEYS else _judged_variant(key)
        if name is None:
            continue
        if name != key or name in lines or not after or not _WORD.fullmatch(value):
            return None
        lines[name] = TrustLine(f"{name}:{value[1:]}", value[1:])
    day = None
    if "last-verified" in lines:
        if not _DAY.fullmatch(lines["last-verified"].value):
            return None
        try:
            day = date.fromisoformat(lines["last-verified"].value)
        except ValueError:
            return None
    return Head({key: lines[key] for key in JUDGED_KEYS if key in lines} or _NO_LINES, day)


def _judged_variant(name: str) -> str | None:
    key = key_by_variant(name)
    return key.name if key is not None and key.name in JUDGED_KEYS else None


def _whole(content: bytes) -> Version:
    text = content.decode("utf-8", "replace")
    document = Document("", _PLACE, text[:_LONGEST])
    lines = _judged(document)
    # Of a text that was cut nobody can say whether it is the same.
    if len(text) < _LONGEST:
        lines |= concept_lines(document)
    head = Head(lines or _NO_LINES, read_trust(document).last_verified)
    if b"\0" in content or ("\ufffd" in text and not _is_utf8(content)):
        return Version(head, None)
    whole = document if len(text) <= _LONGEST else Document("", _PLACE, text)
    return Version(head, body_print(whole))


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _judged(document: Document) -> dict[str, TrustLine]:
    lines = ((key, trust_line(document, key)) for key in JUDGED_KEYS)
    return {key: line for key, line in lines if line is not None}
