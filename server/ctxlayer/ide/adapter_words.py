"""What there is to say of an adapter, without any value of its configuration that could be secret."""

from __future__ import annotations

from ctxlayer.analysis.adapter_use import adapter_use
from ctxlayer.analysis.topics import adapters
from ctxlayer.ide.text import DOT, age, code, counted
from ctxlayer.layer.adapter_config import adapter_config
from ctxlayer.layer.adapters import Adapter, Adapters, difference
from ctxlayer.layer.snapshot import Snapshot

_ACCESS = {True: "read-only", False: "may write", None: ""}
_MOST_TWINS = 3


def access_words(adapter: Adapter) -> str:
    """Whether it only reads, as a part of a sentence."""
    if adapter.read_only is None:
        if adapter.config and not adapter.open_in and not adapter.is_off:
            return "only some of its tools may be used"
        return "whether it only reads is unknown"
    return "it only reads" if adapter.read_only else "it may write"


def adapter_detail(adapter: Adapter, known: Adapters) -> str:
    """One line beside the name in a list: what tells it from its like, access, where it is set up."""
    twins = known.twins(adapter.name)
    apart = f"{difference(adapter, twins[0])}".replace("`", "") if twins else ""
    off = "switched off" if adapter.is_off else ""
    parts = (_ACCESS[adapter.read_only], apart, off, adapter.config or "settings")
    return DOT.join(part for part in parts if part)


def twin_lines(adapter: Adapter, known: Adapters) -> list[str]:
    """How it differs from the other adapters to the same system."""
    twins = known.twins(adapter.name)
    lines = [
        f"Not to be confused with {code(each.name)}: {difference(adapter, each)}."
        for each in twins[:_MOST_TWINS]
    ]
    if len(twins) > _MOST_TWINS:
        lines.append(f"Nor with {len(twins) - _MOST_TWINS} more that run the same server.")
    return lines


def schema_words(adapter: Adapter, snapshot: Snapshot) -> str:
    """What its tool schemas cost on every message; unknown is never 0."""
    if adapter.is_off:
        return "Switched off: its tool schemas are not sent."
    probed = snapshot.schemas.of(adapter.name, adapter.config)
    if probed is None:
        return f"Tool schemas: {_unknown(adapter, snapshot)} (`ctxlayer budget --probe`)."
    size = f"{probed.tokens.words} tokens on every message" if probed.tokens else "not counted"
    days = (snapshot.today - probed.probed_on).days
    return f"Tool schemas: {size}{DOT}{counted(len(probed.tools), 'tool')}{DOT}probed {age(days)}."


def adapter_lines(name: str, path: str, snapshot: Snapshot) -> list[str]:
    """What an adapter is, for somebody who looks at its configuration in the file at `path`."""
    known = snapshot.ask(adapters)
    adapter, document = known.by_name.get(name), snapshot.document(path)
    if adapter is None or document is None:
        return []
    form = adapter_config(document).format
    use = snapshot.ask(adapter_use)
    topic = use.topics.get(name)
    if topic is not None:
        used = f"Topic {code(topic)} names it in a live pointer." if topic else ""
    else:
        used = "No live pointer names it." if use.any else ""
    lines = [
        f"**{code(name)}**{DOT}an adapter of {form.title}",
        f"{access_words(adapter)[:1].upper()}{access_words(adapter)[1:]}.",
        schema_words(adapter, snapshot),
        used,
        *twin_lines(adapter, known),
    ]
    found = [line for line in lines if line]
    return [part for line in found for part in (line, "")][:-1]


def _unknown(adapter: Adapter, snapshot: Snapshot) -> str:
    last = snapshot.schemas.outdated_on(adapter.name, adapter.config)
    if last is None:
        return "unknown until probed"
    days = (snapshot.today - last).days
    return f"unknown, the configuration has changed since it was probed {age(days)}"
