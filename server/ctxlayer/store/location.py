"""Where kept things live."""

from __future__ import annotations

import os
import sys


def cache_folder() -> str:
    """`CTXLAYER_CACHE_DIR`, or `ctxlayer` in the platform's own cache folder; absolute."""
    named = os.environ.get("CTXLAYER_CACHE_DIR")
    if named:
        return os.path.abspath(named)
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
    return os.path.join(base, "ctxlayer")
