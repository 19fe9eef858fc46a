"""Agents and people by the names that commits carry."""

from __future__ import annotations

import pytest

from ctxlayer.layer.agent_identities import Identity, hand, identity, named_in
from ctxlayer.settings import Settings

PARTS = Settings().agents.identities


def role(*written: str, message: str = "", parts: tuple[str, ...] = PARTS) -> str | None:
    return hand([identity(each) for each in written], (), message, parts).role


@pytest.mark.parametrize(
    "written",
    [
        "Claude <noreply@anthropic.com>",
        "CLAUDE CODE <x@example.org>",
        "Claude Opus 4.8 (1M context) <x@example.org>",
        "Harbour Tool (anthropic/claude-sonnet-4-5) <tool@example.org>",
        "Cursor Agent <cursoragent@cursor.com>",
        "Copilot <175728472+Copilot@users.noreply.github.com>",
        "Codex CLI <codex@openai.com>",
        "renovate[bot] <29139614+renovate[bot]@users.noreply.github.com>",
        "Ada Quay <NoReply@Anthropic.com>",
    ],
)
def test_an_agent_is_told_by_a_part_of_its_name_in_any_case(written: str) -> None:
    assert role(written) == "agent"
    assert (
        role("Ada Quay <ada@example.org>", message=f"x\n\nCo-Authored-By: {written}\n") == "agent"
    )


@pytest.mark.parametrize(
    "written",
    ["Ada Quay <ada@example.org>", "A. Bot <bot@example.org>", "", "<>", "Claud <c@example.org>"],
)
def test_people_are_developers(written: str) -> None:
    assert role(written) == "developer"


@pytest.mark.parametrize(
    "written",
    [
        "Claude Dupont <claude.dupont@example.org>",
        "Jean-Claude Quai <jc@example.org>",
        "C. Dupont <claude@example.org>",
        "Claudette Quay <cq@example.org>",
    ],
)
def test_a_name_that_people_have_too_tells_nothing(written: str) -> None:
    assert role(written) is None
    # Somebody else of the commit may tell all the same.
    assert role(written, message="x\n\nco-authored-by: Copilot <c@example.org>") == "agent"


def test_either_name_of_the_mail_map_counts_and_the_last_is_shown() -> None:
    assert role("robot <r@example.org>", "Claude <noreply@anthropic.com>") == "agent"
    assert role("Claude <noreply@anthropic.com>", "Ada Quay <ada@example.org>") == "agent"
    shown = hand([Identity("a", "a@example.org"), Identity("Ada Quay", "b")], (), "", PARTS)
    assert shown == ("developer", "Ada Quay")


def test_a_squash_names_the_authors_of_what_it_took_in() -> None:
    message = (
        "Squashed commit of the following:\n\ncommit 1f2e\nAuthor: Copilot <c@x>\n\n    tidy\n"
    )
    assert list(named_in(message)) == [Identity("Copilot", "c@x")]
    assert list(named_in(message.replace("Squashed", "A squashed"))) == []
    assert list(named_in("* one\n\n    Co-authored-by: B <b@x>\r\n\n* two")) == [
        Identity("B", "b@x")
    ]
    assert list(named_in("Thanks to Co-authored-by: B <b@x>")) == []


def test_a_team_names_its_own_agents() -> None:
    assert role("Harbour Robot 7 <r7@example.org>", parts=("harbour robot",)) == "agent"
    assert role("Copilot <c@example.org>", parts=("harbour robot", "", " ")) == "developer"
