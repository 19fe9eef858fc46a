"""Plain data of the engine to what goes over the wire, and client positions to offsets.

One way each, no state. A position costs its own line and nothing else: lines are encoded one by
one, and an ASCII line needs no encoding at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

from ctxlayer.text import Edit, Encoding, LineIndex, Span
from ctxlayer.text.lines import body_length

if TYPE_CHECKING:
    from ctxlayer.ide.model import Completion, Fold, FoundSymbol, Symbol
    from ctxlayer.lints.model import Finding

Json = dict[str, Any]


class Columns(NamedTuple):
    """The lines of one text and the units in which the client counts its columns.

    `unseen` code points at the front are not there for the client: the byte order mark of a file
    that is not open, which editors take off when they read it.
    """

    lines: LineIndex
    encoding: Encoding
    unseen: int = 0

    def position(self, offset: int) -> types.Position:
        """Where `offset` is for the client."""
        line, units = self._units(offset)
        return types.Position(line=line, character=units)

    def range(self, span: Span) -> types.Range:
        """Where `span` is for the client."""
        return types.Range(start=self.position(span.start), end=self.position(span.end))

    def range_json(self, span: Span) -> Json:
        """`range` as plain JSON."""
        (line, units), (last, end) = self._units(span.start), self._units(span.end)
        return {
            "start": {"line": line, "character": units},
            "end": {"line": last, "character": end},
        }

    def offset(self, position: types.Position) -> int:
        """The offset of a client's position, clamped to its line and to the text."""
        lines = self.lines
        if position.line >= len(lines):
            return len(lines.text)
        line = lines.line(position.line)
        return lines.offset(position.line, self.encoding.column(line, position.character))

    def span(self, range_: types.Range) -> Span:
        """The span of a client's range; one that is turned round is put right."""
        start, end = self.offset(range_.start), self.offset(range_.end)
        return Span(min(start, end), max(start, end))

    def line_end(self, offset: int) -> int:
        """The column behind the last character of the line that `offset` is in."""
        line = self.lines.line_at(offset)
        start = self.lines.starts[line]
        return self._units(start + body_length(self.lines.line(line)))[1]

    def _units(self, offset: int) -> tuple[int, int]:
        offset = min(max(offset, 0), len(self.lines.text))
        line, column = self.lines.position(offset)
        unseen = self.unseen if line == 0 else 0
        column = max(0, column - unseen)
        if self.encoding is Encoding.UTF32:
            return line, column
        seen = self.lines.text[offset - column : offset] if column else ""
        return line, self.encoding.units(seen, column)


SEVERITIES: Mapping[str, types.DiagnosticSeverity] = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}

_TAGS: Mapping[str, types.DiagnosticTag] = {
    "unnecessary": types.DiagnosticTag.Unnecessary,
    "deprecated": types.DiagnosticTag.Deprecated,
}


class Diagnostic(dict[str, Any]):
    """A diagnostic in plain JSON, which knows its text once somebody asked for it.

    After a keystroke nearly all of a large table's are the same objects; to write them out anew
    costs more than all else that is done with them.
    """

    __slots__ = ("_text",)
    _text: str

    @property
    def text(self) -> str:
        """Written out. Nobody may change it afterwards."""
        if not hasattr(self, "_text"):
            self._text = json.dumps(self)
        return self._text


def diagnostic(
    finding: Finding, columns: Columns, *, tags: bool, related: Sequence[Json] = ()
) -> Json:
    """A finding as a diagnostic, in plain JSON.

    This is the one kind of answer that goes out on every keystroke, in hundreds: building it
    from protocol types costs four times as much.
    """
    made = Diagnostic(range=columns.range_json(finding.span))
    made |= {
        "severity": SEVERITIES[finding.severity].value,
        "code": finding.lint,
        "source": "ctxlayer",
        "message": finding.message,
    }
    if tags and finding.tag:
        made["tags"] = [_TAGS[finding.tag].value]
    if related:
        made["relatedInformation"] = list(related)
    return made


def markup(text: str, *, markdown: bool) -> types.MarkupContent:
    """Markdown, or the same as plain text for a client that shows it raw."""
    if markdown:
        return types.MarkupContent(kind=types.MarkupKind.Markdown, value=text)
    return types.MarkupContent(kind=types.MarkupKind.PlainText, value=plain_text(text))


_PLAIN = (
    (re.compile(r"^(?:```|~~~).*\n?", re.M), ""),
    (re.compile(r"!?\[([^\[\]\n]*)\]\([^()\s]*\)"), r"\1"),
    (re.compile(r"(\*\*|__|`)([^*_`\n]+)\1"), r"\2"),
    (re.compile(r"^#{1,6} +", re.M), ""),
    (re.compile(r"\\([\\`*_{}\[\]()#+.!|<>-])"), r"\1"),
)


def plain_text(markdown: str) -> str:
    """Our own hover markdown without its marks."""
    for pattern, replacement in _PLAIN:
        markdown = pattern.sub(replacement, markdown)
    return markdown.strip()


_ITEM_KINDS: Mapping[str, types.CompletionItemKind] = {
    "key": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.Value,
    "file": types.CompletionItemKind.File,
    "folder": types.CompletionItemKind.Folder,
    "topic": types.CompletionItemKind.Module,
    "adapter": types.CompletionItemKind.Interface,
    "term": types.CompletionItemKind.Text,
    "date": types.CompletionItemKind.Constant,
    "snippet": types.CompletionItemKind.Snippet,
}


def completion_item(
    item: Completion, columns: Columns, *, snippets: bool, data: Any
) -> types.CompletionItem:
    """A completion without its documentation, which `data` brings on resolve."""
    snippet = item.snippet and snippets
    text = plain_snippet(item.edit.new) if item.snippet and not snippets else item.edit.new
    return types.CompletionItem(
        label=item.label,
        kind=_ITEM_KINDS.get(item.kind, types.CompletionItemKind.Text),
        detail=item.detail or None,
        sort_text=item.sort or None,
        filter_text=item.filter or None,
        insert_text_format=types.InsertTextFormat.Snippet if snippet else None,
        text_edit=types.TextEdit(range=columns.range(item.edit.span), new_text=text),
        data=data,
    )


_STOP = re.compile(
    r"\\([\\$}])|\$\{\d+:([^${}\\]*)\}"
    r"|\$\{\d+\|((?:\\.|[^,|\\])*)(?:,(?:\\.|[^|\\])*)?\|\}|\$\{?\d+\}?"
)
_ESCAPED = re.compile(r"\\([\\,|])")


def plain_snippet(snippet: str) -> str:
    """What a snippet inserts when every stop keeps its default."""

    def default(stop: re.Match[str]) -> str:
        return stop[1] or stop[2] or _ESCAPED.sub(r"\1", stop[3] or "")

    return _STOP.sub(default, snippet)


_SYMBOL_KINDS: Mapping[str, types.SymbolKind] = {
    "topic": types.SymbolKind.Module,
    "group": types.SymbolKind.Namespace,
    "heading": types.SymbolKind.String,
    "key": types.SymbolKind.Key,
    "file": types.SymbolKind.File,
    "rule": types.SymbolKind.Interface,
    "term": types.SymbolKind.String,
}


def symbol_tree(symbol: Symbol, columns: Columns) -> types.DocumentSymbol:
    """A symbol with those inside it."""
    return types.DocumentSymbol(
        # Clients reject an empty name and drop the whole answer.
        name=symbol.name.strip() or "(unnamed)",
        kind=_SYMBOL_KINDS.get(symbol.kind, types.SymbolKind.String),
        range=columns.range(symbol.span),
        selection_range=columns.range(symbol.selection),
        detail=symbol.detail or None,
        children=[symbol_tree(child, columns) for child in symbol.children],
    )


def symbol_list(
    symbols: Iterable[Symbol], uri: str, columns: Columns, container: str | None = None
) -> list[types.SymbolInformation]:
    """The same flat, in order, each naming what it lies in."""
    flat: list[types.SymbolInformation] = []
    for symbol in symbols:
        name = symbol.name.strip() or "(unnamed)"
        flat.append(
            types.SymbolInformation(
                name=name,
                kind=_SYMBOL_KINDS.get(symbol.kind, types.SymbolKind.String),
                location=types.Location(uri=uri, range=columns.range(symbol.span)),
                container_name=container,
            )
        )
        flat += symbol_list(symbol.children, uri, columns, name)
    return flat


def text_edits(edits: Iterable[Edit], columns: Columns) -> list[types.TextEdit]:
    """Edits of one document."""
    return [types.TextEdit(range=columns.range(edit.span), new_text=edit.new) for edit in edits]


def found_symbol(symbol: FoundSymbol, uri: str, columns: Columns) -> types.SymbolInformation:
    """A symbol of the whole layer."""
    return types.SymbolInformation(
        name=symbol.name.strip() or "(unnamed)",
        kind=_SYMBOL_KINDS.get(symbol.kind, types.SymbolKind.String),
        location=types.Location(uri=uri, range=columns.range(symbol.location.span)),
        container_name=symbol.container or None,
    )


def folding_range(fold: Fold, columns: Columns, *, lines_only: bool) -> types.FoldingRange:
    """A fold, with the columns that it starts and ends at for a client that looks at them."""
    place = columns.range(fold.span)
    return types.FoldingRange(
        start_line=place.start.line,
        end_line=place.end.line,
        start_character=None if lines_only else columns.line_end(fold.span.start),
        end_character=None if lines_only else place.end.character,
        kind=types.FoldingRangeKind.Comment if fold.is_comment else None,
    )


class EditTarget(NamedTuple):
    """A document that edits go to: as the client names it, its open version, its lines.

    A `new` one is a file that is still to be created.
    """

    uri: str
    version: int | None
    columns: Columns
    new: bool = False


def workspace_edit(
    edits: Mapping[str, Sequence[Edit]],
    target: Callable[[str], EditTarget | None],
    *,
    versioned: bool,
    renames: Sequence[types.RenameFile] = (),
) -> types.WorkspaceEdit | None:
    """Edits by path as one workspace edit; None when `target` does not know one of the paths.

    `versioned` clients refuse edits to a document that moved on in the meantime. New files are
    created in front of all edits, and `renames` come behind them; without `versioned` there is no
    way to say so.
    """
    changes: list[tuple[EditTarget, list[types.TextEdit]]] = []
    for path, of_path in edits.items():
        place = target(path)
        if place is None:
            return None
        columns = place.columns
        changes.append(
            (
                place,
                [
                    types.TextEdit(range=columns.range(edit.span), new_text=edit.new)
                    for edit in of_path
                ],
            )
        )
    created = [types.CreateFile(uri=place.uri) for place, _ in changes if place.new]
    if not versioned:
        if created or renames:
            return None
        return types.WorkspaceEdit(changes={place.uri: made for place, made in changes})
    return types.WorkspaceEdit(
        document_changes=[
            *created,
            *(
                types.TextDocumentEdit(
                    text_document=types.OptionalVersionedTextDocumentIdentifier(
                        uri=place.uri, version=place.version
                    ),
                    edits=made,
                )
                for place, made in changes
            ),
            *renames,
        ]
    )
