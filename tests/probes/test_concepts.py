"""Whether the text of a concept changed after it was verified, in real repositories."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxlayer.layer.authors import Authors, body_after_verified
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.probes.authors import Ask, read_authors
from ctxlayer.settings import Settings
from tests.probes.test_authors import AGENT, PATH, Repo

CONCEPT = """---
type: Table{more}
verified: {{ by: "human:pilot", at: {at} }}
---

# Gauges

{words}
"""
FIRST = "Where the gauges of the harbour stand."
SECOND = "Where the gauges of both harbours stand."


def page(words: str = FIRST, at: str = "2026-06-01", more: str = "") -> str:
    return CONCEPT.format(words=words, at=at, more=more)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path)


def authors(root: Path, path: str = PATH) -> Authors:
    paths = frozenset({path})
    ask = Ask(str(root), paths, Settings().agents.identities, (), everybody=False, concepts=paths)
    *_, last = read_authors(ask)
    assert last is not None
    return last


def is_void(repo: Repo, path: str = PATH) -> bool:
    text = (repo.root / path).read_text(encoding="utf-8")
    document = Document(path, Placement(Kind.KNOWLEDGE), text)
    return body_after_verified(document, authors(repo.root, path)) is not None


def test_a_text_that_changed_later_is_verified_no_more(repo: Repo) -> None:
    repo.commit(page())
    assert not is_void(repo)
    repo.commit(page(SECOND), AGENT)
    assert is_void(repo)


def test_who_verifies_it_again_verifies_what_it_is_now(repo: Repo) -> None:
    repo.commit(page())
    repo.commit(page(SECOND))
    repo.commit(page(SECOND, at="2026-07-01"))
    assert not is_void(repo)


def test_a_change_and_its_verification_may_come_together(repo: Repo) -> None:
    repo.commit(page())
    repo.commit(page(SECOND, at="2026-07-01"))
    assert not is_void(repo)


def test_white_space_frontmatter_and_moves_change_no_text(repo: Repo) -> None:
    repo.commit(page())
    repo.commit(page(FIRST.replace(" of ", "\nof "), more="\ntags: [tides]"))
    assert not is_void(repo)
    repo.git("mv", PATH, "knowledge/tides/moved.md")
    repo.commit()
    assert not is_void(repo, "knowledge/tides/moved.md")


def test_what_is_not_committed_is_not_told_of(repo: Repo) -> None:
    repo.commit(page())
    repo.commit(page(SECOND))
    repo.put(PATH, page("Quite another text."))
    assert not is_void(repo)


def test_a_shallow_clone_says_nothing(repo: Repo, tmp_path_factory: pytest.TempPathFactory) -> None:
    repo.commit(page())
    repo.commit(page(SECOND))
    clone = tmp_path_factory.mktemp("clone") / "layer"
    repo.git("clone", "-q", "--depth", "1", f"file://{repo.root}", str(clone))
    assert authors(clone).of(PATH) is None


def test_outside_of_a_repository_nothing_is_known(tmp_path: Path) -> None:
    assert authors(tmp_path).of(PATH) is None
