"""What keeps a runtime from reading its adapter configuration, as far as that is established."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from ctxlayer.layer.adapter_config import AdapterConfig, Server, entries, text_of
from ctxlayer.layer.adapter_formats import FOREIGN_KEYS, FORMATS, AdapterFormat
from ctxlayer.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence, scalars
from ctxlayer.syntax.problem import Problem
from ctxlayer.text import Edit, Span

_KIND = "invalid-adapter-config"
_SLIPS = {
    "cmd": "command", "commands": "command", "exec": "command", "executable": "command",
    "uri": "url", "URL": "url", "serverUrl": "url", "httpUrl": "url", "endpoint": "url",
    "baseUrl": "url", "Command": "command", "Url": "url",
}  # fmt: skip
"""Keys that other runtimes, or nobody, read for a command and an address."""
_INPUT = re.compile(r"\$\{input:(?P<id>[^}\s]{1,80})\}")
_STDIO = ("stdio", "local")


def adapter_faults(config: AdapterConfig, text: str) -> Iterator[Problem]:
    """The faults of one configuration file, whose text this is, one for each cause."""
    for problem in config.problems:
        yield Problem(
            _KIND, problem.span, problem.message, problem.fix, problem.title, problem.safe
        )
    yield from _extensions(config, text)
    if config.root is not None and not isinstance(config.root, Mapping):
        span = Span(config.root.span.start, config.root.span.start + 1)
        yield Problem(_KIND, span, f"{_title(config)} reads an object here; begin with `{{`")
        return
    if config.holder is None:
        yield from _without_servers(config)
        return
    node, key = config.holder.value, config.holder.key
    if not isinstance(node, Mapping) and not _is_empty(node, config) and not config.servers:
        message = f'`{key}` is an object of servers by name: `{{"name": {{ ... }}}}`'
        yield Problem(_KIND, _start(node), message)
    yield from _twice(config)
    yield from _inputs(config)
    for server in config.servers:
        yield from _of_server(server, config.format)


def _title(config: AdapterConfig) -> str:
    return config.format.title


def _is_empty(node: Node, config: AdapterConfig) -> bool:
    """Whether there is nothing yet, or a list where a list is read."""
    lists = config.format.syntax == "yaml"
    return (isinstance(node, Scalar) and node.style == "empty") or (
        lists and isinstance(node, Sequence)
    )


def _start(node: Node) -> Span:
    """A scalar, or the bracket that opens anything else."""
    if isinstance(node, Scalar):
        return node.span
    return Span(node.span.start, min(node.span.start + 1, node.span.end))


def _extensions(config: AdapterConfig, text: str) -> Iterator[Problem]:
    """Comments and commas that only readers of JSON with comments take."""
    form = config.format
    if form.comments is False and config.comments:
        first = config.comments[0]
        message = (
            f"{form.title} reads JSON without comments, so this keeps it from reading the file; "
            "remove the comments"
        )
        edits = tuple(Edit(_with_blanks(span, text), "") for span in config.comments)
        yield Problem(_KIND, first, message, edits, "Remove all comments")
    for comma in config.trailing_commas if form.commas is False else ():
        message = (
            f"{form.title} reads JSON without a comma before a closing bracket; remove the comma"
        )
        yield Problem(_KIND, comma, message, (Edit(comma, ""),), "Remove the comma", True)


def _with_blanks(span: Span, text: str) -> Span:
    """A comment with the blanks before it; with its line end, where it stands alone."""
    start, end = span
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    if start == 0 or text[start - 1] in "\r\n":
        rest = re.match(r"[ \t]*(?:\r\n|\r|\n|\Z)", text[end : end + 200])
        return Span(start, end + rest.end()) if rest else span
    return Span(start, end)


def _without_servers(config: AdapterConfig) -> Iterator[Problem]:
    """A file of servers that stand under no key, or under that of another runtime."""
    form = config.format
    if not form.own_file:
        return
    wanted = form.key[-1]
    for entry in entries(config.root):
        if entry.key in FOREIGN_KEYS and isinstance(entry.value, Mapping):
            reader = next((each.title for each in FORMATS if each.key == (entry.key,)), "others")
            yield Problem(
                _KIND,
                entry.key_span,
                f"`{entry.key}` is read by {reader}; {form.title} reads its servers under `{wanted}`",
                (Edit(entry.key_span, json.dumps(wanted)),),
                f"Change to `{wanted}`",
            )
            return
    for entry in entries(config.root):
        if {each.key for each in entries(entry.value)} & {"command", *form.urls}:
            message = f"{form.title} reads servers under `{wanted}` only; put `{entry.key}` into it"
            yield Problem(_KIND, entry.key_span, message)
            return


def _twice(config: AdapterConfig) -> Iterator[Problem]:
    known: dict[str, Server] = {}
    for server in config.servers:
        first = known.setdefault(server.name, server)
        if first is not server:
            message = f"`{server.name}` stands here a second time, and only one of them is read"
            related = ((first.name_span, "the first one"),)
            yield Problem(_KIND, server.name_span, message, related=related)


def _inputs(config: AdapterConfig) -> Iterator[Problem]:
    """References to inputs that the file does not define."""
    if not config.format.inputs or config.root is None or not config.is_sound:
        return
    holder = next((each for each in entries(config.root) if each.key == config.format.inputs), None)
    items = holder.value.items if holder and isinstance(holder.value, Sequence) else ()
    pairs = (pair for item in items for pair in entries(item) if pair.key == "id")
    defined = sorted(filter(None, (text_of(pair.value) for pair in pairs)))
    known = f"; there is {', '.join(defined)}" if defined else ""
    for server in config.servers:
        for node in scalars(server.value):
            for match in _INPUT.finditer(node.text if node.style == "double" else ""):
                if match["id"] in defined or len(node.text) + 2 != node.span.end - node.span.start:
                    continue
                span = Span(*match.span("id")).shift(node.span.start + 1)
                message = f"no input `{match['id']}` is defined in `{config.format.inputs}`{known}"
                yield Problem(_KIND, span, message)


# One server.


def _of_server(server: Server, form: AdapterFormat) -> Iterator[Problem]:
    if not isinstance(server.value, Mapping):
        # Elsewhere an option of all servers may stand among them.
        empty = isinstance(server.value, Scalar) and server.value.style == "empty"
        if form.own_file and not empty:
            message = f"a server is an object with a `command` or a `{form.urls[0]}`"
            yield Problem(_KIND, _start(server.value), message)
        return
    yield from _transport(server, form)
    yield from _references(server, form)
    yield from _command(server, form)
    for key in form.urls:
        entry = server.entry(key)
        if entry is not None and not _is_text(entry.value):
            yield _wrong(entry, "one text")
    for key in (form.env, "headers"):
        entry = server.entry(key)
        if entry is not None:
            yield from _pairs(entry, form)


def _references(server: Server, form: AdapterFormat) -> Iterator[Problem]:
    """References in the form of another runtime: this one hands them to the server as they are."""
    if not form.unread:
        return
    for node in scalars(server.value):
        inner = Span(node.span.start + 1, node.span.end - 1)
        if node.style != "double" or len(node.text) != inner.end - inner.start:
            continue
        for match in re.finditer(form.unread, node.text):
            span = Span(inner.start + match.start(), inner.start + match.end())
            new = form.reference.replace("NAME", match["name"])
            message = (
                f"{form.title} reads no `{match.group()}` and passes it on as it is; write `{new}`"
            )
            yield Problem(_KIND, span, message, (Edit(span, new),), f"Write `{new}`")


def _transport(server: Server, form: AdapterFormat) -> Iterator[Problem]:
    kind, address = server.entry("type"), server.entry(*form.urls)
    command = server.entry("command")
    if kind is not None and not _is_text(kind.value):
        yield _wrong(kind, "one text")
    elif kind is not None and form.types and text_of(kind.value) not in form.types:
        yield _unknown_type(kind, form)
    elif kind is None and address is not None and form.typed_url:
        yield _untyped(server, address, form)
    elif kind is not None and form.types:
        yield from _half(kind, command, address, form)
    elif command is None and address is None and form.complete:
        yield _neither(server, form)


def _unknown_type(kind: Entry, form: AdapterFormat) -> Problem:
    word = text_of(kind.value)
    plain = word.lower().replace("_", "-").replace(" ", "-")
    local = dict.fromkeys(("stdio", "local", "command"), form.default_type)
    remote = ("http", "https", "sse", "remote", "streamable-http", "streamablehttp")
    guesses = local | dict.fromkeys(remote, form.remote_type)
    meant = plain if plain in form.types else guesses.get(plain, "")
    accepted = ", ".join(each for each in form.types if each != "sdk")
    message = f"`type` is one of {accepted} in {form.title}"
    fix = (Edit(kind.value.span, json.dumps(meant)),) if meant in form.types else ()
    return Problem(_KIND, kind.value.span, message, fix, f"Change to `{meant}`" if fix else "")


def _untyped(server: Server, address: Entry, form: AdapterFormat) -> Problem:
    path = text_of(address.value).partition("?")[0].rstrip("/")
    kind = "sse" if path.endswith("/sse") else form.remote_type
    message = f'{form.title} refuses a `url` without a `type`; add `"type": "{kind}"`'
    edit = Edit(Span.at(address.key_span.start), f'"type": "{kind}", ')
    return Problem(_KIND, address.key_span, message, (edit,), f'Add `"type": "{kind}"`')


def _half(
    kind: Entry, command: Entry | None, address: Entry | None, form: AdapterFormat
) -> Iterator[Problem]:
    """A type without what it needs."""
    word = text_of(kind.value)
    if word in _STDIO and command is None:
        yield Problem(_KIND, kind.value.span, f"a server of type `{word}` needs a `command`")
    elif word not in (*_STDIO, "sdk") and address is None:
        message = f"a server of type `{word}` needs a `{form.urls[0]}`"
        yield Problem(_KIND, kind.value.span, message)


def _neither(server: Server, form: AdapterFormat) -> Problem:
    slip = next((each for each in entries(server.value) if each.key in _SLIPS), None)
    if slip is None:
        message = f"`{server.name}` has neither a `command` nor a `{form.urls[0]}`; add one"
        return Problem(_KIND, server.name_span, message)
    meant = _SLIPS[slip.key]
    fix = (Edit(slip.key_span, json.dumps(meant)),)
    message = f"{form.title} does not read `{slip.key}`; did you mean `{meant}`?"
    return Problem(_KIND, slip.key_span, message, fix, f"Change to `{meant}`")


def _command(server: Server, form: AdapterFormat) -> Iterator[Problem]:
    command, arguments = server.entry("command"), server.entry("args")
    if command is not None and form.command_list and _is_text(command.value):
        yield _wrong(command, "a list of texts, the program first")
    elif command is not None and form.command_list:
        yield from _texts(command, form)
    elif command is not None and isinstance(command.value, Sequence) and form.own_file:
        yield _split(command, arguments)
    elif command is not None and form.own_file and not _is_text(command.value):
        # An object is read by Zed; what others take beside a text is not known.
        yield _wrong(command, "one text")
    if arguments is not None:
        yield from _texts(arguments, form)


def _split(command: Entry, arguments: Entry | None) -> Problem:
    message = "`command` is one text, the program; the rest stands in `args`"
    items = command.value.items if isinstance(command.value, Sequence) else ()
    words = [text_of(each) for each in items]
    if arguments is not None or not words or not all(words):
        return Problem(_KIND, _start(command.value), message)
    new = json.dumps(words[0], ensure_ascii=False)
    if words[1:]:
        new += f', "args": {json.dumps(words[1:], ensure_ascii=False)}'
    edit = Edit(command.value.span, new)
    return Problem(
        _KIND, _start(command.value), message, (edit,), "Split into `command` and `args`"
    )


def _texts(entry: Entry, form: AdapterFormat) -> Iterator[Problem]:
    if not isinstance(entry.value, Sequence):
        if not (isinstance(entry.value, Scalar) and entry.value.style == "empty"):
            yield _wrong(entry, "a list of texts")
        return
    for item in entry.value.items:
        if isinstance(item, Scalar) and _is_text(item):
            continue
        if not isinstance(item, Scalar) or form.env_values:
            yield _quoted(item, f"each of `{entry.key}` is a text")


def _pairs(entry: Entry, form: AdapterFormat) -> Iterator[Problem]:
    if not isinstance(entry.value, Mapping):
        if not (isinstance(entry.value, Scalar) and entry.value.style == "empty"):
            yield _wrong(entry, "an object of texts by name")
        return
    numbers = form.env_values != "texts" and entry.key == form.env
    for pair in entry.value.entries:
        value = pair.value
        if not isinstance(value, Scalar):
            yield _quoted(value, f"`{pair.key}` is a text")
        elif _is_text(value) or not form.env_values:
            continue
        elif not (numbers and not isinstance(value.value, bool)):
            yield _quoted(value, f"`{pair.key}` is a text; put the value in quotes")


def _quoted(node: Node, message: str) -> Problem:
    if not isinstance(node, Scalar) or node.style == "empty" or node.value is None:
        return Problem(_KIND, _start(node), message)
    edit = Edit(node.span, json.dumps(node.text, ensure_ascii=False))
    return Problem(_KIND, node.span, message, (edit,), "Put it in quotes", True)


def _wrong(entry: Entry, wanted: str) -> Problem:
    return Problem(_KIND, _start(entry.value), f"`{entry.key}` is {wanted}")


def _is_text(node: Node) -> bool:
    """Whether it is a text; a value that is still missing is another's finding."""
    if not isinstance(node, Scalar):
        return False
    return isinstance(node.value, str) or node.style == "empty"
