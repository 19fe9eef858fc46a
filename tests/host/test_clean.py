"""A second run skips what was clean and still says the same."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ctxlayer.host import Host, LayerHandle
from ctxlayer.ide.diagnostics import layer_report
from ctxlayer.layer import document as document_module
from ctxlayer.store import clean

TODAY = date(2026, 11, 29)
TRUST = (
    "---\nsource: human-authored\ncreated: 2026-10-01\nlast-verified: 2026-11-01\n"
    "verified-by: developer\nstatus: {status}\n---\n\n# Title\n"
)


def load(root: Path, today: date = TODAY) -> LayerHandle:
    layer = Host(today=lambda: today).layer_of(root)
    assert layer is not None
    return layer


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "layer"
    (root / "knowledge/tides").mkdir(parents=True)
    (root / "ctxlayer.toml").write_text("")
    for name, status in (("good", "confirmed"), ("bad", "done")):
        (root / f"knowledge/tides/{name}.md").write_text(TRUST.format(status=status))
    layer = load(root)
    layer_report(layer.snapshot)
    layer.remember_clean()
    return root


def lints(root: Path, today: date = TODAY) -> dict[str, list[str]]:
    report = layer_report(load(root, today).snapshot)
    return {path: [each.lint for each in found.findings] for path, found in report.items()}


def test_a_second_run_finds_the_same(root: Path) -> None:
    assert lints(root) == {"knowledge/tides/bad.md": ["invalid-value"]}


def test_a_clean_document_is_not_parsed_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    parse = document_module.parse_frontmatter
    monkeypatch.setattr(
        document_module, "parse_frontmatter", lambda text: parsed.append(text) or parse(text)
    )
    lints(root)
    assert parsed == [TRUST.format(status="done")]


def test_an_edit_is_seen(root: Path) -> None:
    (root / "knowledge/tides/good.md").write_text(TRUST.format(status="maybe"))
    assert set(lints(root)) == {"knowledge/tides/bad.md", "knowledge/tides/good.md"}


def test_a_move_to_another_place_is_seen(root: Path) -> None:
    (root / "extractions").mkdir()
    (root / "knowledge/tides/good.md").rename(root / "extractions/2026-11-01-tides.md")
    assert lints(root)["extractions/2026-11-01-tides.md"] == [
        "misplaced-source",
        "missing-verdict",
    ]


def test_the_next_day_looks_again(root: Path) -> None:
    found = lints(root, date(2027, 11, 29))
    assert found["knowledge/tides/good.md"] == ["stale-knowledge"]


def test_other_settings_look_again(root: Path) -> None:
    (root / "ctxlayer.toml").write_text("[freshness]\nknowledge-days = 5\n")
    assert lints(root)["knowledge/tides/good.md"] == ["stale-knowledge"]


@pytest.mark.parametrize("damage", [b"", b"x", b"\0" * 64])
def test_a_damaged_file_is_worth_nothing(root: Path, damage: bytes) -> None:
    Path(clean.place(load(root).snapshot)).write_bytes(damage)
    assert lints(root) == {"knowledge/tides/bad.md": ["invalid-value"]}


def test_a_folder_that_cannot_be_written_is_no_fault(
    root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CTXLAYER_CACHE_DIR", str(tmp_path / "file"))
    layer = load(root)
    layer_report(layer.snapshot)
    layer.remember_clean()
    assert lints(root) == {"knowledge/tides/bad.md": ["invalid-value"]}
