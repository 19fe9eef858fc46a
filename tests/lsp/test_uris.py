from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.lsp import uris


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///home/a/b.md", "/home/a/b.md"),
        ("file:///home/with%20space/%C3%A9.md", "/home/with space/é.md"),
        ("file:///home/with space/é.md", "/home/with space/é.md"),
        ("file:///a/50%25%23%3F.md", "/a/50%#?.md"),
        ("file://localhost/a.md", "/a.md"),
        ("FILE:///a.md", "/a.md"),
    ],
)
def test_file_uris_are_paths(uri: str, path: str) -> None:
    assert uris.to_path(uri, windows=False) == Path(path)


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1",
        "git:/home/a/b.md?%7B%22path%22%7D",
        "vscode-remote://ssh-remote/a.md",
        "https://example.com/a.md",
        "file://server/share/a.md",
        "file:a.md",
        "file:///a%00b",
        "file://[bad",
        "file:///a\ud800.md",
        "",
        "x",
    ],
)
def test_other_uris_have_no_path(uri: str) -> None:
    assert uris.to_path(uri, windows=False) is None


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///c%3A/Users/a%20b.md", "C:/Users/a b.md"),
        ("file:///C:/Users/a.md", "C:/Users/a.md"),
        ("file://server/share/a.md", "//server/share/a.md"),
    ],
)
def test_windows_uris_have_drives_and_shares(uri: str, path: str) -> None:
    assert str(uris.to_path(uri, windows=True)) == path


def test_paths_are_encoded_as_vs_code_encodes_them() -> None:
    assert uris.from_path("/a/with space/é#?%.md") == "file:///a/with%20space/%C3%A9%23%3F%25.md"
    marks = "%28draft%29%2B%27x%27%2C%3B%3D%40%26%24%21%2A~-_."
    assert uris.from_path("/a/(draft)+'x',;=@&$!*~-_.") == f"file:///a/{marks}"
    assert uris.from_path("c:/Users/a.md") == "file:///c%3A/Users/a.md"
    assert uris.from_path("//server/share/a.md") == "file://server/share/a.md"


@given(st.lists(st.text(st.characters(exclude_characters="/\0"), min_size=1), min_size=1))
def test_every_path_survives_the_way_there_and_back(names: list[str]) -> None:
    path = "/x" + "/".join(["", *names])
    try:
        uri = uris.from_path(path)
    except UnicodeEncodeError:
        return  # a lone surrogate that no file name can hold
    assert uris.to_path(uri, windows=False) == Path(path)
