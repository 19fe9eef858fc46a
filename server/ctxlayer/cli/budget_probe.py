"""`ctxlayer budget --probe`: ask the configured adapters for their tools, and keep the answers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from ctxlayer.cli.output import plural, visible
from ctxlayer.cli.parser import UsageError
from ctxlayer.host import LayerHandle
from ctxlayer.layer.adapter_launch import Launch, launches
from ctxlayer.layer.kinds import Kind
from ctxlayer.probes.adapters import INSTALL, Probe, is_installed, probe_adapters
from ctxlayer.store.schemas import Told, keep_schemas


def probe(layer: LayerHandle) -> tuple[Probe, ...]:
    """Ask every adapter that is switched on; then the layer knows what they answered.

    Says on stderr what comes of each. Raises `UsageError` where nothing can speak to adapters.
    """
    if not is_installed():
        raise UsageError(f"--probe speaks to adapters by the MCP SDK; install it: {INSTALL}")
    snapshot = layer.snapshot
    documents = sorted(snapshot.of_kind(Kind.ADAPTERS), key=lambda document: document.path)
    configured = [launch for document in documents for launch in launches(document)]
    if not configured:
        _say("no adapter is configured here, so there is nothing to probe")
        return ()
    found = _ask(configured, str(layer.root))
    told = [
        Told(
            each.launch.name,
            each.launch.config,
            each.launch.digest,
            each.tools,
            each.schemas,
            snapshot.today,
        )
        for each in found
        if not each.failure
    ]
    if not keep_schemas(str(layer.root), told):
        _say("the cache folder cannot be written, so the answers are lost")
    layer.reload()
    return found


def as_json(probes: Sequence[Probe]) -> list[dict[str, Any]]:
    """What came of each, for programs."""
    return [
        {
            "name": each.launch.name,
            "path": each.launch.config,
            "tools": None if each.failure else len(each.tools),
            "failure": each.failure or None,
        }
        for each in probes
    ]


def _ask(configured: Sequence[Launch], root: str) -> tuple[Probe, ...]:
    """One answer for each; what two files configure alike is asked once."""
    alike = {_what(launch): launch for launch in reversed(configured)}
    _say(f"asking {plural(len(alike), 'adapter')} for their tools")
    answers = probe_adapters(list(alike.values()), root, told=_tell)
    by_what = {_what(each.launch): each for each in answers}
    return tuple(
        Probe(launch, answer.tools, answer.schemas, answer.failure)
        for launch in configured
        for answer in (by_what[_what(launch)],)
    )


def _what(launch: Launch) -> tuple[object, ...]:
    return (
        launch.name,
        launch.command,
        launch.arguments,
        launch.folder,
        launch.environment,
        launch.environment_file,
        launch.url,
        launch.headers,
    )


def _tell(answer: Probe) -> None:
    what = answer.failure or plural(len(answer.tools), "tool")
    _say(f"{answer.launch.name} ({answer.launch.config}): {what}")


def _say(words: str) -> None:
    print(f"ctxlayer: {visible(words)}", file=sys.stderr, flush=True)
