"""A pygls server that publishes nothing found: the floor that a server in Python can reach."""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("empty", "0")


def _publish(uri: str, version: int | None) -> None:
    server.text_document_publish_diagnostics(
        types.PublishDiagnosticsParams(uri=uri, version=version, diagnostics=[])
    )


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def _did_open(_: LanguageServer, params: types.DidOpenTextDocumentParams) -> None:
    _publish(params.text_document.uri, params.text_document.version)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def _did_change(_: LanguageServer, params: types.DidChangeTextDocumentParams) -> None:
    _publish(params.text_document.uri, params.text_document.version)


if __name__ == "__main__":
    server.start_io()
