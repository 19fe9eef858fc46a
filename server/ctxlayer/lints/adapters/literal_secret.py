"""A secret in an adapter configuration."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.adapter_secrets import LiteralSecret, literal_secrets
from ctxlayer.layer.adapter_config import adapter_config
from ctxlayer.layer.adapter_formats import AdapterFormat
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import replace_with


@document_lint("error", kinds={Kind.ADAPTERS}, fixable=True)
def literal_secret(document: Document, layer: Snapshot) -> Iterator[Report]:
    """An adapter configuration holds a secret where a reference should be.

    ## What it does
    Looks at every text of the file: variables, headers, arguments, addresses, and the default of a
    reference (`${TOKEN:-...}`). The shape of an issuer's tokens counts wherever it stands; anything
    else only under a name that says password, secret, token or key, and where letters and digits mix. Placeholders (`YOUR_API_KEY`,
    `<token>`, `xxx`, `changeme`, an empty text) and references are none.

    The fix puts the reference of the file's runtime in its place: `${NAME}` in `.mcp.json`,
    `${env:NAME}` in `.cursor/mcp.json` and `.vscode/mcp.json`. It is offered where the runtime is
    known to read references. No message, hover or report repeats a secret.

    ## Why
    These files are committed, so that a team shares its adapters. Whoever reads the repository has the
    secret, and its history keeps it: after the fix, revoke it.

    ## Example
    ```.mcp.json
    {"mcpServers": {"tides": {
      "command": "tides-mcp", "args": ["--read-only"],
      "env": {"TIDES_TOKEN": "q7Rk2vXw9LpTz4Nc8mYb3HdF"}
                              ^^^^^^^^^^^^^^^^^^^^^^^^ literal-secret: ${TIDES_TOKEN}
    }}}
    ```

    ## Instead
    ```.mcp.json
    {"mcpServers": {"tides": {
      "command": "tides-mcp", "args": ["--read-only"],
      "env": {"TIDES_TOKEN": "${TIDES_TOKEN}"}
    }}}
    ```
    """
    form = adapter_config(document).format
    for secret in literal_secrets(document):
        yield _report(secret, form, document)


def _report(secret: LiteralSecret, form: AdapterFormat, document: Document) -> Report:
    what = f"a secret ({secret.kind.replace('-', ' ')}) stands in this file"
    if not form.reference:
        way = form.instead or f"let the adapter read `{secret.variable}` from its environment"
        return Report(secret.span, f"{what}; take it out, {way}, and revoke the secret")
    reference = form.reference.replace("NAME", secret.variable)
    fix = replace_with(
        document, secret.span, reference, title=f"Put `{reference}` in its place", safe=False
    )
    message = f"{what}; put `{reference}` in its place, set that variable, and revoke the secret"
    return Report(secret.span, message, (fix,))
