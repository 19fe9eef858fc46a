"""Where a text holds a secret: something that opens a door for whoever reads it.

Two kinds of evidence count. The shape of an issuer (`secret_shapes.py`), which nobody writes by
chance; and a value that was drawn by chance, right behind a name that says password, secret, token
or key. All else is left alone: layers are full of hashes, ids and examples.

What is found is a place and a kind. The text of a secret goes nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ctxlayer.analysis.secret_shapes import Shape, hints
from ctxlayer.analysis.secret_values import is_drawn, stands_in
from ctxlayer.layer.document import Document
from ctxlayer.layer.line_scan import line_scan
from ctxlayer.text import Span


class Secret(NamedTuple):
    """Where one is, and what it is: `github-token`, `private-key`, `password` ..."""

    span: Span
    kind: str

    def shift(self, by: int) -> Secret:
        """The same so much further on."""
        return Secret(self.span.shift(by), self.kind)


_PEM = re.compile(r"-----BEGIN (?P<name>[A-Z0-9 ]{0,40})PRIVATE KEY(?: BLOCK)?-----")
_PEM_BODY = re.compile(r"[A-Za-z0-9+/=\s\\,:.>-]*")
_PEM_LINE = re.compile(r"[A-Za-z0-9+/]{40}")
_LONGEST_PEM = 20_000

_URL = re.compile(
    r"[a-z][a-z0-9+.-]{1,30}://(?P<user>[^\s:/@\"'`<>]{0,80}):(?P<value>[^\s:/@\"'`<>]{8,200})@"
    r"(?P<host>[^\s/:\"'`<>@]{1,200})"
)
_LOCAL_HOSTS = ("localhost", "127.", "0.0.0.0", "host.docker")

_NAMES = (
    "assword", "ASSWORD", "asswd", "ASSWD", "pwd", "PWD", "ecret", "ECRET", "oken", "OKEN",
    "pi_key", "PI_KEY", "piKey", "pikey", "PIKEY", "pi-key", "PI-KEY", "pi key", "PI key",
    "PI Key", "ess_key", "ESS_KEY", "essKey", "ess-key", "ess key", "redential", "REDENTIAL",
    "uthorization", "UTHORIZATION",
)  # fmt: skip
"""Parts of names that may hold a secret, in the ways that they are written."""

_KEY = re.compile(r"[A-Za-z0-9_.-]{0,20}")
_ASSIGNED = re.compile(
    r"[\]\"'`*)]{0,4}[ \t]{0,8}(?::=|=>|[:=|]| is )[*]{0,2}[ \t]{0,8}(?:(?:Bearer|Basic|Token)[ \t])?"
    r"[\"'`]{0,3}(?P<value>[^\s\"'`<>,;|(){}\[\]\\]{10,300})"
)
_LONGEST_KEY = 40
_LEAST = 8
_TELLING = 12
_SHORTEST_SHAPE = 20
_LONGEST_SPLIT = 200_000
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")

_LAST_WORDS = {
    "password": "password", "passwd": "password", "pwd": "password", "passphrase": "password",
    "secret": "secret", "token": "token", "pat": "token", "apikey": "api-key",
    "credential": "credential", "credentials": "credential", "authorization": "token",
    "bearer": "token",
}  # fmt: skip
_BEFORE_KEY = frozenset({"api", "access", "private", "secret", "auth", "signing", "encryption"})
_HARMLESS = frozenset(
    "page next continuation cursor sync public publishable csrf xsrf idempotency cache sort partition "
    "commit sha hash digest checksum etag tokenizer design cancellation max min num count".split()
)


def find_secrets(text: str) -> tuple[Secret, ...]:
    """The secrets of a text, in order; none overlaps another."""
    return _apart([*_keys(text), *_in_lines(text, 0, len(text))])


def _apart(candidates: list[Secret]) -> tuple[Secret, ...]:
    """Those that overlap no earlier or longer one, in order."""
    found: list[Secret] = []
    end = 0
    for each in sorted(candidates, key=lambda secret: (secret.span.start, -secret.span.end)):
        if each.span.start >= end:
            found.append(each)
            end = each.span.end
    return tuple(found)


def document_secrets(document: Document) -> tuple[Secret, ...]:
    """The secrets of a document; looked for once."""
    if "secrets" not in document.memo:
        lines = line_scan(document, "secrets", _in_lines, Secret.shift)
        armour = line_scan(document, "armour", _armour, Secret.shift)
        keys = _keys(document.text) if armour else ()
        document.memo["secrets"] = _apart([*keys, *lines])
    found: tuple[Secret, ...] = document.memo["secrets"]
    return found


def masked(text: str, document: Document) -> str:
    """`text` about a document, with markers where it repeats one of the document's secrets.

    A message may have cut it short, so its first characters are enough.
    """
    starts = _starts(document)
    out: list[str] = []
    done = at = 0
    while at < len(text):
        for length, known in starts.items():
            part, kind = known.get(text[at : at + length], ("", ""))
            if part:
                out += (text[done:at], marker(kind))
                at = done = at + _common(part, text, at)
                break
        else:
            at += 1
    return "".join((*out, text[done:])) if out else text


def _starts(document: Document) -> dict[int, dict[str, tuple[str, str]]]:
    """How the secrets of a document begin, line by line, with line and kind; by their length."""
    if "secret-starts" not in document.memo:
        found: dict[int, dict[str, tuple[str, str]]] = {}
        for secret in document_secrets(document):
            for part in secret.span.of(document.text).splitlines():
                start = part[:_TELLING]
                if len(start) >= _LEAST:
                    found.setdefault(len(start), {}).setdefault(start, (part, secret.kind))
        document.memo["secret-starts"] = dict(sorted(found.items(), reverse=True))
    starts: dict[int, dict[str, tuple[str, str]]] = document.memo["secret-starts"]
    return starts


def _common(part: str, text: str, at: int) -> int:
    """How many characters of `part` stand at a place of `text`."""
    same = 0
    while same < len(part) and at + same < len(text) and part[same] == text[at + same]:
        same += 1
    return same


def masked_lines(text: str) -> str:
    """A text as it may be shown, line for line, with markers in the place of its secrets."""
    for secret in reversed(find_secrets(text)):
        more = "\n" * secret.span.of(text).count("\n")
        text = text[: secret.span.start] + marker(secret.kind) + more + text[secret.span.end :]
    return text


def marker(kind: str) -> str:
    """What stands in the place of a secret: `<redacted:github-token>`."""
    return f"<redacted:{kind}>"


def looks_secret(key: str, value: str) -> str | None:
    """The kind of secret that a configuration holds under `key`; None for none.

    There a name and its value are sure, so that a password need not look drawn by chance: letters
    and digits that stand in for nothing are enough.
    """
    for each in find_secrets(value):
        return each.kind
    kind = _kind_of(key)
    bare = re.sub(r"^(?:Bearer|Basic|Token)\s+", "", value.strip())
    if kind is None or stands_in(bare) or re.search(r"\s|://|^[./~]", bare):
        return None
    mixed = any(char.isdigit() for char in bare) and any(char.isalpha() for char in bare)
    return kind if len(bare) >= 8 and mixed else None


def _in_lines(text: str, start: int, end: int) -> Iterator[Secret]:
    """Those that stand on one line of a part of the text."""
    part = text[start:end]
    return (each.shift(start) for each in _candidates(part)) if start else _candidates(part)


def _candidates(text: str) -> Iterator[Secret]:
    """Those that stand on one line."""
    places = _long_words(text)
    found = {shape.source: shape for hint, shape in hints() if hint in places} if places else {}
    for shape in found.values():
        yield from _shaped(text, shape)
    if "://" in text and "@" in text:
        yield from _urls(text)
    yield from _named(text)


def _long_words(text: str) -> str:
    """The words that are long enough for a secret with a shape: a hundred hints are sought there."""
    if len(text) > _LONGEST_SPLIT:
        return text
    return " ".join([word for word in text.split() if len(word) >= _SHORTEST_SHAPE])


def _shaped(text: str, shape: Shape) -> Iterator[Secret]:
    for match in shape.pattern.finditer(text):
        if stands_in(match["body"]) or _is_cut(text, match.end()):
            continue
        if shape.kind != "jwt" or not _is_public(match["body"]):
            yield Secret(Span(*match.span()), shape.kind)


def _is_cut(text: str, at: int) -> bool:
    """Whether the author has left out the rest."""
    return text.startswith(("...", "…", "***"), at)


def _is_public(payload: str) -> bool:
    """Whether a web token says itself that it is for everybody, or a demonstration."""
    from base64 import urlsafe_b64decode

    part = payload.partition(".")[0]
    try:
        said = urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode("utf-8", "replace")
    except ValueError:
        return False
    return any(
        word in said
        for word in (
            '"anon"',
            "demo",
            "John Doe",
            "example",
            '"1234567890"',
            '"test"',
            "//localhost",
            "//127.0.0.1",
        )
    )


def _armour(text: str, start: int, end: int) -> Iterator[Secret]:
    """Where the armour of a private key may begin."""
    if text.find("PRIVATE KEY", start, end) >= 0:
        for match in _PEM.finditer(text, start, end):
            yield Secret(Span(*match.span()), "private-key")


def _keys(text: str) -> Iterator[Secret]:
    """Private keys in their armour, whole; those cut short by dots are left alone."""
    if "PRIVATE KEY" not in text:
        return
    for match in _PEM.finditer(text):
        limit = match.end() + _LONGEST_PEM
        another = text.find("-----BEGIN", match.end(), limit)
        body = _PEM_BODY.match(text, match.end(), another if another >= 0 else limit)
        end = body.end() if body else match.end()
        close = text.find("-----END", match.end(), end + len("-----END"))
        inside = text[match.end() : close if close >= 0 else end]
        line = _PEM_LINE.search(inside)
        if line is None or "..." in inside or len(set(line.group())) < 12:
            continue
        if close >= 0:
            tail = text.find("-----", close + 8, close + 80)
            end = tail + 5 if tail >= 0 else close
        else:
            end = match.end() + len(inside.rstrip())
        name = "pgp-private-key" if "PGP" in match["name"] else "private-key"
        yield Secret(Span(match.start(), end), name)


def _urls(text: str) -> Iterator[Secret]:
    """Passwords in addresses, except of what only this machine can reach."""
    at = text.find("://")
    while at >= 0:
        start = at
        while (
            start > 0
            and at - start < 30
            and (text[start - 1].isalnum() or text[start - 1] in "+.-")
        ):
            start -= 1
        match = _URL.match(text, start)
        if match is not None and _is_far(match["host"]) and is_drawn(match["value"], 8):
            yield Secret(Span(*match.span("value")), "url-password")
        at = text.find("://", at + 3)


def _is_far(host: str) -> bool:
    """Whether an address leads to another machine: a name with a dot that is no example."""
    name = host.lower()
    return "." in name and "example" not in name and not name.startswith(_LOCAL_HOSTS)


def _named(text: str) -> Iterator[Secret]:
    """Values drawn by chance, right behind a name that says what they are."""
    for name in _NAMES:
        at = text.find(name)
        while at >= 0:
            at += len(name)
            tail = _KEY.match(text, at)
            key_end = tail.end() if tail else at
            match = _ASSIGNED.match(text, key_end)
            if match is not None:
                value = match["value"].rstrip(".:!?*")
                end = match.start("value") + len(value)
                kind = _kind_of(_key_before(text, key_end))
                least = 10 if kind == "password" else 16
                if kind and is_drawn(value, least) and not _is_cut(text, end):
                    yield Secret(Span(match.start("value"), end), kind)
            at = text.find(name, at)


def _key_before(text: str, end: int) -> str:
    """The name that ends at `end`, with a word before it where a space parts them."""
    start = end
    while start > 0 and end - start < _LONGEST_KEY:
        char = text[start - 1]
        if not (char.isalnum() or char in "_.- "):
            break
        start -= 1
    return text[start:end]


def kind_by_name(key: str) -> str | None:
    """What the name of a value says that it is, `password` or `token`; None where it says no secret."""
    return _kind_of(key)


def _kind_of(key: str) -> str | None:
    """What a name says that it holds; None where it says no secret."""
    words = [word.lower() for word in _WORDS.findall(key[-_LONGEST_KEY:])]
    if not words or not _HARMLESS.isdisjoint(words[-3:]):
        return None
    if words[-1].isdigit():
        words.pop()
    last = words[-1] if words else ""
    if last == "key":
        if len(words) < 2 or words[-2] not in _BEFORE_KEY:
            return None
        return "aws-secret-key" if "aws" in words else "api-key"
    return _LAST_WORDS.get(last)
