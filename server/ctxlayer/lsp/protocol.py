"""pygls' protocol with its faults mended, each where it lies.

- Params that do not fit get an error answer instead of silence.
- Requests before `initialize` and after `shutdown` are refused as the protocol says.
- What is not a JSON-RPC message is answered as such and costs nothing else.
- Documents are kept by us: pygls' own sync splits lines at the wrong characters, copies the text
  on each change and fails on documents that are not open.
- `exit` gives the process the right exit code.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from concurrent.futures import Future
from inspect import isgeneratorfunction
from typing import TYPE_CHECKING, Any, TypeVar, cast

from cattrs.errors import BaseValidationError
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol

from ctxlayer.lsp.conversion import Diagnostic

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server

logger = logging.getLogger(__name__)
T = TypeVar("T")

MISFITS = (BaseValidationError, TypeError, ValueError, KeyError, AttributeError)
"""What the converter raises for JSON that does not fit a type."""

_OWN = (
    types.INITIALIZE,
    types.INITIALIZED,
    types.EXIT,
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
    types.WORKSPACE_EXECUTE_COMMAND,
)
"""Built-in handlers of pygls that ours replace; most of them feed a workspace of its own."""


class Refused(JsonRpcException):
    """What was asked for cannot be done; the message is for the person, and no fault of ours."""

    CODE = types.LSPErrorCodes.RequestFailed.value


class Protocol(LanguageServerProtocol):
    """Takes decoded JSON, keeps the order of the connection's life, hands on to pygls."""

    _server: Server

    def __init__(self, server: Server, converter: Any) -> None:
        super().__init__(server, converter)
        self._initialized = False

    def _register_builtin_features(self) -> None:
        super()._register_builtin_features()  # type: ignore[no-untyped-call]  # pygls has no types there
        for method in _OWN:
            self.fm.builtin_features.pop(method, None)

    def receive(self, body: bytes) -> None:
        """Handle one message; nothing that a client sends raises."""
        try:
            message = json.loads(body)
        except (ValueError, RecursionError) as error:
            logger.warning("not JSON: %s", error)
            self._refuse(None, types.ErrorCodes.ParseError, "the message is not JSON")
            return
        if not isinstance(message, dict) or message.get("jsonrpc") != self.VERSION:
            self._refuse(
                None, types.ErrorCodes.InvalidRequest, "not one JSON-RPC 2.0 message (no batches)"
            )
            return
        method, id_ = message.get("method"), message.get("id")
        if isinstance(method, str):
            if "id" not in message:
                self._notified(method, message)
            elif isinstance(id_, (str, int)) and not isinstance(id_, bool):
                self._requested(method, id_, message)
            else:
                self._refuse(None, types.ErrorCodes.InvalidRequest, "an id is a string or a number")
        elif "result" in message or "error" in message:
            self._answered(message)
        else:
            self._refuse(None, types.ErrorCodes.InvalidRequest, "no method and no result")

    def _requested(self, method: str, id_: str | int, message: dict[str, Any]) -> None:
        codes = types.ErrorCodes
        if self._shutdown:
            self._refuse(id_, codes.InvalidRequest, "the server was shut down")
        elif method == types.INITIALIZE:
            self._initialize(id_, message.get("params"))
        elif not self._initialized:
            self._refuse(id_, codes.ServerNotInitialized, "initialize comes first")
        elif not self._knows(method):
            self._refuse(id_, codes.MethodNotFound, f"no such method: {method}")
        else:
            self._call(method, message, lambda params: self._handle_request(id_, method, params))

    def _notified(self, method: str, message: dict[str, Any]) -> None:
        if method == types.EXIT:
            self._server.stop(0 if self._shutdown else 1)
        elif self._initialized and not self._shutdown:
            if method == types.CANCEL_REQUEST or self._knows(method):
                self._call(
                    method, message, lambda params: self._handle_notification(method, params)
                )
            else:
                logger.debug("ignored: %s", method)

    def _knows(self, method: str) -> bool:
        return method in self.fm.features or method in self.fm.builtin_features

    def _call(self, method: str, message: dict[str, Any], handle: Callable[[Any], None]) -> None:
        """Give `message`'s params their protocol type and hand them to `handle`."""
        try:
            params = self._typed(method, message)
        except MISFITS as error:
            logger.warning("params of %s do not fit: %s", method, error)
            if "id" in message:
                self._refuse(
                    message["id"], types.ErrorCodes.InvalidParams, f"params do not fit {method}"
                )
            return
        handle(params)

    def _typed(self, method: str, message: dict[str, Any]) -> Any:
        """The params as their protocol type; those of our own methods stay plain JSON."""
        kind = self.get_message_type(method)
        if kind is None:
            return message.get("params")
        if message.get("params") is None:
            # Some clients leave out what has no required member.
            message = {**message, "params": {}}
        return self._converter.structure(message, kind).params

    def _answered(self, message: dict[str, Any]) -> None:
        """A client's answer to one of our requests; an answer to none of them is logged."""
        id_, error = message.get("id"), message.get("error")
        if not isinstance(id_, str):
            logger.warning("an answer to no request of ours: %r", id_)
            return
        self._result_types.pop(id_, None)
        waiting = self._request_futures.get(id_)
        if waiting is not None and waiting.cancelled():
            del self._request_futures[id_]  # nobody waits for it any longer
            return
        if error is None:
            self._handle_response(id_, message.get("result"))
            return
        text = error.get("message") if isinstance(error, dict) else error
        code = types.ErrorCodes.InternalError
        self._handle_response(id_, error=types.ResponseError(code=code, message=str(text)))

    def _execute_handler(
        self,
        msg_id: str | int,
        handler: Callable[..., Any],
        callback: Callable[[Any], None],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        """Run a handler at once; what it returns may be a future, which can be cancelled.

        pygls starts coroutines only in the next turn of its loop, after changes that came in
        behind the request.
        """
        if isgeneratorfunction(handler):
            super()._execute_handler(msg_id, handler, callback, args, kwargs)
            return
        future: Future[Any] = Future()
        try:
            result = handler(*(args or ()), **(kwargs or {}))
        except Exception as error:  # noqa: BLE001 - it becomes the error answer
            future.set_exception(error)
        else:
            if isinstance(result, asyncio.Future):
                # pygls calls nothing on it that the two kinds of future do not share.
                future = self._request_futures[msg_id] = cast("Future[Any]", result)
            else:
                future.set_result(result)
        future.add_done_callback(callback)

    def _send_handler_result(self, future: Future[Any], *, msg_id: str | int) -> None:
        """A refusal is an answer: it goes out without a traceback in the log."""
        error = None if future.cancelled() else future.exception()
        if isinstance(error, Refused):
            self._request_futures.pop(msg_id, None)
            self._send_response(msg_id, error=error.to_response_error())
            return
        super()._send_handler_result(future, msg_id=msg_id)

    def _initialize(self, id_: str | int, params: Any) -> None:
        codes = types.ErrorCodes
        if self._initialized:
            self._refuse(id_, codes.InvalidRequest, "initialized already")
        elif not isinstance(params, dict) or not isinstance(params.get("capabilities"), dict):
            self._refuse(id_, codes.InvalidParams, "initialize needs an object of capabilities")
        else:
            result = self._server.initialize(params)
            self._initialized = True
            self._send_response(id_, result)
            self._server.start_engine()

    def _refuse(self, id_: str | int | None, code: types.ErrorCodes, message: str) -> None:
        # Plain JSON: the converter leaves out an id of None, which has to be there as null.
        error = {"code": code.value, "message": message}
        self._send_data({"jsonrpc": self.VERSION, "id": id_, "error": error})

    @property
    def was_shut_down(self) -> bool:
        """Whether the client asked to shut down, so that leaving is no failure."""
        return bool(self._shutdown)

    def to_json(self, value: Any) -> Any:
        """A value of protocol types as plain JSON."""
        return self._converter.unstructure(value)

    def from_json(self, value: Any, kind: type[T]) -> T:
        """Plain JSON as a protocol type; InvalidParams where it does not fit."""
        try:
            made: T = self._converter.structure(value, kind)
        except MISFITS as error:
            raise JsonRpcInvalidParams(f"not a {kind.__name__}: {error}") from error
        return made

    def send_json(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification of plain JSON, from any thread; nothing after `shutdown`."""
        if self.writer is not None and not self._shutdown:
            self.writer.write(written(self.VERSION, method, params).encode())


def written(version: str, method: str, params: dict[str, Any]) -> str:
    """A notification as text; diagnostics bring theirs along."""
    items = params.get("diagnostics")
    message = {"jsonrpc": version, "method": method}
    if not items or not all(isinstance(item, Diagnostic) for item in items):
        return json.dumps({**message, "params": params})
    others = {name: value for name, value in params.items() if name != "diagnostics"}
    head = json.dumps({**message, "params": {**others, "diagnostics": []}})
    return f"{head.removesuffix(_EMPTY)}[{','.join(item.text for item in items)}]}}}}"


_EMPTY = "[]}}"
