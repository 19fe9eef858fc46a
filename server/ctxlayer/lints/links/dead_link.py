"""A link or an import that leads nowhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ctxlayer.analysis.link_states import LinkState, Outcome
from ctxlayer.analysis.link_writing import nearest_paths, places_tried, rewritten
from ctxlayer.analysis.links import LINKING_KINDS, link_states
from ctxlayer.analysis.source_changes import gone_places
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Report, Severity
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import clip, replace_with
from ctxlayer.text import Edit, Span

_FOREIGN = frozenset({Kind.EXTERNAL, Kind.TICKET})
"""Texts that somebody else wrote, or that nobody commits: their links are worth knowing only."""


@document_lint("warning", kinds=LINKING_KINDS, reads={"links", "tree", "evidence"}, fixable=True)
def dead_link(document: Document, snapshot: Snapshot) -> Iterator[Report]:
    """A relative link or an import leads to nothing.

    ## What it does
    Looks up the links, images and reference definitions of the layer's documents, with their anchors,
    and the `@path` imports of memory files (`CLAUDE.md`, `AGENTS.md`, `GEMINI.md` and what they import).
    A link counts from the folder of its file. In rules, workflows, bundles and tickets, which an agent is
    given without their place, it may count from the root of the layer as well. An anchor has to be one
    that GitHub makes of a heading, or a `name`, an `id` or a `{#id}` in the text; it is looked for in
    documents of the layer only.

    An import has to be written so that its loader finds it: Claude Code takes everything up to the next
    blank for the path, punctuation too, and follows four imports in a row (beyond that, an info).

    It says nothing where a path may be meant for something else: about web pages, placeholders, what git
    ignores, nested repositories, `/paths` of a site, single words without an ending; and about memory
    files in folders such as `templates/` and `fixtures/`, which are written for another place. In
    `external/` and in `working/` it is an info. Pointers of a trigger table are left to dead-pointer,
    and links of knowledge files to sources that git has known to source-gone.

    ## Why
    An agent that follows a dead link finds nothing and goes on from memory. An import that is not found
    is skipped without a word, and its rules with it.

    ## Example
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges

    Read from [the quay](overveiw.md).
                         ^^^^^^^^^^^ dead-link: did you mean overview.md?
    ```
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Tides
    ```

    ## Instead
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges

    Read from [the quay](overview.md).
    ```
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Tides
    ```

    ## Sources
    Imports: https://code.claude.com/docs/en/memory (read 2026-08-22) and
    https://github.com/anthropics/claude-code/issues/86060. Anchors: what GitHub makes of headings.
    """
    gone = gone_places(document, snapshot)
    for state in link_states(document, snapshot):
        report = _REPORTS.get(state.outcome)
        if report is not None and state.span.start not in gone:
            told = report(state, document, snapshot)
            yield Report(told.span, told.message, told.fixes, severity=_severity(state, document))


def _severity(state: LinkState, document: Document) -> Severity | None:
    foreign = document.kind in _FOREIGN
    return "info" if foreign or state.outcome is Outcome.DEEP else None


def _gone(state: LinkState, document: Document, snapshot: Snapshot) -> Report:
    near = () if state.repo else nearest_paths(state, document, snapshot)
    fixes = tuple(_repointed(state, document, each.path) for each in near)
    what = f"is not in the clone of {state.repo}" if state.repo else "does not exist"
    tried = dict.fromkeys(path for path, _ in places_tried(state, document))
    looked = f" (looked for {clip(' and '.join(tried), 160)})" if [*tried] != [state.path] else ""
    kind = "import" if state.link.kind == "import" else "link"
    remedy = f"did you mean {near[0].path}?" if near else f"correct the path or remove the {kind}"
    return Report(state.span, f"`{clip(state.path, 80)}` {what}{looked}; {remedy}", fixes)


def _elsewhere(state: LinkState, document: Document, snapshot: Snapshot) -> Report:
    path = rewritten(state, state.target, document)
    message = (
        f"`{clip(state.path, 80)}` does not exist (looked for {clip(state.tried, 80)}), but "
        f"{state.target} does, from the root of the layer; write {path}"
    )
    return Report(state.span, message, (_repointed(state, document, path),))


def _torn(state: LinkState, document: Document, snapshot: Snapshot) -> Report:
    path = state.path.replace(" ", "%20").replace("\t", "%09")
    message = (
        f"`{clip(state.path, 80)}` is no link: Markdown ends a target at a blank; write {path}, or "
        "put the target between < and >"
    )
    return Report(state.span, message, (_repointed(state, document, path),))


def _hash(state: LinkState, document: Document, snapshot: Snapshot) -> Report:
    path = rewritten(state, state.target, document)
    message = f"a # in `{clip(state.span.of(document.text), 80)}` begins an anchor; write {path}"
    return Report(state.span, message, (_repointed(state, document, path),))


def _slashes(state: LinkState, document: Document, snapshot: Snapshot) -> Report:
    path = rewritten(state, state.target, document)
    message = f"`{clip(state.path, 80)}` is parted by backslashes, which no link is; write {path}"
    return Report(state.span, message, (_repointed(state, document, path),))


def _no_anchor(state: LinkState, document: Document, snapshot: Snapshot) -> Report:
    where = "this file" if state.target == document.path else state.target
    message = f"{where} has no heading `#{clip(state.anchor, 80)}`"
    if state.near:
        message += f"; did you mean `#{state.near}`?"
        fix = replace_with(
            document, state.span, state.near, title=f"Change to #{state.near}", safe=False
        )
        return Report(state.span, message, (fix,))
    return Report(
        state.span, f"{message}; correct the anchor or leave it out", _bare(state, document)
    )


def _no_lines(state: LinkState, document: Document, snapshot: Snapshot) -> Report:
    message = f"{state.target} has {state.lines} lines; correct `#{state.anchor}` or leave it out"
    return Report(state.span, message, _bare(state, document))


def _bare(state: LinkState, document: Document) -> tuple[Fix, ...]:
    """The fix that leaves out an anchor, where a path is left over."""
    if not state.path:
        return ()
    span = Span(state.span.start - 1, state.span.end)
    return (replace_with(document, span, "", title="Leave out the anchor", safe=False),)


def _cut(state: LinkState, document: Document, snapshot: Snapshot) -> Report:
    tail = state.span.of(document.text)
    message = (
        f"`{clip(tail)}` becomes a part of the path, and {_title(state)} skips the import without a "
        "word; put a blank before it"
    )
    fix = Fix(
        "Put a blank behind the path", {document.path: (Edit(Span.at(state.span.start), " "),)}
    )
    return Report(state.span, message, (fix,))


def _spaced(state: LinkState, document: Document, snapshot: Snapshot) -> Report:
    path = state.path.replace("\\ ", " ").replace(" ", "\\ ")
    message = (
        f"a blank ends the path, and {_title(state)} skips the import without a word; write {path}"
    )
    return Report(state.span, message, (_repointed(state, document, path),))


def _deep(state: LinkState, document: Document, snapshot: Snapshot) -> Report:
    hops = state.reader.imports.hops if state.reader else 0
    message = (
        f"`{clip(state.path, 80)}` is not loaded: {_title(state)} follows {hops} imports in a row, and "
        "this is one more; import it from a file nearer to the start"
    )
    return Report(state.span, message)


def _title(state: LinkState) -> str:
    return state.reader.title if state.reader else "the loader"


def _repointed(state: LinkState, document: Document, path: str) -> Fix:
    link, reader = state.link, state.reader
    cut = reader is not None and reader.imports.to_blank and link.span.end > link.target_span.end
    new = f"{path} " if cut else path  # so that what follows is no part of it
    return replace_with(document, state.span, new, title=f"Change to {path}", safe=False)


_REPORTS: dict[Outcome, Callable[[LinkState, Document, Snapshot], Report]] = {
    Outcome.GONE: _gone,
    Outcome.ELSEWHERE: _elsewhere,
    Outcome.TORN: _torn,
    Outcome.HASH: _hash,
    Outcome.SLASHES: _slashes,
    Outcome.NO_ANCHOR: _no_anchor,
    Outcome.NO_LINES: _no_lines,
    Outcome.CUT: _cut,
    Outcome.SPACED: _spaced,
    Outcome.DEEP: _deep,
}
