"""The extension starts where there is a layer, and tells the server of every file of one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ctxlayer.globs import compile_glob
from ctxlayer.layer.adapter_formats import FORMATS, OWN_FILES, PERMISSIONS
from ctxlayer.layer.guides.places import PLACES
from ctxlayer.layer.kinds import placement
from ctxlayer.layer.runtimes import PROFILES
from ctxlayer.settings import Settings

CLIENT = Path(__file__).parents[2] / "editor-client"
STORES = [store for profile in PROFILES.values() for store in profile.stores]
RULES = {
    *(
        f"{folder}a{end}"
        for s in STORES
        for folder in s.folders
        for end in (*s.suffixes, *s.unread)
    ),
    *(path for store in STORES for path in (*store.files, *store.names)),
}
ADAPTERS = {
    *(path for form in FORMATS for path in form.paths),
    *(f"{form.folder}a.{end}" for form in FORMATS if form.folder for end in ("yaml", "json")),
}
OTHERS = {
    "ctxlayer.toml",
    "pyproject.toml",
    "index/trigger-table.md",
    ".local/repo-paths.json",
    "graph/entities.yaml",
    "bundles/a.yaml",
    "work-packages.yaml",
    *(f"routing-cases.{end}" for end in ("yaml", "yml", "json", "tsv")),
    *(f"{place.folder}a/SKILL.md" for place in PLACES if place.sort == "skill"),
    *(f"{place.folder}a{place.suffix}" for place in PLACES if place.sort != "skill"),
    *PERMISSIONS,
}
KNOWN = {path for path in RULES | ADAPTERS if placement(path, Settings(), full=True)}
EVIDENCE = {
    *(place for profile in PROFILES.values() for place in (*profile.places, *profile.names)),
    *(place.folder for place in PLACES),
    *OWN_FILES,
    "ctxlayer.toml",
    "index/trigger-table.md",
    "work-packages.yaml",
}


@pytest.fixture(scope="module")
def selector() -> list[str]:
    """The patterns of the documents that the client sends."""
    source = (CLIENT / "src" / "documents.ts").read_text(encoding="utf-8")
    (block,) = re.findall(r"const patterns = \[(.*?)\];", source, re.DOTALL)
    return re.findall(r'"([^"]+)"', block)


@pytest.fixture(scope="module")
def activation() -> set[str]:
    """The places that start the extension."""
    manifest = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
    events = [event.partition(":") for event in manifest["activationEvents"]]
    return {what for kind, _, what in events if kind == "workspaceContains"}


@pytest.mark.parametrize("path", sorted(KNOWN | OTHERS))
def test_the_server_is_told_of_every_file_of_a_layer(path: str, selector: list[str]) -> None:
    assert placement(path, Settings(), full=True) is not None
    assert any(compile_glob(pattern).matches(f"a/{path}") for pattern in selector)


@pytest.mark.parametrize("place", sorted(EVIDENCE))
def test_what_shows_a_layer_starts_the_extension(place: str, activation: set[str]) -> None:
    parts = place.rstrip("/").split("/")
    assert not activation.isdisjoint("/".join(parts[:end]) for end in range(1, len(parts) + 1))
