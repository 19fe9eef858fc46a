"""`docs/editor-settings.md`: the settings of the VS Code client, from its manifest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ctxlayer.dev.writing import code, note, table


def page(manifest: Path) -> str:
    """The page, from the client's `package.json`."""
    contributes = json.loads(manifest.read_text(encoding="utf-8")).get("contributes", {})
    configuration = contributes.get("configuration", {})
    blocks = configuration if isinstance(configuration, list) else [configuration]
    settings = [item for block in blocks for item in block.get("properties", {}).items()]
    commands = [(code(each["command"]), each["title"]) for each in contributes.get("commands", ())]
    return (
        f"{note('editor-client/package.json')}# Settings of the editor extension\n\n"
        "They change how things look and which Python runs the server. What is found is decided "
        "by [`ctxlayer.toml`](settings.md) alone, so that editor, terminal and CI agree.\n\n"
        + table(("setting", "default", "meaning"), (_row(*each) for each in settings))
        + "\n## Commands\n\n"
        + table(("command", "does"), commands)
    )


def _row(name: str, schema: dict[str, Any]) -> tuple[str, str, str]:
    meaning = schema.get("markdownDescription") or schema.get("description") or ""
    values = schema.get("enum")
    if values:
        meaning += f" One of {', '.join(code(value) for value in values)}."
    return code(name), code(json.dumps(schema.get("default"))), meaning
