"""The language server on its event loop: messages in, jobs for the engine out.

Three threads: a reader that only reads, this loop that keeps documents and answers the protocol,
and one that owns the engine. The loop never waits, so input and cancellation always get through.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import uuid
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from ctxlayer import __version__
from ctxlayer.lsp import uris
from ctxlayer.lsp.capabilities import server_capabilities
from ctxlayer.lsp.client import Client, read_client
from ctxlayer.lsp.documents import Documents, OpenDocument
from ctxlayer.lsp.fetching import Fetching
from ctxlayer.lsp.folders import Folders, watchers
from ctxlayer.lsp.formatters import registrations, unregistrations
from ctxlayer.lsp.jobs import Jobs
from ctxlayer.lsp.progress import Shown
from ctxlayer.lsp.protocol import Protocol
from ctxlayer.lsp.requests import HANDLERS
from ctxlayer.lsp.requests.completion import Documentation
from ctxlayer.lsp.server import Load
from ctxlayer.lsp.session import Opened, View
from ctxlayer.lsp.ticking import POLL_SECONDS, SLOW_SECONDS, Ticker
from ctxlayer.lsp.transport import Streams, Writer, start_reader, watch_parent
from ctxlayer.lsp.worker import Worker

if TYPE_CHECKING:
    from ctxlayer.ide.model import Hint, Lens

logger = logging.getLogger(__name__)
T = TypeVar("T")

QUIET_SECONDS = 0.2
"""Without a change for so long, the rest of the layer is brought up to date."""

_WATCH = "ctxlayer-files"
_SWEEP = "sweep"


class Server(LanguageServer):
    """One connection with one client."""

    protocol: Protocol

    def __init__(self, load: Load) -> None:
        super().__init__(
            "ctxlayer", __version__, protocol_cls=Protocol, converter_factory=default_converter
        )
        self.client = Client()
        self.documents = Documents()
        self.documentation = Documentation()
        self._load = load
        self._trusted = True
        self._folders = Folders()
        self._worker = Worker()
        self._jobs = Jobs(
            self._worker,
            self.protocol.send_json,
            self._ask_to_pull,
            self._tell_formatted,
            self._ask_for_hints,
            self._ask_for_lenses,
        )
        self._fetching = Fetching(
            self._worker, self._jobs, self._begin_progress, self._show_message
        )
        self._inbox: deque[bytes] = deque()
        self._dirty: dict[str, OpenDocument] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._formats = False
        self._has_read = False
        self._owes_lenses = False
        self._registering = asyncio.Lock()
        for method, handler in HANDLERS.items():
            self.feature(method)(handler)

    # The connection.

    def serve(self, streams: Streams) -> int:
        """Serve until the client leaves; the exit code of the process."""
        try:
            return asyncio.run(self._run(streams))
        except KeyboardInterrupt:
            return 1

    async def _run(self, streams: Streams) -> int:
        self._loop = asyncio.get_running_loop()
        self._stopped: asyncio.Future[int] = self._loop.create_future()
        gone = partial(self._from_thread, self._hang_up)
        self.protocol.set_writer(Writer(streams.write, gone), include_headers=False)
        start_reader(streams.read, self._arrived, gone)
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            # Some editors end a server so, and what it has started should end with it. Not everywhere
            # is there such a signal, and only the main thread hears it.
            self._loop.add_signal_handler(signal.SIGTERM, self._hang_up)
        return await self._stopped

    def stop(self, code: int) -> None:
        """Leave with this exit code."""
        if not self._stopped.done():
            self._stopped.set_result(code)

    def _hang_up(self) -> None:
        """The client left without `exit`."""
        self.stop(0 if self.protocol.was_shut_down else 1)

    def _from_thread(self, call: Callable[[], object]) -> None:
        try:
            self._loop.call_soon_threadsafe(call)
        except RuntimeError:
            logger.debug("too late: the loop is closed")

    def _arrived(self, body: bytes) -> None:
        """A message, on the reader's thread."""
        self._inbox.append(body)
        self._from_thread(self._drain)

    def _drain(self) -> None:
        """Handle all messages that are here, then hand on what they made of the documents."""
        while self._inbox and not self._stopped.done():
            try:
                self.protocol.receive(self._inbox.popleft())
            except Exception:
                logger.exception("a message could not be handled")
        self._flush()

    # The beginning.

    def initialize(self, params: dict[str, Any]) -> types.InitializeResult:
        """Take in what the client says about itself and say what we offer."""
        self.client = read_client(params["capabilities"])
        self.documents.encoding = self.client.encoding
        self._folders = Folders.of(params)
        options = params.get("initializationOptions")
        self._trusted = not (isinstance(options, dict) and options.get("trusted") is False)
        pid = params.get("processId")
        if isinstance(pid, int) and pid > 0:
            watch_parent(pid, partial(self._from_thread, self._hang_up))
        return types.InitializeResult(
            capabilities=server_capabilities(self.client), server_info=self.protocol.server_info
        )

    def start_engine(self) -> None:
        """Begin to load the engine, now that `initialize` has been answered."""
        self._worker.post(partial(self._jobs.start, self._load, self.client, self._trusted))
        self._worker.start()

    def initialized(self) -> None:
        """Read the workspace, and ask the client to tell what happens to its files."""
        scan = self._set_folders()
        scan.add_done_callback(lambda _: self._from_thread(self._read))
        ticker = Ticker(self._worker, self._jobs, self.documents.any_open)
        self._spawn(ticker.watch())
        self._spawn(ticker.tick(SLOW_SECONDS if self.client.watches else POLL_SECONDS))
        if self.client.progress:
            self._spawn(self._show_progress("Context Layer: reading files", scan))
        if self.client.watches:
            self._spawn(self._watch())

    def change_folders(self, event: types.WorkspaceFoldersChangeEvent) -> None:
        """Serve another set of folders; what is shown for those that left is taken back."""
        self._folders = self._folders.after(event)
        self._set_folders()
        if self.client.watches and self.client.relative_patterns:
            self._spawn(self._watch_anew())

    def _set_folders(self) -> Future[None]:
        scan = self._worker.submit(partial(self._jobs.set_folders, self._folders.paths))
        self._worker.post(self._jobs.sweep, _SWEEP)
        return scan

    # Documents.

    def opened(self, document: OpenDocument) -> None:
        """A document was opened or changed; the engine hears of it when the inbox is empty."""
        self._dirty[document.uri] = document

    def closed(self, document: OpenDocument) -> None:
        """A document was closed."""
        self._flush()
        if document.path is not None:
            self._worker.post(partial(self._jobs.close, document.path, document.uri))
            self._sweep_soon()

    def disk_changed(self, paths: list[Path], deleted: list[Path]) -> None:
        """Files changed on disk; `deleted` are those of `paths` that are gone."""
        paths = [path for path in paths if not self._folders.is_of_git(path)]
        if not paths:
            return
        self._flush()
        self._worker.post(partial(self._jobs.take_disk, paths, deleted))
        self._sweep_soon()

    def _flush(self) -> None:
        """Give the engine each changed document once, in its last state."""
        dirty, self._dirty = self._dirty, {}
        for document in dirty.values():
            if document.path is not None:
                opened = Opened(document.uri, document.version)
                put = partial(self._jobs.put, document.path, opened, document.buffer.text)
                self._worker.post(put, document.uri)
                self._sweep_soon()

    def _sweep_soon(self) -> None:
        """When it has been quiet for a while, bring the rest of the layer up to date."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(
            QUIET_SECONDS, self._worker.post, self._jobs.sweep, _SWEEP
        )

    # Questions.

    @property
    def first_folder(self) -> str | None:
        """The URI of the first workspace folder; None where the client has none."""
        return next(iter(self._folders.members), None)

    def ask(
        self, uri: str, answer: Callable[[View], T], *, any_file: bool = False
    ) -> asyncio.Future[T | None]:
        """`answer` about a document of a layer, or `any_file`, worked out on the engine's thread.

        None for documents that are no part of a layer, or of no file at all. The question is in
        the queue when this returns, so changes that arrive later cannot overtake it.
        """

        def work(path: Path) -> T | None:
            view = self._jobs.session.view(path)
            asked = view is not None and (any_file or view.is_document)
            return answer(view) if view is not None and asked else None

        return self._submit(uri, work)

    def ask_all(self, answer: Callable[[Sequence[View]], T]) -> asyncio.Future[T]:
        """`answer` about all layers, each seen from its root; worked out on the engine's thread."""
        self._flush()
        session = self._jobs.session
        return asyncio.wrap_future(self._worker.submit(lambda: answer(session.roots())))

    def ask_status(self, uri: str, question: Callable[[View], Any]) -> asyncio.Future[Any]:
        """A question about any file below a layer's root, kept true by `ctxlayer/statusChanged`."""
        return self._submit(uri, lambda path: self._jobs.statuses.ask(uri, path, question))

    def ask_hints(
        self, uri: str, answer: Callable[[View, tuple[Hint, ...]], list[T]]
    ) -> asyncio.Future[list[T] | None]:
        """`answer` about the hints of a document, kept true by `workspace/inlayHint/refresh`."""
        return self._submit(uri, lambda path: self._jobs.hints.ask(uri, path, answer), [])

    def ask_lenses(
        self, uri: str, answer: Callable[[View, tuple[Lens, ...]], list[T]]
    ) -> asyncio.Future[list[T] | None]:
        """`answer` about the lenses of a document, kept true by `workspace/codeLens/refresh`."""
        if self.client.refresh_lenses and not self._has_read:
            # How long the first answers take decides how long VS Code waits before it asks again.
            self._owes_lenses = True
            return self._answered([])
        return self._submit(uri, lambda path: self._jobs.lenses.ask(uri, path, answer), [])

    def _read(self) -> None:
        self._has_read = True
        if self._owes_lenses:
            self._ask_for_lenses()

    def pull(self, uri: str, previous: str | None) -> asyncio.Future[Any]:
        """A diagnostic report of one document, empty for one that is no file."""
        return self._submit(
            uri,
            lambda path: self._jobs.publisher.pull(path, uri, previous),
            {"kind": "full", "items": []},
        )

    def _submit(
        self, uri: str, work: Callable[[Path], T | None], nowhere: T | None = None
    ) -> asyncio.Future[T | None]:
        document = self.documents.get(uri)
        path = uris.to_path(uri) if document is None else document.path
        if path is None:
            return self._answered(nowhere)
        self._flush()
        return asyncio.wrap_future(self._worker.submit(partial(work, path)))

    def _answered(self, answer: T) -> asyncio.Future[T]:
        answered: asyncio.Future[T] = self._loop.create_future()
        answered.set_result(answer)
        return answered

    # What the server asks of the client.

    def apply_edit(self, edit: Any) -> None:
        """Have the client apply an edit that an action carried as a command."""
        params = types.ApplyWorkspaceEditParams(
            edit=self.protocol.from_json(edit, types.WorkspaceEdit)
        )
        self._spawn(self._request(types.WORKSPACE_APPLY_EDIT, params))

    def fetch(self, root: str | None, names: Sequence[str] | None) -> None:
        """Fetch siblings of the layer at `root`, in the background; None stands for all."""
        self._flush()
        self._spawn(self._fetching.run(root, names))

    def _ask_to_pull(self) -> None:
        self._from_thread(
            partial(self.protocol.send_request, types.WORKSPACE_DIAGNOSTIC_REFRESH, None)
        )

    def _ask_for_hints(self) -> None:
        self._from_thread(
            partial(self.protocol.send_request, types.WORKSPACE_INLAY_HINT_REFRESH, None)
        )

    def _ask_for_lenses(self) -> None:
        self._from_thread(
            partial(self.protocol.send_request, types.WORKSPACE_CODE_LENS_REFRESH, None)
        )

    def _spawn(self, work: Any) -> None:
        # The loop holds tasks weakly; one without a holder may vanish half-way.
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _watch(self) -> None:
        options = types.DidChangeWatchedFilesRegistrationOptions(
            watchers=watchers(self._folders, relative=self.client.relative_patterns)
        )
        registration = types.Registration(
            id=_WATCH,
            method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
            register_options=options,
        )
        await self._request(
            types.CLIENT_REGISTER_CAPABILITY,
            types.RegistrationParams(registrations=[registration]),
        )

    async def _watch_anew(self) -> None:
        unregistration = types.Unregistration(
            id=_WATCH, method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        )
        await self._request(
            types.CLIENT_UNREGISTER_CAPABILITY,
            types.UnregistrationParams(unregisterations=[unregistration]),
        )
        await self._watch()

    def _tell_formatted(self, paths: tuple[str, ...]) -> None:
        """On the engine's thread: these are the documents that we format from now on."""
        self._from_thread(lambda: self._spawn(self._register_formatting(paths)))

    async def _register_formatting(self, paths: tuple[str, ...]) -> None:
        async with self._registering:
            if self._formats:
                old = types.UnregistrationParams(unregisterations=unregistrations(self.client))
                await self._request(types.CLIENT_UNREGISTER_CAPABILITY, old)
            new = registrations(self.client, paths)
            self._formats = bool(new) and await self._request(
                types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams(registrations=new)
            )

    async def _show_progress(self, title: str, work: Future[None]) -> None:
        """Show that `work` is under way, unless it ends before the client is ready to show it."""
        progress = await self._begin_progress(title, work.done)
        if progress is not None:
            try:
                await asyncio.wrap_future(work)
            finally:
                progress.end()

    async def _begin_progress(
        self, title: str, is_over: Callable[[], bool] = lambda: False
    ) -> Shown | None:
        """Something that is shown from now on; None for a client that shows nothing."""
        token = uuid.uuid4().hex
        created = self.client.progress and await self._request(
            types.WINDOW_WORK_DONE_PROGRESS_CREATE, types.WorkDoneProgressCreateParams(token=token)
        )
        return None if not created or is_over() else Shown(self.work_done_progress, token, title)

    def _show_message(self, message: str) -> None:
        params = types.ShowMessageParams(type=types.MessageType.Warning, message=message)
        self.protocol.notify(types.WINDOW_SHOW_MESSAGE, params)

    async def _request(self, method: str, params: Any) -> bool:
        """Ask the client for something that may fail; whether it went well."""
        try:
            await self.protocol.send_request_async(method, params)
        except JsonRpcException as error:
            logger.info("the client refused %s: %s", method, error)
            return False
        return True

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Into the log, not into the user's face: requests have their own error answer."""
        logger.error("%s: %s", getattr(source, "__name__", source), error)
