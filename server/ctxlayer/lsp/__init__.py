"""The language server: conversion at the edge, the engine behind it.

Importing this package costs nothing; pygls is imported by whoever calls one of the functions.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ctxlayer.lsp.engine import Engine
    from ctxlayer.lsp.transport import Streams

_SWITCH_SECONDS = 0.001


def serve_stdio(load: Callable[[], Engine] | None = None) -> int:
    """Serve the client on standard input and output until it leaves; the exit code."""
    from ctxlayer.lsp.transport import claim_stdio

    return _serve(claim_stdio(), load)


def serve_tcp(host: str, port: int, load: Callable[[], Engine] | None = None) -> int:
    """Serve one client on a loopback address; the exit code.

    Raises ValueError for any other address: the protocol knows no passwords. Port 0 takes a
    free one; the address in use is written to standard error.
    """
    from ctxlayer.lsp.transport import accept_one

    return _serve(accept_one(host, port), load)


def _serve(streams: Streams, load: Callable[[], Engine] | None) -> int:
    # Importing the protocol makes half a million objects that never die. Collecting in between
    # takes a sixth of the start-up; freezing keeps later collections from walking them.
    gc.disable()
    from ctxlayer.lsp.logs import start_log
    from ctxlayer.lsp.server import Server

    start_log(os.environ.get("CTXLAYER_LOG", ""))
    gc.freeze()
    gc.enable()
    # A keystroke passes three threads; while the engine is busy each of them would wait for the
    # default 5 ms before it gets its turn.
    sys.setswitchinterval(_SWITCH_SECONDS)
    server = Server() if load is None else Server(load)
    return server.serve(streams)
