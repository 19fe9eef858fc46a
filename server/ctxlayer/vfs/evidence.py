"""What shows that a folder is the root of a layer."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator

from ctxlayer.layer.adapter_formats import OWN_FILES
from ctxlayer.layer.guides.places import PLACES
from ctxlayer.layer.runtimes import PROFILES
from ctxlayer.settings import PYPROJECT, SETTINGS_FILE, has_section
from ctxlayer.vfs.disk import read_text

SKIPPED = frozenset({".git", ".hg", ".svn", "node_modules"})
"""Folders that hold nobody's layer."""

_TRUST_FOLDERS = ("knowledge", "extractions")
_TRUST_KEY = re.compile(
    r"^(source|created|last[-_]?verified|verified[-_]?(?:by|at)|status)[ \t]*:",
    re.MULTILINE | re.IGNORECASE,
)
_TELLING = re.compile(
    r"^(?:last[-_]?verified|verified[-_]?(?:by|at)|"
    r"(?:source|status)[ \t]*:[ \t]*[\"']?"
    r"(?:human-authored|extraction|hypothesis|confirmed-by-agent|confirmed)[\"']?[ \t]*(?:#|$))",
    re.MULTILINE | re.IGNORECASE,
)
"""What no other project writes: `source`, `created` and `status` alone are in any note's frontmatter."""
_ENOUGH_KEYS = 2
_ENOUGH_FILES = 2
_MOST_FILES_TRIED = 200
_HEAD = 2_000
"""Code points in which a frontmatter block that counts as evidence has to end."""

_RULE_NAMES = frozenset(name for profile in PROFILES.values() for name in profile.names)
_RULE_PATHS = (
    *(place.rstrip("/") for profile in PROFILES.values() for place in profile.places),
    *(path for path in OWN_FILES if "/" in path),
    *(place.folder.rstrip("/") for place in PLACES),
)
_OTHER_NAMES = frozenset({"work-packages.yaml", *(path for path in OWN_FILES if "/" not in path)})


def settings_file(folder: str, names: Collection[str]) -> str | None:
    """The settings file of `folder`, which holds `names`: our own before `pyproject.toml`."""
    if SETTINGS_FILE in names:
        return os.path.join(folder, SETTINGS_FILE)
    if PYPROJECT in names:
        path = os.path.join(folder, PYPROJECT)
        if has_section(read_text(path).text or ""):
            return path
    return None


def is_full_layer(folder: str, names: Collection[str], *, by_trust: bool = True) -> bool:
    """Whether `folder`, which holds `names`, is the root of a full layer.

    `by_trust` is False where a `knowledge/` folder proves nothing: inside one, for instance.
    """
    if settings_file(folder, names):
        return True
    if "index" in names and os.path.isfile(os.path.join(folder, "index", "trigger-table.md")):
        return True
    return by_trust and _has_trust_files(folder, names)


def shows_rules(folder: str, names: Collection[str]) -> bool:
    """Whether `folder`, which holds `names`, has rules of any runtime."""
    if not (_RULE_NAMES.isdisjoint(names) and _OTHER_NAMES.isdisjoint(names)):
        return True
    return any(
        path.partition("/")[0] in names and os.path.exists(os.path.join(folder, path))
        for path in _RULE_PATHS
    )


def _has_trust_files(folder: str, names: Collection[str]) -> bool:
    found = tried = 0
    for name in _TRUST_FOLDERS:
        if name not in names:
            continue
        for path in _markdown_below(os.path.join(folder, name)):
            tried += 1
            found += _has_trust_keys(path)
            if found >= _ENOUGH_FILES:
                return True
            if tried >= _MOST_FILES_TRIED:
                return False
    return False


def _markdown_below(folder: str) -> Iterator[str]:
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in SKIPPED)
        for name in sorted(files):
            path = os.path.join(parent, name)
            if name.endswith(".md") and not os.path.islink(path):
                yield path


def _has_trust_keys(path: str) -> bool:
    head = (read_text(path).text or "")[:_HEAD].removeprefix("\ufeff")
    if not head.startswith("---"):
        return False
    block = head[3:].partition("\n---")[0].replace("\r", "")
    if _TELLING.search(block) is None:
        return False
    return len({key.lower() for key in _TRUST_KEY.findall(block)}) >= _ENOUGH_KEYS
