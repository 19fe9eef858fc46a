"""How the servers of adapter configurations are started or reached, as it is written.

Nothing is started here. References to variables stay until somebody who may look at the
environment fills them in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from ctxlayer.layer.adapter_config import AdapterConfig, Server, adapter_config, entries, text_of
from ctxlayer.layer.document import Document
from ctxlayer.syntax.nodes import Node, Scalar

_REFERENCE = re.compile(
    r"\$\{\{\s*(?P<secret>secrets\.\w+)\s*\}\}|\$\{(?P<name>(?:\w+:(?!-))?[\w.-]+?|/)(?::-(?P<default>[^{}]*))?\}"
    r"|\{env:(?P<braced>\w+)\}"
)
_WHOLE = re.compile(r"\$(?P<name>[A-Za-z_]\w*)\Z")


@dataclass(frozen=True, slots=True)
class Launch:
    """One server as its file says it: a `command` with arguments, or the address `url`.

    `digest` stands for the text of its configuration; with another text it is another.
    """

    name: str
    config: str
    digest: str
    command: str = ""
    arguments: tuple[str, ...] = ()
    folder: str = ""
    environment: tuple[tuple[str, str], ...] = ()
    environment_file: str = ""
    url: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    is_stream: bool = False
    """Whether the address is one of server-sent events, the older way."""


class Unset(Exception):
    """A reference to something that is not there; `words` say what."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


def launches(document: Document) -> Iterator[Launch]:
    """The servers of one configuration file that are switched on, each name once."""
    config = adapter_config(document)
    for server in config.by_name.values():
        if not server.is_off:
            yield _launch(server, config, document)


def digest(server: Server, document: Document) -> str:
    """A mark of the text that configures a server."""
    text = f"{document.path}\0{server.span.of(document.text)}"
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _launch(server: Server, config: AdapterConfig, document: Document) -> Launch:
    form = config.format
    words = [text_of(each) for each in server.texts("command")] or [server.text("command")]
    words += [_plain(each) for each in server.texts("args")]
    address = server.text(*form.urls)
    kind = server.text("type")
    stream = kind == "sse" or (not kind and address.partition("?")[0].rstrip("/").endswith("/sse"))
    return Launch(
        server.name,
        document.path,
        digest(server, document),
        words[0],
        tuple(words[1:]),
        server.text("cwd"),
        (*_passed_on(server), *_pairs(server, form.env)),
        server.text("envFile"),
        "" if words[0] else address,
        (*_pairs(server, "headers"), *_pairs(server, "http_headers"), *_named_headers(server)),
        stream,
    )


def _passed_on(server: Server) -> tuple[tuple[str, str], ...]:
    """Variables that are handed on under their own names."""
    names = (text_of(each) for each in server.texts("env_vars"))
    return tuple((name, f"${{{name}}}") for name in names if name)


def _named_headers(server: Server) -> tuple[tuple[str, str], ...]:
    """Headers whose values stand in variables."""
    found = [(key, f"${{{value}}}") for key, value in _pairs(server, "env_http_headers")]
    bearer = server.text("bearer_token_env_var")
    return (*found, *([("Authorization", f"Bearer ${{{bearer}}}")] if bearer else []))


def _pairs(server: Server, key: str) -> tuple[tuple[str, str], ...]:
    holder = server.entry(key)
    pairs = entries(holder.value) if holder is not None else ()
    return tuple((each.key, _plain(each.value)) for each in pairs if isinstance(each.value, Scalar))


def _plain(node: Node) -> str:
    """What a scalar is as a text, numbers and flags too."""
    if not isinstance(node, Scalar) or node.value is None:
        return ""
    return node.value if isinstance(node.value, str) else node.text


def filled_in(text: str, variables: Mapping[str, str], root: str) -> str:
    """`text` with its references filled in. Raises `Unset` for one that nothing stands behind."""
    whole = _WHOLE.match(text)
    if whole is not None and whole["name"] in variables:
        return variables[whole["name"]]
    return _REFERENCE.sub(lambda match: _value(match, variables, root), text)


def _value(match: re.Match[str], variables: Mapping[str, str], root: str) -> str:
    if match["secret"]:
        raise Unset(f"`{match['secret']}` is kept by the runtime")
    name = match["braced"] or match["name"]
    folder = root.replace("\\", "/").rstrip("/").rpartition("/")[2]
    known = {
        "workspaceFolder": root,
        "workspaceFolderBasename": folder,
        "userHome": variables.get("HOME") or variables.get("USERPROFILE") or "",
        "pathSeparator": "/",
        "/": "/",
    }
    if name in known:
        return known[name]
    scheme, _, rest = name.rpartition(":")
    if scheme == "input":
        raise Unset(f"`{rest}` is asked of a person")
    if scheme not in ("", "env"):
        return match.group()
    found = variables.get(rest)
    if found:
        return found
    if match["default"] is not None:
        return match["default"]
    raise Unset(f"the environment variable `{rest}` is not set")
