"""The repo map, whole and broken."""

from __future__ import annotations

import os

import pytest

from ctxlayer.layer.repo_map import RepoMap, parse_repo_map
from ctxlayer.vfs.siblings import read_repo_map

WHOLE = '{"tides": "/clones/tides", "pilots": "~/pilots"}'


def test_names_and_paths_have_their_places() -> None:
    tides, pilots = parse_repo_map(WHOLE).entries
    assert (tides.name, tides.path, tides.form) == ("tides", "/clones/tides", "absolute")
    assert tides.name_span.of(WHOLE) == '"tides"'
    assert pilots.value_span.of(WHOLE) == '"~/pilots"'
    assert pilots.span.of(WHOLE) == '"pilots": "~/pilots"'


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/clones/tides", "absolute"),
        ("//clones/tides", "absolute"),
        ("~", "home"),
        ("~/tides", "home"),
        ("~pilot/tides", "home"),
        ("C:/clones/tides", "windows"),
        ("c:\\\\clones\\\\tides", "windows"),
        ("\\\\\\\\harbour\\\\tides", "windows"),
        ("../tides", "relative"),
        ("tides", "relative"),
        ("$HOME/tides", "relative"),
        ("", "empty"),
        ("  ", "empty"),
    ],
)
def test_forms_of_a_path(path: str, form: str) -> None:
    (entry,) = parse_repo_map(f'{{"tides": "{path}"}}').entries
    assert entry.form == form


@pytest.mark.parametrize("value", ["3", "null", "true", '["/a"]', '{"path": "/a"}'])
def test_what_is_no_text_is_no_path(value: str) -> None:
    found = parse_repo_map(f'{{"tides": {value}, "pilots": "/b"}}')
    assert [each.form for each in found.entries] == ["no-text", "absolute"]
    assert found.paths == {"pilots": "/b"}


def test_of_two_with_one_name_the_last_counts() -> None:
    found = parse_repo_map('{"tides": "/a", "tides": "/b"}')
    assert len(found.entries) == 2
    assert found.paths == {"tides": "/b"}


@pytest.mark.parametrize("text", ["", "  \n", "\ufeff", "{}"])
def test_an_empty_map_has_no_fault(text: str) -> None:
    assert parse_repo_map(text) == RepoMap(())


@pytest.mark.parametrize("text", ['["/a"]', '"/a"', "3"])
def test_a_map_that_is_no_object(text: str) -> None:
    found = parse_repo_map(text)
    assert found.entries == ()
    assert "an object of names and paths" in found.problems[0].message


class TestBroken:
    def test_a_comma_that_is_missing_takes_no_neighbour_along(self) -> None:
        found = parse_repo_map('{"tides": "/a"\n "pilots": "/b"}')
        assert found.paths == {"tides": "/a", "pilots": "/b"}
        assert len(found.problems) == 1

    def test_a_path_without_its_closing_quote_is_not_believed(self) -> None:
        found = parse_repo_map('{"tides": "/a/ti\n "pilots": "/b"}')
        assert "tides" not in found.paths

    def test_a_name_without_a_path(self) -> None:
        found = parse_repo_map('{"tides": "/a", "pilots"}')
        assert found.paths == {"tides": "/a"}

    def test_comments_and_a_comma_at_the_end_are_strays(self) -> None:
        found = parse_repo_map('{\n  // mine\n  "tides": "/a",\n}')
        assert found.paths == {"tides": "/a"}
        assert not found.problems
        assert len(found.strays) == 2


def test_home_is_that_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    home = os.path.abspath("/home/pilot")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path.replace("~", home))
    assert read_repo_map(WHOLE)["pilots"] == f"{home}/pilots"
    pilots = parse_repo_map(WHOLE).by_name["pilots"]
    assert pilots.may_lie_at(f"{home}/pilots")
    assert not pilots.may_lie_at(f"{home}/other")


def test_a_path_of_another_system_is_none_here() -> None:
    foreign = "C:\\\\clones" if os.name == "posix" else "relative"
    assert read_repo_map(f'{{"tides": "{foreign}"}}') == {}
