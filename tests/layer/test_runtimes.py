"""The records of runtimes: what each makes of its rules, and that every record is sound."""

from __future__ import annotations

import datetime

import pytest

from ctxlayer.globs import DIALECTS
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement, placement
from ctxlayer.layer.rule import Rule, read_as, read_rule
from ctxlayer.layer.runtimes import PROFILES, passed_over_by, profile_of, store_of
from ctxlayer.layer.runtimes.profile import KeyType, Profile, Source, State, Store
from ctxlayer.settings import Settings

CURSOR = ".cursor/rules/berths.mdc"
CLAUDE = ".claude/rules/berths.md"
COPILOT = ".github/instructions/berths.instructions.md"
LAYER = ".rules/berths.md"
STORES = [(profile, store) for profile in PROFILES.values() for store in profile.stores]


def document(path: str, *lines: str) -> Document:
    text = "\n".join(["---", *lines, "---", "", "# Berths", ""]) if lines else "# Berths\n"
    return Document(path, Placement(Kind.RULE, store_of(path) or ""), text)


def read_by(runtime: str, path: str, *lines: str) -> Rule | None:
    profile = profile_of(runtime)
    store = profile.store_of(path)
    return read_as(document(path, *lines), profile, store) if store is not None else None


def heat(rule: Rule | None) -> str | None:
    return rule.temperature.value if rule is not None else None


@pytest.mark.parametrize(
    ("path", "lines", "temperature"),
    [
        (CURSOR, ("alwaysApply: true",), "hot"),
        (CURSOR, ("alwaysApply: True", 'globs: "src/**"', "description: x"), "hot"),
        (CURSOR, ("alwaysApply: false", "globs: src/**", "description: x"), "cool"),
        (CURSOR, ("globs: **/*.py, src/*",), "cool"),
        (CURSOR, ('globs: ["src/**"]',), "cool"),
        (CURSOR, ("globs:", "description: x"), "warm"),
        (CURSOR, ("description:", "globs:", "alwaysApply: false"), "cold"),
        (CURSOR, ('alwaysApply: "true"',), "cold"),
        (CURSOR, ('paths: ["src/**"]',), "cold"),
        (CURSOR, (), "cold"),
        (LAYER, ("alwaysApply: true",), "hot"),
        (LAYER, ('globs: ["src/**"]',), "cool"),
        (LAYER, ("description: x",), "warm"),
        (LAYER, (), "cold"),
        (CLAUDE, (), "hot"),
        (CLAUDE, ("paths:",), "hot"),
        (CLAUDE, ('paths: ""',), "hot"),
        (CLAUDE, ("description: x", "globs: src/**", "alwaysApply: false"), "hot"),
        (CLAUDE, ("paths: []",), "cold"),
        (CLAUDE, ('paths: ["src/**"]',), "cool"),
        (CLAUDE, ("paths: src/**, docs/**",), "cool"),
        (CLAUDE, ("paths:", "  - src/**"), "cool"),
        (CLAUDE, ("paths:", "  sources: src/**"), "hot"),
        (CLAUDE, ("paths: [{a: 1}]",), None),
        ("CLAUDE.md", (), "hot"),
        (".claude/CLAUDE.md", (), "hot"),
        ("CLAUDE.local.md", (), "hot"),
        ("quays/CLAUDE.md", (), "cool"),
        ("quays/.claude/CLAUDE.md", (), "cool"),
        (COPILOT, ('applyTo: "src/**"',), "cool"),
        (COPILOT, ('applyTo: "**"',), "hot"),
        (COPILOT, ('applyTo: "src/**, *"',), "hot"),
        (COPILOT, ("description: x",), "warm"),
        (COPILOT, ('applyTo: ["src/**"]', "description: x"), "warm"),
        (COPILOT, ('applyTo: ["src/**"]',), "cold"),
        (COPILOT, (), "cold"),
        (".github/copilot-instructions.md", (), "hot"),
        ("AGENTS.md", (), "hot"),
        ("quays/AGENTS.md", (), "cool"),
    ],
)
def test_a_rule_is_as_warm_as_its_own_runtime_makes_it(
    path: str, lines: tuple[str, ...], temperature: str | None
) -> None:
    assert heat(read_rule(document(path, *lines))) == temperature


@pytest.mark.parametrize(
    ("runtime", "path", "lines", "temperature"),
    [
        ("copilot", CLAUDE, ('paths: ["src/**"]',), "cool"),
        ("copilot", CLAUDE, (), "hot"),
        ("copilot", "AGENTS.md", (), "hot"),
        ("copilot", "quays/AGENTS.md", (), None),
        ("copilot", "CLAUDE.md", (), "hot"),
        ("copilot-github", COPILOT, ('applyTo: "**"',), "cool"),
        ("copilot-github", COPILOT, ("description: x",), "cold"),
        ("copilot-github", "quays/AGENTS.md", (), "cool"),
        ("copilot-github", CLAUDE, (), None),
        ("copilot-github", "CLAUDE.md", (), "hot"),
        ("copilot-github", "quays/CLAUDE.md", (), None),
        ("cursor", "AGENTS.md", (), "hot"),
        ("cursor", "quays/AGENTS.md", (), "cool"),
        ("cursor", "CLAUDE.md", (), None),
        ("cursor", CLAUDE, (), None),
        ("claude", "AGENTS.md", (), "hot"),
        ("claude", CURSOR, (), None),
    ],
)
def test_others_read_some_of_the_files_too(
    runtime: str, path: str, lines: tuple[str, ...], temperature: str | None
) -> None:
    assert heat(read_by(runtime, path, *lines)) == temperature


@pytest.mark.parametrize(
    ("path", "lines", "patterns"),
    [
        (COPILOT, ('applyTo: "**/*.{kt,java}, build.gradle"',), ["**/*.{kt,java}", "build.gradle"]),
        (COPILOT, ("applyTo: 'src/**','docs/**'",), ["src/**", "docs/**"]),
        (CURSOR, ("globs: src/**/*.ts, tests/**/*.ts",), ["src/**/*.ts", "tests/**/*.ts"]),
        (CURSOR, ("globs: **/*.py",), ["**/*.py"]),
        (CURSOR, ("globs:", "  - a b/**", "  - 'c/*'"), ["a b/**", "c/*"]),
        (CLAUDE, ("paths: {api,jobs}/**/*.go",), ["{api,jobs}/**/*.go"]),
        (CLAUDE, ('paths: "src/**,docs/**"',), ["src/**", "docs/**"]),
    ],
)
def test_globs_are_read_in_the_form_of_the_runtime(
    path: str, lines: tuple[str, ...], patterns: list[str]
) -> None:
    rule = read_rule(document(path, *lines))
    assert rule is not None
    assert [pattern.glob.pattern for pattern in rule.patterns] == patterns


def test_a_file_of_a_folder_is_for_what_is_below_it() -> None:
    rule = read_rule(document("quays/[north]/.claude/CLAUDE.md"))
    assert rule is not None and rule.scope is not None and not rule.patterns
    assert rule.scope.matches("quays/[north]/plan/a.py")
    assert not rule.scope.matches("quays/n/a.py")
    assert not rule.scope.matches("quays/a.py")


@pytest.mark.parametrize(
    ("path", "runtime"),
    [
        (".cursor/rules/a.mdc", "cursor"),
        (".cursor/rules/imported/harbour/a.mdc", "cursor"),
        (".claude/rules/quays/a.md", "claude"),
        (".github/instructions/api/a.instructions.md", "copilot"),
        (".github/copilot-instructions.md", "copilot"),
        ("quays/AGENTS.md", "agents"),
        ("quays/CLAUDE.md", "claude"),
        (".rules/a.md", "layer"),
        (".cursor/rules/a.md", None),
        (".claude/rules/a.mdc", None),
        (".github/instructions/a.md", None),
        ("docs/instructions/a.instructions.md", None),
        ("rules/a.mdc", None),
    ],
)
def test_a_rule_belongs_to_the_runtime_of_its_place(path: str, runtime: str | None) -> None:
    assert store_of(path) == runtime


@pytest.mark.parametrize(
    ("path", "runtime"),
    [
        (".cursor/rules/quays/a.md", "cursor"),
        (".claude/rules/a.mdc", "claude"),
        (".github/instructions/a.md", "copilot"),
        (".cursor/a.md", None),
    ],
)
def test_a_file_with_another_ending_is_passed_over(path: str, runtime: str | None) -> None:
    assert passed_over_by(path) == runtime


@pytest.mark.parametrize(
    ("path", "present", "hidden"),
    [
        ("AGENTS.md", {"AGENTS.md"}, None),
        ("AGENTS.md", {"AGENTS.md", "CLAUDE.md"}, "CLAUDE.md"),
        ("quays/AGENTS.md", {".claude/CLAUDE.md"}, ".claude/CLAUDE.md"),
        ("AGENTS.md", {"quays/CLAUDE.md"}, None),
    ],
)
def test_claude_code_takes_agents_md_only_without_a_memory_file_of_its_own(
    path: str, present: set[str], hidden: str | None
) -> None:
    store = profile_of("claude").store_of(path)
    assert store is not None and store.hidden_by(path, present) == hidden


def test_of_a_list_the_first_file_that_exists_hides_the_others() -> None:
    store = Store("Instructions", files=(".rules", "AGENTS.md", "CLAUDE.md"), first=True)
    assert store.hidden_by("AGENTS.md", {"AGENTS.md", "CLAUDE.md"}) is None
    assert store.hidden_by("CLAUDE.md", {"AGENTS.md", "CLAUDE.md"}) == "AGENTS.md"
    assert store.hidden_by("AGENTS.md", {".rules"}) == ".rules"
    in_folders = Store("Memory", names=("AGENTS.override.md", "AGENTS.md"), first=True)
    assert in_folders.hidden_by("a/AGENTS.md", {"a/AGENTS.override.md"}) == "a/AGENTS.override.md"
    assert in_folders.hidden_by("a/AGENTS.md", {"AGENTS.override.md"}) is None


# Every record.


def sources(profile: Profile) -> list[Source | None]:
    return [
        profile.source,
        *(each.source for each in (*profile.stores, *profile.quirks)),
        *(
            each.source
            for store in profile.stores
            for each in (*store.keys, *store.loads, *store.limits)
        ),
    ]


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_what_a_record_claims_has_a_source_and_a_date(profile: Profile) -> None:
    if any(store.loads for store in profile.stores):
        assert profile.source.where and profile.source.read_on
    for source in filter(None, sources(profile)):
        assert source.sure in "DSTI"
        if source.read_on:
            assert datetime.date.fromisoformat(source.read_on)


@pytest.mark.parametrize(("profile", "store"), STORES, ids=lambda each: getattr(each, "title", ""))
def test_what_a_store_asks_for_is_there(profile: Profile, store: Store) -> None:
    assert store.folders or store.files or store.names
    assert all(folder.endswith("/") for folder in store.folders)
    assert bool(store.folders) == bool(store.suffixes)
    dialect = store.dialect or profile.dialect
    assert dialect in ("", *DIALECTS)
    for load in store.loads:
        assert {*load.ignores} <= {key.name for key in store.keys}
        for condition in load.when:
            if condition.state not in (State.ROOT, State.BELOW):
                assert store.key(condition.key) is not None
    for key in store.keys:
        assert (key.type is KeyType.CHOICE) == bool(key.values)
    if any(key.type is KeyType.GLOBS for key in store.keys):
        assert dialect


def test_no_two_runtimes_have_one_name() -> None:
    assert len({profile.title for profile in PROFILES.values()}) == len(PROFILES)
    assert all(name == profile.id for name, profile in PROFILES.items())


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (".claude/rules/README.md", Kind.RULE),
        (".cursor/rules/README.md", None),
        (".rules/README.md", None),
        (".github/instructions/README.md", None),
    ],
)
def test_a_readme_is_a_rule_where_it_is_known_to_be_loaded(path: str, kind: Kind | None) -> None:
    found = placement(path, Settings(), full=True)
    assert (found.kind if found else None) == kind
