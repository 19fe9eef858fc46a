"""What adapters told of their tools is known to the layer until their configuration changes."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from ctxlayer.host import Host, LayerHandle
from ctxlayer.layer.adapter_launch import launches
from ctxlayer.store.schemas import Told, keep_schemas

DAY = date(2026, 11, 20)
CONFIG = '{"mcpServers": {"gauges": {"command": "gauges-mcp", "args": ["--read-only"]}}}'


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    monkeypatch.setenv("CTXLAYER_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "layer").mkdir()
    (tmp_path / "layer/.mcp.json").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "layer/ctxlayer.toml").write_text("", encoding="utf-8")
    return Host(today=lambda: date(2026, 11, 29))


def layer(host: Host, tmp_path: Path) -> LayerHandle:
    found = host.layer_of(tmp_path / "layer")
    assert found is not None
    return found


def keep(handle: LayerHandle, schema: str = '{"name":"read"}') -> None:
    document = handle.snapshot.document(".mcp.json")
    assert document is not None
    (launch,) = launches(document)
    told = Told(launch.name, launch.config, launch.digest, ("read",), (schema,), DAY)
    assert keep_schemas(str(handle.root), [told])
    handle.reload()


def test_before_anybody_asked_nothing_is_known(host: Host, tmp_path: Path) -> None:
    schemas = layer(host, tmp_path).snapshot.schemas
    assert schemas.of("gauges", ".mcp.json") is None
    assert schemas.outdated_on("gauges", ".mcp.json") is None


def test_an_answer_is_known_with_its_day_and_its_tokens(host: Host, tmp_path: Path) -> None:
    handle = layer(host, tmp_path)
    keep(handle)
    known = handle.snapshot.schemas.of("gauges", ".mcp.json")
    assert known is not None
    assert (known.tools, known.probed_on) == (("read",), DAY)
    assert known.tokens is not None
    assert known.tokens.tokens > 0


def test_half_a_character_in_a_schema_is_kept(host: Host, tmp_path: Path) -> None:
    handle = layer(host, tmp_path)
    keep(handle, "\ud83c")
    assert handle.snapshot.schemas.of("gauges", ".mcp.json") is not None


def test_another_configuration_makes_it_outdated(host: Host, tmp_path: Path) -> None:
    handle = layer(host, tmp_path)
    keep(handle)
    host.change(tmp_path / "layer/.mcp.json", CONFIG.replace("gauges-mcp", "other-mcp"))
    schemas = handle.snapshot.schemas
    assert schemas.of("gauges", ".mcp.json") is None
    assert schemas.outdated_on("gauges", ".mcp.json") == DAY
    host.change(tmp_path / "layer/.mcp.json", CONFIG)
    assert handle.snapshot.schemas.of("gauges", ".mcp.json") is not None


def test_a_change_elsewhere_in_the_file_changes_nothing(host: Host, tmp_path: Path) -> None:
    handle = layer(host, tmp_path)
    keep(handle)
    before = handle.snapshot.schemas
    host.change(tmp_path / "layer/.mcp.json", "\n" + CONFIG)
    assert handle.snapshot.schemas is before


@pytest.mark.parametrize(
    "text", ["", "{", '{"version": 2}', '{"version": 1, "adapters": [{}]}', "[]"]
)
def test_a_broken_store_knows_nothing(host: Host, tmp_path: Path, text: str) -> None:
    handle = layer(host, tmp_path)
    keep(handle)
    (place,) = (tmp_path / "cache/schemas").glob("*.json")
    place.write_text(text, encoding="utf-8")
    handle.reload()
    assert handle.snapshot.schemas.of("gauges", ".mcp.json") is None
    keep(handle)
    assert json.loads(place.read_text(encoding="utf-8"))["version"] == 1
