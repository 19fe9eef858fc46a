"""What broken or odd frontmatter still says: one fault never silences its neighbours."""

from __future__ import annotations

import pytest

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.rule import read_rule
from ctxlayer.layer.trust import read_trust
from ctxlayer.syntax.nodes import Node, Scalar, Sequence
from tests.harness import read_marked

REST = "alwaysApply: true"


def rule(*lines: str, runtime: str = "layer") -> Document:
    return Document(".rules/a.md", Placement(Kind.RULE, runtime), block(*lines))


def knowledge(*lines: str) -> Document:
    return Document("knowledge/tides/a.md", Placement(Kind.KNOWLEDGE), block(*lines))


def block(*lines: str) -> str:
    return "\n".join(["---", *lines, "---", "", "# Title", ""])


def said(node: Node) -> object:
    if isinstance(node, Scalar):
        return node.text
    return [said(item) for item in node.items] if isinstance(node, Sequence) else node


def entries(document: Document) -> dict[str, object]:
    return {entry.key: said(entry.value) for entry in document.frontmatter.entries}


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("globs: **/*.py", "globs", "**/*.py"),
        ("globs: *.ts, **/*.py", "globs", "*.ts, **/*.py"),
        ("paths: {api,jobs}/**/*.go", "paths", "{api,jobs}/**/*.go"),
        ("description: Use when: a table changes", "description", "Use when: a table changes"),
        ("title: The gauge: north: west", "title", "The gauge: north: west"),
        ("argument-hint: [ticket] - which one", "argument-hint", "[ticket] - which one"),
        ("owner: @data-team", "owner", "@data-team"),
        ("files: `overview.md`", "files", "`overview.md`"),
        ("globs: !gen/**", "globs", "!gen/**"),
        ("applyTo: '**/*.cs', '**/*.csproj'", "applyTo", ["**/*.cs", "**/*.csproj"]),
        ("name: {{NAME}}", "name", "{{NAME}}"),
        ("paths:\n\t- src/**\n\t- lib/**", "paths", ["src/**", "lib/**"]),
        ("description: first half\nsecond half", "description", "first half second half"),
    ],
)
def test_a_broken_value_is_read_as_meant_and_its_neighbours_hold(
    line: str, key: str, value: object
) -> None:
    document = rule("first: 1", line, REST)
    assert entries(document) == {"first": "1", key: value, "alwaysApply": "true"}
    (problem,) = document.frontmatter.problems
    assert problem.kind == "frontmatter-syntax"
    read = read_rule(document)
    assert read is not None
    assert read.always


@pytest.mark.parametrize(
    ("line", "key", "text"),
    [
        ("window: 10:30", "window", "10:30"),
        ("window: 09:30", "window", "09:30"),
        ("status: no", "status", "no"),
        ("enabled: ON", "enabled", "ON"),
        ("version: 1.10", "version", "1.10"),
        ("id: 0123", "id", "0123"),
        ("build: 1_000", "build", "1_000"),
        ("created: 2026-05-01T10:00:00Z", "created", "2026-05-01T10:00:00Z"),
    ],
)
def test_the_text_of_the_author_is_kept(line: str, key: str, text: str) -> None:
    assert entries(knowledge(line))[key] == text


def test_a_brace_pattern_is_one_pattern() -> None:
    read = read_rule(rule("globs: {api,jobs}/**/*.go"))
    assert read is not None
    assert [pattern.glob.pattern for pattern in read.patterns] == ["{api,jobs}/**/*.go"]


def test_commas_outside_braces_part_patterns() -> None:
    read = read_rule(rule('globs: "**/*.{kt,java}, build.gradle"'))
    assert read is not None
    assert [pattern.glob.pattern for pattern in read.patterns] == ["**/*.{kt,java}", "build.gradle"]


@pytest.mark.parametrize(
    ("lines", "status", "verified_by"),
    [
        (("status: hypothesis", "status: confirmed"), "hypothesis", ""),
        (("status: confirmed", "status: superseded"), "superseded", ""),
        (("status: confirmed", "Status: confirmed-by-agent"), "confirmed-by-agent", ""),
        (("verified-by: developer", "verified-by: unverified"), "", "unverified"),
        (("verifiedBy: live-query", "verified-by: developer"), "", "live-query"),
    ],
)
def test_of_two_claims_the_weaker_one_is_believed(
    lines: tuple[str, ...], status: str, verified_by: str
) -> None:
    trust = read_trust(knowledge(*lines))
    assert (trust.status, trust.verified_by) == (status, verified_by)


@pytest.mark.parametrize(
    "text",
    [
        "---\nstatus: confirmed\n\n# Body\n",
        "<!-- keep -->\n---\nstatus: confirmed\n---\n",
        "---\n<<<<<<< HEAD\nstatus: confirmed\n=======\nstatus: hypothesis\n>>>>>>> b\n---\n",
    ],
)
def test_what_no_loader_sees_claims_nothing(text: str) -> None:
    document = Document("knowledge/tides/a.md", Placement(Kind.KNOWLEDGE), text)
    assert read_trust(document).status == ""


def test_the_body_below_an_unclosed_block_is_read() -> None:
    text = "---\nstatus: draft\n\n# Body\n\n| a | b |\n| - | - |\n| 1 | 2 |\n"
    document = Document("knowledge/tides/a.md", Placement(Kind.KNOWLEDGE), text)
    assert [heading.text for heading in document.blocks.headings] == ["Body"]
    assert len(document.blocks.tables) == 1


@pytest.mark.parametrize(
    ("line", "always"),
    [("alwaysApply: True", True), ("alwaysApply: yes", True), ('alwaysApply: "true"', False)],
)
def test_a_switch_in_quotes_switches_nothing(line: str, always: bool) -> None:
    read = read_rule(rule(line))
    assert read is not None
    assert read.always is always


def test_a_byte_order_mark_has_no_column() -> None:
    plain = read_marked(block("status: done"), frozenset())
    marked = read_marked(block("status: done"), frozenset({"bom"}))
    for text, shift in ((plain.text, 0), (marked.text, 1)):
        document = Document("knowledge/tides/a.md", Placement(Kind.KNOWLEDGE), text)
        entry = read_trust(document).entries["status"]
        assert entry.value.span.start == text.index("done") == 12 + shift
        assert document.lines.position(entry.value.span.start) == (1, 8)
