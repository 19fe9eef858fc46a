"""Keys and values of a settings file: what completes them, and what they mean.

The settings model says it all; this reads only as much TOML as a half-typed line has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ctxlayer.ide.model import Completion, CompletionKind, Hover
from ctxlayer.ide.text import DOT, code, listed
from ctxlayer.layer.document import Document
from ctxlayer.lints.registry import all_lints
from ctxlayer.settings import PYPROJECT
from ctxlayer.settings.model import SEVERITIES, Settings
from ctxlayer.settings.spec import Described, describe
from ctxlayer.text import Edit, Span

_HEADER = re.compile(r"^[ \t]*\[{1,2}[ \t]*([\w.\"'-]+)[ \t]*\]{1,2}", re.MULTILINE)
_HEADER_TYPED = re.compile(r"[ \t]*\[{1,2}([\w.-]*)\Z")
_KEY_TYPED = re.compile(r"[ \t]*([\w-]*)\Z")
_VALUE_TYPED = re.compile(r"[ \t]*([\w.-]+)[ \t]*=[ \t]*(\"?)([\w-]*)\Z")
_KEY = re.compile(r"[ \t]*([\w.-]+)[ \t]*=")
_OURS = "tool.ctxlayer"


class _Setting(NamedTuple):
    """A setting with the parts of its key; `<name>` stands for any."""

    parts: tuple[str, ...]
    described: Described


@cache
def _settings() -> tuple[_Setting, ...]:
    found = describe(Settings)
    return tuple(_Setting(tuple(each.key.replace("[]", "").split(".")), each) for each in found)


def _section(document: Document, offset: int) -> tuple[str, ...] | None:
    """The table that a place is in, without our prefix; None in somebody else's."""
    last = None
    for header in _HEADER.finditer(document.text, 0, offset):
        last = header
    name = last[1] if last else ""
    if document.path.rpartition("/")[2] == PYPROJECT:
        if name != _OURS and not name.startswith(f"{_OURS}."):
            return None
        name = name[len(_OURS) :].lstrip(".")
    return tuple(part.strip("\"'") for part in name.split(".")) if name else ()


def _fits(pattern: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    return len(pattern) == len(parts) and all(
        one in (other, "<name>") for one, other in zip(pattern, parts, strict=True)
    )


def _find(parts: tuple[str, ...]) -> Described | None:
    return next((each.described for each in _settings() if _fits(each.parts, parts)), None)


def settings_hover(document: Document, offset: int) -> Hover | None:
    """What the setting under the cursor does."""
    start = document.text.rfind("\n", 0, offset) + 1
    key = _KEY.match(document.text, start)
    if key is None or not key.start(1) <= offset <= key.end(1):
        return None
    section = _section(document, start)
    if section is None:
        return None
    span = Span(*key.span(1))
    if section == ("lints",):
        lint = next((each for each in all_lints() if each.id == key[1]), None)
        if lint is None:
            return None
        head = f"**{lint.id}**{DOT}{lint.family}{DOT}{lint.severity} by default"
        return Hover(span, f"{head}\n\n{lint.page.split(chr(10), 1)[0]}")
    found = _find((*section, *key[1].split(".")))
    return Hover(span, "\n".join(_lines(found))) if found else None


def _lines(found: Described) -> list[str]:
    lines = [f"**{code(found.key)}**", "", found.spec.doc]
    if found.spec.choices:
        lines += ["", *listed(map(code, found.spec.choices))]
    if isinstance(found.default, (str, int, float)):
        shown = str(found.default)
        lines += ["", f"Default: {code(shown.lower() if shown in ('True', 'False') else shown)}"]
    return lines


def settings_completions(document: Document, offset: int) -> Iterator[Completion]:
    """Tables, keys and values at a cursor in a settings file."""
    start = document.text.rfind("\n", 0, offset) + 1
    line = document.text[start:offset]
    header = _HEADER_TYPED.match(line)
    section = _section(document, start)
    if header is not None:
        yield from _items(_tables(document), "key", Span(start + header.start(1), offset))
    elif section is None:
        return
    elif typed := _KEY_TYPED.match(line):
        taken = document.text[offset : document.text.find("\n", offset) + 1 or None]
        end = "" if "=" in taken else " = "
        yield from _items(_keys(section, end), "key", Span(start + typed.start(1), offset))
    elif value := _VALUE_TYPED.match(line):
        span = Span(start + value.start(3), offset)
        quotes = "" if value[2] else '"'
        yield from _items(_values(section, value[1], quotes), "value", span)


_Item = tuple[str, str, str]
"""(label, what it inserts, documentation)"""


def _items(items: Iterator[_Item], kind: CompletionKind, span: Span) -> Iterator[Completion]:
    for number, (label, new, doc) in enumerate(items):
        yield Completion(label, kind, Edit(span, new), f"{number:04d}", "", doc, label)


def _tables(document: Document) -> Iterator[_Item]:
    prefix = f"{_OURS}." if document.path.rpartition("/")[2] == PYPROJECT else ""
    names = dict.fromkeys(each.parts[0] for each in _settings())
    for name in names:
        yield f"{prefix}{name}", f"{prefix}{name}", ""


def _keys(section: tuple[str, ...], end: str) -> Iterator[_Item]:
    if section == ("lints",):
        families = sorted({lint.family for lint in all_lints()})
        for family in families:
            yield family, f"{family}{end}", "Every lint of this family."
        for lint in all_lints():
            yield lint.id, f"{lint.id}{end}", lint.page.split("\n", 1)[0]
        return
    for each in _settings():
        name = each.parts[-1]
        if name != "<name>" and _fits(each.parts[:-1], section):
            yield name, f"{name}{end}", each.described.spec.doc


def _values(section: tuple[str, ...], key: str, quotes: str) -> Iterator[_Item]:
    if section == ("lints",):
        for severity in SEVERITIES:
            yield severity, f"{quotes}{severity}{quotes}", ""
        return
    found = _find((*section, *key.split(".")))
    if found is not None and found.spec.shape == "flag" and quotes:
        yield "true", "true", ""
        yield "false", "false", ""
    elif found is not None and found.spec.shape == "choice":
        for choice in found.spec.choices:
            yield choice, f"{quotes}{choice}{quotes}", ""
