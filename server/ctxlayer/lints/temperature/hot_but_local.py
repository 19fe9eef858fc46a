"""A rule in every message that is about one part of the repository."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.cooling import scoped
from ctxlayer.analysis.justifications import hot_switch
from ctxlayer.analysis.loaded import loaded_tokens
from ctxlayer.analysis.locality import Locality, census, locality
from ctxlayer.analysis.promotion import about
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.rule import Rule, Temperature, read_rule
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import value_span
from ctxlayer.text import Span


@document_lint("info", kinds={Kind.RULE}, reads={"tree"}, fixable=True)
def hot_but_local(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A rule is loaded on every message, and all of it is about one part of the repository.

    ## What it does
    Reads which files and folders a hot rule names in code and in links, and in which language its
    code is. Where all of that lies below one folder, or title and code are of one language among
    several of the repository, it proposes the globs that would do, and says what they would spare.

    It says nothing where the rule names anything else, speaks of the whole project, or is a file
    without a place for globs (`CLAUDE.md`). Folders that hold no code are not proposed: a rule about
    documents is often needed before one is touched. A `justification` argues that the rule is worth
    its tokens; it is asked for from every hot rule, and does not make a local one less so.

    ## Why
    A rule about one subsystem is worth its tokens while that is worked on, and is paid for on every
    other message as well.

    ## Example
    ```.claude/rules/berths.md
    # Berths
      ^^^^^^ hot-but-local: all 2 paths that it names lie in `src/berths/`

    `src/berths/plan.py` ranks requests; what it returns is checked in `src/berths/check.py`.
    ```
    ```src/berths/plan.py
    VALUE = 1
    ```
    ```src/berths/check.py
    VALUE = 1
    ```
    ```src/tides/gauge{1..3}.py
    VALUE = 1
    ```

    ## Instead
    ```.claude/rules/berths.md
    ---
    paths: ["src/berths/**"]
    ---

    # Berths

    `src/berths/plan.py` ranks requests; what it returns is checked in `src/berths/check.py`.
    ```
    ```src/berths/plan.py
    VALUE = 1
    ```
    ```src/berths/check.py
    VALUE = 1
    ```
    ```src/tides/gauge{1..3}.py
    VALUE = 1
    ```
    """
    rule = read_rule(document)
    if rule is None or rule.temperature is not Temperature.HOT or rule.store.globs_key is None:
        return
    if rule.scope is not None or not document.text.strip() or _says_otherwise(rule):
        return
    found = locality(document, layer.ask(census))
    if found is None:
        return
    globs = " and ".join(f"`{glob}`" for glob in found.globs)
    edits = scoped(document, rule, found.globs)
    fixes = (Fix(f"Load it for {', '.join(found.globs)} only", edits),) if edits is not None else ()
    yield Report(
        _place(document, rule),
        f"{rule.profile.title} loads this rule on every message, but {found.why}; load it by "
        f"{globs} ({_count(found)}){_spared(document, rule, layer)}",
        fixes,
    )


def _says_otherwise(rule: Rule) -> bool:
    """Whether its author has written globs of another scope."""
    return bool(rule.patterns) and rule.load.key != (rule.globs_entry and rule.globs_entry.key)


def _place(document: Document, rule: Rule) -> Span:
    switch = hot_switch(rule, document)
    return value_span(switch) if switch is not None else document.title_span


def _count(found: Locality) -> str:
    return f"{found.files:,} {'file' if found.files == 1 else 'files'}"


def _spared(document: Document, rule: Rule, layer: Snapshot) -> str:
    tokens = loaded_tokens(document, rule.profile, rule.store, layer)
    return f", which spares {about(tokens)} tokens on every other message" if tokens else ""
