"""Entry points of the language server. Importing this module is cheap; calling it is not."""

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

Load = Callable[[bool], "Engine"]
"""Makes the engine; told whether the workspace is trusted."""


def serve_stdio(load: Load | None = None) -> int:
    """Serve the client on standard input and output until it leaves; the exit code."""
    from ctxlayer.lsp.transport import claim_stdio

    return _serve(claim_stdio(), load)


def serve_tcp(host: str, port: int, load: Load | None = None) -> int:
    """Serve one client on a loopback address; the exit code.

    Raises ValueError for any other address: the protocol knows no passwords. Port 0 takes a
    free one; the address in use is written to standard error.
    """
    from ctxlayer.lsp.transport import accept_one

    return _serve(accept_one(host, port), load)


def _serve(streams: Streams, load: Load | None) -> int:
    # Importing the protocol and then the engine makes half a million objects that never die.
    # Collecting in between takes a sixth of the start-up. `Jobs` switches it on again.
    gc.disable()
    from ctxlayer.lsp.engine import load_engine
    from ctxlayer.lsp.language_server import Server
    from ctxlayer.probes.logs import start_log

    start_log(os.environ.get("CTXLAYER_LOG", ""))
    # A keystroke passes three threads; while the engine is busy each of them would wait for the
    # default 5 ms before it gets its turn.
    sys.setswitchinterval(_SWITCH_SECONDS)
    return Server(load or load_engine).serve(streams)
