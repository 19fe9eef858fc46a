"""Skills, subagents and commands: where they lie, and what an agent is shown of them."""

from __future__ import annotations

import pytest

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement, placement
from ctxlayer.layer.rule import Temperature
from ctxlayer.layer.skills import Skill, read_skill
from ctxlayer.settings import Settings

COLD, WARM, COOL = Temperature.COLD, Temperature.WARM, Temperature.COOL


def skill(path: str, text: str) -> Skill:
    found = placement(path, Settings(), full=False)
    assert found is not None
    read = read_skill(Document(path, found, text))
    assert read is not None
    return read


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (".claude/skills/tides/SKILL.md", Kind.SKILL),
        (".cursor/skills/harbour/tides/SKILL.md", Kind.SKILL),
        (".agents/skills/tides/SKILL.md", Kind.SKILL),
        (".github/skills/tides/SKILL.md", Kind.SKILL),
        (".cursor/skills/tides/SKILL.md", Kind.SKILL),
        (".codex/skills/tides/SKILL.md", Kind.SKILL),
        (".claude/agents/pilots/berth.md", Kind.AGENT),
        (".github/agents/berth.agent.md", Kind.AGENT),
        (".github/agents/berth.md", Kind.AGENT),
        (".claude/commands/moor/now.md", Kind.COMMAND),
        (".cursor/commands/moor.md", Kind.COMMAND),
        (".github/prompts/moor.prompt.md", Kind.COMMAND),
        (".claude/skills/tides.md", Kind.UNREAD_SKILL),
        ("apps/web/.claude/skills/tides/SKILL.md", Kind.SKILL),
        ("apps/web/.cursor/skills/tides/SKILL.md", Kind.SKILL),
    ],
)
def test_what_a_file_is_follows_from_its_place(path: str, kind: Kind) -> None:
    found = placement(path, Settings(), full=False)
    assert found is not None
    assert found.kind is kind


@pytest.mark.parametrize(
    "path",
    [
        ".claude/skills/README.md",
        ".claude/skills/SKILL.md",
        ".claude/skills/tides/notes.md",
        ".claude/skills/harbour/tides/SKILL.md",
        ".cursor/skills/writer/templates/tides/SKILL.md",
        ".claude/agents/README.md",
        ".claude/agents/berth.json",
        ".github/prompts/notes.md",
        "docs/.claude.md",
        "workflows/tides/SKILL.md",
        "templates/app/.claude/skills/tides/SKILL.md",
        "apps/web/.claude/agents/pilot.md",
        "src/skills/tides/SKILL.md",
    ],
)
def test_notes_and_material_are_none_of_them(path: str) -> None:
    assert placement(path, Settings(), full=False) is None


def test_a_skill_among_the_workflows_is_one_of_a_full_layer() -> None:
    assert placement("workflows/tides/SKILL.md", Settings(), full=True) == Placement(Kind.SKILL)


@pytest.mark.parametrize(
    ("path", "keys", "expected"),
    [
        (".claude/skills/tides/SKILL.md", "description: Reads tides", WARM),
        (".claude/skills/tides/SKILL.md", "name: tides", WARM),
        (".agents/skills/tides/SKILL.md", "name: tides", COLD),
        (".claude/skills/tides/SKILL.md", "description: A\nuser-invocable: false", WARM),
        (".claude/skills/tides/SKILL.md", "description: A\ndisable-model-invocation: true", COLD),
        (".claude/skills/tides/SKILL.md", "description: A\ndisable-model-invocation: yes", COLD),
        (".claude/skills/tides/SKILL.md", "description: A\ndisable-model-invocation: no", WARM),
        (".claude/skills/tides/SKILL.md", 'description: A\npaths: "src/**"', COOL),
        (".cursor/skills/tides/SKILL.md", "description: A\npaths:\n  - src/**", COOL),
        (".claude/skills/tides/SKILL.md", "description: A\npaths:", WARM),
        ("apps/web/.claude/skills/tides/SKILL.md", "description: A", COOL),
        (".claude/agents/pilot.md", "name: pilot\ndescription: Pilots", WARM),
        (".claude/agents/pilot.md", "description: Pilots", COLD),
        (".cursor/agents/pilot.md", "description: Pilots", WARM),
        (".github/agents/pilot.agent.md", "description: Pilots", WARM),
        (".github/agents/pilot.agent.md", "description: Pilots\ninfer: false", COLD),
        (".claude/commands/moor.md", "description: Moors", WARM),
        (".claude/commands/moor.md", "model: opus", COLD),
        (".cursor/commands/moor.md", "description: Moors", COLD),
        (".github/prompts/moor.prompt.md", "description: Moors", COLD),
    ],
)
def test_how_warm_it_is(path: str, keys: str, expected: Temperature) -> None:
    assert skill(path, f"---\n{keys}\n---\n\n# A\n\nThe words.\n").temperature is expected


def test_what_is_listed_is_name_description_and_when_to_use() -> None:
    text = (
        "---\nname: tides\ndescription: >-\n  Reads\n  tides.\nwhen_to_use: At sea.\n---\n\n# A\n"
    )
    assert skill(".claude/skills/tides/SKILL.md", text).listing == "tides: Reads tides. At sea."


def test_claude_code_lists_the_first_paragraph_in_the_place_of_a_description() -> None:
    text = "---\nname: tides\n---\n\n# Tides\n\nReads the tides\nof a harbour.\n\nMore.\n"
    assert (
        skill(".claude/skills/tides/SKILL.md", text).description == "Reads the tides of a harbour."
    )


def test_a_skill_that_only_people_call_costs_nothing_on_a_message() -> None:
    text = "---\nname: a\ndescription: A\ndisable-model-invocation: true\n---\n"
    assert skill(".claude/skills/a/SKILL.md", text).listing == ""


def test_a_name_is_the_folder_or_the_file_where_it_is_not_written() -> None:
    assert skill(".claude/skills/tides/SKILL.md", "# A\n").name == "tides"
    assert skill(".github/agents/pilot.agent.md", "# A\n").name == "pilot"
