"""Whole kinds of faults in the globs of rules, in every store of every runtime that has globs.

What is broken is read as it was meant, its neighbours keep their values, and the safe fixes leave a
block that a YAML loader reads as the same globs.
"""

from __future__ import annotations

import datetime

import pytest
import yaml

from ctxlayer.globs import split_patterns
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.rule import Rule, dialect_of, read_as
from ctxlayer.layer.runtimes import PROFILES
from ctxlayer.layer.runtimes.profile import Profile, RuleKey, State, Store, Temperature
from tests.harness.engine import build_snapshot, findings_of
from tests.harness.fixes import apply_fix

STORES = [
    pytest.param(profile, store, key, id=f"{profile.id}-{key.name}")
    for profile in PROFILES.values()
    for store in profile.stores
    if store.own and store.folders and (key := store.globs_key)
]

BROKEN = [
    ("**/*.py", ["**/*.py"]),
    ("*.ts, **/*.py", ["*.ts", "**/*.py"]),
    ("{api,jobs}/**/*.go", ["{api,jobs}/**/*.go"]),
    ("!gen/**", ["!gen/**"]),
    ("@quay/**", ["@quay/**"]),
    ("'**/*.cs', '**/*.csproj'", ["**/*.cs", "**/*.csproj"]),
    ('"src/**" "docs/**"', ["src/**", "docs/**"]),
]

SOUND = [
    ('"**/*.ts,**/*.tsx"', ["**/*.ts", "**/*.tsx"]),
    ("src/**/*.ts, tests/**/*.ts", ["src/**/*.ts", "tests/**/*.ts"]),
    ('"**/*.{kt,java}, build.gradle"', ["**/*.{kt,java}", "build.gradle"]),
    ("docs/my notes/*.md", ["docs/my notes/*.md"]),
]


def path_in(store: Store) -> str:
    return f"{store.folders[0]}berths{store.suffixes[0]}"


def block(store: Store, key: RuleKey, value: str) -> str:
    """A rule with such globs, and whatever else it takes that they count."""
    cool = next(load for load in store.loads if load.temperature is Temperature.COOL)
    more = [f"{each.key}: {each.values[0]}\n" for each in cool.when if each.state is State.IS]
    return f"---\nfirst: 1\n{key.name}: {value}\nlast: true\n{''.join(more)}---\n\n# Berths\n"


def read(profile: Profile, store: Store, text: str) -> Rule | None:
    document = Document(path_in(store), Placement(Kind.RULE, profile.id), text)
    assert {"first", "last"} <= {entry.key for entry in document.frontmatter.entries}
    return read_as(document, profile, store)


def patterns(rule: Rule | None) -> list[str]:
    return [pattern.glob.pattern for pattern in rule.patterns] if rule is not None else []


def mended(profile: Profile, store: Store, text: str) -> str:
    """The text after every safe fix of its syntax and its values."""
    texts = {"ctxlayer.toml": "", path_in(store): text}
    for _ in range(5):
        findings = findings_of(build_snapshot(texts, datetime.date(2026, 11, 29)))
        fixes = [
            fix
            for finding in findings.get(path_in(store), ())
            if finding.lint in ("frontmatter-syntax", "invalid-value")
            for fix in finding.fixes
            if fix.safe
        ]
        if not fixes:
            break
        texts = apply_fix(texts, fixes[0])
    return texts[path_in(store)]


@pytest.mark.parametrize(("value", "meant"), BROKEN)
@pytest.mark.parametrize(("profile", "store", "key"), STORES)
def test_broken_globs_are_read_as_meant(
    profile: Profile, store: Store, key: RuleKey, value: str, meant: list[str]
) -> None:
    rule = read(profile, store, block(store, key, value))
    if key.text is False and not value.startswith(("'", '"')):
        return  # one text is not read there: see below
    assert patterns(rule) == meant


@pytest.mark.parametrize(("value", "meant"), [*BROKEN, *SOUND])
@pytest.mark.parametrize(("profile", "store", "key"), STORES)
def test_safe_fixes_leave_globs_that_yaml_and_the_runtime_read_alike(
    profile: Profile, store: Store, key: RuleKey, value: str, meant: list[str]
) -> None:
    text = mended(profile, store, block(store, key, value))
    data = yaml.safe_load(text.split("---\n")[1])
    assert (data["first"], data["last"]) == (1, True)
    said = data[key.name]
    dialect = dialect_of(profile, store)
    if isinstance(said, str):
        assert key.text is not False
        said = [pattern for _, pattern in split_patterns(said, dialect)]
    assert said == meant
    assert patterns(read(profile, store, text)) == meant


@pytest.mark.parametrize("value", ['["src/**", "docs/**"]', "\n  - src/**\n  - docs/**"])
@pytest.mark.parametrize(("profile", "store", "key"), STORES)
def test_a_list_is_read_or_made_one_text(
    profile: Profile, store: Store, key: RuleKey, value: str
) -> None:
    text = block(store, key, value)
    rule = read(profile, store, text)
    if key.lists is False:
        assert patterns(rule) == []
        assert "invalid-value" in lints_of(store, text)
        rule = read(profile, store, mended(profile, store, text))
    assert patterns(rule) == ["src/**", "docs/**"]


@pytest.mark.parametrize(("profile", "store", "key"), STORES)
def test_tabs_before_items_are_read_as_blanks(profile: Profile, store: Store, key: RuleKey) -> None:
    text = block(store, key, "\n\t- src/**\n\t- docs/**")
    if key.lists is False:
        text = mended(profile, store, text)
    assert patterns(read(profile, store, text)) == ["src/**", "docs/**"]


def lints_of(store: Store, text: str) -> set[str]:
    texts = {"ctxlayer.toml": "", path_in(store): text}
    snapshot = build_snapshot(texts, datetime.date(2026, 11, 29))
    return {finding.lint for finding in findings_of(snapshot).get(path_in(store), ())}


@pytest.mark.parametrize(("profile", "store", "key"), STORES)
@pytest.mark.parametrize("value", ["", " []", ' ""', " null", " ~"])
def test_empty_globs_are_no_pattern_and_no_fault_of_their_own(
    profile: Profile, store: Store, key: RuleKey, value: str
) -> None:
    text = f"---\n{key.name}:{value}\n---\n\n# Berths\n"
    document = Document(path_in(store), Placement(Kind.RULE, profile.id), text)
    assert patterns(read_as(document, profile, store)) == []
    assert lints_of(store, text) <= {"never-loads", "invalid-value", "missing-key"}
