"""Start a lint: its file and its fixture, both to be filled in."""

from __future__ import annotations

import re
from pathlib import Path

_NAME = re.compile(r"[a-z]+(?:-[a-z]+)*/[a-z]+(?:-[a-z]+)*")

_LINT = '''"""{title}."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint


@document_lint("warning", kinds=(Kind.KNOWLEDGE,))
def {function}(document: Document, snapshot: Snapshot) -> Iterator[Report]:
    """One sentence: what is wrong where this speaks.

    ## What it does

    What is flagged, and what is not.

    ## Why

    What goes wrong for people who leave it so.

    ## Example

    ````knowledge/harbour/overview.md
    # Harbour
      ^^^^^^^ {lint}
    ````

    ## Instead

    ````knowledge/harbour/overview.md
    # Harbour
    ````
    """
    yield Report(document.title_span, "what, where, and the remedy in words")
'''

_FIXTURE = """# {lint}

## It is flagged

````knowledge/harbour/overview.md
# Harbour
  ^^^^^^^ {lint} (warning): the remedy in words
````

## It is left alone

````knowledge/harbour/overview.md
Harbour
````
"""


class ScaffoldError(ValueError):
    """The lint cannot be started; the message says why."""


def new_lint(root: Path, name: str) -> tuple[Path, Path]:
    """Create the file and the fixture of the lint `family/id` in the repository at `root`.

    Raises `ScaffoldError` on a name that is no `family/id`, an unknown family, or a lint that
    is there already.
    """
    if not _NAME.fullmatch(name):
        raise ScaffoldError(f"{name!r} is not family/id in lower case and dashes: links/dead-link")
    family, lint = name.split("/")
    folder = root / "server/ctxlayer/lints" / family.replace("-", "_")
    if not (folder / "__init__.py").is_file():
        raise ScaffoldError(f"there is no family {family!r}: create {folder}/__init__.py first")
    function = lint.replace("-", "_")
    source, fixture = folder / f"{function}.py", root / "tests/lints" / family / f"{lint}.md"
    for path in (source, fixture):
        if path.exists():
            raise ScaffoldError(f"{path} is there already")
    words = {"function": function, "lint": lint, "title": lint.replace("-", " ").capitalize()}
    fixture.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(_LINT.format(**words), encoding="utf-8", newline="\n")
    fixture.write_text(_FIXTURE.format(**words), encoding="utf-8", newline="\n")
    return source, fixture
