"""Where kept things live, one file a layer, and JSON there."""

from __future__ import annotations

import json
import os
import sys
from hashlib import blake2b
from typing import Any


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


def layer_file(sort: str, root: str, ending: str = "") -> str:
    """The file about one layer in the folder of a sort of kept things."""
    name = blake2b(root.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return os.path.join(cache_folder(), sort, f"{name}{ending}")


def read_json(place: str) -> Any:
    """What a file holds. Raises OSError, and ValueError where somebody cut it short."""
    with open(place, encoding="utf-8") as file:
        return json.load(file)


def write_json(place: str, data: Any) -> bool:
    """Put `data` in place of what was there, days as text; False where the folder cannot be used."""
    try:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(f"{place}.new", "w", encoding="utf-8") as file:
            # All of it ASCII: names and schemas may hold halves of characters.
            json.dump(data, file, default=str)
        os.replace(f"{place}.new", place)
    except OSError:
        return False
    return True
