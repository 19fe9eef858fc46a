"""Adapters: the MCP servers that a layer's live pointers may name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ctxlayer.layer.adapter_config import (
    AdapterConfig,
    Server,
    adapter_config,
    allowlist,
    entries,
    reads_only,
    text_of,
)
from ctxlayer.layer.adapter_formats import FORMATS, format_of
from ctxlayer.layer.document import Document
from ctxlayer.layer.permissions import read_permissions
from ctxlayer.settings import Settings
from ctxlayer.syntax.nodes import Scalar

_URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?:[^\s]*@)?(?P<host>[^/?#\s]*)")
_PLACE_FLAG = re.compile(
    r"(--?(?:host|port|url|uri|dsn|endpoint|server|database|db|project|profile|region|env|"
    r"environment|instance|cluster|context|namespace)(?:-\w+)?)(?:=.*)?"
)
_ANYWHERE = frozenset(
    "mcp server local remote dev prod production staging stage test live main readonly read only ro "
    "db".split()
) | {""}
"""Words of names that say where or how, not what."""
_RANK = {path: number for number, each in enumerate(FORMATS) for path in each.paths}


class Detail(NamedTuple):
    """One thing that a server is told. `host` is that of an address, "" for anything else.

    `value` may be a secret, and is there to be compared only.
    """

    name: str
    value: str
    host: str


@dataclass(frozen=True, slots=True)
class Adapter:
    """One configured adapter. `read_only` is None where nothing says so either way.

    `config` is the file that configures it, "" for one that only the settings name. `open_in` are
    the files that configure it with nothing to keep it from writing. `system` is the same for two
    adapters that run the same server; `details` tell them apart.
    """

    name: str
    config: str
    read_only: bool | None
    open_in: tuple[str, ...] = ()
    is_off: bool = False
    system: str = ""
    details: tuple[Detail, ...] = ()


@dataclass(frozen=True, slots=True)
class Adapters:
    """The configured adapters by name. `known` is False where the answer cannot be known.

    It cannot where a configuration file does not parse: silence then beats guessing. `unnamed` are
    those that a file configures and the names in the settings leave out: a runtime has them all the same.
    """

    by_name: Mapping[str, Adapter]
    known: bool = True
    unnamed: Mapping[str, Adapter] = field(default_factory=dict)

    def of_file(self, name: str, path: str) -> Adapter | None:
        """The adapter of this name, where this file is the first that configures it."""
        adapter = self.by_name.get(name) or self.unnamed.get(name)
        return adapter if adapter is not None and adapter.config == path else None

    @property
    def configured(self) -> bool:
        """Whether there is any adapter to compare a name with."""
        return self.known and bool(self.by_name)

    def read_only(self, name: str) -> bool:
        """Whether this adapter is configured to read only."""
        adapter = self.by_name.get(name)
        return adapter is not None and adapter.read_only is True

    def twins(self, name: str) -> tuple[Adapter, ...]:
        """The other adapters to the same system: they run the same server and are called alike.

        Many a server is run by one proxy, or answers at `/mcp`: that alone makes no twins.
        """
        own = self.by_name.get(name)
        if own is None or not own.system:
            return ()
        return tuple(
            each
            for each in self.by_name.values()
            if each.system == own.system and _are_alike(own, each)
        )

    def meant(self, name: str) -> tuple[Adapter, ...]:
        """The adapters of one system that `name`, which is none of them, stands for.

        `mongo` stands for `mongo-local` and `mongo-remote`. None where the name begins but one of
        them, or those of several systems.
        """
        start = name.lower()
        found = [
            each
            for each in self.by_name.values()
            if start and each.name.lower().startswith((f"{start}-", f"{start}_", f"{start}."))
        ]
        systems = {each.system for each in found}
        return tuple(found) if len(found) > 1 and len(systems) == 1 and systems != {""} else ()


def _words(name: str) -> frozenset[str]:
    """The words of a name that can say which system it is for."""
    return frozenset(re.split(r"[-_.\s]+", name.lower())) - _ANYWHERE


def difference(one: Adapter, other: Adapter) -> str:
    """What tells two adapters apart, in words without any value that could be secret."""
    theirs = {each.name: each for each in other.details}
    for each in one.details:
        there = theirs.get(each.name)
        if there is None or there.value == each.value:
            continue
        if each.host and there.host and each.host != there.host:
            return f"`{each.host}`, not `{there.host}`"
        return f"another `{each.name}`"
    names = {each.name for each in one.details} ^ set(theirs)
    return f"`{min(names)}` is set for one of them" if names else "nothing that can be seen"


def read_adapters(
    settings: Settings, configs: Iterable[Document], permissions: Iterable[Document] = ()
) -> Adapters:
    """The adapters of the settings, or else of the adapter configurations."""
    found: dict[str, Adapter] = {}
    known = True
    rules = {document.path: read_permissions(document) for document in permissions}
    for document in sorted(configs, key=lambda each: (_RANK.get(each.path, 99), each.path)):
        own, sound = _of_document(document)
        form = format_of(document.path)
        limits = rules.get(form.permissions) if form is not None else None
        known = known and sound
        for adapter in own:
            is_open = bool(adapter.open_in) and not (limits and limits.limit(adapter.name))
            first = found.setdefault(adapter.name, replace(adapter, open_in=()))
            if is_open:
                opened = (*first.open_in, document.path)
                found[adapter.name] = replace(first, open_in=opened)
    names = settings.adapters.names
    unnamed: dict[str, Adapter] = {}
    if names is not None:
        unnamed = {name: each for name, each in found.items() if name not in names}
        found = {name: found.get(name, Adapter(name, "", None)) for name in names}
        known = True
    for name, options in settings.adapters.options.items():
        if options.read_only is not None and name in found:
            opened = () if options.read_only else found[name].open_in
            found[name] = replace(found[name], read_only=options.read_only, open_in=opened)
    return Adapters(_plain(found), known, _plain(unnamed))


def _plain(adapters: Mapping[str, Adapter]) -> dict[str, Adapter]:
    """The adapters with what tells them apart only where there is something to tell apart.

    So that typing in the configuration of one changes nothing for all topics of the layer.
    """
    words = Counter((each.system, word) for each in adapters.values() for word in _words(each.name))
    return {
        name: each
        if any(words[each.system, word] > 1 for word in _words(name))
        else replace(each, system="", details=())
        for name, each in adapters.items()
    }


def _are_alike(one: Adapter, other: Adapter) -> bool:
    """Whether two that run the same server are called alike as well."""
    return one is not other and bool(_words(one.name) & _words(other.name))


def _of_document(document: Document) -> tuple[tuple[Adapter, ...], bool]:
    """(the adapters of one file, whether these are all of them)."""
    if "adapters" not in document.memo:
        config = adapter_config(document)
        document.memo["adapters"] = (tuple(_adapters(document, config)), config.is_sound)
    found: tuple[tuple[Adapter, ...], bool] = document.memo["adapters"]
    return found


def _adapters(document: Document, config: AdapterConfig) -> Iterator[Adapter]:
    for name, server in config.by_name.items():
        form = config.format
        details = tuple(_details(server, config))
        word = reads_only(server, form)
        limited = word is True or server.is_off or allowlist(server, form) is not None
        opened = () if limited else (document.path,)
        system = _system(server, config)
        yield Adapter(name, document.path, word, opened, server.is_off, system, details)


def _system(server: Server, config: AdapterConfig) -> str:
    """What a server runs, without where it runs and what it is told."""
    words = [
        server.text("command"),
        *map(text_of, (*server.texts("command"), *server.texts("args"))),
    ]
    parts, skip = [], False
    for word in words:
        flag = _PLACE_FLAG.fullmatch(word)
        if skip and not word.startswith("-"):
            skip = False
            continue
        skip = flag is not None and "=" not in word
        parts.append(flag[1] if flag else _URL.sub(r"\g<scheme>://", word))
    address = server.text(*config.format.urls)
    if address:
        parts.append(_URL.sub("", address).partition("?")[0])
    return " ".join(part for part in parts if part)


def _details(server: Server, config: AdapterConfig) -> Iterator[Detail]:
    address = server.text(*config.format.urls)
    if address:
        yield Detail("url", address, _host(address))
    arguments = [text_of(each) for each in server.texts("args")]
    if arguments:
        host = next((found for found in map(_host, arguments) if found), "")
        yield Detail("args", "\n".join(arguments), host)
    for key in (config.format.env, "headers"):
        holder = server.entry(key)
        for pair in sorted(entries(holder.value)) if holder is not None else ():
            if isinstance(pair.value, Scalar):
                value = str(pair.value.value)
                yield Detail(pair.key, value, _host(value))


def _host(text: str) -> str:
    found = _URL.match(text) or (_URL.search(text) if "=" in text[:40] else None)
    host = found["host"] if found else ""
    return host if host and "$" not in host and len(host) < 60 else ""
