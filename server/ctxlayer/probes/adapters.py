"""Asks configured adapters for their tools: starts them, lists the tools, ends them.

Only a person's command does this. A server runs in a process group of its own with little more than
`PATH` and what its configuration says, is sent no call of any tool, and is ended with all that it
started. Nothing that it was told is ever shown.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import IO, Any

from ctxlayer import __version__
from ctxlayer.analysis.secrets import find_secrets
from ctxlayer.layer.adapter_launch import Launch, Unset, filled_in

SECONDS = 30.0
"""For one server: some are fetched by a package manager first."""

TOTAL_SECONDS = 180.0
"""For all of them."""

INSTALL = "pip install 'ctxlayer[probe]'"

_FIRST_VERSION = 2
_AT_ONCE = 4
_MOST_PAGES = 50
_MOST_TOOLS = 2_000
_LARGEST_ANSWER = 20_000_000
"""Bytes of one answer over HTTP: the SDK would take in all that comes."""
_LONGEST_FILE = 100_000
_LONGEST_WORDS = 200
_SHORTEST_SECRET = 4


@dataclass(frozen=True, slots=True)
class Probe:
    """What one adapter answered. `failure` says why it did not; "" where it did.

    `tools` are the names, `schemas` their definitions as a model is sent them.
    """

    launch: Launch
    tools: tuple[str, ...] = ()
    schemas: tuple[str, ...] = ()
    failure: str = ""


def is_installed() -> bool:
    """Whether the SDK is there that speaks to adapters, in a version that this is written for."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return int(version("mcp").partition(".")[0]) >= _FIRST_VERSION
    except (PackageNotFoundError, ValueError):
        return False


def probe_adapters(
    launches: Sequence[Launch],
    root: str,
    *,
    seconds: float = SECONDS,
    total: float = TOTAL_SECONDS,
    told: Callable[[Probe], None] | None = None,
) -> tuple[Probe, ...]:
    """Ask every server, a few at a time; the answers in the order of `launches`.

    `told` hears of each as it comes. Raises `ImportError` without the SDK.
    """
    import anyio

    found: dict[int, Probe] = {}

    async def ask(number: int, launch: Launch, gate: anyio.Semaphore) -> None:
        async with gate:
            found[number] = await _probe(launch, root, seconds)
            if told is not None:
                told(found[number])

    async def ask_all() -> None:
        gate = anyio.Semaphore(_AT_ONCE)
        with anyio.move_on_after(total):
            async with anyio.create_task_group() as group:
                for number, launch in enumerate(launches):
                    group.start_soon(ask, number, launch, gate)

    with _quiet():
        anyio.run(ask_all)
    late = f"not asked: all together took more than {total:g} s"
    return tuple(
        found.get(number) or Probe(launch, failure=late) for number, launch in enumerate(launches)
    )


class _quiet:  # noqa: N801 - used as a word, like `contextlib.suppress`
    """Keeps the SDK from printing what servers say."""

    def __enter__(self) -> None:
        self._loggers = [logging.getLogger(name) for name in ("mcp", "httpx", "httpx2", "client")]
        self._levels = [each.level for each in self._loggers]
        for each in self._loggers:
            each.setLevel(logging.CRITICAL + 1)

    def __exit__(self, *error: object) -> None:
        for each, level in zip(self._loggers, self._levels, strict=True):
            each.setLevel(level)


async def _probe(launch: Launch, root: str, seconds: float) -> Probe:
    import anyio

    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        told: set[str] = set()
        refused: list[int] = []
        try:
            filled = _filled(launch, root, told)
            with anyio.fail_after(seconds):
                async with _session(filled, root, errors, refused) as client:
                    tools = await _tools(client)
        except Unset as unset:
            return Probe(launch, failure=f"not started: {unset.words}")
        except TimeoutError:
            why = f"no answer within {seconds:g} s"
            return Probe(launch, failure=_with_last_words(why, errors, told))
        except Exception as error:  # noqa: BLE001 - one server must not keep others from answering
            return Probe(
                launch, failure=_with_last_words(_reason(error, launch, refused), errors, told)
            )
    names = tuple(str(tool.name) for tool in tools)
    return Probe(launch, names, tuple(_schema(launch.name, tool) for tool in tools))


# What a server is given.


def _filled(launch: Launch, root: str, told: set[str]) -> Launch:
    """The launch with its references filled in; what came of that is noted in `told`."""
    variables = dict(os.environ)

    def fill(text: str) -> str:
        value = filled_in(text, variables, root)
        if value != text:
            told.add(value)
        return value

    def pairs(each: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        found = tuple((name, fill(value)) for name, value in each)
        told.update(value for _, value in found)
        return found

    from_file = _read_environment(os.path.join(root, fill(launch.environment_file)))
    told.update(value for _, value in from_file)
    return Launch(
        launch.name,
        launch.config,
        launch.digest,
        fill(launch.command),
        tuple(fill(each) for each in launch.arguments),
        fill(launch.folder),
        (*from_file, *pairs(launch.environment)),
        "",
        fill(launch.url),
        pairs(launch.headers),
        launch.is_stream,
    )


def _read_environment(path: str) -> tuple[tuple[str, str], ...]:
    """The variables of an `.env` file; none where there is no such file."""
    if not os.path.isfile(path):
        return ()
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read(_LONGEST_FILE).splitlines()
    pairs = (line.removeprefix("export ").partition("=") for line in lines if "=" in line)
    return tuple(
        (name.strip(), value.strip().strip("\"'")) for name, _, value in pairs if name[:1] != "#"
    )


@asynccontextmanager
async def _session(
    launch: Launch, root: str, errors: IO[str], refused: list[int]
) -> AsyncIterator[Any]:
    from mcp import Client, Implementation

    about = Implementation(name="ctxlayer", version=__version__)
    with tempfile.TemporaryDirectory() as folder:
        note = os.path.join(folder, "pid")
        try:
            if launch.url:
                transport = _remote(launch, refused)
            else:
                transport = _local(launch, root, errors, note)
            async with Client(transport, client_info=about) as client:
                yield client
        finally:
            _end_group(note)


_START = (
    "import os, sys\n"
    "with open(sys.argv[1], 'w') as note: note.write(str(os.getpid()))\n"
    "os.execvp(sys.argv[2], sys.argv[2:])"
)
"""Notes the number of the process, which is that of its group, and becomes the server."""


def _local(launch: Launch, root: str, errors: IO[str], note: str) -> Any:
    from mcp import StdioServerParameters
    from mcp.client.stdio import stdio_client

    if not launch.command:
        raise Unset("it has neither a command nor an address")
    folder = os.path.join(root, launch.folder)
    if not os.path.isdir(folder):
        raise Unset("the folder that it runs in is not there")
    environment = dict(launch.environment)
    path = environment.get("PATH") or os.environ.get("PATH")
    beside = os.path.join(folder, launch.command)
    if shutil.which(launch.command, path=path) is None and shutil.which(beside) is None:
        raise FileNotFoundError(launch.command)
    words = [launch.command, *launch.arguments]
    if os.name == "posix":
        words = [sys.executable, "-I", "-S", "-c", _START, note, *words]
    server = StdioServerParameters(
        command=words[0],
        args=words[1:],
        env=environment,
        cwd=folder,
        encoding_error_handler="replace",
    )
    return stdio_client(server, errlog=errors)  # type: ignore[arg-type] # it is a file with a number


def _end_group(note: str) -> None:
    """End what a server started and left behind; on Windows the SDK's job object does that."""
    if os.name != "posix" or not os.path.isfile(note):
        return
    with open(note, encoding="utf-8") as file:
        text = file.read()
    try:
        os.killpg(int(text), signal.SIGKILL)
    except (ValueError, ProcessLookupError, PermissionError):
        return  # all of it has ended by itself


def _remote(launch: Launch, refused: list[int]) -> AbstractAsyncContextManager[Any]:
    headers = dict(launch.headers)
    if launch.is_stream:
        from mcp.client.sse import sse_client

        return sse_client(launch.url, headers=headers)
    return _streamed(launch.url, headers, refused)


@asynccontextmanager
async def _streamed(url: str, headers: Mapping[str, str], refused: list[int]) -> AsyncIterator[Any]:
    """Streams of messages over HTTP; what a server refuses them with goes to `refused`."""
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    class Bounded(httpx2.AsyncByteStream):
        """A body that ends with an error where it is larger than any answer."""

        def __init__(self, stream: Any) -> None:
            self._stream = stream

        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for part in self._stream:
                size += len(part)
                if size > _LARGEST_ANSWER:
                    raise ValueError("the answer does not end")
                yield part

        async def aclose(self) -> None:
            await self._stream.aclose()

    async def note(response: Any) -> None:
        if response.status_code >= 400:
            refused.append(response.status_code)
        # Packed, a few bytes may stand for gigabytes; nobody asked for that.
        if response.headers.get("Content-Encoding", "identity") != "identity":
            raise ValueError("the answer is packed")
        response.stream = Bounded(response.stream)

    hooks = {"response": [note]}
    asked = {"Accept-Encoding": "identity", **headers}
    async with (
        httpx2.AsyncClient(headers=asked, timeout=SECONDS, event_hooks=hooks) as http,
        streamable_http_client(url, http_client=http) as streams,
    ):
        yield streams


# What it answers.


async def _tools(client: Any) -> list[Any]:
    """The tools, page by page."""
    tools: list[Any] = []
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        page = await client.list_tools(cursor=cursor)
        tools += page.tools
        cursor = page.next_cursor
        if not cursor or len(tools) >= _MOST_TOOLS:
            break
    return tools[:_MOST_TOOLS]


def _schema(server: str, tool: Any) -> str:
    """A tool as a model is sent it: name, description, input schema."""
    definition = {
        "name": f"mcp__{server}__{tool.name}",
        "description": tool.description or "",
        "input_schema": tool.input_schema or {},
    }
    return json.dumps(definition, ensure_ascii=False, separators=(",", ":"), default=str)


def _reason(error: BaseException, launch: Launch, refused: Sequence[int]) -> str:
    """Why it failed, in words of ours."""
    causes = [error]
    for each in causes:
        causes += getattr(each, "exceptions", ())
    for each in causes:
        if isinstance(each, FileNotFoundError):
            return "its command is not installed here" if not launch.url else "it is not there"
        if isinstance(each, PermissionError):
            return "its command may not be run"
    names = {type(each).__name__ for each in causes}
    if launch.url:
        found = (*refused, *filter(None, map(_status, causes)))
        # Some servers refuse the question that only newer ones know; the last word counts.
        status = found[-1] if found else 0
        if status in (401, 403):
            return f"it wants somebody to sign in (HTTP {status})"
        return f"it cannot be reached (HTTP {status})" if status else "it cannot be reached"
    if "MCPError" in names or "McpError" in names:
        return "it ended, or answered with an error"
    return f"it does not answer as an MCP server ({type(causes[-1]).__name__})"


def _status(error: BaseException) -> int:
    found = getattr(getattr(error, "response", None), "status_code", 0)
    return found if isinstance(found, int) else 0


def _with_last_words(why: str, errors: IO[str], told: Iterable[str]) -> str:
    """The reason, with the last line that the server wrote, cleared of what it was told."""
    try:
        errors.seek(0, os.SEEK_END)
        errors.seek(max(0, errors.tell() - _LONGEST_FILE))
        lines = [line.strip() for line in errors.read().splitlines()]
    except (OSError, ValueError):
        return why
    last = next((line for line in reversed(lines) if line), "")
    for value in sorted(
        (each for each in told if len(each) >= _SHORTEST_SECRET), key=len, reverse=True
    ):
        last = last.replace(value, "***")
    for secret in reversed(find_secrets(last)):
        last = f"{last[: secret.span.start]}***{last[secret.span.end :]}"
    plain = "".join(char if char.isprintable() else " " for char in last)[:_LONGEST_WORDS]
    return f"{why}; it said: {plain.strip()}" if plain.strip() else why
