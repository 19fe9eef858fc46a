"""A form of pattern that its runtime reads otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ctxlayer.analysis.glob_edits import replacing
from ctxlayer.analysis.glob_forms import OddForm, odd_form
from ctxlayer.analysis.rule_globs import RuleFile, WrittenGlob, rule_globs
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import layer_lint


@layer_lint("warning", asks={rule_globs}, fixable=True)
def glob_not_portable(layer: Snapshot) -> Iterator[Report]:
    """A glob of a rule is written in a form that its runtime reads differently.

    ## What it does
    Finds a comma inside one item of a list, `**.ts`, brackets that are the name of a real folder
    (`app/[id]/**`), a path of one machine, a backslash between folders, and a leading `!` or `/` where the
    runtime takes it for something else, or documents no meaning of it; of several `!` of the latter
    kind the first in a file. In `applyTo` it also finds a pattern that matches other files in VS Code,
    which looks at any depth, than on GitHub, which starts at the root. It judges only what the runtime's
    documentation or source settles; hovers tell where nothing does.

    ## Why
    The pattern looks right, and another tool would read it so. Here it matches other files, or none, and
    nothing tells that the rule does not load.

    ## Example
    ```.rules/berths.md
    ---
    globs: ["src/berths/**, src/quays/**"]
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^ glob-not-portable: write one item for each
    ---

    # Berths
    ```
    ```src/berths/allocate.py
    VALUE = 1
    ```
    ```src/quays/walls.py
    VALUE = 1
    ```

    ## Instead
    ```.rules/berths.md
    ---
    globs: ["src/berths/**", "src/quays/**"]
    ---

    # Berths
    ```
    ```src/berths/allocate.py
    VALUE = 1
    ```
    ```src/quays/walls.py
    VALUE = 1
    ```

    ## Sources
    VS Code puts `**/` before a pattern that begins with neither `/` nor `**/` and compares it with the
    absolute path, whatever the case (its source, read on 2026-07-29). GitHub's documentation starts
    patterns at the root of the repository. Claude Code documents `\\[` for a bracket that is no class
    (2026-08-22).
    """
    for file in layer.ask(rule_globs).files.values():
        yield from file.kept("glob-not-portable", (layer.tree,), partial(_reports, file, layer))


def _reports(file: RuleFile, layer: Snapshot) -> Iterator[Report]:
    told: set[str] = set()
    for written in file.globs:
        form = odd_form(written, layer.tree, layer.root)
        if form is not None and form.habit not in told:
            told |= {form.habit} - {""}
            yield _report(written, form, layer)


def _report(written: WrittenGlob, form: OddForm, layer: Snapshot) -> Report:
    document = layer.document(written.path)
    edit = replacing(written, form.better, document) if document is not None else None
    fixes: tuple[Fix, ...] = ()
    if edit is not None:
        words = ", ".join(f"`{each}`" for each in form.better)
        fixes = (Fix(f"Change to {words}", {written.path: (edit,)}),)
    return Report(written.span, f"`{written.text}`: {form.why}", fixes, path=written.path)
