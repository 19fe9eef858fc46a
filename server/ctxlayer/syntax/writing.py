"""Writing YAML values and new documents so that every loader reads them alike."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ctxlayer.syntax._yaml_flat import read_plain
from ctxlayer.syntax._yaml_scalars import resolve

# Plain where YAML 1.1, 1.2 and the laxer loaders of agents all see the same text.
_PLAIN = re.compile(r"[^\W\d_][\w .,;/()+@=&%'-]*|[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ESCAPED = re.compile(
    '[\\\\"\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]'
)
_SHORT = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\0": "\\0", "\x1b": "\\e"}
_NEEDS_ESCAPE = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
)


def quote(text: str) -> str:
    """`text` in quotes: double ones, or single ones where those need no escapes."""
    if not _NEEDS_ESCAPE.search(text):
        if '"' not in text and "\\" not in text:
            return f'"{text}"'
        if "'" not in text:
            return f"'{text}'"
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def quote_lines(text: str) -> str:
    """`text` as it stands in a document, with its line ends, in quotes that fold as it did."""
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    if "'" not in text:
        return f"'{text}'"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    code = ord(char)
    return _SHORT.get(char) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def quote_scalar(text: str) -> str:
    """`text` as one YAML value: plain where every loader reads it as this text, else quoted.

    A plain date stays plain, since trust frontmatter writes its dates so.
    """
    if _PLAIN.fullmatch(text) and text == text.strip():
        read = read_plain(text, 0, len(text))
        value = resolve(text)
        # YAML 1.1 has `y` and `n` as booleans too, though PyYAML reads them as text.
        same = value == text or text[0].isdigit()
        if read is not None and read.text == text and same and text.lower() not in ("y", "n"):
            return text
    return quote(text)


def render_frontmatter(values: Mapping[str, object], body: str) -> str:
    """A new document: `values` as frontmatter in their order, a blank line, `body`."""
    import frontmatter

    post: Any = frontmatter.Post(body)
    post.metadata.update(values)
    # PyYAML folds at 80 columns by default, which splits descriptions over lines.
    return str(frontmatter.dumps(post, sort_keys=False, width=1_000_000)) + "\n"
