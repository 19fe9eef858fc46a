"""Every setting, once: its key, default, accepted values and what it is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ctxlayer.globs import compile_glob
from ctxlayer.settings import spec

SEVERITIES = ("off", "hint", "info", "warning", "error")
"""What a lint may be set to, weakest first."""

KINDS = (
    "rule",
    "trigger-table",
    "knowledge",
    "extraction",
    "external",
    "workflow",
    "skill",
    "agent",
    "command",
    "ticket",
    "repo-map",
    "entities",
    "bundle",
    "work-packages",
    "adapter-config",
    "routing-cases",
)
"""Document kinds that `[[paths]]` may give to files."""

CLUSTERS = ("platform", "meta")

TOKENIZERS = ("claude", "claude-3", "deepseek", "gemini", "mistral", "openai")
"""The tokenizer families that tokens can be estimated for."""

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "topic": ("topic", "trigger", "when", "task", "area", "subject", "domain"),
    "files": (
        "files", "load", "read", "read first", "pointers", "file pointers", "docs", "documents",
    ),
    "live": ("live pointer", "live pointers", "live", "live query", "live queries", "live source"),
    "vocabulary": (
        "vocabulary", "vocab", "keywords", "terms", "trigger words", "triggers", "trigger", "when",
    ),
    "agents": ("agent", "agents", "subagent", "subagents", "skill", "skills", "invoke"),
}  # fmt: skip
"""Header synonyms that need no setting."""


@dataclass(frozen=True, slots=True)
class AdapterOptions:
    """What one adapter may do."""

    read_only: bool | None = spec.flag(
        None, "Whether the adapter only reads. Absent: as its own configuration says."
    )


@dataclass(frozen=True, slots=True)
class AdapterSettings:
    """The adapters that live pointers may name."""

    names: tuple[str, ...] | None = spec.texts(
        None, "Names of the adapters. Absent: the servers of the adapter configurations."
    )
    options: Mapping[str, AdapterOptions] = spec.table(
        "rest", "Options of one adapter.", model=AdapterOptions
    )


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """Who counts as an agent in the history."""

    identities: tuple[str, ...] = spec.texts(
        (
            "noreply@anthropic.com",
            "Claude",
            "cursoragent@cursor.com",
            "Copilot",
            "codex",
            "[bot]",
        ),
        "Parts of an author, a committer or a Co-authored-by trailer that show an agent, in any case.",
    )


@dataclass(frozen=True, slots=True)
class PathSettings:
    """Settings for the files that a glob matches."""

    glob: tuple[str, ...] = spec.globs((), "The files, from the root: one glob or a list of them.")
    lints: Mapping[str, str] = spec.table(
        "lints", "Severities of lints and families in these files.", choices=SEVERITIES
    )
    kind: str | None = spec.choice(
        None, "The kind of document that these files are, wherever they lie.", KINDS
    )


@dataclass(frozen=True, slots=True)
class FrontmatterSettings:
    """What trust frontmatter may hold besides what the format defines."""

    extra_keys: tuple[str, ...] = spec.texts((), "Further keys that the team uses.")
    source: tuple[str, ...] = spec.texts((), "Further values of `source`.")
    verified_by: tuple[str, ...] = spec.texts((), "Further values of `verified-by`.")
    status: tuple[str, ...] = spec.texts((), "Further values of `status`.")


class TableFile(NamedTuple):
    """A trigger table, by path or glob, and whether the runtime always loads it."""

    glob: str
    hot: bool


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Trigger tables: where they are, how they are read, how heavy they may get."""

    files: tuple[TableFile, ...] = spec.several(
        "tables",
        (TableFile("index/trigger-table.md", True), TableFile("index/*-table.md", False)),
        'The trigger tables: path or glob = "hot" or "cold". The first that matches decides.',
        TableFile,
    )
    columns: Mapping[str, tuple[str, ...]] = spec.table(
        "lists",
        "Header synonyms of the columns, added to those that are known.",
        choices=tuple(COLUMNS),
        default=COLUMNS,
    )
    clusters: Mapping[str, str] = spec.table(
        "choices",
        "What the headings of a table are: heading = platform or meta.",
        choices=CLUSTERS,
        default={"Platform": "platform", "Meta": "meta"},
    )
    max_tokens: int = spec.whole(
        1_200, "Tokens at which a topic is too heavy; two thirds of them give a hint."
    )
    max_pointers: int = spec.whole(
        34, "Pointers at which a topic is too heavy; 20 of 34 give a hint."
    )
    max_groups: int = spec.whole(
        3, "Sub-groups at which a topic is too heavy; two thirds of them give a hint."
    )
    index_tokens: int = spec.whole(10_000, "Tokens that the hot tables may take together.")


@dataclass(frozen=True, slots=True)
class BudgetSettings:
    """What the hot set may cost, in tokens."""

    hot: int = spec.whole(22_000, "Tokens of the whole hot set, paid for with each message.")
    rule: int = spec.whole(2_500, "Tokens of one hot rule.")
    schemas: int = spec.whole(
        3_500, "Tokens that the tool schemas of one adapter configuration may take together."
    )
    window: int = spec.whole(300_000, "Tokens of the model's context window.")
    overhead: int = spec.whole(33_000, "Tokens that the editor itself takes.", minimum=0)
    messages_per_session: int = spec.whole(30, "Messages of a usual session.")
    tokenizer: str = spec.choice(
        "claude", "The tokenizer family that tokens are counted for.", TOKENIZERS
    )


class TopicDays(NamedTuple):
    """Limits of one topic, in days; None where the general limit holds."""

    knowledge: int | None = None
    extraction: int | None = None


@dataclass(frozen=True, slots=True)
class FreshnessSettings:
    """How long a verification holds, and what counts as a change."""

    knowledge_days: int = spec.whole(
        90, "Days after which a knowledge file has to be verified again."
    )
    extraction_days: int = spec.whole(
        60, "Days after which an extraction has to be verified again."
    )
    unverified_days: int = spec.whole(14, "Days that a file may stay unverified.", minimum=0)
    topics: Mapping[str, TopicDays] = spec.table(
        "days",
        "Limits of one topic: a number of days, or a table of knowledge-days, extraction-days.",
    )
    fetch_hours: int = spec.whole(24, "Hours after which the last fetch of a sibling is old.")
    bulk_files: int = spec.whole(
        50, "A commit that touches more files than this changes no source."
    )
    ignore_revs: tuple[str, ...] = spec.texts(
        (), "Commits that change no source and write no trust, by hash."
    )

    def days(self, kind: str, topic: str) -> int:
        """Days for which a file of `kind` ("knowledge" or "extraction") stays verified."""
        limits = self.topics.get(topic, TopicDays())
        if kind == "extraction":
            return self.extraction_days if limits.extraction is None else limits.extraction
        return self.knowledge_days if limits.knowledge is None else limits.knowledge


@dataclass(frozen=True, slots=True)
class RepoSettings:
    """What is expected of one sibling repository."""

    branch: str | None = spec.text(None, "The branch that it should be on.")


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a layer. Compared by value."""

    adapters: AdapterSettings = field(
        default_factory=AdapterSettings, metadata=spec.group(AdapterSettings)
    )
    agents: AgentSettings = field(default_factory=AgentSettings, metadata=spec.group(AgentSettings))
    lints: Mapping[str, str] = spec.table(
        "lints", "Severity of a lint or of a whole family.", choices=SEVERITIES
    )
    paths: tuple[PathSettings, ...] = spec.several(
        "array", (), "Settings for some files only; later entries win.", PathSettings
    )
    frontmatter: FrontmatterSettings = field(
        default_factory=FrontmatterSettings, metadata=spec.group(FrontmatterSettings)
    )
    table: TableSettings = field(default_factory=TableSettings, metadata=spec.group(TableSettings))
    budget: BudgetSettings = field(
        default_factory=BudgetSettings, metadata=spec.group(BudgetSettings)
    )
    freshness: FreshnessSettings = field(
        default_factory=FreshnessSettings, metadata=spec.group(FreshnessSettings)
    )
    repos: Mapping[str, RepoSettings] = spec.table(
        "named", "Sibling repositories by their name in the repo map.", model=RepoSettings
    )
    graph: Mapping[str, Any] = spec.table("open", "The entity graph.")
    delegate: Mapping[str, Any] = spec.table("open", "Thresholds of delegation.")
    hooks: Mapping[str, Any] = spec.table("open", "The agent hooks.")
    tickets: Mapping[str, Any] = spec.table("open", "The ticket workflow.")
    _compiled: dict[str, Any] = field(
        default_factory=dict, init=False, repr=False, compare=False, hash=False
    )

    def severity_override(self, lint: str, family: str, path: str) -> str | None:
        """What these settings make of a lint in the file at `path`; None where they are silent.

        Paths win over general settings, later paths over earlier ones, a lint over its family.
        """
        for matches, entry in reversed(self._path_matchers()):
            severity = entry.lints.get(lint) or entry.lints.get(family)
            if severity and matches(path):
                return severity
        return self.lints.get(lint) or self.lints.get(family)

    def kind_override(self, path: str) -> str | None:
        """The kind that `[[paths]]` gives to the file at `path`, one of `KINDS`."""
        for matches, entry in reversed(self._path_matchers()):
            if entry.kind and matches(path):
                return entry.kind
        return None

    def is_trigger_table(self, path: str) -> bool:
        """Whether the file at `path` is a trigger table, hot or cold."""
        return self.is_hot_table(path) is not None

    def is_hot_table(self, path: str) -> bool | None:
        """Whether the trigger table at `path` is hot; None where it is none."""
        matchers = self._compiled.get("tables")
        if matchers is None:
            matchers = [(compile_glob(each.glob).matches, each.hot) for each in self.table.files]
            self._compiled["tables"] = matchers
        for matches, hot in matchers:
            if matches(path):
                return bool(hot)
        return None

    def _path_matchers(self) -> list[tuple[Callable[[str], bool], PathSettings]]:
        matchers = self._compiled.get("paths")
        if matchers is None:
            matchers = [(_any_of(entry.glob), entry) for entry in self.paths]
            self._compiled["paths"] = matchers
        found: list[tuple[Callable[[str], bool], PathSettings]] = matchers
        return found


def _any_of(patterns: tuple[str, ...]) -> Callable[[str], bool]:
    each = [compile_glob(pattern).matches for pattern in patterns]
    return lambda path: any(matches(path) for matches in each)
