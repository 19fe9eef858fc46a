"""What a file is to the layer, by its place."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from ctxlayer.layer.adapter_formats import PERMISSIONS, format_of
from ctxlayer.layer.guides import flat_skill, place_of
from ctxlayer.layer.runtimes import LAYER, own_store_of, passed_over_by, store_of
from ctxlayer.settings import Settings


class Kind(str, Enum):
    """A document kind of the layer format; the values are shown to people and in JSON."""

    RULE = "rule"
    UNREAD_RULE = "unread-rule"
    TRIGGER_TABLE = "trigger-table"
    KNOWLEDGE = "knowledge"
    EXTRACTION = "extraction"
    EXTERNAL = "external"
    WORKFLOW = "workflow"
    SKILL = "skill"
    AGENT = "agent"
    COMMAND = "command"
    UNREAD_SKILL = "unread-skill"
    TICKET = "ticket"
    REPO_MAP = "repo-map"
    ENTITIES = "entities"
    BUNDLE = "bundle"
    WORK_PACKAGES = "work-packages"
    ADAPTERS = "adapter-config"
    PERMISSIONS = "permissions"
    ROUTING_CASES = "routing-cases"
    OKF_INDEX = "okf-index"
    SETTINGS = "settings"


TRUST_KINDS = frozenset({Kind.KNOWLEDGE, Kind.EXTRACTION, Kind.EXTERNAL})
"""Kinds whose frontmatter grades how far they are believed."""

GUIDE_KINDS = frozenset({Kind.SKILL, Kind.AGENT, Kind.COMMAND})
"""Kinds that an agent or a person calls by name."""

FRONTMATTER_KINDS = TRUST_KINDS | GUIDE_KINDS | {Kind.RULE, Kind.WORKFLOW, Kind.TRIGGER_TABLE}
"""Markdown kinds whose frontmatter, where they have one, some loader reads."""

RULE_KINDS = frozenset({Kind.RULE, Kind.UNREAD_RULE})
"""What lies among the rules of a runtime, read or passed over."""

INDEXED_KINDS = frozenset({Kind.KNOWLEDGE, Kind.EXTRACTION})
"""Kinds that a trigger table has to point at."""

_RULES_ONLY = frozenset(
    {
        Kind.RULE,
        Kind.UNREAD_RULE,
        Kind.AGENT,
        Kind.COMMAND,
        Kind.UNREAD_SKILL,
        Kind.ADAPTERS,
        Kind.PERMISSIONS,
        Kind.WORK_PACKAGES,
        Kind.SETTINGS,
    }
)
_MARKDOWN = (".md", ".mdc")
_BY_PATH = {
    "ctxlayer.toml": Kind.SETTINGS,
    "pyproject.toml": Kind.SETTINGS,
    ".local/repo-paths.json": Kind.REPO_MAP,
    **{f"routing-cases.{end}": Kind.ROUTING_CASES for end in ("yaml", "yml", "json", "tsv")},
}
_INDEXES = ("index.md", "knowledge/index.md")
"""Where a bundle of the Open Knowledge Format can begin, above the folders of documents."""


class Placement(NamedTuple):
    """The kind of a file and, for rule files, the runtime whose store it lies in.

    A trigger table has a runtime where it is a memory file of that.

    An unread rule lies in the store and has an ending that the runtime does not read; an unread
    skill lies among skills without a folder of its own.
    """

    kind: Kind
    runtime: str = ""


def placement(path: str, settings: Settings, *, full: bool) -> Placement | None:
    """What the file at `path` (relative to the layer root) is; None for all other files.

    `full` is False where only rule stores show that there is a layer: then a `knowledge/`
    folder belongs to some other project and is left alone.
    """
    found = _by_settings(path, settings) or _by_place(path, settings)
    if found is None or full or found.kind in _RULES_ONLY:
        return found
    # Skills of a runtime's own folder are read by it wherever it runs; `workflows/` is the layer's.
    own = found.kind is Kind.SKILL and not path.startswith("workflows/")
    return found if own else None


def _by_settings(path: str, settings: Settings) -> Placement | None:
    kind = settings.kind_override(path)
    if kind is None:
        return None
    # A rule outside every store is the team's own: it is read as those in `.rules/` are.
    runtime = (store_of(path) or LAYER.id) if kind == Kind.RULE.value else ""
    return Placement(Kind(kind), runtime)


def _by_place(path: str, settings: Settings) -> Placement | None:
    store = store_of(path)
    if store is not None:
        if _routes_too(path, store, settings):
            return Placement(Kind.TRIGGER_TABLE, store)
        note = _is_readme(path) and not _loads_readmes(path, store)
        return None if note else Placement(Kind.RULE, store)
    passer = passed_over_by(path)
    if passer is not None:
        return None if _is_readme(path) else Placement(Kind.UNREAD_RULE, passer)
    guide = _guide(path) if path.startswith(".") or "/skills/" in path else None
    if guide is not None:
        return Placement(guide)
    if format_of(path) is not None:
        return Placement(Kind.ADAPTERS)
    if path in PERMISSIONS:
        return Placement(Kind.PERMISSIONS)
    if path in _BY_PATH:
        return Placement(_BY_PATH[path])
    if path.endswith("work-packages.yaml") and path.rpartition("/")[2] == "work-packages.yaml":
        return Placement(Kind.WORK_PACKAGES)
    if settings.is_trigger_table(path):
        return Placement(Kind.TRIGGER_TABLE)
    if path in _INDEXES:
        return Placement(Kind.OKF_INDEX)
    folder, _, rest = path.partition("/")
    kind = _kind_in(folder, rest) if rest else None
    return Placement(kind) if kind else None


def _loads_readmes(path: str, runtime: str) -> bool:
    store = own_store_of(path, runtime)
    return store is not None and store.readmes


def _guide(path: str) -> Kind | None:
    """The kind of a file in a runtime's folder of skills, subagents or commands."""
    place = place_of(path)
    if place is not None:
        return Kind(place.sort)
    return Kind.UNREAD_SKILL if flat_skill(path) is not None else None


def _routes_too(path: str, store: str, settings: Settings) -> bool:
    """Whether settings call a memory file (`CLAUDE.md`) a trigger table.

    It keeps its runtime, which goes on reading its imports. A rule whose frontmatter says when it
    loads stays a rule.
    """
    reading = own_store_of(path, store)
    if reading is None or reading.keys or path.rpartition("/")[2] not in reading.names:
        return False
    return settings.is_trigger_table(path)


def _kind_in(folder: str, rest: str) -> Kind | None:
    """The kind of `folder/rest` in the folders of the format."""
    if folder == "knowledge":
        # A file directly in knowledge/ belongs to no topic: a README, a licence.
        return Kind.KNOWLEDGE if "/" in rest and rest.endswith(_MARKDOWN) else None
    if folder == "graph":
        return Kind.ENTITIES if rest == "entities.yaml" else None
    if folder == "bundles":
        return Kind.BUNDLE if rest.endswith((".yaml", ".md")) and not _is_readme(rest) else None
    if not rest.endswith(_MARKDOWN):
        return None
    if folder == "workflows":
        return Kind.SKILL if rest.rpartition("/")[2] == "SKILL.md" else Kind.WORKFLOW
    if folder == "working":
        return Kind.TICKET
    if _is_readme(rest):
        return None
    if folder == "extractions":
        return Kind.EXTRACTION
    return Kind.EXTERNAL if folder == "external" else None


def _is_readme(path: str) -> bool:
    return path.rpartition("/")[2].lower() in ("readme.md", "readme.mdc")


def topic_of(path: str, kind: Kind) -> str:
    """The topic that a knowledge file's folder or an extraction's name says; "" for none."""
    if kind is Kind.KNOWLEDGE:
        parts = path.split("/")
        return parts[1] if len(parts) > 2 else ""
    if kind is Kind.EXTRACTION:
        stem = path.rpartition("/")[2].rpartition(".")[0]
        return stem[11:] if stem[:10].count("-") == 2 and stem[10:11] == "-" else ""
    return ""
