"""What is written reads back as the same text in every dialect of YAML."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.syntax.frontmatter import parse_frontmatter
from ctxlayer.syntax.nodes import Mapping, Scalar, plain_value
from ctxlayer.syntax.writing import quote, quote_scalar, render_frontmatter
from ctxlayer.syntax.yaml import parse_yaml


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("confirmed", "confirmed"),
        ("2026-04-14", "2026-04-14"),
        ("2026-02-30", "2026-02-30"),
        ("src/lib", "src/lib"),
        ("no", '"no"'),
        ("y", '"y"'),
        ("10:30", '"10:30"'),
        ("**/*.py", '"**/*.py"'),
        ("a: b", '"a: b"'),
        ('say "hi"', "'say \"hi\"'"),
        ('it\'s "x"', '"it\'s \\"x\\""'),
        (r"C:\d", r"'C:\d'"),
        ("", '""'),
        (" a", '" a"'),
        ("a\nb", '"a\\nb"'),
        ("1.10", '"1.10"'),
        ("null", '"null"'),
    ],
)
def test_the_quoting_of_a_value(text: str, written: str) -> None:
    assert quote_scalar(text) == written


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_any_text_reads_back(text: str) -> None:
    for written in (quote_scalar(text), quote(text)):
        loaded = yaml.safe_load(f"key: {written}")["key"]
        assert loaded == text or str(loaded) == text
        found = parse_frontmatter(f"---\nkey: {written}\n---\n")
        assert not found.problems
        value = found.entries[0].value
        assert isinstance(value, Scalar)
        assert value.text == text


def test_a_new_document() -> None:
    values: dict[str, object] = {
        "source": "extraction",
        "status": "hypothesis",
        "description": "Long: " + "word " * 40,
        "tracks": ["a/**", "b"],
    }
    text = render_frontmatter(values, "# Title\n\nBody 🔥\n")
    found = parse_frontmatter(text)
    assert not found.problems
    assert [entry.key for entry in found.entries] == list(values)
    assert plain_value(Mapping(found.span, found.entries, False)) == values
    assert text.endswith("---\n\n# Title\n\nBody 🔥\n")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("# only\n", None),
        ("account:\n  - name: A\n    aliases: [b]\n", {"account": [{"name": "A", "aliases": ["b"]}]}),
        ("---\na: 1\n", {"a": 1}),
        ("\ufeffa: 1\n", {"a": 1}),
        ("- a\n- b\n", ["a", "b"]),
        ("just text", "just text"),
    ],
)  # fmt: skip
def test_a_whole_file(text: str, value: object) -> None:
    node, problems = parse_yaml(text)
    assert not problems
    assert (None if node is None else plain_value(node)) == value


def test_a_broken_file_keeps_its_other_entries() -> None:
    text = "---\nid: x\nkeywords: *a\ntitle: T\nfile_refs:\n  - path: p\n    purpose: read\n"
    node, problems = parse_yaml(text)
    assert isinstance(node, Mapping)
    assert [entry.key for entry in node.entries] == ["id", "keywords", "title", "file_refs"]
    assert [problem.span.of(text) for problem in problems] == ["*a"]
