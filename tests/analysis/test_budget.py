"""The hot set: its parts by runtime, its sums, and that it is kept up as it would be made anew."""

from __future__ import annotations

import datetime
import random

import pytest

from ctxlayer.analysis.budget import budget, hot_set
from ctxlayer.analysis.budget_changes import differences, file_delta, runtime_differences
from ctxlayer.analysis.repeats import repeats
from ctxlayer.layer.document import Document
from ctxlayer.layer.hot_set import OWN, HotSet
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import document_tokens, estimator
from ctxlayer.layer.tree import Tree
from tests.harness.engine import build_snapshot

TODAY = datetime.date(2026, 11, 29)
HOT = "---\nalwaysApply: true\n---\n\n# {}\n\nThe keeper opens the lower gate.\n"
TABLE = "| topic | files | live pointer | vocabulary |\n|-|-|-|-|\n| locks | gates.md | | gate |\n"


def layer(files: dict[str, str], schemas: str = "") -> Snapshot:
    return build_snapshot({"ctxlayer.toml": "", **files}, TODAY, schemas=schemas)


def parts(found: HotSet, runtime: str) -> list[tuple[str, str]]:
    return sorted((part.path, part.because) for part in found.of(runtime))


def test_what_the_layer_makes_hot_goes_with_every_runtime() -> None:
    found = layer(
        {
            ".rules/tone.md": HOT.format("Tone"),
            "index/trigger-table.md": TABLE,
            "CLAUDE.md": "# Locks\n",
            ".cursor/rules/gates.mdc": HOT.format("Gates"),
        }
    ).ask(hot_set)
    own = [(".rules/tone.md", "always"), ("index/trigger-table.md", "table")]
    assert parts(found, "claude") == sorted([*own, ("CLAUDE.md", "always")])
    assert (".cursor/rules/gates.mdc", "always") in parts(found, "cursor")
    assert set(own) <= set(parts(found, "cursor"))
    sums = {each.runtime: each.tokens for each in found.totals}
    for runtime in ("claude", "cursor"):
        known = [part.tokens for part in found.of(runtime) if part.tokens is not None]
        total = sums[runtime]
        assert total is not None and total.tokens == sum(each.tokens for each in known)
    assert found.heaviest.tokens == max(
        (each for each in sums.values() if each), key=lambda each: each.tokens
    )


def test_a_runtime_without_always_on_text_is_told_apart() -> None:
    found = layer({".cursor/rules/gates.mdc": '---\nglobs: "src/**"\n---\n\n# Gates\n'}).ask(
        hot_set
    )
    (cursor,) = found.totals
    assert (cursor.runtime, cursor.always_on) == ("cursor", False)
    assert cursor.tokens is not None and cursor.tokens.tokens == 0


def test_a_layer_without_runtimes_has_the_total_of_its_own_parts() -> None:
    found = layer({".rules/tone.md": HOT.format("Tone")}).ask(hot_set)
    assert [each.runtime for each in found.totals] == [OWN]
    empty = layer({}).ask(hot_set)
    assert empty.parts == ()
    assert empty.heaviest.tokens is not None and empty.heaviest.tokens.tokens == 0


def test_two_files_that_import_a_third_pay_for_it_once() -> None:
    found = layer(
        {
            "CLAUDE.md": "@docs/a.md\n@docs/b.md\n",
            "docs/a.md": "# A\n\n@c.md\n",
            "docs/b.md": "# B\n\n@c.md\n@../CLAUDE.md\n",
            "docs/c.md": "# C\n\nThe keeper opens the lower gate.\n",
        }
    ).ask(hot_set)
    imported = [part.path for part in found.parts if part.because == "import"]
    assert sorted(imported) == ["docs/a.md", "docs/b.md", "docs/c.md"]
    (shared,) = [part for part in found.parts if part.path == "docs/c.md"]
    assert (shared.temperature, shared.kind, shared.via) == ("hot", "imported", "docs/a.md")


def test_imports_are_followed_as_far_as_the_runtime_does() -> None:
    chain = {f"docs/{n}.md": f"# {n}\n\n@{n + 1}.md\n" for n in range(1, 8)}
    found = layer({"CLAUDE.md": "@docs/1.md\n", **chain}).ask(hot_set)
    imported = {part.path for part in found.parts if part.because == "import"}
    assert imported == {f"docs/{n}.md" for n in range(1, 5)}


@pytest.mark.parametrize(
    "line",
    [
        "`@docs/a.md`",
        "```\n@docs/a.md\n```",
        "mail gates@docs/a.md",
        "@docs/missing.md",
        "@docs/a.md: how gates open",
        "@~/docs/a.md",
    ],
)
def test_what_is_no_import_costs_nothing(line: str) -> None:
    found = layer({"CLAUDE.md": f"# Locks\n\n{line}\n", "docs/a.md": "# A\n"}).ask(hot_set)
    assert [part.path for part in found.parts] == ["CLAUDE.md"]


def test_an_import_of_a_cool_rule_makes_it_hot_there() -> None:
    found = layer(
        {
            "CLAUDE.md": "@.claude/rules/gates.md\n",
            ".claude/rules/gates.md": '---\npaths: ["src/**"]\n---\n\n# Gates\n',
        }
    ).ask(hot_set)
    assert (".claude/rules/gates.md", "import") in parts(found, "claude")


def test_a_nested_memory_file_is_not_in_every_message() -> None:
    found = layer({"CLAUDE.md": "# Locks\n", "src/CLAUDE.md": "# Source\n"}).ask(hot_set)
    assert [part.path for part in found.parts] == ["CLAUDE.md"]


def test_comments_that_begin_a_line_are_not_sent_by_a_runtime_that_takes_them_out() -> None:
    text = "# Locks\n\n<!-- for people: {} -->\n\nGates open inwards.\n"
    plain, long = (
        layer({"CLAUDE.md": text.format(words)}).ask(hot_set).heaviest.tokens
        for words in ("x", "the keeper opens the lower gate " * 20)
    )
    assert plain == long


def test_warm_rules_and_skills_cost_name_and_description() -> None:
    snapshot = layer(
        {
            ".rules/gates.md": "---\ndescription: Use when a gate is moved\n---\n\n# Gates\n"
            + "x " * 500,
            ".claude/skills/locks/SKILL.md": "---\nname: locks\ndescription: Work a lock\n---\n"
            + "y " * 500,
        }
    )
    warm = [part for part in snapshot.ask(hot_set).parts if part.temperature == "warm"]
    assert {part.path for part in warm} == {".rules/gates.md", ".claude/skills/locks/SKILL.md"}
    for part in warm:
        whole = document_tokens(snapshot.documents[part.path], snapshot)
        assert part.tokens is not None and whole is not None
        assert 0 < part.tokens.tokens < whole.tokens / 5


CONFIG = '{"mcpServers": {"pumps": {"command": "pump"}, "weirs": {"command": "weir"}}}'


def test_schemas_are_unknown_until_somebody_asked_and_never_nothing() -> None:
    found = layer({".mcp.json": CONFIG}).ask(hot_set)
    assert [(part.name, part.tokens) for part in found.unknown] == [
        ("pumps", None),
        ("weirs", None),
    ]
    assert found.heaviest.unknown == 2
    assert all("not probed" in part.why for part in found.unknown)


def test_schemas_that_were_probed_count_and_the_others_stay_unknown() -> None:
    found = layer({".mcp.json": CONFIG}, ".mcp.json pumps 4200 12").ask(hot_set)
    assert [part.name for part in found.unknown] == ["weirs"]
    assert found.heaviest.tokens is not None and found.heaviest.tokens.tokens == 4200


def test_the_adapters_of_two_runtimes_are_not_added_up() -> None:
    probed = ".mcp.json pumps 4200 12\n.cursor/mcp.json pumps 4100 12"
    found = layer({".mcp.json": CONFIG, ".cursor/mcp.json": CONFIG}, probed).ask(hot_set)
    sums = {each.runtime: each.tokens.tokens for each in found.totals if each.tokens}
    assert sums == {"claude": 4200, "cursor": 4100}


def test_a_configuration_that_cannot_be_read_is_unknown() -> None:
    found = layer({".mcp.json": '{"mcpServers": '}).ask(hot_set)
    assert [part.path for part in found.unknown] == [".mcp.json"]


def test_where_nobody_counts_nothing_is_known() -> None:
    found = layer({".rules/tone.md": HOT.format("Tone")}).after(tokenizer=None).ask(hot_set)
    assert found.heaviest.tokens is None
    assert [part.path for part in found.unknown] == [".rules/tone.md"]


@pytest.mark.parametrize("text", ["水門を開けます。" * 30, "⚓🚢🌊 " * 40, "<|endoftext|> " * 20])
def test_the_band_is_there_for_any_script(text: str) -> None:
    tokens = layer({".rules/wide.md": HOT.format("Wide") + text}).ask(hot_set).heaviest.tokens
    assert tokens is not None and tokens.low < tokens.tokens < tokens.high
    assert tokens.tokens > 100


# Kept up by difference.


def edited(snapshot: Snapshot, path: str, text: str | None) -> Snapshot:
    if text is None:
        return snapshot.after(removed=[path])
    placement = snapshot.placement(path)
    assert placement is not None
    return snapshot.after(changed=[Document(path, placement, text, snapshot.document(path))])


FILES = {
    ".rules/tone.md": HOT.format("Tone"),
    ".rules/gates.md": "---\ndescription: Use when a gate is moved\n---\n\n# Gates\n",
    "CLAUDE.md": "# Locks\n\n@docs/a.md\n",
    ".claude/rules/pools.md": "# Pools\n\nThe keeper opens the lower gate.\n",
    "docs/a.md": "# A\n",
    "index/trigger-table.md": TABLE,
    ".mcp.json": CONFIG,
    "knowledge/locks/gates.md": "# Gates\n",
}


def test_a_change_elsewhere_leaves_the_same_object() -> None:
    snapshot = layer(FILES)
    found, passages = snapshot.ask(hot_set), snapshot.ask(repeats)
    later = edited(snapshot, "knowledge/locks/gates.md", "# Gates\n\nMore.\n")
    assert later.ask(hot_set) is found
    assert later.ask(repeats) is passages
    assert later.ask(budget) is snapshot.ask(budget)


def test_a_change_of_one_file_counts_that_file_alone() -> None:
    counted = []

    class Counting:
        family = "claude"

        def count(self, text: str):
            counted.append(text)
            return estimator("claude").count(text)

    snapshot = layer(FILES).after(tokenizer=Counting())
    snapshot.ask(hot_set)
    counted.clear()
    text = FILES[".rules/tone.md"] + "Short sentences.\n"
    edited(snapshot, ".rules/tone.md", text).ask(hot_set)
    assert counted == [text]


@pytest.mark.parametrize("seed", range(4))
def test_kept_up_it_is_as_from_scratch(seed: int) -> None:
    random_ = random.Random(seed)
    snapshot = layer(FILES)
    texts: dict[str, str] = {"ctxlayer.toml": "", **FILES}
    pieces = (
        "x",
        "\n",
        "alwaysApply: true\n",
        "@docs/a.md\n",
        "---\n",
        "<!--",
        "-->\n",
        "description: y\n",
    )
    changing = [path for path in FILES if path != "docs/a.md"]
    for _ in range(60):
        path = random_.choice(changing)
        text = texts[path]
        at = random_.randrange(len(text) + 1)
        texts[path] = text[:at] + random_.choice(pieces) + text[at + random_.choice((0, 0, 4)) :]
        snapshot = edited(snapshot, path, texts[path])
        fresh = build_snapshot(texts, TODAY)
        assert snapshot.ask(hot_set) == fresh.ask(hot_set)
        assert snapshot.ask(repeats) == fresh.ask(repeats)


# Differences.


def test_differences_add_up_to_that_of_the_total() -> None:
    then = layer(FILES)
    now = edited(
        then, ".rules/tone.md", FILES[".rules/tone.md"] + "Short sentences, few of them.\n"
    )
    now = edited(now, ".claude/rules/pools.md", None)
    now = edited(now, ".rules/new.md", HOT.format("New"))
    found = differences(now.ask(hot_set), then.ask(hot_set))
    assert {(each.part.path, each.change) for each in found} == {
        (".rules/tone.md", "changed"),
        (".claude/rules/pools.md", "removed"),
        (".rules/new.md", "added"),
    }
    (claude,) = runtime_differences(now.ask(hot_set), then.ask(hot_set))
    assert claude.delta == sum(each.delta or 0 for each in found)


def test_a_file_is_weighed_against_what_it_was() -> None:
    then = layer(FILES)
    now = edited(then, ".rules/new.md", HOT.format("New"))
    both = (now.ask(hot_set), then.ask(hot_set))
    tokens = document_tokens(now.documents[".rules/new.md"], now)
    assert tokens is not None
    assert file_delta(*both, ".rules/new.md") == tokens.tokens
    assert file_delta(*both, ".rules/tone.md") == 0
    assert file_delta(*both, "knowledge/locks/gates.md") == 0
    assert file_delta(*both, ".mcp.json") is None


def test_a_runtime_that_goes_takes_nothing_of_a_file_that_another_sends() -> None:
    files = {
        "AGENTS.md": "# Locks\n",
        ".cursor/rules/tone.mdc": HOT.format("Tone"),
        ".github/instructions/a.instructions.md": '---\napplyTo: "**"\n---\n\n# A\n',
    }
    then = layer(files)
    now = edited(then, ".github/instructions/a.instructions.md", None)
    assert file_delta(now.ask(hot_set), then.ask(hot_set), "AGENTS.md") == 0
    gone = edited(now, ".cursor/rules/tone.mdc", None)
    tokens = document_tokens(now.documents[".cursor/rules/tone.mdc"], now)
    assert tokens is not None
    both = (gone.ask(hot_set), now.ask(hot_set))
    assert file_delta(*both, ".cursor/rules/tone.mdc") == -tokens.tokens


@pytest.mark.parametrize("temperature", ["hot", "cold"])
def test_a_memory_file_that_routes_goes_with_those_who_read_it(temperature: str) -> None:
    found = layer(
        {
            "ctxlayer.toml": f'[table.files]\n"AGENTS.md" = "{temperature}"\n',
            "AGENTS.md": TABLE,
            ".cursor/rules/a.mdc": "# A\n",
            ".github/copilot-instructions.md": "# A\n",
        }
    ).ask(hot_set)
    runtimes = {part.runtime for part in found.at("AGENTS.md")}
    assert {"cursor", "copilot"} <= runtimes
    assert not {OWN, "agents"} & runtimes


SKILL = "---\nname: locks\ndescription: Work a lock\n---\n\n# Locks\n"


@pytest.mark.parametrize(
    ("files", "listed"),
    [
        ({".claude/skills/locks/SKILL.md": SKILL}, {"claude"}),
        (
            {".claude/skills/locks/SKILL.md": SKILL, ".cursor/rules/a.mdc": "# A\n"},
            {"claude", "cursor"},
        ),
        ({".agents/skills/locks/SKILL.md": SKILL, ".cursor/rules/a.mdc": "# A\n"}, {"cursor"}),
        ({".agents/skills/locks/SKILL.md": SKILL, "AGENTS.md": "# A\n"}, {"agents"}),
        ({".agents/skills/locks/SKILL.md": SKILL, "CLAUDE.md": "# A\n"}, {"portable"}),
        ({"workflows/locks/SKILL.md": SKILL, "CLAUDE.md": "# A\n"}, {OWN}),
    ],
)
def test_a_skill_is_listed_by_those_who_look_where_it_lies(
    files: dict[str, str], listed: set[str]
) -> None:
    found = layer(files).ask(hot_set)
    assert {part.runtime for part in found.parts if part.temperature == "warm"} == listed


def test_a_skill_is_listed_by_those_who_find_it_through_a_link() -> None:
    snapshot = layer({".agents/skills/locks/SKILL.md": SKILL, "CLAUDE.md": "# A\n"})
    tree = Tree(snapshot.tree.paths, {".claude/skills/locks": ".agents/skills/locks"})
    (warm,) = [p for p in snapshot.after(tree=tree).ask(hot_set).parts if p.temperature == "warm"]
    assert warm.runtime == "claude"


@pytest.mark.parametrize(("front", "sent"), [("alwaysApply: true", 1), ("description: y", 2)])
def test_a_rule_that_a_runtime_finds_at_a_link_is_sent_once(front: str, sent: int) -> None:
    text = f"---\n{front}\n---\n\n# Gates\n"
    snapshot = layer({".rules/gates.md": text, "CLAUDE.md": "# A\n"})
    tree = Tree(snapshot.tree.paths, {".claude/rules": ".rules"})
    found = snapshot.after(tree=tree).ask(hot_set)
    hot = [part for part in found.of("claude") if part.path == ".rules/gates.md"]
    assert len(hot) == sent
    assert hot[0].temperature == "hot"
