"""Between the URIs of the protocol and paths of this machine."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import quote_from_bytes, unquote_to_bytes, urlsplit

_DRIVE = re.compile(r"/?([A-Za-z]):(?=/|$)")
_WINDOWS = os.name == "nt"


def to_path(uri: str, *, windows: bool = _WINDOWS) -> Path | None:
    """The path that a `file:` URI names; None for other schemes and other machines.

    `untitled:`, `git:` and the like have no place in a layer.
    """
    text = _path_text(uri, windows=windows)
    return None if text is None else Path(text)


def _path_text(uri: str, *, windows: bool) -> str | None:
    try:
        parts = urlsplit(uri)
        # `#` and `?` are percent-encoded inside a path, so what follows them is no part of it.
        text = os.fsdecode(unquote_to_bytes(parts.path))
    except ValueError:  # also a lone surrogate, which no file name holds
        return None
    if parts.scheme != "file":
        return None
    if not text.startswith("/") or "\0" in text:
        return None
    if not windows:
        return text if parts.netloc in ("", "localhost") else None
    if parts.netloc and parts.netloc != "localhost":
        return f"//{parts.netloc}{text}"
    drive = _DRIVE.match(text)
    return f"{drive[1].upper()}:{text[drive.end() :] or '/'}" if drive else text


def from_path(path: str) -> str:
    """The `file:` URI of an absolute path, to the letter as VS Code encodes it.

    Two spellings of one file are two documents to the server and one to the client: what is taken
    back for the one would vanish from the other.
    """
    text = path.replace("\\", "/") if _WINDOWS else path
    if _DRIVE.match(text):
        # VS Code writes drives in lower case; other editors decode and compare without case.
        text = "/" + text[0].lower() + text[1:]
    if text.startswith("//"):
        return "file:" + _quoted(text)
    return "file://" + _quoted(text)


def _quoted(path: str) -> str:
    return quote_from_bytes(os.fsencode(path), safe="/~")
