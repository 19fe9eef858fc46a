"""Where the thing under the cursor is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp.session import View

if TYPE_CHECKING:
    from ctxlayer.ide.model import Location
    from ctxlayer.lsp.language_server import Server

Places = list[types.Location] | list[types.LocationLink]


def definition(ls: Server, params: types.DefinitionParams) -> asyncio.Future[Places | None]:
    """Every place it may be; links where the client takes them."""

    def answer(view: View) -> Places:
        offset = view.columns.offset(params.position)
        found = view.engine.definition(view.snapshot, view.path, offset)
        places = [_place(location, view) for location in found]
        if not view.client.definition_links:
            return [types.Location(uri=uri, range=range_) for uri, range_ in places]
        return [
            types.LocationLink(target_uri=uri, target_range=range_, target_selection_range=range_)
            for uri, range_ in places
        ]

    return ls.ask(params.text_document.uri, answer)


def _place(location: Location, view: View) -> tuple[str, types.Range]:
    """A file outside the layer is not read: the link leads to its start."""
    if location.absolute:
        start = types.Position(line=0, character=0)
        return view.uri_of_file(Path(location.path)), types.Range(start=start, end=start)
    return view.uri_of(location.path), view.columns_of(location.path).range(location.span)
