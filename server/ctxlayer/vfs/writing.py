"""Writing a file that somebody asked to be written."""

from __future__ import annotations

import os
import tempfile


def replace_text(path: str, text: str) -> None:
    """Put `text` in the place of the file at `path`, wholly or not at all; its mode is kept.

    A symbolic link stays one: its target is written. Raises OSError.
    """
    replace_bytes(path, text.encode("utf-8", "surrogatepass"))


def create_text(path: str, text: str) -> bool:
    """Make a file, with the folders above it; False, and nothing written, where one lies there.

    Raises OSError.
    """
    os.makedirs(os.path.dirname(path), exist_ok=True)
    try:
        with open(path, "x", encoding="utf-8", errors="surrogatepass", newline="") as file:
            file.write(text)
    except FileExistsError:
        return False
    return True


def replace_bytes(path: str, data: bytes) -> None:
    """The same for bytes; the file need not exist."""
    real = os.path.realpath(path)
    descriptor, temporary = tempfile.mkstemp(dir=os.path.dirname(real), prefix=".ctxlayer-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        if os.path.exists(real):
            os.chmod(temporary, os.stat(real).st_mode & 0o7777)
        os.replace(temporary, real)
    except BaseException:
        os.unlink(temporary)
        raise
