from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ctxlayer.lsp.capabilities import APPLY_EDIT, server_capabilities
from ctxlayer.lsp.client import Client, read_client
from ctxlayer.text import Encoding


def test_a_client_that_names_nothing_gets_the_plainest_answers() -> None:
    assert read_client({}) == Client()


@pytest.mark.parametrize(
    "junk",
    [
        {
            "textDocument": None,
            "workspace": 5,
            "general": [],
            "window": {"workDoneProgress": "yes"},
        },
        {"textDocument": {"hover": {"contentFormat": "markdown"}, "completion": []}},
        {"general": {"positionEncodings": [None, 7, {}, "utf-7"]}},
    ],
)
def test_junk_in_capabilities_counts_as_not_able(junk: dict[str, Any]) -> None:
    assert read_client(junk) == Client()


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["utf-8", "utf-16"], Encoding.UTF8),
        (["utf-16", "utf-8"], Encoding.UTF16),
        (["utf-7", "utf-32"], Encoding.UTF32),
        (["utf-7"], Encoding.UTF16),
        ([], Encoding.UTF16),
        (None, Encoding.UTF16),
    ],
)
def test_the_clients_first_known_encoding_wins(offered: Any, chosen: Encoding) -> None:
    client = read_client({"general": {"positionEncodings": offered}})
    assert client.encoding is chosen
    assert server_capabilities(client).position_encoding == chosen.value


def test_pull_is_offered_to_those_who_pull() -> None:
    assert server_capabilities(Client()).diagnostic_provider is None
    client = read_client({"textDocument": {"diagnostic": {}}})
    assert server_capabilities(client).diagnostic_provider is not None


def test_a_command_for_edits_is_offered_only_where_actions_are_commands() -> None:
    assert APPLY_EDIT in _commands(Client())
    literal = {"codeActionKind": {"valueSet": ["quickfix"]}}
    client = read_client({"textDocument": {"codeAction": {"codeActionLiteralSupport": literal}}})
    assert APPLY_EDIT not in _commands(client)


def _commands(client: Client) -> Sequence[str]:
    offered = server_capabilities(client).execute_command_provider
    return offered.commands if offered is not None else ()


def test_completion_is_asked_for_after_the_characters_of_the_engine() -> None:
    from ctxlayer.ide.completion import TRIGGER_CHARACTERS

    offered = server_capabilities(Client()).completion_provider
    assert offered is not None and offered.trigger_characters == list(TRIGGER_CHARACTERS)
