"""A pattern that another one of its list covers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxlayer.analysis.glob_edits import removing
from ctxlayer.analysis.glob_reach import redundant
from ctxlayer.analysis.rule_globs import WrittenGlob, rule_globs
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Related, Report
from ctxlayer.lints.registry import layer_lint


@layer_lint("hint", asks={rule_globs}, fixable=True)
def redundant_glob(layer: Snapshot) -> Iterator[Report]:
    """A glob of a rule matches nothing that another glob of the same rule does not match.

    ## What it does
    Finds a pattern that is written twice, or whose every possible path another pattern of the list
    matches too, in each runtime that reads the rule. It says nothing where that hangs on what a runtime
    has not settled, such as whether `*` matches names with a dot.

    ## Why
    It changes nothing, and makes the reader look for the difference.

    ## Example
    ```.rules/berths.md
    ---
    globs: ["src/**", "src/berths/*.py"]
                       ^^^^^^^^^^^^^^^ redundant-glob: `src/**` covers it
    ---

    # Berths
    ```
    ```src/berths/allocate.py
    VALUE = 1
    ```

    ## Instead
    ```.rules/berths.md
    ---
    globs: ["src/**"]
    ---

    # Berths
    ```
    ```src/berths/allocate.py
    VALUE = 1
    ```
    """
    for file in layer.ask(rule_globs).files.values():
        for written, other in redundant(file).items():
            yield _report(written, other, file.globs, layer)


def _report(
    written: WrittenGlob, other: WrittenGlob, globs: Sequence[WrittenGlob], layer: Snapshot
) -> Report:
    path = written.path
    document = layer.document(path)
    others = [each for each in globs if each is not written]
    edit = removing(written, others, document) if document is not None else None
    why = "is in the list twice" if written.text == other.text else f"`{other.text}` covers it"
    message = f"`{written.text}` adds no path: {why}; remove it"
    fixes = (Fix(f"Remove `{written.text}`", {path: (edit,)}),) if edit is not None else ()
    related = (Related(path, other.span, "the pattern that covers it"),)
    return Report(written.span, message, fixes, related, path=path, tag="unnecessary")
