"""What the disk holds under open buffers: some findings wait until a text is saved."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ctxlayer.host import Host, LayerHandle

PATH = "knowledge/tides/gauges.md"
FIRST, SECOND, THIRD = "# Gauges\n", "# Gauges of the harbour\n", "# Gauges of both harbours\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "ctxlayer.toml").touch()
    (tmp_path / "knowledge/tides").mkdir(parents=True)
    (tmp_path / PATH).write_text(FIRST, encoding="utf-8")
    return tmp_path


def load(root: Path) -> tuple[Host, LayerHandle]:
    host = Host(today=lambda: date(2026, 11, 30))
    layer = host.layer_of(root)
    assert layer is not None
    return host, layer


def unsaved(layer: LayerHandle) -> dict[str, str]:
    return {path: document.text for path, document in layer.snapshot.unsaved.items()}


def test_a_buffer_with_the_text_of_its_file_is_saved(root: Path) -> None:
    host, layer = load(root)
    host.open(root / PATH, FIRST)
    assert unsaved(layer) == {}


def test_a_buffer_is_unsaved_until_its_file_is_written(root: Path) -> None:
    host, layer = load(root)
    host.open(root / PATH, FIRST)
    host.change(root / PATH, SECOND)
    assert unsaved(layer) == {PATH: FIRST}
    (root / PATH).write_text(SECOND, encoding="utf-8")
    host.change(root / PATH, THIRD)
    assert unsaved(layer) == {PATH: FIRST}
    host.disk_changed([root / PATH])
    assert unsaved(layer) == {PATH: SECOND}
    (root / PATH).write_text(THIRD, encoding="utf-8")
    host.disk_changed([root / PATH])
    assert unsaved(layer) == {}


def test_what_is_taken_back_is_saved_again(root: Path) -> None:
    host, layer = load(root)
    host.open(root / PATH, FIRST)
    host.change(root / PATH, SECOND)
    host.change(root / PATH, FIRST)
    assert unsaved(layer) == {}


@pytest.mark.parametrize("loaded", [True, False])
def test_an_editor_may_open_what_it_did_not_save_the_last_time(root: Path, loaded: bool) -> None:
    host = Host(today=lambda: date(2026, 11, 30))
    if loaded:
        assert host.layer_of(root) is not None
    host.open(root / PATH, SECOND)
    layer = host.layer_of(root)
    assert layer is not None and unsaved(layer) == {PATH: FIRST}


def test_a_closed_buffer_is_forgotten(root: Path) -> None:
    host, layer = load(root)
    host.open(root / PATH, FIRST)
    host.change(root / PATH, SECOND)
    host.close(root / PATH)
    assert unsaved(layer) == {}
    (root / PATH).write_text(THIRD, encoding="utf-8")
    host.disk_changed([root / PATH])
    assert unsaved(layer) == {}


def test_another_program_writes_the_file_under_a_buffer(root: Path) -> None:
    host, layer = load(root)
    host.open(root / PATH, FIRST)
    (root / PATH).write_text(SECOND, encoding="utf-8")
    host.disk_changed([root / PATH])
    assert unsaved(layer) == {PATH: SECOND}


def test_a_file_that_was_never_saved_has_nothing_on_disk(root: Path) -> None:
    host, layer = load(root)
    new = root / "knowledge/tides/new.md"
    host.open(new, FIRST)
    host.change(new, SECOND)
    assert unsaved(layer) == {}
    new.write_text(SECOND, encoding="utf-8")
    host.disk_changed([new])
    host.change(new, THIRD)
    assert unsaved(layer) == {"knowledge/tides/new.md": SECOND}


def test_a_fresh_look_at_the_layer_keeps_it(root: Path) -> None:
    host, layer = load(root)
    host.open(root / PATH, FIRST)
    host.change(root / PATH, SECOND)
    layer.reload()
    assert unsaved(layer) == {PATH: FIRST}


def test_what_stays_as_it_was_is_the_same_object(root: Path) -> None:
    host, layer = load(root)
    host.open(root / PATH, FIRST)
    host.change(root / PATH, SECOND)
    before = layer.snapshot.unsaved
    host.change(root / PATH, THIRD)
    assert layer.snapshot.unsaved is before
