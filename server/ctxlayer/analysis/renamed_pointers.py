"""Pointers that count from their topic's own folder, when the topic gets another name."""

from __future__ import annotations

from collections.abc import Collection

from ctxlayer.analysis.pointers import State
from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.pointer import pointer_targets
from ctxlayer.text import Edit


def path_edits(facts: TopicFacts, numbers: Collection[int], name: str) -> list[Edit]:
    """The edits that keep pointers leading where they lead, in a topic called `name`.

    `numbers` count into the topic's pointers; spans count from the topic's start.
    """
    topic = facts.topic
    found = []
    for number in sorted(numbers):
        pointer = topic.pointers[number]
        old = pointer_targets(pointer, facts.path, topic.name)
        if name == topic.name or old == pointer_targets(pointer, facts.path, name):
            continue
        target = facts.resolved[number].tried or old[-1]
        if target.startswith(f"knowledge/{topic.name}/"):
            slash = "/" if pointer.path.endswith("/") and not target.endswith("/") else ""
            new = target.replace("\\|", "|") + slash
            if topic.shape == "row":
                new = new.replace("|", "\\|")
            found.append(Edit(pointer.path_span, new))
    return found


def renaming_edits(facts: TopicFacts, name: str) -> tuple[Edit, ...]:
    """The edits of a topic's own text that call it `name`.

    Pointers that lead nowhere are left as they are: perhaps they lead somewhere under that name.
    """
    lost = (State.DEAD, State.MISSPELT_CASE)
    numbers = [n for n, each in enumerate(facts.resolved) if each.state not in lost]
    return (Edit(facts.topic.name_span, name), *path_edits(facts, numbers, name))
