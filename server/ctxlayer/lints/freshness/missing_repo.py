"""A line of the repo map that leads to no repository."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.gate import gate_of, told
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.repo_map import MapEntry, RepoMap, repo_map, repo_map_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Related, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import fixes_of


@document_lint("error", kinds={Kind.REPO_MAP}, reads={"gate"}, fixable=True)
def missing_repo(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A line of the repo map leads to no repository.

    ## What it does
    Reads `.local/repo-paths.json`, an object of names and absolute paths. It flags a folder that is missing
    or holds no git repository, a path that is empty, relative or of another operating system, a value that
    is no text, of two paths under one name the one that does not count, and what is no JSON. `~` stands for
    the home folder.

    It says nothing of a folder that nobody has looked at, as in a workspace that is not trusted. Since no
    edit of the layer caused it, it fails a run of `ctxlayer check` only with `--fail-on-stale`.

    ## Why
    What the layer says of that repository can be checked by nobody, and pointers into it lead nowhere.
    Where the map is broken, many readers lose all of it.

    ## Example
    ```.local/repo-paths.json
    {"almanac": "../almanac"}
                ^^^^^^^^^^^^ missing-repo: absolute path
    ```

    ## Instead
    ```.local/repo-paths.json
    {"almanac": "/home/pilot/almanac"}
    ```
    """
    found = repo_map(document)
    for problem in found.problems:
        words = f"the repo map cannot be read as JSON, so other readers know no sibling: {problem.message}"
        yield Report(problem.span, words, fixes_of(problem, document))
    for stray in found.strays if not found.problems else ():
        words = f"{stray.message}, and most readers then know no sibling; remove it"
        yield Report(stray.span, words, fixes_of(stray, document), severity="warning")
    yield from _repeated(document, found)
    here = repo_map_of(layer) is document
    for entry in found.by_name.values():
        words = _fault(entry, layer) or (_gone(entry, layer) if here else "")
        if words and not entry.doubtful:
            yield Report(entry.value_span, words)


def _repeated(document: Document, found: RepoMap) -> Iterator[Report]:
    """Paths that do not count, since their name stands again further down."""
    for entry in found.entries:
        last = found.by_name[entry.name]
        if last is not entry and last.path != entry.path:
            words = f"`{entry.name}` stands here twice, and this path does not count; remove one of them"
            related = (Related(document.path, last.name_span, "this one counts"),)
            yield Report(entry.name_span, words, (), related, severity="warning")


def _fault(entry: MapEntry, layer: Snapshot) -> str:
    """What is wrong with a path as it is written; "" for nothing."""
    if entry.form == "no-text":
        return f"the path of `{entry.name}` is a text: the absolute path of its clone, in double quotes"
    if entry.form == "empty":
        return (
            f"`{entry.name}` has no path; write the absolute path of its clone, or remove the line"
        )
    if entry.form == "relative":
        return f"`{entry.path}` is not read from here: write the absolute path of the clone"
    if entry.form == "windows" and layer.root.startswith("/"):
        return f"`{entry.path}` is a path of Windows, and this machine is none; write where the clone is here"
    return ""


def _gone(entry: MapEntry, layer: Snapshot) -> str:
    """That no repository is where a path leads, as far as somebody looked."""
    verdict = gate_of(entry.name, layer)
    if verdict.facts is None or not entry.may_lie_at(verdict.facts.path):
        return ""
    if verdict.facts.place == "missing":
        (told_,) = told(verdict)
        return f"`{entry.name}`: {told_.words}; {told_.remedy}"
    if verdict.facts.place == "not-a-repo":
        (told_,) = told(verdict)
        return f"`{entry.name}`: {verdict.path} is no git repository; {told_.remedy}"
    return ""
