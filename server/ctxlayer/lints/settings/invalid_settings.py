"""A setting that has no effect."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import fixes_of


@document_lint("error", kinds={Kind.SETTINGS}, reads={"settings-problems"}, fixable=True)
def invalid_settings(document: Document, layer: Snapshot) -> Iterator[Report]:
    """The settings file holds an unknown key, a wrong type or broken TOML.

    ## What it does
    Checks every key and value of `ctxlayer.toml`, or of `[tool.ctxlayer]` in `pyproject.toml`, all at
    once. What is right is applied; where the file does not parse, the last good settings stay.

    ## Why
    A misspelt setting changes nothing, and what it was to switch off or on stays as it was.

    ## Example
    ```ctxlayer.toml
    [freshness]
    knowlege-days = 30
    ^^^^^^^^^^^^^ invalid-settings: knowledge-days
    ```

    ## Instead
    ```ctxlayer.toml
    [freshness]
    knowledge-days = 30
    ```
    """
    if document.path != layer.settings_file:
        return
    for problem in layer.settings_problems:
        yield Report(problem.span, problem.message, fixes_of(problem, document))
