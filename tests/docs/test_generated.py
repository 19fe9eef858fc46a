"""Pages made from the code are as the code has them; the failure names what mends it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ctxlayer.dev import pages, scaffold, settings_pages
from ctxlayer.dev.__main__ import main
from ctxlayer.dev.writing import table
from ctxlayer.lints.registry import all_lints
from ctxlayer.settings.model import Settings
from ctxlayer.settings.spec import describe

ROOT = Path(__file__).parents[2]


def test_generated_pages_are_up_to_date() -> None:
    assert pages.outdated(ROOT) == [], "run `make docs`"


def test_every_lint_has_its_page() -> None:
    assert {f"docs/lints/{lint.id}.md" for lint in all_lints()} <= set(pages.generated(ROOT))


def test_settings_without_effect_are_settings_that_nothing_reads() -> None:
    known = [each.key for each in describe(Settings)]
    assert [key for key in known if key in settings_pages.WITHOUT_EFFECT] == [
        *settings_pages.WITHOUT_EFFECT
    ]
    package = ROOT / "server/ctxlayer"
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for path in package.rglob("*.py")
        if path.relative_to(package).parts[0] not in ("settings", "dev")
    )
    names = {key.replace("-", "_").rpartition(".")[2] for key in settings_pages.WITHOUT_EFFECT}
    # `rule`, `hot` and the like are names of much else: they are asked for through their table.
    asked = {name for name in names if re.search(rf"settings(\.\w+)*\.{name}\b", code)}
    assert asked == set(), "these have an effect now"


def test_a_page_that_differs_or_is_left_over_is_outdated(tmp_path: Path) -> None:
    (tmp_path / "editor-client").mkdir()
    manifest = (ROOT / "editor-client/package.json").read_text(encoding="utf-8")
    (tmp_path / "editor-client/package.json").write_text(manifest, encoding="utf-8")
    pages.write(tmp_path)
    assert pages.outdated(tmp_path) == []
    (tmp_path / "docs/lints/gone.md").write_text("x", encoding="utf-8")
    (tmp_path / "docs/cli.md").write_text("x", encoding="utf-8")
    assert pages.outdated(tmp_path) == ["docs/cli.md", "docs/lints/gone.md"]
    pages.write(tmp_path)
    assert pages.outdated(tmp_path) == []


def test_the_check_prints_the_command_that_mends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pages, "outdated", lambda root: ["docs/cli.md"])
    assert main(["docs", "--check"]) == 1
    assert "make docs" in capsys.readouterr().out


def test_cells_hold_pipes_and_line_ends() -> None:
    assert table(("a",), [["x | y\nz"]]) == "| a |\n| --- |\n| x \\| y z |\n"


class TestScaffold:
    @pytest.fixture
    def root(self, tmp_path: Path) -> Path:
        family = tmp_path / "server/ctxlayer/lints/trigger_table"
        family.mkdir(parents=True)
        (family / "__init__.py").write_text('"""Family."""\n', encoding="utf-8")
        return tmp_path

    def test_a_lint_and_its_fixture_are_started(self, root: Path) -> None:
        source, fixture = scaffold.new_lint(root, "trigger-table/lost-topic")
        assert source == root / "server/ctxlayer/lints/trigger_table/lost_topic.py"
        assert fixture == root / "tests/lints/trigger-table/lost-topic.md"
        text = source.read_text(encoding="utf-8")
        compile(text, str(source), "exec")
        assert "def lost_topic(" in text
        assert "lost-topic" in fixture.read_text(encoding="utf-8")

    @pytest.mark.parametrize(
        "name", ["lost-topic", "Trigger/x", "trigger-table/", "nowhere/lost-topic", "../x/y"]
    )
    def test_a_name_that_will_not_do_is_refused(self, root: Path, name: str) -> None:
        with pytest.raises(scaffold.ScaffoldError):
            scaffold.new_lint(root, name)

    def test_a_lint_is_never_overwritten(self, root: Path) -> None:
        scaffold.new_lint(root, "trigger-table/lost-topic")
        with pytest.raises(scaffold.ScaffoldError, match="already"):
            scaffold.new_lint(root, "trigger-table/lost-topic")
