"""Trigger tables: both shapes, whole and half typed."""

from __future__ import annotations

import pytest

from ctxlayer.layer.topic import Topic, TriggerTable
from ctxlayer.layer.trigger_table import parse_trigger_table
from ctxlayer.text import Edit, apply_edits

HEAD = "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
ROW = "| loans | overview.md · fees.md | books loans.v_due, read-only | overdue, late fee |\n"
SECTION = """\
### holds

**Files**
#### shelves
- [queue.md](../knowledge/holds/queue.md) — who is next
- pickup.md — which branch
#### letters
- [2026-01-02-holds.md](../extractions/2026-01-02-holds.md)

**Live pointer:** books `holds.v_open`, read-only

**Vocabulary:** hold shelf, pickup, no-show
"""


def only(text: str) -> Topic:
    ((_, topic),) = parse_trigger_table(text).topics
    return topic


def names(table: TriggerTable) -> list[str]:
    return [topic.name for _, topic in table.topics]


def summary(topic: Topic) -> tuple[list[str], list[str], list[str]]:
    return (
        [pointer.path for pointer in topic.pointers],
        [live.object for live in topic.live],
        [term.text for term in topic.vocabulary],
    )


def test_row() -> None:
    topic = only(HEAD + ROW)
    assert (topic.name, topic.shape, topic.cluster) == ("loans", "row", "platform")
    assert summary(topic) == (["overview.md", "fees.md"], ["loans.v_due"], ["overdue", "late fee"])
    assert [group.name for group in topic.groups] == [""]
    assert topic.strays == () and topic.problems == ()


def test_section() -> None:
    topic = only(SECTION)
    assert (topic.name, topic.shape) == ("holds", "section")
    assert summary(topic) == (
        ["../knowledge/holds/queue.md", "pickup.md", "../extractions/2026-01-02-holds.md"],
        ["holds.v_open"],
        ["hold shelf", "pickup", "no-show"],
    )
    assert [group.name for group in topic.groups] == ["shelves", "letters"]
    assert [pointer.group for pointer in topic.pointers] == [0, 0, 1]
    assert topic.strays == ()


def test_mixed_shapes_and_clusters() -> None:
    text = f"# Index\n\n## Platform\n\n{HEAD}{ROW}\n{SECTION}\n## Meta\n\n{HEAD}| style | a.md | — | b |\n"
    table = parse_trigger_table(text)
    assert [(topic.name, topic.cluster) for _, topic in table.topics] == [
        ("loans", "platform"),
        ("holds", "platform"),
        ("style", "meta"),
    ]
    assert table.title_span.of(text) == "Index"
    assert [(each.name, each.extent.of(text)[:7]) for each in table.clusters] == [
        ("Platform", "## Plat"),
        ("Meta", "## Meta"),
    ]
    assert [header.span.of(text) for header in table.headers] == [HEAD.split("\n")[0]] * 2
    for offset, topic in table.topics:
        assert text[offset:].startswith(topic.text)
        assert topic.name_span.shift(offset).of(text) == topic.name


@pytest.mark.parametrize(
    ("heading", "cluster"),
    [
        ("## Meta", "meta"),
        ("## META topics", "meta"),
        ("## Meta (cold)", "meta"),
        ("Meta\n----", "meta"),
        ("## Platform", "platform"),
        ("## Elsewhere", "platform"),
        ("## Meta\n\n## Elsewhere", "platform"),
        ("# Meta\n\n## Elsewhere", "meta"),
    ],
)
def test_cluster(heading: str, cluster: str) -> None:
    assert only(f"{heading}\n\n{HEAD}{ROW}").cluster == cluster
    assert only(f"{heading}\n\n{SECTION}").cluster == cluster


def test_clusters_of_the_settings() -> None:
    table = parse_trigger_table(f"## Ours\n\n{SECTION}", clusters={"ours": "meta"})
    assert table.topics[0][1].cluster == "meta"


@pytest.mark.parametrize(
    ("header", "roles"),
    [
        ("| Topic | Files (highest value first) |", ["topic", "files"]),
        ("| **Trigger** | Load |", ["topic", "files"]),
        ("| When | Read | Keywords |", ["topic", "files", "vocabulary"]),
        ("| Topic | Load | When |", ["topic", "files", "vocabulary"]),
        ("| Keywords | Live-Query | Docs | Area |", ["vocabulary", "live", "files", "topic"]),
        ("| topic | rules | docs | owner |", ["topic", "files", "files", None]),
        ("| topic | files | topic |", ["topic", "files", None]),
        ("| Document | When to read | Owner |", ["files", "topic", None]),
        ("| Reference | Load when... |", ["files", "topic"]),
        ("| If you need | See |", ["topic", "files"]),
        ("| Question about | Load these files | Then read |", ["topic", "files", "files"]),
        ("| Topic | Read this when | File |", ["topic", None, "files"]),
    ],
)
def test_columns_by_meaning(header: str, roles: list[str | None]) -> None:
    width = header.count("|") - 1
    table = parse_trigger_table(f"{header}\n{'|---' * width}|\n|{' x |' * width}\n")
    assert [column.role for column in table.headers[0].columns] == roles
    assert len(table.topics) == 1


def test_columns_of_the_settings() -> None:
    text = "| dossier | unterlagen |\n|---|---|\n| loans | a.md |\n"
    assert not parse_trigger_table(text).topics
    columns = {"topic": ["Dossier"], "files": ["Unterlagen"]}
    assert names(parse_trigger_table(text, columns)) == ["loans"]


@pytest.mark.parametrize(
    ("name", "misspelt"),
    [
        ("topic", "xyz"),
        ("files", "xyz"),
        ("live pointer", "live ponter"),
        ("vocabulary", "vocabluary"),
    ],
)
def test_a_misspelt_column_is_unknown_and_still_read(name: str, misspelt: str) -> None:
    table = parse_trigger_table(HEAD.replace(name, misspelt) + ROW)
    assert [column.text for column in table.headers[0].columns if column.role is None] == [misspelt]
    topic = table.topics[0][1]
    assert topic.name == "loans"
    assert summary(topic) == (["overview.md", "fees.md"], ["loans.v_due"], ["overdue", "late fee"])


def test_another_column_is_no_misspelt_one() -> None:
    topic = only(HEAD.replace("vocabulary", "owner") + ROW)
    assert topic.vocabulary == () and topic.vocabulary_span is None


def test_table_without_topics_or_targets_is_left_alone() -> None:
    for header in ("| topic | vocabulary |", "| files | owner |", "| topic | owner |"):
        table = parse_trigger_table(f"{header}\n|---|---|\n| a | b |\n")
        assert table.topics == () and table.headers == ()


def test_cells_of_unknown_columns_are_strays() -> None:
    topic = only("| topic | owner | files |\n|---|---|---|\n| loans | Ada | a.md |\n")
    assert [span.of(topic.text) for span in topic.strays] == ["Ada"]


@pytest.mark.parametrize(
    "text",
    [
        "### How to read this\n\nContext: see [a](a.md).\n\nName: x\n\nTask: y\n",
        "| a | b |\n|---|---|\n| c | d |\n",
        "An `a | b` line\n",
        f"```\n{HEAD}{ROW}```\n",
        f"~~~~\n```\n{HEAD}{ROW}```\n{SECTION}~~~~\n",
        f"<!--\n{HEAD}{ROW}-->\n",
        f"<!--\n\n{SECTION}\n-->\n",
        "### loans\n\nText about loans.\n\n- a.md\n",
        "## Platform\n\n### Ingest\n",
        "",
    ],
)
def test_not_routing(text: str) -> None:
    table = parse_trigger_table(text)
    assert table.topics == () and table.problems == () and table.headers == ()


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("**Files**\n- a.md\n- b.md", ["a.md", "b.md"]),
        ("**Files:**\n\n* a.md\n\n* b.md", ["a.md", "b.md"]),
        ("**Files**: a.md · b.md", ["a.md", "b.md"]),
        ("__Files__ a.md", ["a.md"]),
        ("Files: a.md, b.md", ["a.md", "b.md"]),
        ("**Files** (highest value first)\n1. a.md\n2) b.md", ["a.md", "b.md"]),
        ("- **Files:**\n  - a.md\n  - b.md", ["a.md", "b.md"]),
        ("#### Files\n- a.md", ["a.md"]),
        ("**Read first:**\n- [ ] a.md\n- [x] b.md", ["a.md", "b.md"]),
        ("**Files**\na.md · b.md", ["a.md", "b.md"]),
        ("**Files**\n- a.md · b.md\n- c.md, d.md", ["a.md", "b.md", "c.md", "d.md"]),
        ("**Files**\n- a.md — which stream\n  feeds which table\n- b.md", ["a.md", "b.md"]),
        ("**Files**\n- a.md\n- kno", ["a.md", "kno"]),
        ("**Files**\n- a.md\n-", ["a.md"]),
        ("**Files:** kno", ["kno"]),
        ("**Files**\n- a.md <!-- seen -->\n<!-- - c.md -->\n- b.md", ["a.md", "b.md"]),
        ("**Files**\n- a.md\n\n```\n- c.md\n```\n- b.md", ["a.md", "b.md"]),
        ("**Files** — the best first\n- a.md", ["a.md"]),
        ("- a.md\n\n**Vocabulary:** x", ["a.md"]),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_files_of_a_section(part: str, expected: list[str], end: str) -> None:
    topic = only(f"### loans\n\n{part}\n".replace("\n", end))
    assert [pointer.path for pointer in topic.pointers] == expected
    assert topic.files_span is not None


@pytest.mark.parametrize(
    ("part", "live", "terms"),
    [
        ("**Live pointer:** books x", ["x"], []),
        ("**Live pointer:** ", [], []),
        ("**Live pointers**\n- books x\n- books y, read-only", ["x", "y"], []),
        ("**Live:** books x · books y", ["x", "y"], []),
        ("**Live pointer:** none", [], []),
        ("**Vocabulary:** a, b, ", [], ["a", "b"]),
        ("**Vocabulary**\n\na, b,\nc d", [], ["a", "b", "c d"]),
        ("**Vocabulary**\n- a\n- b c", [], ["a", "b c"]),
        ("**Keywords:** a\n**Live:** books x", ["x"], ["a"]),
        ("#### Vocabulary\n\na, b\n\nMore text.", [], ["a", "b"]),
    ],
)
def test_other_parts_of_a_section(part: str, live: list[str], terms: list[str]) -> None:
    topic = only(f"### loans\n\n{part}\n")
    assert [each.object for each in topic.live] == live
    assert [each.text for each in topic.vocabulary] == terms


def test_annotation_may_wrap() -> None:
    topic = only("### loans\n\n**Files**\n- a.md — which stream\n  feeds it\n")
    assert topic.pointers[0].annotation == "which stream\n  feeds it"


@pytest.mark.parametrize(
    "files",
    [
        "**Files**\n#### one\n- a.md\n#### two\n- b.md\n- c.md\n",
        "**Files**\n\n**one**\n- a.md\n\n**two**\n- b.md\n- c.md\n",
        "**Files**\n- one\n  - a.md\n- two\n  - b.md\n  - c.md\n",
        "#### Files\n##### one\n- a.md\n##### two\n- b.md\n- c.md\n",
        "#### one\n- a.md\n#### two\n- b.md\n- c.md\n\n**Vocabulary:** x\n",
    ],
)
def test_groups(files: str) -> None:
    topic = only(f"### loans\n\n{files}")
    assert [group.name for group in topic.groups] == ["one", "two"]
    assert [(each.path, each.group) for each in topic.pointers] == [
        ("a.md", 0),
        ("b.md", 1),
        ("c.md", 1),
    ]


def test_pointers_before_the_first_group_have_an_unnamed_one() -> None:
    topic = only("### loans\n\n**Files**\n- a.md\n#### two\n- b.md\n")
    assert [group.name for group in topic.groups] == ["", "two"]
    assert [each.group for each in topic.pointers] == [0, 1]


def test_prose_in_a_section_is_stray() -> None:
    topic = only("### loans\n\nIt is slow.\n\n**Files**\n- a.md\n\nThe fee is 3 EUR.\n\n---\n")
    assert [span.of(topic.text) for span in topic.strays] == ["It is slow.", "The fee is 3 EUR."]


def test_topics_of_other_levels() -> None:
    two = "## loans\n\n**Files**\n- a.md\n\n## holds\n\n### Files\n- b.md\n\n### Vocabulary\nx\n"
    assert names(parse_trigger_table(two)) == ["loans", "holds"]
    four = "### Desk\n\n#### loans\n**Files**\n- a.md\n\n#### holds\n**Files**\n- b.md\n"
    assert names(parse_trigger_table(four)) == ["loans", "holds"]


def test_label_below_a_cluster_swallows_no_topic() -> None:
    text = f"## Desk\n\n**Vocabulary:** counter\n\n{SECTION}"
    assert names(parse_trigger_table(text)) == ["Desk", "holds"]


@pytest.mark.parametrize(
    "name", ["**loans**", "`loans`", "[loans](../knowledge/loans/)", "**[loans](x)**", " loans "]
)
def test_name_without_markup(name: str) -> None:
    for topic in (
        only(f"{HEAD}| {name} | a.md | books x | y |\n"),
        only(f"### {name}\n\n**Files**\n- a.md\n"),
        only(f"### {name} <!-- ctxlayer: ignore[heavy-topic] known -->\n\n**Files**\n- a.md\n"),
    ):
        assert topic.name == "loans" == topic.name_span.of(topic.text)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("| cdc | over", (["over"], [], [])),
        ("| cdc |", ([], [], [])),
        ("| cdc | a.md · ", (["a.md"], [], [])),
        ("| cdc | [a](../kno", (["../kno"], [], [])),
        ("| cdc | a.md | boo", (["a.md"], [""], [])),
        ("| cdc | a.md | books x, | a, b, |", (["a.md"], ["x"], ["a", "b"])),
        ("| cdc | — | - | n/a |", ([], [], [])),
        ("| cdc | a.md | books x | y <!-- ctxlayer: ignore[common-term] why --> |", (["a.md"], ["x"], ["y"])),
        ("cdc | a.md | books x", (["a.md"], ["x"], [])),
        ("| 日本 👩‍👩‍👧 | a.md | books x | 貸出 |", (["a.md"], ["x"], ["貸出"])),
        ("\t| cdc\t|\ta.md\t|\tbooks x\t|\ty\t|", (["a.md"], ["x"], ["y"])),
    ],
)  # fmt: skip
def test_rows_half_typed(row: str, expected: tuple[list[str], list[str], list[str]]) -> None:
    topic = only(HEAD + row.lstrip("\t"))
    assert summary(topic) == expected
    assert topic.problems == ()


def test_short_row_has_no_problem_and_lacks_the_part() -> None:
    table = parse_trigger_table(HEAD + "| loans | a.md |\n")
    topic = table.topics[0][1]
    assert topic.files_span is not None
    assert topic.live_span is None and topic.vocabulary_span is None
    assert table.problems == ()


def test_blank_rows_are_drafts() -> None:
    table = parse_trigger_table(HEAD + "|  |  |  |  |\n" + ROW)
    assert names(table) == ["loans"]
    assert len(table.drafts) == 1


def test_escaped_pipe_is_text() -> None:
    table = parse_trigger_table(HEAD + "| a\\|b | `x\\|y.md` | books x | y |\n")
    assert table.problems == ()
    assert table.topics[0][1].name == "a\\|b"


def test_pipe_in_code_is_read_as_meant_and_mended() -> None:
    text = HEAD + "| shell | `cat a | wc | sort` | books x | y |\n"
    table = parse_trigger_table(text)
    (problem,) = table.problems
    assert (problem.kind, problem.span.of(text), problem.safe) == ("malformed-row", "|", True)
    assert [term.text for term in table.topics[0][1].vocabulary] == ["y"]
    mended = apply_edits(text, problem.fix)
    assert mended == text.replace("a | wc | sort", "a \\| wc \\| sort")
    assert parse_trigger_table(mended).problems == ()


@pytest.mark.parametrize(
    ("tail", "surplus"), [(" one | two |", "one | two"), (" one", "one"), (" | |", "| | ")]
)
def test_surplus_cells(tail: str, surplus: str) -> None:
    text = HEAD + "| loans | a.md | books x | y |" + tail + "\n"
    table = parse_trigger_table(text)
    (problem,) = table.problems
    assert problem.kind == "malformed-row" and not problem.safe
    assert problem.span.of(text) == surplus
    assert parse_trigger_table(apply_edits(text, problem.fix)).problems == ()


@pytest.mark.parametrize("delimiter", ["|---|---|", "| --- | :-: | --- | --- | --- |", "|---|"])
def test_delimiter_that_does_not_fit(delimiter: str) -> None:
    text = (
        f"# T\n\n{HEAD.splitlines()[0]}\n{delimiter}\n{ROW}{ROW.replace('loans', 'holds')}\nText\n"
    )
    table = parse_trigger_table(text)
    (problem,) = table.problems
    assert (problem.kind, problem.span.of(text)) == ("malformed-row", delimiter)
    assert names(table) == ["loans", "holds"]
    mended = parse_trigger_table(apply_edits(text, problem.fix))
    assert mended.problems == () and names(mended) == ["loans", "holds"]


@pytest.mark.parametrize("delimiter", ["|---|---|---|---|", "|---|---|"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_delimiter_parted_from_its_header(delimiter: str, end: str) -> None:
    text = f"# T\n\n{HEAD.splitlines()[0]}\n \n{delimiter}\n{ROW}".replace("\n", end)
    table = parse_trigger_table(text)
    (problem,) = table.problems
    assert (problem.kind, problem.span.of(text)) == ("malformed-row", delimiter)
    assert names(table) == ["loans"]
    mended = apply_edits(text, problem.fix)
    assert parse_trigger_table(mended).problems == () and names(parse_trigger_table(mended))
    assert mended.count(end) == text.count(end) - 1


@pytest.mark.parametrize(
    "gap", ["\n\n", "\n \n\n", "\r\n\r\n", "\n<!-- a -->\n", "\n\n <!-- a -->\n\n"]
)
def test_rows_below_a_blank_line_or_a_comment(gap: str) -> None:
    rows = [
        ROW.strip(),
        ROW.strip().replace("loans", "holds"),
        ROW.strip().replace("loans", "desk"),
    ]
    text = HEAD + gap.join(rows) + "\n\nText | more\n"
    table = parse_trigger_table(text)
    assert names(table) == ["loans", "holds", "desk"]
    assert [problem.span.of(text) for problem in table.problems] == rows[1:]
    mended = apply_edits(text, [edit for problem in table.problems for edit in problem.fix])
    after = parse_trigger_table(mended)
    assert after.problems == () and names(after) == names(table)


def test_another_table_below_is_no_row() -> None:
    text = f"{HEAD}{ROW}\n| a | b |\n|---|---|\n| c | d |\n\n| e | f |\n|---|\n| g | h |\n"
    table = parse_trigger_table(text)
    assert names(table) == ["loans"] and table.problems == ()


def test_delimiter_of_another_table_is_no_concern() -> None:
    assert parse_trigger_table("| a | b | c |\n|---|---|\n| d | e |\n").problems == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("front", ["", "---\nsource: human-authored\n# a comment\n---\n"])
def test_encodings(end: str, bom: str, front: str) -> None:
    text = bom + (front + f"# T\n\n{HEAD}{ROW}\n{SECTION}").replace("\n", end)
    table = parse_trigger_table(text)
    assert names(table) == ["loans", "holds"]
    assert table.title_span.of(text) == "T"
    assert [len(topic.pointers) for _, topic in table.topics] == [2, 3]


def test_table_right_after_a_bom() -> None:
    assert names(parse_trigger_table("\ufeff" + HEAD + ROW)) == ["loans"]


def test_fix_of_a_row_far_down_is_placed_in_the_document() -> None:
    text = HEAD + ROW * 3 + "| shell | `a | b` | x y | z |\n"
    (problem,) = parse_trigger_table(text).problems
    pipe = text.index("a | b") + 2
    assert problem.fix == (Edit(problem.span._replace(end=pipe), "\\"),)
    assert problem.span.start == pipe


def test_a_group_may_be_called_like_the_part() -> None:
    topic = only("### loans\n\n**Files**\n#### docs\n- a.md\n#### pointers\n- b.md\n")
    assert [group.name for group in topic.groups] == ["docs", "pointers"]
