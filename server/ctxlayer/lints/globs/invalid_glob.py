"""A pattern that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.lost_tracks import lost_tracks
from ctxlayer.analysis.rule_globs import Reader, and_joined, rule_globs
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import layer_lint


@layer_lint("error", asks={rule_globs, lost_tracks})
def invalid_glob(layer: Snapshot) -> Iterator[Report]:
    """A glob of a rule, or of `tracks`, does not compile.

    ## What it does
    Finds an unclosed `[` or `{`, a range that runs backwards, and braces that stand for more patterns
    than any runtime expands.

    ## Why
    A pattern that does not compile matches nothing: the rule never loads for it, the knowledge file is never
    told that its source has moved.

    ## Example
    ```.rules/berths.md
    ---
    globs: ["src/{berths,quays/**"]
             ^^^^^^^^^^^^^^^^^^^^ invalid-glob
    ---

    # Berths
    ```

    ## Instead
    ```.rules/berths.md
    ---
    globs: ["src/{berths,quays}/**"]
    ---

    # Berths
    ```
    ```src/quays/plan.py
    VALUE = 1
    ```
    """
    for file in layer.ask(rule_globs).files.values():
        for written in file.globs:
            broken = [each for each in written.readers if each.glob.error is not None]
            if not broken:
                continue
            some = "" if len(broken) == len(written.readers) else f" in {_names(broken)}"
            yield Report(
                written.span,
                f"`{written.text}` is no valid pattern{some}: {broken[0].glob.error}",
                path=written.path,
            )
    for path, lost in layer.ask(lost_tracks).items():
        for each in lost:
            if each.error:
                message = f"`{each.text}` is no valid pattern: {each.error}"
                yield Report(each.span, message, path=path)


def _names(readers: list[Reader]) -> str:
    return and_joined(tuple(dict.fromkeys(reader.title for reader in readers)))
