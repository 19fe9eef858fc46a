"""Where each key and value of a TOML document stands.

The standard reader keeps no places. This one reads places only: it takes the document to be
valid (the standard reader has said so), and on anything else it locates what it can.
"""

from __future__ import annotations

import re

from ctxlayer.text import Span

Path = tuple["str | int", ...]
"""Keys and array indexes from the root, such as `("paths", 0, "glob")`."""

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_GAP = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[^\s.=\[\]{}#\"',]+")
_BARE_VALUE = re.compile(r"\d{4}-\d\d-\d\d \d\d:[^\s,\]}#]*|[^\s,\]}#]+")
_LINE_REST = re.compile(r"[^\n]*")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|x([0-9A-Fa-f]{2})|(.))", re.DOTALL)
_SHORT = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}
_STRING_END = {
    '"': re.compile(r'\\.|"|(?=\n)', re.DOTALL),
    "'": re.compile(r"'|(?=\n)"),
    '"""': re.compile(r'\\.|"{3,5}', re.DOTALL),
    "'''": re.compile(r"'{3,5}"),
}


class Places:
    """The spans of a document's keys and values by path."""

    __slots__ = ("_keys", "_values")

    def __init__(self, keys: dict[Path, Span], values: dict[Path, Span]) -> None:
        self._keys = keys
        self._values = values

    def key(self, path: Path) -> Span:
        """The key as written, with its quotes; of an array's item, the item."""
        return self._keys.get(path) or self.value(path)

    def value(self, path: Path) -> Span:
        """The value; of a table, its header, else its first key, else what holds it."""
        while path:
            span = self._values.get(path) or self._keys.get(path)
            if span is not None:
                return span
            path = path[:-1]
        return Span(0, 0)


def locate(text: str) -> Places:
    """The places in a valid TOML `text`. Never raises."""
    scanner = _Scanner(text)
    try:
        scanner.document()
    except (_Lost, RecursionError):
        pass  # what was found so far holds
    return Places(scanner.keys, scanner.values)


class _Lost(Exception):
    """The text is not TOML from here on."""


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.keys: dict[Path, Span] = {}
        self.values: dict[Path, Span] = {}
        self._items: dict[Path, int] = {}
        """How many items each array of tables has so far."""

    def document(self) -> None:
        self.at = int(self.text.startswith("\ufeff"))
        table: Path = ()
        self._skip(_BLANK)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
                self._skip(_LINE_REST)
            else:
                self._entry(table)
            self._skip(_BLANK)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()

    def _take(self, char: str) -> bool:
        if self.text.startswith(char, self.at):
            self.at += len(char)
            return True
        return False

    def _header(self) -> Path:
        start = self.at
        is_array = self._take("[[")
        self.at += not is_array
        path: Path = ()
        for name, span in self._dotted():
            if path in self._items:
                path += (self._items[path] - 1,)
            path += (name,)
            self.keys.setdefault(path, span)
        self._take("]]" if is_array else "]")
        whole = Span(start, self.at)
        self.values.setdefault(path, whole)
        if is_array:
            item = self._items.get(path, 0)
            self._items[path] = item + 1
            path += (item,)
            self.values[path] = whole
        elif path in self._items:
            path += (self._items[path] - 1,)
        return path

    def _entry(self, table: Path) -> None:
        path = table
        for name, span in self._dotted():
            path += (name,)
            self.keys.setdefault(path, span)
        if not self._take("="):
            raise _Lost
        self._skip(_GAP)
        self._value(path)

    def _dotted(self) -> list[tuple[str, Span]]:
        parts = []
        while True:
            self._skip(_GAP)
            parts.append(self._key())
            self._skip(_GAP)
            if not self._take("."):
                return parts

    def _key(self) -> tuple[str, Span]:
        start = self.at
        quote = self.text[start : start + 1]
        if quote in ('"', "'") and quote:
            self._string(quote)
            inner = self.text[start + 1 : self.at - 1]
            return (_unescape(inner) if quote == '"' else inner), Span(start, self.at)
        found = _BARE_KEY.match(self.text, start)
        if not found:
            raise _Lost
        self.at = found.end()
        return found[0], Span(start, self.at)

    def _string(self, quote: str) -> None:
        self.at += len(quote)
        for found in _STRING_END[quote].finditer(self.text, self.at):
            if not found[0]:
                break
            if found[0][0] == quote[0]:
                self.at = found.end()
                return
        raise _Lost

    def _value(self, path: Path) -> None:
        start = self.at
        char = self.text[start : start + 1]
        if char in ('"', "'") and char:
            self._string(char * 3 if self.text.startswith(char * 3, start) else char)
        elif char == "[":
            self._array(path)
        elif char == "{":
            self._inline_table(path)
        else:
            found = _BARE_VALUE.match(self.text, start)
            if not found:
                raise _Lost
            self.at = found.end()
        self.values[path] = Span(start, self.at)

    def _array(self, path: Path) -> None:
        self.at += 1
        item = 0
        self._skip(_BLANK)
        while not self._take("]"):
            self._value((*path, item))
            item += 1
            self._separator("]")

    def _inline_table(self, path: Path) -> None:
        self.at += 1
        self._skip(_BLANK)
        while not self._take("}"):
            self._entry(path)
            self._separator("}")

    def _separator(self, closing: str) -> None:
        self._skip(_BLANK)
        if self._take(","):
            self._skip(_BLANK)
        elif not self.text.startswith(closing, self.at):
            raise _Lost


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    digits = found[1] or found[2] or found[3]
    if digits:
        code = int(digits, 16)
        return chr(code) if code <= 0x10FFFF else found[0]
    return _SHORT.get(found[4], found[4])
