"""`docs/settings.md` and the JSON schema, from the settings model."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ctxlayer.dev.settings_schema import json_schema
from ctxlayer.dev.writing import code, note, table
from ctxlayer.settings.model import Settings
from ctxlayer.settings.spec import Described, describe

WITHOUT_EFFECT = (
    "graph",
    "delegate",
    "hooks",
    "tickets",
)
"""Settings that are read and checked, but that nothing asks for yet."""


def schema() -> str:
    """The schema of `ctxlayer.toml`."""
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


def page() -> str:
    """The settings page, one table for each top-level key."""
    parts = [
        note("the settings model (server/ctxlayer/settings/model.py)"),
        (
            "# Settings\n\n"
            "A layer needs none of these. They live in `ctxlayer.toml` at its root, or under "
            "`[tool.ctxlayer]` in `pyproject.toml`; the nearest one above a file wins.\n\n"
            "Those marked *no effect yet* are read and checked, and change nothing in this version.\n"
        ),
    ]
    found = describe(Settings)
    for section in dict.fromkeys(_section(each) for each in found):
        rows = [_row(each) for each in found if _section(each) == section]
        listed = table(("key", "default", "meaning"), rows)
        parts.append(f"\n## {section}\n\n{listed}")
    return "".join(parts)


def _section(setting: Described) -> str:
    return setting.key.partition(".")[0].removesuffix("[]")


def _row(setting: Described) -> tuple[str, str, str]:
    meaning = setting.spec.doc
    if setting.spec.choices and setting.spec.shape != "lists":
        meaning += f" One of {', '.join(code(choice) for choice in setting.spec.choices)}."
    if setting.key in WITHOUT_EFFECT:
        meaning = f"{meaning} *No effect yet.*".strip()
    default = setting.default
    if setting.spec.shape == "tables":
        default = {file.glob: "hot" if file.hot else "cold" for file in default}
    return code(setting.key), code(_shown(default)), meaning


def _shown(value: Any) -> str:
    """A default as TOML would have it, shortened where it is long; "" for absent or empty."""
    if value is None or value in ((), {}):
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return f"{{ {_joined(f'{_key(key)} = {_shown(each)}' for key, each in value.items())} }}"
    if isinstance(value, Iterable):
        return f"[{_joined(map(_shown, value))}]"
    return str(value)


def _key(name: str) -> str:
    """A TOML key, quoted where it has to be."""
    return name if name.replace("-", "").isalnum() else json.dumps(name, ensure_ascii=False)


def _joined(items: Iterable[str]) -> str:
    return ", ".join(items)
