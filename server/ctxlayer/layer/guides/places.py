"""The folders in which runtimes look for skills, subagents and commands, and who reads each.

One record a folder. A reader is a runtime that documents that it looks there; the first one is
the folder's own.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Sort = Literal["skill", "agent", "command"]
"""What lies in a folder."""

SKILL_FILE = "SKILL.md"


class Place(NamedTuple):
    """A folder of skills, subagents or commands.

    `readers` are ids of runtimes, the owner first. `frontmatter` is False where the whole file is
    the text that the agent gets. `suffix` is what the names of its files end with. Skills lie right in
    the folder, each in one of its own; where it is read `deep`, also in folders between. A `nested`
    folder is one of a part of the project, and what lies there is offered to work on that part.
    """

    folder: str
    sort: Sort
    readers: tuple[str, ...]
    suffix: str = ".md"
    frontmatter: bool = True
    deep: bool = False
    nested: bool = False

    @property
    def owner(self) -> str:
        """The id of the runtime that the folder is named after."""
        return self.readers[0]


PLACES: tuple[Place, ...] = (
    Place(".claude/skills/", "skill", ("claude", "cursor", "copilot", "opencode")),
    Place(".cursor/skills/", "skill", ("cursor",), deep=True),
    Place(
        ".agents/skills/",
        "skill",
        ("portable", "codex", "cursor", "copilot", "gemini", "opencode", "zed"),
        deep=True,
    ),
    Place(".github/skills/", "skill", ("copilot",)),
    Place(".codex/skills/", "skill", ("codex", "cursor")),
    Place(".opencode/skills/", "skill", ("opencode",)),
    Place(".gemini/skills/", "skill", ("gemini",)),
    # VS Code reads these in the format of Claude Code.
    Place(".claude/agents/", "agent", ("claude", "cursor")),
    Place(".cursor/agents/", "agent", ("cursor",)),
    Place(".codex/agents/", "agent", ("cursor",)),
    Place(".github/agents/", "agent", ("copilot",)),
    Place(".claude/commands/", "command", ("claude",)),
    Place(".github/prompts/", "command", ("copilot",), ".prompt.md"),
    Place(".cursor/commands/", "command", ("cursor",), frontmatter=False),
)

WORKFLOWS = Place(
    "workflows/", "skill", ("layer", "portable", "claude", "cursor", "copilot", "codex")
)
"""Skills of the layer itself, which any runtime may be led to."""

_HOLDERS = tuple({place.folder.partition("/")[0] + "/" for place in PLACES})
_MATERIAL = frozenset(
    "references reference templates template assets examples example scripts resources fixtures"
    " tests test evals docs".split()
)
"""Folders inside a skill: a SKILL.md there is something that the skill writes or talks about."""
_OF_OTHER_PLACES = _MATERIAL | frozenset(
    "vendor third_party node_modules dist build testdata __fixtures__ skeleton scaffold".split()
)
"""Folders whose contents are copied elsewhere, or come from there."""
_NESTING = tuple(
    place for place in PLACES if place.folder in (".claude/skills/", ".cursor/skills/")
)
_NOTES = frozenset({"readme.md", "license.md", "changelog.md", "contributing.md", "index.md"})


def place_of(path: str) -> Place | None:
    """The place whose skill, subagent or command the file at `path` is; None for other files."""
    if not path.endswith(".md"):
        return None
    if path.startswith(WORKFLOWS.folder):
        return WORKFLOWS if path.rpartition("/")[2] == SKILL_FILE else None
    place = _holder(path)
    return place if place is not None and _is_of(place, path) else None


def flat_skill(path: str) -> Place | None:
    """The place of a Markdown file that lies directly in a folder of skills; None for others.

    Every runtime looks for a folder with a SKILL.md in it and passes over such a file.
    """
    place = _holder(path) if path.endswith(".md") else None
    if place is None or place.sort != "skill":
        return None
    rest = path[len(place.folder) :]
    is_file = "/" not in rest and rest.lower() not in _NOTES and rest != SKILL_FILE
    return place if is_file else None


def _holder(path: str) -> Place | None:
    if path.startswith(_HOLDERS):
        return next((place for place in PLACES if path.startswith(place.folder)), None)
    return _nested(path) if "/skills/" in path else None


def _nested(path: str) -> Place | None:
    """The folder of skills of a part of the project, which Claude Code and Cursor document."""
    for place in _NESTING:
        above, found, _ = path.partition(f"/{place.folder}")
        if found and _OF_OTHER_PLACES.isdisjoint(above.split("/")):
            return place._replace(folder=f"{above}/{place.folder}", nested=True)
    return None


def _is_of(place: Place, path: str) -> bool:
    *folders, name = path[len(place.folder) :].split("/")
    if place.sort != "skill":
        return name.endswith(place.suffix) and name.lower() not in _NOTES
    if name != SKILL_FILE or not folders:
        return False
    return len(folders) == 1 or (place.deep and _MATERIAL.isdisjoint(folders[:-1]))
