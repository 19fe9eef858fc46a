"""`ctxlayer serve`: the language server."""

from __future__ import annotations

import argparse
import gc

from ctxlayer.cli.parser import UsageError

SUMMARY = "run the language server"

_LAST_PORT = 65_535
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `serve`."""
    parser.add_argument("--stdio", action="store_true", help="speak on stdin and stdout (default)")
    parser.add_argument(
        "--tcp", metavar="HOST:PORT", help="listen on a loopback address for one client"
    )


def run(options: argparse.Namespace) -> int:
    """Run the server until its client goes away."""
    from importlib import import_module

    gc.enable()
    # By name: the command line may start the server door, never build on it.
    server = import_module("ctxlayer.lsp.server")
    if options.tcp is None:
        return int(server.serve_stdio() or 0)
    host, _, port = options.tcp.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    # More digits than a port has are refused before they are read: that is slow, or an error.
    is_port = port.isascii() and port.isdigit() and len(port) < 6 and int(port) <= _LAST_PORT
    if host not in _LOOPBACK or not is_port:
        raise UsageError(f"--tcp {options.tcp}: give a loopback address, as 127.0.0.1:PORT")
    return int(server.serve_tcp(host, int(port)) or 0)
