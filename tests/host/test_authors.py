"""The layer knows who wrote its trust frontmatter once somebody has let git be asked."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from ctxlayer.host import Host, LayerHandle
from ctxlayer.ide.diagnostics import layer_report
from ctxlayer.layer.authors import Authors
from ctxlayer.probes import author_reader, authors
from tests.probes.test_authors import AGENT, PAGE, PATH, Repo

TODAY = date(2026, 11, 29)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    root = tmp_path / "layer"
    root.mkdir()
    repo = Repo(root)
    (root / "ctxlayer.toml").touch()
    repo.commit(PAGE.format(status="confirmed"), AGENT)
    return repo


def load(root: Path, *, trusted: bool = True) -> LayerHandle:
    layer = Host(today=lambda: TODAY, trusted=trusted).layer_of(root)
    assert layer is not None
    return layer


def lints(layer: LayerHandle) -> list[str]:
    for _ in layer.read_authors(everybody=False):
        pass
    found = layer_report(layer.snapshot).get(PATH)
    return [each.lint for each in found.findings] if found else []


def test_a_later_run_knows_it_without_git(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lints(load(repo.root)) == ["agent-written-status"]
    monkeypatch.setattr(
        author_reader, "read_authors", lambda ask: pytest.fail("git is asked again")
    )
    assert lints(load(repo.root)) == ["agent-written-status"]


def test_a_clean_document_is_looked_at_again_when_the_author_is_known(repo: Repo) -> None:
    layer = load(repo.root)
    layer_report(layer.snapshot)
    layer.remember_clean()
    assert lints(load(repo.root)) == ["agent-written-status"]


def test_a_commit_is_noticed(repo: Repo) -> None:
    layer = load(repo.root)
    assert not layer.authors.is_due()
    assert lints(layer) and not layer.authors.is_due()
    repo.commit(PAGE.format(status="hypothesis"))
    assert layer.authors.is_due()
    repo.commit(PAGE.format(status="confirmed"))
    layer.update(PATH)
    assert lints(layer) == []


def test_an_edit_of_the_line_is_nobodys_yet(repo: Repo) -> None:
    layer = load(repo.root)
    assert lints(layer)
    repo.put(PATH, PAGE.format(status='"confirmed"'))
    layer.update(PATH)
    assert lints(layer) == []


def test_other_agents_in_the_settings_are_read_again(repo: Repo) -> None:
    layer = load(repo.root)
    assert lints(layer)
    (repo.root / "ctxlayer.toml").write_text('[agents]\nidentities = ["robot"]\n')
    layer.reload()
    assert lints(layer) == []


def test_an_untrusted_workspace_asks_no_git(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(author_reader, "read_authors", lambda ask: pytest.fail("git is asked"))
    layer = load(repo.root, trusted=False)
    assert lints(layer) == [] and not layer.authors.is_due()


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"ask": 1}', '{"ask": "x", "files": []}'])
def test_what_was_kept_and_is_damaged_is_asked_again(
    repo: Repo, damage: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CTXLAYER_CACHE_DIR", str(tmp_path / "cache"))
    assert lints(load(repo.root))
    (kept,) = (tmp_path / "cache/authors").iterdir()
    kept.write_text(damage)
    assert lints(load(repo.root)) == ["agent-written-status"]


def test_who_breaks_off_comes_back_to_the_same_question(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def slow(ask: authors.Ask, memory: authors.Memory) -> Iterator[Authors | None]:
        asked.append(ask)
        yield from (None, None, None, Authors({}))

    monkeypatch.setattr(author_reader, "read_authors", slow)
    layer = load(repo.root)
    for _ in range(3):
        next(layer.read_authors())
    assert list(layer.read_authors()) == []
    assert len(asked) == 1 and not layer.authors.is_due()


def test_what_fails_quickly_is_asked_again(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(authors, "Git", lambda root: 1 / 0)
        assert lints(load(repo.root)) == []
    assert lints(load(repo.root)) == ["agent-written-status"]
