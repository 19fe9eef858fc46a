"""A description that no task can match."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.descriptions import is_vague
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import GUIDE_KINDS, Kind
from ctxlayer.layer.rule import Temperature, read_rule
from ctxlayer.layer.skills import read_skill
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import clip
from ctxlayer.syntax.nodes import Scalar


@document_lint("info", kinds={Kind.RULE} | GUIDE_KINDS, reads={"tree"})
def vague_description(document: Document, layer: Snapshot) -> Iterator[Report]:
    """The description of a warm rule names nothing that a task could be about.

    ## What it does
    Finds warm rules, skills, subagents and commands whose description consists of words that fit any
    rule of any project: `General guidelines for the project`, `Core coding standards`. One word that
    does not is enough to say nothing: an operation (`deploy`), a subject (`forms`), a tool, a place in
    the repository. Descriptions in other languages than English are not judged.

    ## Why
    The description is all that the agent sees of the rule before it opens it. It pays for the line on
    every message, and has no reason to open the rule for one task rather than another: it opens it
    always or never.

    ## Example
    ```.rules/berths.md
    ---
    description: General coding guidelines for the project
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ vague-description
    ---

    # Berths
    ```

    ## Instead
    ```.rules/berths.md
    ---
    description: Use when a task moves a vessel to another berth
    ---

    # Berths
    ```
    """
    entry = document.frontmatter.get("description")
    if entry is None or not isinstance(entry.value, Scalar):
        return
    text = entry.value.text.strip()
    if not text or not is_vague(text) or not _is_warm(document):
        return
    if is_vague(text, {folder.rpartition("/")[2] for folder in layer.tree.folders}):
        yield Report(
            entry.value.span,
            f"`{clip(text).replace('`', '')}` fits any task and none, so an agent cannot tell when to "
            "open this; name the operation or the part of the project that it is for",
        )


def _is_warm(document: Document) -> bool:
    if document.kind is not Kind.RULE:
        skill = read_skill(document)
        return skill is not None and skill.temperature is Temperature.WARM
    rule = read_rule(document)
    return rule is not None and rule.temperature is Temperature.WARM
