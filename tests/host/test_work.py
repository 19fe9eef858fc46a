"""What a keystroke makes the engine do again: counted, not timed."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.host import Host, LayerHandle
from ctxlayer.ide.diagnostics import document_findings, layer_report
from ctxlayer.layer import document, trigger_table
from ctxlayer.layer.document import Document
from ctxlayer.lints import runner

TABLE = "index/trigger-table.md"
TOPICS = 12
TRUST = (
    "---\nsource: human-authored\ncreated: 2026-10-01\nlast-verified: 2026-11-01\n"
    "verified-by: developer\nstatus: confirmed\n---\n\n# {title}\n"
)


class Counts:
    """Which things were parsed and which were linted."""

    def __init__(self) -> None:
        self.parsed: list[str] = []
        self.topics_read = 0
        self.linted_documents: list[str] = []
        self.linted_topics: list[str] = []

    def clear(self) -> None:
        self.__init__()  # type: ignore[misc] # start again from nothing


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    counts = Counts()
    run_all, parse, scan = runner._run_all, document.parse_frontmatter, document.rescan_blocks
    read_row, read_section = trigger_table.read_row, trigger_table.read_section

    def counting_run(lints, path, snapshot, *arguments, **options):  # type: ignore[no-untyped-def]
        if isinstance(arguments[0], TopicFacts) and len(arguments) == 1:
            counts.linted_topics.append(arguments[0].topic.name)
        elif isinstance(arguments[0], Document):
            counts.linted_documents.append(path)
        return run_all(lints, path, snapshot, *arguments, **options)

    def counting_parse(text):  # type: ignore[no-untyped-def]
        counts.parsed.append(f"frontmatter of {len(text)}")
        return parse(text)

    def counting_scan(text, *rest):  # type: ignore[no-untyped-def]
        counts.parsed.append(f"blocks of {len(text)}")
        return scan(text, *rest)

    def counting_topic(read):  # type: ignore[no-untyped-def]
        def count(*arguments, **options):  # type: ignore[no-untyped-def]
            counts.topics_read += 1
            return read(*arguments, **options)

        return count

    monkeypatch.setattr(runner, "_run_all", counting_run)
    monkeypatch.setattr(document, "parse_frontmatter", counting_parse)
    monkeypatch.setattr(document, "rescan_blocks", counting_scan)
    monkeypatch.setattr(trigger_table, "read_row", counting_topic(read_row))
    monkeypatch.setattr(trigger_table, "read_section", counting_topic(read_section))
    return counts


def rows() -> str:
    lines = ["| topic | files | live pointer | vocabulary |", "| --- | --- | --- | --- |"]
    lines += [
        f"| topic-{n} | overview.md · detail.md | harbour t{n}, read-only | term {n}, word {n} |"
        for n in range(TOPICS)
    ]
    return "# Trigger table\n\n" + "\n".join(lines) + "\n"


def sections() -> str:
    parts = [
        f"### topic-{n}\n\n**Files**\n- overview.md\n- detail.md — what is behind it\n\n"
        f"**Live pointer:** harbour t{n}, read-only\n\n**Vocabulary:** term {n}, word {n}\n"
        for n in range(TOPICS)
    ]
    return "# Trigger table\n\n## Platform\n\n" + "\n".join(parts)


@pytest.fixture(params=[rows, sections], ids=["rows", "sections"])
def layer(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Host, LayerHandle, str]:
    table: str = request.param()
    files = {TABLE: table}
    for n in range(TOPICS):
        for name in ("overview", "detail"):
            files[f"knowledge/topic-{n}/{name}.md"] = TRUST.format(title=f"{name} {n}")
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    host = Host(today=lambda: date(2026, 11, 29))
    handle = host.layer_of(tmp_path)
    assert handle is not None
    assert layer_report(handle.snapshot) == {}
    return host, handle, table


def test_an_edited_topic_is_the_only_thing_done_again(
    layer: tuple[Host, LayerHandle, str], counts: Counts
) -> None:
    host, handle, table = layer
    at = table.index("detail.md", table.index("topic-7"))
    edited = table[: at + 2] + "X" + table[at + 2 :]
    host.change(handle.root / TABLE, edited)
    findings = document_findings(handle.snapshot, TABLE)
    assert [finding.lint for finding in findings] == ["dead-pointer"]
    # Beside the table only the title of the file that lost its pointer is looked up.
    assert counts.parsed[:2] == [f"frontmatter of {len(edited)}", f"blocks of {len(edited)}"]
    assert len(counts.parsed) <= 3
    assert counts.topics_read == 1
    assert counts.linted_topics == ["topic-7"]
    assert set(counts.linted_documents) == {TABLE}


def test_the_same_text_again_is_no_work(
    layer: tuple[Host, LayerHandle, str], counts: Counts
) -> None:
    host, handle, table = layer
    host.change(handle.root / TABLE, table)
    document_findings(handle.snapshot, TABLE)
    assert (counts.parsed, counts.topics_read, counts.linted_topics) == ([], 0, [])


def test_an_edited_knowledge_file_touches_no_topic(
    layer: tuple[Host, LayerHandle, str], counts: Counts
) -> None:
    host, handle, _ = layer
    path = "knowledge/topic-3/overview.md"
    text = handle.snapshot.documents[path].text.replace("confirmed", "done")
    host.change(handle.root / path, text)
    assert [each.lint for each in document_findings(handle.snapshot, path)] == ["invalid-value"]
    assert counts.linted_topics == []
    assert set(counts.linted_documents) == {path}


def test_a_whole_report_after_an_edit_lints_one_document(
    layer: tuple[Host, LayerHandle, str], counts: Counts
) -> None:
    host, handle, table = layer
    host.change(handle.root / TABLE, table.replace("word 4", "word four"))
    layer_report(handle.snapshot)
    assert counts.linted_topics == ["topic-4"]
    assert set(counts.linted_documents) == {TABLE}


@pytest.mark.parametrize("count", [2, 500])
def test_many_files_at_once_are_one_look_at_the_layer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    (tmp_path / "ctxlayer.toml").write_text("", encoding="utf-8")
    host = Host(today=lambda: date(2026, 11, 29))
    handle = host.layer_of(tmp_path)
    assert handle is not None
    looks: list[str] = []
    for name in ("update", "reload"):
        real = getattr(LayerHandle, name)

        def counted(self: LayerHandle, *path: str, name: str = name, real: Any = real) -> None:
            looks.append(name)
            real(self, *path)

        monkeypatch.setattr(LayerHandle, name, counted)
    paths = [tmp_path / f"knowledge/tides/{number}.md" for number in range(count)]
    paths[0].parent.mkdir(parents=True)
    for path in paths:
        path.write_text("# Tides\n", encoding="utf-8")
    host.disk_changed(paths)
    assert len(handle.snapshot.documents) == count + 1
    assert looks == (["update", "update"] if count == 2 else ["reload"])
