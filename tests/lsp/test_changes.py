"""What editors ask about staleness beyond the protocol: only told, and git on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import InProcess

Write = Callable[[str, str], str]
INVALID_PARAMS = -32602


def test_the_queue_of_the_layer_around_a_file_or_of_the_first_folder(
    client: InProcess, tmp_path: Path, write: Write
) -> None:
    uri = write("a.md", "TODO\n")
    client.start(tmp_path)
    for params in ({"uri": uri}, {"uri": write("code.py", "")}, {}, None):
        found = client.request("ctxlayer/reviewQueue", params)
        assert found["queue"] == [{"path": "a.md"}]
        assert Path(found["root"]) == tmp_path


def test_what_changed_is_asked_of_documents_only(
    client: InProcess, tmp_path: Path, write: Write
) -> None:
    uri = write("a.md", "one\n")
    client.start(tmp_path)
    assert client.request("ctxlayer/changesSince", {"uri": uri})["path"] == "a.md"
    assert client.request("ctxlayer/changesSince", {"uri": write("code.py", "")}) is None


def test_a_version_is_read_beside_the_engine(
    client: InProcess, tmp_path: Path, write: Write
) -> None:
    params = {"uri": write("a.md", ""), "repo": "tides", "commit": "1f2e", "path": "src/a.py"}
    client.start(tmp_path)
    found = client.request("ctxlayer/textAt", params)["text"]
    assert found == "tides@1f2e:src/a.py False ctxlayer-watch"
    found = client.request("ctxlayer/textAt", {**params, "before": True})["text"]
    assert found.startswith("tides@1f2e:src/a.py True ")
    assert client.request("ctxlayer/textAt", {**params, "commit": "missing"}) == {"text": None}
    outside = (tmp_path.parent / "elsewhere.md").as_uri()
    assert client.request("ctxlayer/textAt", {**params, "uri": outside}) is None


@pytest.mark.parametrize("params", [None, {}, {"uri": 1}, [], {"uri": "file:///a", "repo": ""}])
def test_what_does_not_fit_is_refused(client: InProcess, tmp_path: Path, params: Any) -> None:
    client.start(tmp_path)
    assert client.error("ctxlayer/textAt", params) == INVALID_PARAMS
