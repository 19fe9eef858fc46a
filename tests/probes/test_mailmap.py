"""Who goes by which name: as git itself says."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from ctxlayer.probes.mailmap import Mailmap
from tests.harness.fast_import import git

TEXT = """# Names of the harbour
Ada Quay <ada@example.org>
Ben Lock <ben@example.org> <BEN@old.example.org>
Cleo Tide <cleo@example.org> cleo <shared@example.org>
Dan Buoy <dan@example.org> Dan The Buoy <shared@example.org>
<eve@example.org> <eve@old.example.org>
  Fay Lamp   <fay@example.org>  # who keeps the light
no address
<>
Gus <gus@example.org
"""
NAMES = ("ada", "Cleo", "DAN THE BUOY", "eve")
MAILS = (
    "ada@example.org", "Ada@Example.org", "ben@example.org", "ben@old.example.org",
    "shared@example.org", "eve@old.example.org", "fay@example.org", "gus@example.org",
)  # fmt: skip


def test_names_are_those_that_git_tells(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / ".mailmap").write_text(TEXT)
    people = list(product(NAMES, MAILS))
    asked = "".join(f"{name} <{mail}>\n" for name, mail in people)
    told = git(tmp_path, "check-mailmap", "--stdin", asked=asked.encode()).splitlines()
    ours = Mailmap(TEXT.encode())
    found = [ours.name(name.encode(), mail.encode()).decode() for name, mail in people]
    assert found == [line.rpartition(" <")[0] for line in told]
    assert len(set(found)) == 4 + 4 + 1


def test_without_a_list_everybody_has_the_name_they_gave() -> None:
    assert Mailmap().name(b"ada", b"ada@example.org") == b"ada"
