"""`ctxlayer budget --probe` counts the schemas of the adapters that it can ask."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

SERVER = str(Path(__file__).parents[1] / "probes/fake_adapter.py")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTXLAYER_CACHE_DIR", str(tmp_path / "cache"))


def configure(layer: Path, **modes: str) -> None:
    servers = {
        name: {"command": sys.executable, "args": [SERVER, mode], "env": {"PIN": "${PUMP_PIN:-x}"}}
        for name, mode in modes.items()
    }
    (layer / ".mcp.json").write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")


def test_without_the_sdk_it_says_how_to_get_it(
    layer: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctxlayer.cli.budget_probe.is_installed", lambda: False)
    configure(layer, pumps="plain")
    ran = run("budget", "--probe")
    assert ran.code == 2
    assert "pip install 'ctxlayer[probe]'" in ran.err


def test_without_an_adapter_there_is_nothing_to_ask(run: Run) -> None:
    pytest.importorskip("mcp", reason="the probe extra is not installed")
    ran = run("budget", "--probe")
    assert ran.code == 0
    assert "nothing to probe" in ran.err


def test_what_they_answer_is_counted_and_kept(layer: Path, run: Run) -> None:
    pytest.importorskip("mcp", reason="the probe extra is not installed")
    configure(layer, pumps="plain", gates="dies")
    probed = run("budget", "--probe", "--format", "json").json
    assert {each["name"]: each["tools"] for each in probed["probed"]} == {"pumps": 3, "gates": None}
    for report in (probed, run("budget", "--format", "json").json):
        tokens = {each["name"]: each["tokens"] for each in report["entries"]}
        assert tokens["pumps"] > 50
        assert tokens["gates"] is None
        assert [each["name"] for each in report["unknown"]] == ["gates"]
        days = {each["name"]: each["probed_on"] for each in report["entries"]}
        assert days["pumps"] is not None and days["gates"] is None
    assert f"tool schemas, Claude Code, asked on {days['pumps']}" in run("budget").out


def test_another_configuration_is_unknown_again(layer: Path, run: Run) -> None:
    pytest.importorskip("mcp", reason="the probe extra is not installed")
    configure(layer, pumps="plain")
    run("budget", "--probe")
    configure(layer, pumps="pages")
    report = run("budget", "--format", "json").json
    assert [each["name"] for each in report["unknown"]] == ["pumps"]


def test_where_it_was_asked_in_vain_nobody_is_told_to_ask(layer: Path, run: Run) -> None:
    pytest.importorskip("mcp", reason="the probe extra is not installed")
    configure(layer, gates="dies")
    advice = "`ctxlayer budget --probe` asks adapters"
    assert advice in run("budget").out
    assert advice not in run("budget", "--probe").out
