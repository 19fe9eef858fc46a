"""Imports that run in a circle."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.imports import Circle, import_graph
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Related, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.lints.wording import clip


@layer_lint("error", asks=(import_graph,))
def import_cycle(snapshot: Snapshot) -> Iterator[Report]:
    """Memory files import each other in a circle.

    ## What it does
    Follows the `@path` imports of memory files (`CLAUDE.md`, `AGENTS.md`, `GEMINI.md`, `.claude/rules/`)
    through the files of the project, and reports the import that leads back to where it began. A circle
    is reported once; one of files that are no documents of the layer at the import that leads there.

    ## Why
    A loader breaks the circle somewhere, or loads files twice until it has followed as many imports as it
    may. Which text then comes first, and what is lost, hangs on the file that was opened.

    ## Example
    ```CLAUDE.md
    # Harbour

    @AGENTS.md
    ```
    ```AGENTS.md
    # Agents

    @CLAUDE.md
     ^^^^^^^^^ import-cycle: CLAUDE.md, AGENTS.md, CLAUDE.md
    ```

    ## Instead
    ```CLAUDE.md
    # Harbour

    @AGENTS.md
    ```
    ```AGENTS.md
    # Agents
    ```
    """
    for circle in snapshot.ask(import_graph).circles:
        chain = ", ".join(circle.chain) if len(circle.chain) < 8 else _shortened(circle.chain)
        yield Report(
            circle.span,
            f"the imports run in a circle: {chain}; take one of them out",
            related=tuple(_others(circle)),
            path=circle.path,
        )


def _shortened(chain: tuple[str, ...]) -> str:
    return f"{', '.join(chain[:3])}, {len(chain) - 5} more, {', '.join(chain[-2:])}"


def _others(circle: Circle) -> Iterator[Related]:
    """The other imports of a circle."""
    for path, span, target in circle.others:
        yield Related(path, span, f"imports {clip(target, 80)}")
