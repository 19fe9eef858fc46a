"""`ctxlayer/layerStatus`: one answer for all files of a layer, kept true."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lsp.client import InProcess

Write = Callable[[str, str], str]


def test_any_file_of_the_layer_has_the_answer_of_the_layer(
    client: InProcess, tmp_path: Path, write: Write
) -> None:
    uri = write("a.md", "one\n")
    write("b.md", "two\n")
    client.start(tmp_path)
    assert client.request("ctxlayer/layerStatus", {"uri": uri}) == {"files": 2}
    assert client.request("ctxlayer/layerStatus", {"uri": write("code.py", "")}) == {"files": 2}


@pytest.mark.parametrize("params", [None, {}, {"uri": None}])
def test_without_a_file_it_is_the_layer_of_the_first_folder(
    client: InProcess, tmp_path: Path, write: Write, params: dict[str, None] | None
) -> None:
    write("a.md", "one\n")
    client.start(tmp_path)
    assert client.request("ctxlayer/layerStatus", params) == {"files": 1}


def test_a_file_outside_every_layer_has_none(
    client: InProcess, tmp_path: Path, write: Write
) -> None:
    write("a.md", "one\n")
    client.start(tmp_path)
    outside = (tmp_path.parent / "elsewhere.md").as_uri()
    assert client.request("ctxlayer/layerStatus", {"uri": outside}) is None
