"""What the versions of files say: their trust frontmatter and their text, read from git's objects."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from ctxlayer.layer.authors import JUDGED_KEYS, TrustLine, concept_lines, trust_line
from ctxlayer.layer.document import Document
from ctxlayer.layer.edits import body_print, text_print
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.trust import read_trust
from ctxlayer.probes.background import in_background
from ctxlayer.probes.git import Git, contents

_TIMEOUT = 10.0
_AT_ONCE = 500
"""Versions that are read together, so that memory holds no more of them."""
_LARGEST = 4_000_000
_LARGEST_PORTION = 32_000_000
"""Bytes of one version, and of those that are read together."""
_STEP = 20
_LONGEST = 1 << 16
"""Characters of a file in which its frontmatter ends, or is none that is told of."""
_MOST_KEPT = 200_000
_PLACE = Placement(Kind.KNOWLEDGE)

Lines = Mapping[str, TrustLine]
_NO_LINES: Lines = {}


class Version(NamedTuple):
    """What a version of a file says.

    `lines` are the judged entries of its frontmatter, `day` that of `last-verified`, `body` the print of its
    text. `is_read` is False for one that could not be read; a text that is no UTF-8 has no print.
    """

    lines: Lines
    day: date | None
    body: str | None
    is_read: bool = True


UNREAD = Version(_NO_LINES, None, None, is_read=False)
NO_VERSION = Version(_NO_LINES, None, None)
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
        # One object for all that are equal, here and below: in ten thousand files most are.
        same: dict[object, Version] = {}
        blocks: dict[str, Version] = {}
        for portion in _portions(sizes):
            texts = yield from in_background(_contents(portion, git))
            for number, (name, content) in enumerate(texts):
                if number % _STEP == 0:
                    yield
                if content is not None:
                    read = _read(content, blocks)
                    self._known[name] = same.setdefault(_key(read), read)


def _key(version: Version) -> tuple[object, ...]:
    return (tuple(version.lines.items()), *version[1:])


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
        if names and (len(names) == _AT_ONCE or whole > _LARGEST_PORTION):
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


def _read(content: bytes, blocks: dict[str, Version]) -> Version:
    """What a version says; `blocks` keeps it for the frontmatter that it begins with.

    Most commits to a file leave that alone, and it is what takes time to read.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return _whole(content.decode("utf-8", "replace"), {})._replace(body=None)
    if "\0" in text:
        return _whole(text, {})._replace(body=None)
    beginning = _beginning(text)
    if beginning in blocks:
        return blocks[beginning]._replace(body=text_print(text[len(beginning) :]))
    return _whole(text, blocks)


def _beginning(text: str) -> str:
    """What is frontmatter if there is any, up to the end of the line that closes it; "" for nothing."""
    fence = text.find("\n---", 3) if text.startswith(("---", "\ufeff---")) else -1
    end = text.find("\n", fence + 4) if fence >= 0 else -1
    return text[: end + 1] if end >= 0 else ""


def _whole(text: str, blocks: dict[str, Version]) -> Version:
    document = Document("", _PLACE, text[:_LONGEST])
    lines = {key: line for key in JUDGED_KEYS if (line := trust_line(document, key)) is not None}
    if len(text) < _LONGEST:
        lines |= concept_lines(document)
    # Of a text that was cut nobody can say whether it is the same.
    body = body_print(document if len(text) <= _LONGEST else Document("", _PLACE, text))
    found = Version(lines or _NO_LINES, read_trust(document).last_verified, body)
    block = document.frontmatter
    # What a concept says of itself goes by its text as well.
    if block.exists and block.closed and "type" not in text[: block.body_start]:
        blocks[text[: block.body_start]] = found
    return found
