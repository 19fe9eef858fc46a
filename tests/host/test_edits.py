"""An edit since the verification shows at once where somebody looks, and is found once it is saved."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ctxlayer.analysis.edits import Edited, edits_since
from ctxlayer.analysis.freshness import staleness
from ctxlayer.host import Host, LayerHandle
from ctxlayer.ide.diagnostics import layer_report
from ctxlayer.probes import author_reader
from tests.probes.test_authors import PATH, Repo
from tests.probes.test_edits import SECOND, THIRD, page

TODAY = date(2026, 6, 20)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    root = tmp_path / "layer"
    root.mkdir()
    repo = Repo(root)
    (root / "ctxlayer.toml").touch()
    repo.commit(page())
    return repo


def load(root: Path, *, trusted: bool = True) -> tuple[Host, LayerHandle]:
    host = Host(today=lambda: TODAY, trusted=trusted)
    layer = host.layer_of(root)
    assert layer is not None
    return host, layer


def found(layer: LayerHandle) -> list[str]:
    """What is found about the file."""
    for _ in layer.read_authors():
        pass
    report = layer_report(layer.snapshot).get(PATH)
    return [each.message for each in report.findings] if report else []


def shown(layer: LayerHandle) -> Edited | None:
    """What is shown of the text as it is in its buffer."""
    return edits_since(layer.snapshot.documents[PATH], layer.snapshot)


def test_a_commit_is_found(repo: Repo) -> None:
    _, layer = load(repo.root)
    assert found(layer) == []
    repo.commit(page(SECOND), message="Count both")
    layer.update(PATH)
    (message,) = found(layer)
    assert 'edited since it was verified: 1 commit, "Count both"' in message
    assert [each.kind for each in staleness(layer.snapshot.documents[PATH], layer.snapshot)] == [
        "edited-since"
    ]


def test_what_is_typed_is_shown_at_once_and_found_when_it_is_saved(repo: Repo) -> None:
    host, layer = load(repo.root)
    place = repo.root / PATH
    host.open(place, page())
    assert found(layer) == [] and shown(layer) is None
    host.change(place, page(SECOND))
    assert found(layer) == []
    now = shown(layer)
    assert now is not None and now.is_open
    repo.put(PATH, page(SECOND))
    host.disk_changed([place])
    (message,) = found(layer)
    assert "not committed yet" in message
    host.change(place, page(THIRD))
    assert found(layer) == [message]
    host.change(place, page())
    assert shown(layer) is None and found(layer) == [message]
    repo.put(PATH, page())
    host.disk_changed([place])
    assert found(layer) == []


def test_who_verifies_it_is_told_nothing_more_at_once(repo: Repo) -> None:
    repo.commit(page(SECOND))
    host, layer = load(repo.root)
    host.open(repo.root / PATH, page(SECOND))
    assert len(found(layer)) == 1
    host.change(repo.root / PATH, page(SECOND, day="2026-06-20"))
    assert found(layer) == [] and shown(layer) is None


def test_a_buffer_that_is_opened_with_other_text_is_not_saved(repo: Repo) -> None:
    host, layer = load(repo.root)
    host.open(repo.root / PATH, page(SECOND))
    assert found(layer) == [] and shown(layer) is not None


def test_a_later_run_knows_it_without_git(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit(page(SECOND))
    repo.put(PATH, page(THIRD))
    _, layer = load(repo.root)
    before, authors = found(layer), layer.snapshot.authors
    monkeypatch.setattr(author_reader, "read_authors", lambda *_: pytest.fail("git is asked again"))
    _, layer = load(repo.root)
    assert found(layer) == before != []
    assert layer.snapshot.authors.same(authors)
    assert layer.snapshot.authors.edits == authors.edits


def test_a_document_that_was_clean_is_looked_at_again_when_edits_are_known(repo: Repo) -> None:
    _, layer = load(repo.root)
    assert found(layer) == []
    layer.remember_clean()
    # The same text, and another past.
    repo.git("checkout", "-q", "--orphan", "other")
    repo.commit(page(SECOND))
    repo.put(PATH, page())
    _, layer = load(repo.root)
    assert len(found(layer)) == 1
    layer.remember_clean()
    _, layer = load(repo.root)
    assert len(found(layer)) == 1


def test_settings_change_what_counts_without_asking_git(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.put("README.md", "Gauges\n")
    repo.commit(page(SECOND))
    _, layer = load(repo.root)
    assert len(found(layer)) == 1
    monkeypatch.setattr(author_reader, "read_authors", lambda *_: pytest.fail("git is asked again"))
    (repo.root / "ctxlayer.toml").write_text("[freshness]\nbulk-files = 1\n")
    layer.reload()
    assert found(layer) == []


def test_an_untrusted_workspace_knows_nothing(repo: Repo) -> None:
    repo.commit(page(SECOND))
    _, layer = load(repo.root, trusted=False)
    assert found(layer) == [] and shown(layer) is None
