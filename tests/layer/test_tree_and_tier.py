"""Names that differ in case only, and how far a file is from the running system."""

from __future__ import annotations

import pytest

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.tree import Tree
from ctxlayer.layer.trust import tier


def test_of_two_folders_that_differ_in_case_it_is_always_the_same_one() -> None:
    tree = Tree(f"{name}/a.md" for name in ("docs", "Docs", "DOCS", "dOCS"))
    assert tree.spelled("doCs") == "docs"


@pytest.mark.parametrize(
    ("kind", "source", "expected"),
    [
        (Kind.KNOWLEDGE, "human-authored", 2),
        (Kind.KNOWLEDGE, "external", 3),
        (Kind.WORKFLOW, "external", 3),
        (Kind.WORKFLOW, "human-authored", 2),
        (Kind.EXTERNAL, "human-authored", 3),
        (Kind.TICKET, "external", None),
    ],
)
def test_the_tier_of_a_file(kind: Kind, source: str, expected: int | None) -> None:
    document = Document("a/b/c.md", Placement(kind), f"---\nsource: {source}\n---\n\n# C\n")
    assert tier(document) == expected
