"""A secret in a document that agents read and git keeps."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.secrets import document_secrets, marker
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import replace_with


@document_lint("error", kinds=set(Kind) - {Kind.ADAPTERS}, fixable=True)
def secret_in_layer(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A document holds a token, a key or a password.

    ## What it does
    Finds what has the shape of an issuer's secrets (tokens of GitHub, GitLab, Slack, Stripe, keys of
    model providers and clouds, web tokens, private keys ...), in documents of every kind. A value
    without such a shape is flagged only where it was evidently drawn by chance and stands right behind
    a name that says password, secret, token or key, or is the password in an address of another host.

    Placeholders (`YOUR_KEY`, `xxxx`, `<token>`, `${TOKEN}`, `changeme`, what ends in dots) and the keys
    that vendors print in their documentation are none; nor are hashes, ids of commits and UUIDs. In
    adapter configurations `literal-secret` speaks instead.

    The fix puts a marker that names the kind in its place. No message, hover or report repeats a
    secret. Nothing is sent anywhere: whether a secret still works is not asked.

    ## Why
    Whatever an agent reads goes to a model, and from there into logs, summaries and pull requests. And
    what was committed stays in the history: after the fix, revoke the secret.

    ## Example
    ````workflows/publish.md
    # Publish the tide tables

    Upload with `TIDES_TOKEN=q7Rk2vXw9LpTz4Nc8mYb3HdF`.
                             ^^^^^^^^^^^^^^^^^^^^^^^^ secret-in-layer: revoke it
    ````

    ## Instead
    ````workflows/publish.md
    # Publish the tide tables

    Upload with `TIDES_TOKEN=$TIDES_TOKEN`, which the desk's key store fills in.
    ````
    """
    for secret in document_secrets(document):
        mark = marker(secret.kind)
        yield Report(
            secret.span,
            f"a secret ({secret.kind.replace('-', ' ')}) in a file that agents read: put `{mark}` "
            "in its place, say where it is kept, and revoke it if it was ever shared",
            (
                replace_with(
                    document, secret.span, mark, title=f"Put `{mark}` in its place", safe=False
                ),
            ),
        )
