"""Suggestions while typing; their documentation follows when one of them is looked at."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from ctxlayer.lsp.conversion import completion_item, markup
from ctxlayer.lsp.session import View

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server


class Documentation:
    """The documentation of the last list of suggestions, for items that are looked at."""

    def __init__(self) -> None:
        self._list = 0
        self._texts: tuple[str, ...] = ()

    def replace(self, texts: tuple[str, ...]) -> int:
        """Keep the texts of a new list; its number."""
        self._list += 1
        self._texts = texts
        return self._list

    def find(self, data: Any) -> str:
        """The text of an item by its [list, index]; empty for one of an older list."""
        match data:
            case [self._list, int(index)] if 0 <= index < len(self._texts):
                return self._texts[index]
        return ""


def complete(
    ls: Server, params: types.CompletionParams
) -> asyncio.Future[types.CompletionList | None]:
    """Suggestions at the cursor; the client filters them itself unless there may be more."""

    def answer(view: View) -> types.CompletionList:
        columns = view.columns
        offset = columns.offset(params.position)
        found = view.engine.complete(view.snapshot, view.path, offset)
        number = ls.documentation.replace(tuple(item.documentation for item in found))
        items = [
            completion_item(item, columns, snippets=view.client.snippets, data=[number, index])
            for index, item in enumerate(found)
        ]
        more = len(found) >= view.engine.complete_at_most
        return types.CompletionList(is_incomplete=more, items=items)

    return ls.ask(params.text_document.uri, answer)


def resolve(ls: Server, item: types.CompletionItem) -> types.CompletionItem:
    """The same item with its documentation."""
    text = ls.documentation.find(item.data)
    if text:
        item.documentation = markup(text, markdown=ls.client.documentation_markdown)
    return item
