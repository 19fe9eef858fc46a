"""Whatever a client sends, the next good message is served."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxlayer.lsp.requests import HANDLERS
from tests.lsp import fake
from tests.lsp.client import InProcess, at

URIS = st.sampled_from(["file:///w/a.md", "file:///w/b.md", "untitled:x", "", "file://"])
NUMBERS = st.sampled_from([-1, 0, 1, 7, 2**31 - 1, 2**31, 1.5, None, "1"])
PLACES = st.fixed_dictionaries({"line": NUMBERS, "character": NUMBERS})
RANGES = st.fixed_dictionaries({"start": PLACES, "end": PLACES})
JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | URIS | PLACES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)
DOCUMENTS = st.fixed_dictionaries(
    {"uri": URIS},
    optional={"version": NUMBERS, "languageId": st.just("markdown"), "text": st.text(max_size=9)},
)
CHANGES = st.fixed_dictionaries(
    {"text": st.text(st.sampled_from("a😀\r\n TODO"), max_size=9)}, optional={"range": RANGES}
)
PARAMS = JUNK | st.fixed_dictionaries(
    {},
    optional={
        "textDocument": DOCUMENTS | JUNK,
        "position": PLACES,
        "range": RANGES,
        "contentChanges": st.lists(CHANGES, max_size=3) | JUNK,
        "context": st.fixed_dictionaries({"diagnostics": st.just([])}) | JUNK,
        "changes": st.lists(st.fixed_dictionaries({"uri": URIS, "type": NUMBERS}), max_size=2),
        "event": st.just({"added": [], "removed": []}) | JUNK,
        "uri": URIS,
        "newName": st.text(max_size=3),
        "query": st.text(max_size=3),
        "files": st.lists(
            st.fixed_dictionaries({"uri": URIS, "oldUri": URIS, "newUri": URIS}), max_size=2
        ),
        "label": st.text(max_size=3),
        "data": JUNK,
        "command": st.text(max_size=3),
    },
)
MESSAGES = JUNK | st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0")},
    optional={
        "id": st.integers(10**6) | st.text(max_size=3) | JUNK,
        "method": st.sampled_from([*HANDLERS, "$/cancelRequest", "$/setTrace", "no/such"]),
        "params": PARAMS,
        "result": JUNK,
        "error": JUNK,
    },
)


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(st.lists(MESSAGES, min_size=1, max_size=20))
def test_no_message_keeps_the_next_one_from_its_answer(messages: list[Any]) -> None:
    client = InProcess(fake.load)
    client.start(Path("/w"))
    client.send_all(*messages)
    client.notify("workspace/didChangeWatchedFiles", {"changes": []})
    assert "result" in client.answer(client.ask("textDocument/hover", at("file:///w/z.md", 0, 0)))
    assert client.leave() == 1
