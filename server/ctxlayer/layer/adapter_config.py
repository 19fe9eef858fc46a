"""The servers that one configuration file sets up, each with its exact places.

A file that is broken still gives the servers that can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from ctxlayer.layer.adapter_formats import CLAUDE, FOREIGN_KEYS, AdapterFormat, format_of, syntax_of
from ctxlayer.layer.document import Document
from ctxlayer.syntax.json import parse_json
from ctxlayer.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence
from ctxlayer.syntax.problem import Problem
from ctxlayer.text import Span

_ANYWHERE = replace(
    CLAUDE,
    id="",
    title="the runtime",
    paths=(),
    also=tuple((key,) for key in FOREIGN_KEYS if key != "mcpServers"),
    own_file=False,
    comments=None,
    commas=None,
    types=(),
    typed_url=False,
    complete=False,
    env_values="",
)
"""A file that only the settings call an adapter configuration: nobody knows who reads it."""

_FLAG = re.compile(r"--?read[-_]?only(?:=(?P<value>.*))?", re.IGNORECASE)
_NAME = re.compile(r"read[-_]?only", re.IGNORECASE)
_SETTING = re.compile(r"\w*read_?only\w*=(?P<value>\w+)", re.IGNORECASE)
_ADDRESS = re.compile(r"[?&]read[-_]?only=(?P<value>\w+)|/read-?only(?=[/?#]|\Z)", re.IGNORECASE)
_MODE = re.compile(r"--(?:access-)?mode=(?:restricted|read-?only)", re.IGNORECASE)
_TRUE = frozenset(("true", "1", "yes", "on"))
_FALSE = frozenset(("false", "0", "no", "off"))


class Server(NamedTuple):
    """One server as it is written: its name, and what stands under it."""

    name: str
    name_span: Span
    value: Node
    span: Span

    def entry(self, *keys: str) -> Entry | None:
        """The first of `keys` that is set; of one that stands twice, the last."""
        for key in keys:
            found = [each for each in entries(self.value) if each.key == key]
            if found:
                return found[-1]
        return None

    def text(self, *keys: str) -> str:
        """A text under one of `keys`; "" for none."""
        found = self.entry(*keys)
        return text_of(found.value) if found is not None else ""

    def texts(self, key: str) -> tuple[Scalar, ...]:
        """The scalars of the list under `key`."""
        found = self.entry(key)
        items = found.value.items if found and isinstance(found.value, Sequence) else ()
        return tuple(each for each in items if isinstance(each, Scalar))

    @property
    def is_off(self) -> bool:
        """Whether it is switched off where it stands."""
        off, on = self.entry("disabled"), self.entry("enabled")
        return (off is not None and _value(off) is True) or (on is not None and _value(on) is False)


@dataclass(frozen=True, slots=True)
class AdapterConfig:
    """A configuration file. `holder` is the entry that its servers stand under, None without one.

    `problems` are those of its syntax; a comment that the runtime refuses is not among them.
    """

    format: AdapterFormat
    root: Node | None
    problems: tuple[Problem, ...]
    comments: tuple[Span, ...]
    trailing_commas: tuple[Span, ...]
    holder: Entry | None
    servers: tuple[Server, ...]

    @property
    def is_sound(self) -> bool:
        """Whether all of it was read, so that a name that is missing here is missing."""
        return not self.problems

    @property
    def by_name(self) -> dict[str, Server]:
        """The servers by name, in the order of their first ones; of two, the last, which wins."""
        return {each.name: each for each in self.servers}

    def server(self, name: str) -> Server | None:
        """The server of a name; of two, the last."""
        return next((each for each in reversed(self.servers) if each.name == name), None)


def adapter_config(document: Document) -> AdapterConfig:
    """What a configuration file sets up; read once."""
    key = "adapter-config"
    if key not in document.reading:
        document.reading[key] = _read(document)
    found: AdapterConfig = document.reading[key]
    return found


def entries(node: Node | None) -> tuple[Entry, ...]:
    """The entries of an object; none of anything else."""
    return node.entries if isinstance(node, Mapping) else ()


def text_of(node: Node) -> str:
    """The text that a node says; "" for anything but a text."""
    return node.value if isinstance(node, Scalar) and isinstance(node.value, str) else ""


def _value(entry: Entry) -> object:
    return entry.value.value if isinstance(entry.value, Scalar) else None


def _read(document: Document) -> AdapterConfig:
    form = format_of(document.path) or _ANYWHERE
    syntax = syntax_of(document.path, form)
    comments: tuple[Span, ...] = ()
    commas: tuple[Span, ...] = ()
    if syntax == "json":
        found = parse_json(document.text)
        root, problems = found.root, found.problems
        comments, commas = found.comments, found.trailing_commas
    elif syntax == "yaml":
        from ctxlayer.syntax.yaml import parse_yaml  # one format of many is written in it

        root, problems = parse_yaml(document.text)
    else:
        from ctxlayer.layer.toml_nodes import parse_toml

        root, problems = parse_toml(document.text)
    holder = _holder(root, form)
    servers = tuple(_servers(holder.value, form)) if holder is not None else ()
    return AdapterConfig(form, root, problems, comments, commas, holder, servers)


def _holder(root: Node | None, form: AdapterFormat) -> Entry | None:
    for path in (form.key, *form.also):
        node, found = root, None
        for part in path:
            found = next((each for each in entries(node) if each.key == part), None)
            node = found.value if found is not None else None
        if found is not None:
            return found
    return None


def _servers(node: Node, form: AdapterFormat) -> Iterator[Server]:
    """The servers under a key: an object by name, or in YAML a list that says their names."""
    for entry in entries(node):
        if entry.key:
            yield Server(entry.key, entry.key_span, entry.value, entry.span)
    if form.syntax != "yaml" or not isinstance(node, Sequence):
        return
    for item in node.items:
        name = next((each for each in entries(item) if each.key == "name"), None)
        if name is not None and text_of(name.value):
            yield Server(text_of(name.value), name.value.span, item, item.span)


# What a server says about writing.


def reads_only(server: Server, form: AdapterFormat) -> bool | None:
    """Whether a server's own configuration lets it read only; None where it says nothing."""
    said = [*_said_in_arguments(server), *_said_by_name(server, form)]
    for entry in (server.entry(key) for key in form.urls):
        said += _said_in_address(text_of(entry.value)) if entry is not None else ()
    known = [each for each in said if each is not None]
    # Two that disagree tell nothing.
    return known[0] if known and len(set(known)) == 1 else None


def _said_in_arguments(server: Server) -> Iterator[bool | None]:
    words = [text_of(each) for each in (*server.texts("args"), *server.texts("command"))]
    for at, word in enumerate(words):
        flag = _FLAG.fullmatch(word)
        if flag is not None:
            after = words[at + 1] if at + 1 < len(words) else ""
            value = after if flag["value"] is None and after.lower() in _FALSE else flag["value"]
            yield True if value is None else _truth(value)
        elif _MODE.fullmatch(word) or (
            word.lower() in ("--access-mode", "--mode")
            and words[at + 1 : at + 2] in (["restricted"], ["read-only"], ["readonly"])
        ):
            yield True
        elif setting := _SETTING.fullmatch(word):
            yield _truth(setting["value"])
        else:
            yield from _said_in_address(word)


def _said_in_address(text: str) -> Iterator[bool | None]:
    found = _ADDRESS.search(text) if "://" in text else None
    if found is not None:
        yield True if found["value"] is None else _truth(found["value"])


def _said_by_name(server: Server, form: AdapterFormat) -> Iterator[bool | None]:
    pairs = [each for each in entries(server.value) if each.key.lower() == "readonly"]
    for key in (form.env, "headers", "http_headers"):
        holder = server.entry(key)
        pairs += entries(holder.value) if holder is not None else ()
    for pair in pairs:
        if _NAME.search(pair.key) and isinstance(pair.value, Scalar):
            yield _truth(str(pair.value.value))


def _truth(text: str) -> bool | None:
    word = text.strip().lower()
    return True if word in _TRUE else False if word in _FALSE else None


def allowlist(server: Server, form: AdapterFormat) -> Entry | None:
    """The entry that lists the tools that alone are offered; None without one."""
    found = server.entry(form.allowlist) if form.allowlist else None
    return found if found is not None and isinstance(found.value, Sequence) else None
