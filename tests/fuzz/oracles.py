"""What must hold whatever a trigger table looks like. Each oracle raises `Broken` where it does not.

Formatting changes blanks, pipes at the ends of rows and delimiter rows, and nothing that is read.
Fixes that run unasked and refactorings keep every word; any other fix keeps those of the topics
that it is not about, and all prose and comments.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ctxlayer.analysis.hidden_characters import hidden_runs
from ctxlayer.analysis.topic_content import Content, contents, topic_content
from ctxlayer.ide.deleting import delete_edits
from ctxlayer.ide.fixing import edited, with_safe_fixes
from ctxlayer.ide.formatting import format_document, format_typed
from ctxlayer.ide.model import Action
from ctxlayer.ide.refactors import refactorings
from ctxlayer.ide.sound_fixes import sound_edits
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import TriggerTable
from ctxlayer.lints.model import Finding, Fix
from ctxlayer.lints.runner import file_findings
from ctxlayer.lints.suppression import suppressions
from ctxlayer.text import Edit, Span, apply_edits

TABLE = "index/trigger-table.md"
DELETED = "knowledge/tides/gauges.md"
_WORD = re.compile(r"[^\W_]+")
_LINE_END = re.compile(r"\r\n|\n|\r")
_PIPES_AND_BLANKS = re.compile(r"[ \t\v\f\r\n|]+")
_BLANKS = re.compile(r"[ \t\r\n]+")
_SWEEPING = (
    "malformed-row",
    "unused-suppression",
    "unknown-column",
    "duplicate-key",
    "frontmatter-unclosed",
    "frontmatter-syntax",
    "hidden-characters",
)
"""Lints whose fixes change how other lines are read, or take out one of two: words are counted."""
_LABELS = frozenset("files file live pointer vocabulary topic load keywords br".split())


class Broken(AssertionError):
    """Something that must hold does not: the name of the oracle, and what was seen."""


def check(layer: Snapshot, text: str, chance: random.Random) -> None:
    """All oracles over one text of the table. `chance` picks what is too much to try in full."""
    snapshot = written(layer, text)
    check_format(snapshot)
    check_typing(snapshot, chance)
    found = file_findings(snapshot, TABLE)
    _hold(not found.failures, "lints", found.failures)
    check_fixes(snapshot, [each.bound(snapshot) for each in found.findings], chance)
    check_safe_fixes(snapshot)
    check_deleting(snapshot)
    check_refactorings(snapshot, chance)


def written(layer: Snapshot, text: str) -> Snapshot:
    """The layer with another text in its table."""
    placement = layer.placement(TABLE)
    assert placement is not None
    return layer.after(changed=[Document(TABLE, placement, text)])


def _hold(holds: bool, name: str, *seen: object) -> None:
    if not holds:
        raise Broken(f"{name}: {seen!r:.2000}")


def _table(snapshot: Snapshot) -> TriggerTable:
    return snapshot.documents[TABLE].table(snapshot.settings)


# Formatting.


def check_format(snapshot: Snapshot) -> None:
    """Twice is once; what is read and what is hidden stays; only blanks and pipes come and go."""
    old = snapshot.documents[TABLE]
    text = apply_edits(old.text, format_document(snapshot, TABLE))
    after = written(snapshot, text)
    new = after.documents[TABLE]
    again = apply_edits(text, format_document(after, TABLE))
    _hold(again == text, "format is idempotent", text, again)
    _hold(_sense(snapshot) == _sense(after), "format keeps all other characters", text)
    before, now = contents(_table(snapshot).topics), contents(_table(after).topics)
    _hold(before == now, "format keeps the topics", before, now)
    _hold(len(_problems(snapshot)) == len(_problems(after)), "format makes no problem", text)
    _hold(_hidden(old) == _hidden(new), "format keeps blocks", text)
    _hold(_silenced(old) == _silenced(new), "format keeps suppressions", text)
    ends = set(_LINE_END.findall(old.text))
    _hold(set(_LINE_END.findall(text)) <= ends | {"\n"}, "format keeps line ends", text)
    _hold("\n" in ends or not ends or "\n" not in _LINE_END.findall(text), "no new line end", text)


def check_typing(snapshot: Snapshot, chance: random.Random) -> None:
    """What is typed at a pipe keeps every character, and the line behind the cursor."""
    text = snapshot.documents[TABLE].text
    pipes = [match.end() for match in re.finditer(r"\|", text)]
    for offset in chance.sample(pipes, min(3, len(pipes))):
        edits = format_typed(snapshot, TABLE, offset)
        end = _LINE_END.search(text, offset)
        line = Span(offset - 1, end.start() if end else len(text))
        _hold(
            not any(edit.span.start < line.end and edit.span.end > line.start for edit in edits),
            "cursor",
            edits,
        )
        after = written(snapshot, apply_edits(text, edits))
        _hold(_sense(snapshot) == _sense(after), "typing keeps all characters", offset)


def _sense(snapshot: Snapshot) -> str:
    """The text without blanks, pipes and the delimiter rows of routing tables."""
    document = snapshot.documents[TABLE]
    routing = {header.span.start for header in _table(snapshot).headers}
    out, at = [], 0
    for table in document.blocks.tables:
        if table.header.span.start in routing:
            out.append(document.text[at : table.delimiter.start])
            at = table.delimiter.end
    return _PIPES_AND_BLANKS.sub("", "".join((*out, document.text[at:])))


def _problems(snapshot: Snapshot) -> list[str]:
    return [problem.message for problem in _table(snapshot).problems]


def _hidden(document: Document) -> list[str]:
    return [span.of(document.text) for span in document.blocks.hidden()]


def _silenced(document: Document) -> list[tuple[str, str]]:
    """Each suppression with the line that it is for."""
    lines = document.lines
    found = []
    for each in suppressions(document):
        line = lines.line(each.line) if each.line < len(lines) else ""
        found.append((each.lint, _PIPES_AND_BLANKS.sub("", line)))
    return found


# Fixes.


def check_fixes(
    snapshot: Snapshot, findings: Iterable[Finding], chance: random.Random, most: int = 4
) -> None:
    """A fix of one finding leaves topics that it does not edit as they are, and all that is none."""
    fixes = [(each, fix) for each in findings for fix in each.fixes]
    for finding, raw in chance.sample(fixes, min(most, len(fixes))):
        fix = replace(raw, edits=sound_edits(snapshot, finding, raw))
        after = edited(snapshot, fix.edits)
        if TABLE not in fix.edits:
            continue
        if finding.lint in _SWEEPING:
            _check_words(snapshot, after, finding, fix)
            continue
        _check_items(snapshot, after, finding, fix)
        # Their cluster may change with the heading of a topic that comes or goes.
        lost = Counter(
            map(_placeless, (_topics(snapshot) - _touched(snapshot, fix.edits[TABLE])).elements())
        )
        lost -= Counter(map(_placeless, _topics(after).elements()))
        lost = {each for each in lost if each.pointers or each.live or each.terms}
        _hold(not lost, f"fix of {finding.lint} keeps other topics", fix, lost)
        gone = _missing(_beside(snapshot), Counter(_all_words(after)))
        gone -= set(_of(finding.span, snapshot))
        _hold(not gone, f"fix of {finding.lint} keeps prose and comments", fix, gone)


def _check_words(before: Snapshot, after: Snapshot, finding: Finding, fix: Fix) -> None:
    """Whatever is read otherwise now, no letter is gone but those that the finding speaks of.

    Letters, since what stood around a comment may be one word without it.
    """
    gone = Counter("".join(_all_words(before)))
    gone -= Counter("".join(_all_words(after)))
    said = _of(finding.span, before)
    if finding.lint == "duplicate-key":  # the person chooses which of two values goes
        said = [word for each in _same_key(before, finding) for word in _of(each, before)]
    gone -= Counter("".join(said))
    for each in suppressions(before.documents[TABLE]):
        if finding.span.touches(each.comment):
            gone -= Counter("".join(_of(each.comment, before)))
    _hold(not gone, f"fix of {finding.lint} keeps words", fix, gone)


def _same_key(snapshot: Snapshot, finding: Finding) -> Iterator[Span]:
    """The frontmatter entries with the key that a finding is on, as whole lines."""
    document = snapshot.documents[TABLE]
    lines = document.lines
    key = finding.span.of(document.text)
    for entry in document.frontmatter.entries:
        if entry.key_span.of(document.text) == key or entry.key_span == finding.span:
            last = lines.line_at(max(entry.span.start, entry.span.end - 1)) + 1
            end = lines.starts[last] if last < len(lines) else len(document.text)
            yield Span(lines.starts[lines.line_at(entry.span.start)], end)


def _check_items(before: Snapshot, after: Snapshot, finding: Finding, fix: Fix) -> None:
    """In a topic that is edited, what no edit meets is still read."""
    lost = Counter(_items(before, [edit.span for edit in fix.edits[TABLE]]))
    lost -= Counter(_items(after, ()))
    _hold(not lost, f"fix of {finding.lint} keeps the rest of its topic", fix, lost)


def _items(snapshot: Snapshot, edits: Iterable[Span]) -> Iterator[tuple[str, str]]:
    """The pointers, live pointers and terms of all tables but those of this one that are edited."""
    edits = tuple(edits)
    for document in snapshot.documents.values():
        if document.kind is not snapshot.documents[TABLE].kind:
            continue
        met = edits if document.path == TABLE else ()
        for start, topic in document.table(snapshot.settings).topics:
            items = (
                *(("file", each.path, each.span) for each in topic.pointers),
                *(("live", each.object, each.span) for each in topic.live),
                *(("term", each.key, each.span) for each in topic.vocabulary),
            )
            for what, text, span in items:
                if not any(span.shift(start).touches(edit) for edit in met):
                    yield what, text.replace("\\|", "|")


def check_safe_fixes(snapshot: Snapshot) -> None:
    """All safe fixes at once lose no word, and twice is once."""
    after = with_safe_fixes(snapshot, (TABLE,))
    old, new = (set(_all_words(each, numbers=False)) for each in (snapshot, after))
    ignored = {
        word
        for each in suppressions(snapshot.documents[TABLE])
        for word in _of(each.comment, snapshot)
    }
    _hold(old - new <= ignored, "safe fixes keep every word", old - new - ignored)
    again = with_safe_fixes(after, (TABLE,))
    same = again.documents[TABLE].text == after.documents[TABLE].text
    _hold(
        same, "safe fixes are idempotent", after.documents[TABLE].text, again.documents[TABLE].text
    )


def check_deleting(snapshot: Snapshot) -> None:
    """Where a file is deleted, all that does not point at it is still read."""
    edits = delete_edits(snapshot, (DELETED,))
    after = edited(snapshot, edits)
    lost = Counter(_items(snapshot, [edit.span for edit in edits.get(TABLE, ())]))
    lost -= Counter(_items(after, ()))
    _hold(not lost, "deleting keeps other pointers", edits, lost)


def _placeless(content: Content) -> Content:
    return content._replace(cluster="platform")


def _touched(snapshot: Snapshot, edits: Iterable[Edit]) -> Counter[Content]:
    """The topics that edits touch, and those that lie in them."""
    placed = [(topic.span.shift(start), topic) for start, topic in _table(snapshot).topics]
    spans = [span for span, _ in placed if any(span.touches(edit.span) for edit in edits)]
    found = (topic for span, topic in placed if any(span.touches(each) for each in spans))
    return Counter(map(topic_content, found))


def _of(span: Span, snapshot: Snapshot) -> list[str]:
    return _WORD.findall(_seen(span.of(snapshot.documents[TABLE].text)))


def _topics(snapshot: Snapshot) -> Counter[Content]:
    """The topics of all tables, by what they say."""
    found: Counter[Content] = Counter()
    for document in snapshot.documents.values():
        if document.kind is snapshot.documents[TABLE].kind:
            found.update(
                topic_content(topic) for _, topic in document.table(snapshot.settings).topics
            )
    return found


def _all_words(snapshot: Snapshot, *, numbers: bool = True) -> Iterator[str]:
    """The words of all tables; without numbers, which may be those of lists, if they do not count."""
    for document in snapshot.documents.values():
        if document.kind is snapshot.documents[TABLE].kind:
            words = _WORD.findall(_seen(document.text))
            yield from (word for word in words if numbers or not word.isdigit())


def _seen(text: str) -> str:
    """The text as people see it: a character that nobody sees parts no word."""
    return apply_edits(text, [Edit(run.span, "") for run in hidden_runs(text)])


def _beside(snapshot: Snapshot) -> Counter[str]:
    """The words that stand in no topic, and those of comments, suppressions left out."""
    document = snapshot.documents[TABLE]
    text = document.text
    comments = (*document.blocks.comments, *document.inline.comments)
    pieces, at = [], 0
    for start, topic in _table(snapshot).topics:
        end = start + len(topic.text)
        pieces.append(text[at:start])
        # A row may stand in the text of a section: its comments are those of both.
        pieces += (span.of(text) for span in comments if max(at, start) <= span.start < end)
        at = max(at, end)
    pieces.append(text[at:])
    rest = "\n".join(piece for piece in pieces if "ctxlayer: ignore" not in piece)
    return Counter(_WORD.findall(_seen(rest)))


def _missing(old: Counter[str], new: Counter[str]) -> set[str]:
    return {word for word, count in (old - new).items() if count and word.lower() not in _LABELS}


# Refactorings.


def check_refactorings(snapshot: Snapshot, chance: random.Random, most: int = 2) -> None:
    """Every refactoring of some topics keeps all words; another shape leads back."""
    topics = _table(snapshot).topics
    for start, topic in chance.sample(topics, min(most, len(topics))):
        for action in list(refactorings(snapshot, TABLE, Span.at(start + topic.name_span.start))):
            if not action.edits:
                continue  # it would have lost something; editors are not shown it
            after = edited(snapshot, action.edits)
            if action.title.startswith("Write "):
                _check_turn(snapshot, after, action)
            else:
                _check_rewrite(snapshot, after, action)


def _check_turn(before: Snapshot, after: Snapshot, action: Action) -> None:
    _hold(
        _said(before) == _said(after),
        "turning keeps the topics",
        action.title,
        _said(before) - _said(after),
    )
    old, new = (Counter(_all_words(each, numbers=False)) for each in (before, after))
    _hold(not _missing(old, new), "turning keeps every word", _missing(old, new))
    _hold(
        _silenced(before.documents[TABLE]) == _silenced(after.documents[TABLE]),
        "turning keeps suppressions",
    )
    name = re.search(r"`(.*)` as a section", action.title, re.DOTALL)
    if name is not None:
        for start, topic in _table(after).topics:
            if topic.shape == "section" and topic.name == name[1]:
                back = list(refactorings(after, TABLE, Span.at(start + topic.name_span.start)))
                # Another heading or link of that name may forbid it.
                for again in back:
                    if again.title.startswith("Write ") and again.edits:
                        last = edited(after, again.edits)
                        _hold(_said(before) == _said(last), "there and back", action.title)


def _said(snapshot: Snapshot) -> Counter[Content]:
    """The topics without the unnamed group, which only a topic with files has."""
    plain = (
        each._replace(groups=tuple(filter(None, each.groups)))
        for each in _topics(snapshot).elements()
    )
    return Counter(plain)


def _check_rewrite(before: Snapshot, after: Snapshot, action: Action) -> None:
    """A split or a move of topics: each word is still somewhere."""
    gone = set(_all_words(before)) - set(_all_words(after))
    _hold(
        not gone, f"{action.title.partition('`')[0].strip()} keeps every word", action.title, gone
    )
