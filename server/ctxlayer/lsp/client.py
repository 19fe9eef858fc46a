"""What the client said it can do, read once from `initialize`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ctxlayer.lsp.commands import EVERYWHERE
from ctxlayer.text import Encoding


@dataclass(frozen=True, slots=True)
class Client:
    """The abilities that shape an answer. The defaults are those of a client that names none."""

    encoding: Encoding = Encoding.UTF16
    hover_markdown: bool = False
    documentation_markdown: bool = False
    snippets: bool = False
    action_literals: bool = False
    action_preferred: bool = False
    action_disabled: bool = False
    document_changes: bool = False
    creates_files: bool = False
    renames_files: bool = False
    link_tooltips: bool = False
    definition_links: bool = False
    symbol_tree: bool = False
    prepares_rename: bool = False
    folds_lines_only: bool = False
    most_folds: int | None = None
    file_operations: frozenset[str] = frozenset()
    """What of files the client tells or asks about: `willRename`, `didDelete` and so on."""
    related_information: bool = False
    tags: bool = False
    pulls: bool = False
    refresh_diagnostics: bool = False
    hints: bool = False
    refresh_hints: bool = False
    refresh_lenses: bool = False
    watches: bool = False
    relative_patterns: bool = False
    progress: bool = False
    registers_formatting: frozenset[str] = frozenset()
    """The formatting methods that may be registered for some documents only."""
    commands: frozenset[str] = frozenset()
    """Those of our own commands that the client brings along: `experimental.commands`, a list of names."""
    runs_commands: bool = False

    def runs(self, command: str) -> bool:
        """Whether a command can be called from this client: its own, or one of the server's."""
        return command in self.commands or (self.runs_commands and command in EVERYWHERE)


def read_client(capabilities: Mapping[str, Any]) -> Client:
    """The client that these raw capabilities describe.

    They are read leniently, unlike all other params: a client that gets an ability of no
    interest here wrong should still be served.
    """

    def says(path: str) -> bool:
        return _at(capabilities, path) is True

    def lists(path: str, wanted: str) -> bool:
        found = _at(capabilities, path)
        return isinstance(found, list) and wanted in found

    completion = "textDocument.completion.completionItem."
    published = "textDocument.publishDiagnostics."
    pulled = "textDocument.diagnostic."
    return Client(
        encoding=choose_encoding(_at(capabilities, "general.positionEncodings")),
        hover_markdown=lists("textDocument.hover.contentFormat", "markdown"),
        documentation_markdown=lists(completion + "documentationFormat", "markdown"),
        snippets=says(completion + "snippetSupport"),
        action_literals=bool(_at(capabilities, "textDocument.codeAction.codeActionLiteralSupport")),
        action_preferred=says("textDocument.codeAction.isPreferredSupport"),
        action_disabled=says("textDocument.codeAction.disabledSupport"),
        # Neovim names the operations alone: they have no other place than document changes.
        document_changes=says("workspace.workspaceEdit.documentChanges")
        or bool(_at(capabilities, "workspace.workspaceEdit.resourceOperations")),
        creates_files=lists("workspace.workspaceEdit.resourceOperations", "create"),
        renames_files=lists("workspace.workspaceEdit.resourceOperations", "rename"),
        link_tooltips=says("textDocument.documentLink.tooltipSupport"),
        definition_links=says("textDocument.definition.linkSupport"),
        symbol_tree=says("textDocument.documentSymbol.hierarchicalDocumentSymbolSupport"),
        prepares_rename=says("textDocument.rename.prepareSupport"),
        folds_lines_only=says("textDocument.foldingRange.lineFoldingOnly"),
        most_folds=_count(_at(capabilities, "textDocument.foldingRange.rangeLimit")),
        file_operations=frozenset(
            f"{time}{what}"
            for time in ("will", "did")
            for what in ("Rename", "Delete", "Create")
            if says(f"workspace.fileOperations.{time}{what}")
        ),
        related_information=says(published + "relatedInformation")
        or says(pulled + "relatedInformation"),
        tags=bool(
            _at(capabilities, published + "tagSupport") or _at(capabilities, pulled + "tagSupport")
        ),
        pulls=isinstance(_at(capabilities, "textDocument.diagnostic"), Mapping),
        refresh_diagnostics=says("workspace.diagnostics.refreshSupport"),
        hints=isinstance(_at(capabilities, "textDocument.inlayHint"), Mapping),
        refresh_hints=says("workspace.inlayHint.refreshSupport"),
        refresh_lenses=says("workspace.codeLens.refreshSupport"),
        watches=says("workspace.didChangeWatchedFiles.dynamicRegistration"),
        relative_patterns=says("workspace.didChangeWatchedFiles.relativePatternSupport"),
        progress=says("window.workDoneProgress"),
        registers_formatting=frozenset(
            f"textDocument/{name}"
            for name in ("formatting", "rangeFormatting", "onTypeFormatting")
            if says(f"textDocument.{name}.dynamicRegistration")
        ),
        commands=frozenset(
            name
            for name in _list(_at(capabilities, "experimental.commands"))
            if isinstance(name, str)
        ),
        # Neovim runs what a lens or an action names and says nothing of commands.
        runs_commands=any(
            isinstance(_at(capabilities, ability), Mapping)
            for ability in (
                "workspace.executeCommand",
                "textDocument.codeLens",
                "textDocument.codeAction",
            )
        ),
    )


def choose_encoding(offered: Any) -> Encoding:
    """The first encoding that the client offers and we know; UTF-16 where it offers none."""
    if isinstance(offered, Sequence):
        for name in offered:
            if name in tuple(Encoding):
                return Encoding(name)
    return Encoding.UTF16


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and value > 0 else None


def _at(value: Any, path: str) -> Any:
    """The value at a dotted path of nested objects; None where it breaks off."""
    for key in path.split("."):
        if not isinstance(value, Mapping):
            return None
        value = value.get(key)
    return value
