"""Secrets that an adapter configuration holds in place of a reference.

Only places and kinds are found; the text of a secret goes nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ctxlayer.analysis.secret_values import STAND_INS
from ctxlayer.analysis.secrets import (
    find_secrets,
    kind_by_name,
    looks_secret,
    marker,
    masked_lines,
)
from ctxlayer.layer.adapter_config import AdapterConfig, adapter_config, text_of
from ctxlayer.layer.adapter_formats import format_of
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.syntax.nodes import Mapping, Node, Scalar, Sequence
from ctxlayer.text import Span

_WORD = re.compile(r"(?:(?:Bearer|Basic|Token)\s+)?", re.IGNORECASE)
_PAIR = re.compile(r"(?P<key>-{0,2}[A-Za-z_][\w.-]{0,60})(?:=|:\s*)(?P<value>.*)", re.DOTALL)
_FLAG = re.compile(r"--?(?P<key>[A-Za-z][\w-]{1,60})")
_DEFAULT = re.compile(r"\$\{(?P<name>\w+):-(?P<value>[^{}]*)\}")
_QUERY = re.compile(r"[?&](?P<key>[A-Za-z_][\w.-]{0,60})=\Z")
_LITERAL = re.compile(r"[A-Za-z0-9_.+=!#%^&*@~-]{12,200}")
_FEWEST_CHARACTERS = 7
_HOLDS_A_PLACE = (
    *STAND_INS,
    "change", "redact", "xxx", "test", "demo", "none", "null", "key-", "-key", "_key", "key_",
    "***", "...", "foo", "bar",
)  # fmt: skip
"""Parts of values that only hold a place. Runs such as `1234` are none here, where the name is sure."""
_NOT_A_NAME = re.compile(r"[^A-Za-z0-9]+")
_GENERIC = frozenset(("AUTHORIZATION", "BEARER", "COOKIE", "HEADER", "H", "URL", "ARGS", "COMMAND"))


class LiteralSecret(NamedTuple):
    """A secret in a configuration: its place, its kind, and a variable that could hold it."""

    span: Span
    kind: str
    variable: str


def literal_secrets(document: Document) -> tuple[LiteralSecret, ...]:
    """The secrets that stand in a configuration file, in order, none inside another."""
    config = adapter_config(document)
    found = sorted(set(_in_config(config)))
    kept: list[LiteralSecret] = []
    for each in found:
        if not kept or each.span.start >= kept[-1].span.end:
            kept.append(each)
    return tuple(kept)


def masked_config(path: str, text: str) -> str:
    """A text as it may be shown, line for line; of a configuration also what only its name tells."""
    if format_of(path) is not None:
        found = literal_secrets(Document(path, Placement(Kind.ADAPTERS), text))
        for secret in reversed(found):
            text = text[: secret.span.start] + marker(secret.kind) + text[secret.span.end :]
    return masked_lines(text)


def _in_config(config: AdapterConfig) -> Iterator[LiteralSecret]:
    owners = {id(each.value): each.name for each in config.servers}
    pending: list[tuple[str, Node, str]] = []
    if config.root is not None:
        pending.append(("", config.root, ""))
    while pending:
        key, node, server = pending.pop()
        server = owners.get(id(node), server)
        if isinstance(node, Scalar):
            yield from _in_scalar(key, node, server)
        elif isinstance(node, Mapping):
            pending += ((entry.key, entry.value, server) for entry in node.entries)
        else:
            pending += ((name, item, server) for name, item in _items(key, node))


def _items(key: str, node: Sequence) -> Iterator[tuple[str, Node]]:
    """The items of a list; one that stands behind a flag has the flag for its key."""
    before = ""
    for item in node.items:
        flag = _FLAG.fullmatch(before)
        yield (flag["key"] if flag else "" if key in ("args", "command") else key), item
        before = text_of(item)


def _in_scalar(key: str, node: Scalar, server: str) -> Iterator[LiteralSecret]:
    text = text_of(node)
    if not text:
        return
    for default in _DEFAULT.finditer(text):
        kind = looks_secret(default["name"], default["value"])
        if kind is not None:
            # The whole reference: the variable alone stays.
            yield LiteralSecret(_inside(node, text, default.span()), kind, default["name"])
    exact = find_secrets(text)
    for secret in exact:
        query = _QUERY.search(text, max(0, secret.span.start - 70), secret.span.start)
        name = query["key"] if query else _key_of(key, text, secret.span.start)
        variable = _variable(name, server, secret.kind)
        yield LiteralSecret(_inside(node, text, secret.span), secret.kind, variable)
    if exact:
        return
    start = 0
    pair = _PAIR.fullmatch(text) if not key or text.startswith("--") else None
    if pair is not None:
        key, start = pair["key"].lstrip("-"), pair.start("value")
    kind = looks_secret(key, text[start:]) or _literal(key, text[start:]) if key else None
    if kind is not None:
        word = _WORD.match(text, start)
        start = word.end() if word else start
        variable = _variable(key, server, kind)
        yield LiteralSecret(_inside(node, text, (start, len(text.rstrip()))), kind, variable)


def _literal(key: str, value: str) -> str | None:
    """The kind of a value that only its name shows to be a secret, and that stands in for nothing.

    In a configuration the name is sure. So `sk-1234...` is one, which in a text would be an example.
    """
    kind = kind_by_name(key)
    word = _WORD.match(value)
    bare = value[word.end() :].strip() if word else value
    if kind is None or not _LITERAL.fullmatch(bare):
        return None
    plain = bare.lower()
    mixed = any(map(str.isdigit, bare)) and any(map(str.isalpha, bare))
    varied = len(set(plain)) >= _FEWEST_CHARACTERS
    return kind if mixed and varied and not any(map(plain.__contains__, _HOLDS_A_PLACE)) else None


def _key_of(key: str, text: str, start: int) -> str:
    """The name that a value inside a text has: `--token=`, `API_KEY=`, else that of the text."""
    pair = _PAIR.match(text)
    if pair is not None and "://" not in text[:start] and pair.start("value") <= start:
        return pair["key"].lstrip("-")
    return key


def _inside(node: Scalar, text: str, part: tuple[int, int]) -> Span:
    """Part of a scalar's text as a span of the file; all of it where escapes move things."""
    quotes = 0 if node.style == "plain" else 1
    inner = Span(node.span.start + quotes, node.span.end - quotes)
    if node.text != text or len(text) != inner.end - inner.start:
        return inner
    return Span(inner.start + part[0], inner.start + part[1])


def _variable(key: str, server: str, kind: str) -> str:
    """A name for the variable: that of the key, with the server's where it says too little."""
    name = _NOT_A_NAME.sub("_", key).strip("_").upper()
    name = name.removeprefix("X_")
    prefix = _NOT_A_NAME.sub("_", server).strip("_").upper()
    # What stands before an address names all of it, or is the switch before it.
    if not name or name in _GENERIC or kind == "url-password":
        name = {"url-password": "PASSWORD", "password": "PASSWORD"}.get(kind, "TOKEN")
        name = f"{prefix}_{name}" if prefix else name
    elif prefix and key.upper() != key and f"_{prefix}_" not in f"_{name}_":
        # A header or a flag; the key of a variable is its name already.
        name = f"{prefix}_{name}"
    return f"_{name}" if name[:1].isdigit() else name
