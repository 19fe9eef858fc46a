"""A pattern that every file matches."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.glob_reach import matches_everything
from ctxlayer.analysis.rule_globs import WrittenGlob, rule_globs
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import layer_lint


@layer_lint("info", asks={rule_globs})
def glob_matches_everything(layer: Snapshot) -> Iterator[Report]:
    """A glob of a rule matches every file, so the rule is as good as hot.

    ## What it does
    Finds patterns such as `**` and `**/*`, as each runtime reads them: `*` is every file in VS Code and
    those at the root elsewhere. It says nothing where a `justification` says something, where another
    pattern of the list takes paths away, nor where the runtime takes the pattern for a switch, as VS Code
    does with `applyTo: "**"`: that is a matter of `unjustified-hot`. A repository that keeps rules for
    others is left alone, as by `glob-matches-nothing`.

    ## Why
    Whatever file is touched, the rule loads: it costs what a hot rule costs, and does not show among
    them. A hot rule has to say why it earns that; this one slips through.

    ## Example
    ```.rules/berths.md
    ---
    globs: "**/*"
            ^^^^ glob-matches-everything: as good as hot
    ---

    # Berths
    ```
    ```src/berths/allocate.py
    VALUE = 1
    ```

    ## Instead
    ```.rules/berths.md
    ---
    globs: "src/berths/**"
    ---

    # Berths
    ```
    ```src/berths/allocate.py
    VALUE = 1
    ```
    """
    globs = layer.ask(rule_globs)
    for file in () if globs.for_others else globs.files.values():
        if file.justified or file.hot or any(each.text.startswith("!") for each in file.globs):
            continue
        for written in file.globs:
            if matches_everything(written):
                yield _report(written)
                break


def _report(written: WrittenGlob) -> Report:
    return Report(
        written.span,
        f"`{written.text}` matches every file in {written.titles()}, so the rule is as good as hot; "
        "name the files that it is about, or add a `justification` of its cost",
        path=written.path,
    )
