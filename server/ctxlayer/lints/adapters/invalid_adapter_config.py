"""An adapter configuration that its runtime cannot read."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.adapter_faults import adapter_faults
from ctxlayer.layer.adapter_config import adapter_config
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Related, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import fixes_of


@document_lint("error", kinds={Kind.ADAPTERS}, fixable=True)
def invalid_adapter_config(document: Document, layer: Snapshot) -> Iterator[Report]:
    """An adapter configuration is broken, or says what its runtime does not read.

    ## What it does
    Reads the files in which runtimes keep the MCP servers of a project, each as its runtime does
    (`docs/adapters.md` lists them): `.mcp.json`, `.cursor/mcp.json`, `.vscode/mcp.json` and others. It
    flags what is no JSON, servers under the key of another runtime, a server without a command and an
    address, an unknown `type`, values of the wrong type, a reference in the form of another runtime
    (`${env:KEY}` in `.mcp.json`), an input that VS Code's file does not define, and a name that stands
    twice. Comments and commas before a closing bracket are faults only where the runtime is known to
    refuse them: VS Code takes both.

    Only what is established for a runtime is flagged, so the same text can be a fault in one file and
    none in another. The other servers of a broken file are still read.

    ## Why
    A runtime drops a server that it cannot read, or the whole file, and mostly says nothing: its tools
    are just not there. Claude Code takes a server without `type` for a command, so that a `url` alone
    loads nothing (anthropics/claude-code#35372 and others, read 2026-11-30).

    ## Example
    ```.mcp.json
    {"mcpServers": {"tides": {"url": "https://tides.example/mcp?read_only=true"}}}
                              ^^^^^ invalid-adapter-config: "type": "http"
    ```

    ## Instead
    ```.mcp.json
    {"mcpServers": {"tides": {"type": "http", "url": "https://tides.example/mcp?read_only=true"}}}
    ```
    """
    for problem in adapter_faults(adapter_config(document), document.text):
        related = tuple(Related(document.path, span, words) for span, words in problem.related)
        yield Report(problem.span, problem.message, fixes_of(problem, document), related)
