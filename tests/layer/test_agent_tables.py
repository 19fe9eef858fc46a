"""Tables that lead to agents, skills and commands instead of files, and tables that do not."""

from __future__ import annotations

import pytest

from ctxlayer.layer.agent_names import agent_file, read_agents
from ctxlayer.layer.table_places import locate
from ctxlayer.layer.tree import Tree
from ctxlayer.layer.trigger_table import parse_trigger_table


def rows(text: str) -> list[tuple[str, list[str]]]:
    """(situation, what it leads to) of each row that is read."""
    topics = parse_trigger_table(text).topics
    return [(topic.name, [each.path for each in topic.pointers]) for _, topic in topics]


def table(header: str, *lines: str) -> str:
    width = header.count("|") + 1
    return "".join(f"| {line} |\n" for line in (header, " | ".join(["---"] * width), *lines))


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("pilot-reviewer", ["pilot-reviewer"]),
        ("`pilot-reviewer`", ["pilot-reviewer"]),
        ("**pilot-reviewer**", ["pilot-reviewer"]),
        ("**`pilot-reviewer`** (opus)", ["pilot-reviewer"]),
        ("pilot-reviewer — for narrow berths", ["pilot-reviewer"]),
        ("/close-berth", ["/close-berth"]),
        ("@pilot-reviewer", ["@pilot-reviewer"]),
        ("harbour:pilot-reviewer", ["harbour:pilot-reviewer"]),
        ("Pilot Reviewer", ["Pilot Reviewer"]),
        ("`a-b` + `c-d`", ["a-b", "c-d"]),
        ("a-b, c-d · e-f", ["a-b", "c-d", "e-f"]),
        ("a-b<br>c-d", ["a-b", "c-d"]),
        ("`a-b` then `c-d`", ["a-b", "c-d"]),
        ("ask whoever is on the quay", []),
        ("—", []),
        ("", []),
    ],
)
def test_what_a_cell_names(cell: str, names: list[str]) -> None:
    plain = ("a ship waits | `berth-planner`", "it is late | `berth-planner`")
    found = rows(table("When | Agent", *plain, f"it moves | {cell}"))
    assert found[2:] == [("it moves", names)]


@pytest.mark.parametrize(
    ("cell", "path", "form"),
    [
        ("[reviewer](../agents/reviewer.md)", "../agents/reviewer.md", "link"),
        ("`.claude/agents/reviewer.md`", ".claude/agents/reviewer.md", "path"),
        ("agents/reviewer.md#pilots", "agents/reviewer.md", "path"),
        ("agents/reviewer", "agents/reviewer", "agent"),
        ("/reviewer", "/reviewer", "agent"),
    ],
)
def test_a_link_and_the_path_of_a_file_are_pointers_as_anywhere(
    cell: str, path: str, form: str
) -> None:
    (pointer,) = read_agents(cell, 0, len(cell))
    assert (pointer.path, pointer.form) == (path, form)
    assert pointer.path_span.of(cell) == path


@pytest.mark.parametrize(
    "header",
    [
        "Action | Skill",
        "Trigger | Agent",
        "Touching or researching | Invoke agent",
        "After modifying | Agent(s)",
        "When | Use skill",
        "If you move a ship | Subagent",
        "Task | **Skills**",
    ],
)
def test_headers_of_situations_and_agents(header: str) -> None:
    assert rows(table(header, "a ship moves | `pilot-reviewer`")) == [
        ("a ship moves", ["pilot-reviewer"])
    ]


def test_columns_may_stand_the_other_way_round() -> None:
    text = table("Agent | When to use | Model", "pilot-reviewer | a ship moves | large")
    assert rows(text) == [("a ship moves", ["pilot-reviewer"])]


def test_further_columns_behind_are_the_teams_own() -> None:
    text = table("Trigger | Agent | Priority", "orders, pilots | pilot-reviewer | MUST")
    assert rows(text) == [("orders, pilots", ["pilot-reviewer"])]


def test_agents_beside_files_belong_to_the_row() -> None:
    text = table("Task | Read | Agent", "berth a ship | berths/plan.md | pilot-reviewer")
    assert rows(text) == [("berth a ship", ["berths/plan.md", "pilot-reviewer"])]


@pytest.mark.parametrize(
    "text",
    [
        table("Priority | Action | Skill", "1 | moor | `mooring`"),
        table("Task | Agent | Status", "berth plan | `planner` | open"),
        table("Phase | Task | Agent", "1 | berth plan | `planner`"),
        table("Agent | Model | Focus", "pilot-reviewer | large | safety"),
        table("Action | Step", "moor | throw the line"),
        table("Trigger | Agent | Purpose", "a ship moves | whoever knows most of it | safety"),
        table("Agent | Price", "tug | 40"),
        table("Agent | Action", "tug | `split`"),
        table("Domain | Agents", "quays | 27"),
        table("Situation | Sub-agents?", "one quay | Yes"),
        table("Skill | Verdict | Reasoning", "mooring | keep | in daily use"),
        table("When | Agent", "a ship moves | ask the pilot who is on duty, or wait"),
    ],
)
def test_other_tables_are_left_alone(text: str) -> None:
    assert rows(text) == []
    assert not parse_trigger_table(text).headers


def test_the_cells_decide_by_majority() -> None:
    prose = "a ship waits | ask around on the quay first"
    named = "a ship moves | `pilot-reviewer`"
    assert rows(table("When | Agent", prose, prose, named)) == []
    assert len(rows(table("When | Agent", prose, named, named))) == 3


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("pilot-reviewer", ".claude/agents/pilot-reviewer.md"),
        ("@pilot-reviewer", ".claude/agents/pilot-reviewer.md"),
        ("Pilot Reviewer", ".claude/agents/pilot-reviewer.md"),
        ("/close-berth", ".claude/commands/close-berth.md"),
        ("tide-report", ".claude/skills/tide-report/SKILL.md"),
        ("crane-checker", ".github/agents/crane-checker.agent.md"),
        ("mooring", "workflows/quay/mooring/SKILL.md"),
        ("oring", None),
        ("someone-elses", None),
        ("../pilot-reviewer", None),
        ("", None),
    ],
)
def test_where_a_name_is_defined(name: str, path: str | None) -> None:
    tree = Tree(
        [
            ".claude/agents/pilot-reviewer.md",
            ".claude/commands/close-berth.md",
            ".claude/skills/tide-report/SKILL.md",
            ".github/agents/crane-checker.agent.md",
            "workflows/quay/mooring/SKILL.md",
        ]
    )
    assert agent_file(name, tree) == path


def test_a_cursor_on_a_name_finds_it() -> None:
    text = table("When | Agent", "a ship moves | `pilot-reviewer`")
    place = locate(parse_trigger_table(text), text.index("reviewer"))
    assert place is not None and place.part == "agents"
    assert place.pointer is not None and place.pointer.path == "pilot-reviewer"


MAPPED = {"files": ["agent", "skill", "invoke agent"], "topic": ["action"]}


@pytest.mark.parametrize("heading", ["Agents", "Skills", "Routing", "Action", "Actions"])
@pytest.mark.parametrize("columns", [MAPPED, {"agents": ["crew"], "topic": ["routing", "action"]}])
def test_mapped_headers_label_no_sections(heading: str, columns: dict[str, list[str]]) -> None:
    text = f"# Routing\n\n## {heading}\n\nAll of them:\n\n- a.md\n- b.md\n\nEnd.\n"
    assert not parse_trigger_table(text, columns).topics


def test_labels_that_settings_give_to_a_part_label_it_still() -> None:
    text = "### tides\n\n**Look here**\n- a.md\n"
    assert len(parse_trigger_table(text, {"files": ["look here"]}).topics) == 1
    assert not parse_trigger_table(text, {"agents": ["look here"]}).topics


def test_settings_name_columns_of_agents() -> None:
    text = table("When | Crew", "a ship moves | `pilot-reviewer`")
    ((_, topic),) = parse_trigger_table(text, {"agents": ["crew"]}).topics
    assert topic.pointers[0].form == "agent"
