"""The report of `ctxlayer budget --against`: what the files as they are now add to each message."""

from __future__ import annotations

from typing import Any

from ctxlayer.analysis.budget_changes import (
    Difference,
    RuntimeDifference,
    differences,
    runtime_differences,
)
from ctxlayer.cli.budget_report import counted
from ctxlayer.cli.output import visible
from ctxlayer.layer.hot_set import OWN, HotPart, HotSet


def as_json(now: HotSet, then: HotSet, ref: str, commit: str) -> dict[str, Any]:
    """The differences. `delta` is that between the heaviest runtime of now and the one of then."""
    return {
        "version": 1,
        "against": {"ref": ref, "commit": commit},
        "total": counted(now.heaviest.tokens),
        "before": counted(then.heaviest.tokens),
        "delta": _delta(now, then),
        "runtimes": [
            {
                "runtime": each.runtime,
                "tokens": each.after,
                "before": each.before,
                "delta": each.delta,
            }
            for each in runtime_differences(now, then)
        ],
        "entries": [
            {
                "path": each.part.path,
                "kind": each.part.kind,
                "temperature": each.part.temperature,
                "runtime": each.part.runtime,
                "change": each.change,
                "tokens": each.after,
                "before": each.before,
                "delta": each.delta,
                "because": each.part.because,
                "name": each.part.name or None,
            }
            for each in differences(now, then)
        ],
    }


def nothing(ref: str) -> dict[str, Any]:
    """The differences where there is no layer."""
    none: dict[str, Any] = {"tokens": 0, "low": 0, "high": 0}
    return {
        "version": 1,
        "against": {"ref": ref, "commit": None},
        "total": none,
        "before": none,
        "delta": 0,
        "runtimes": [],
        "entries": [],
    }


def _delta(now: HotSet, then: HotSet) -> int | None:
    after, before = now.heaviest.tokens, then.heaviest.tokens
    return None if after is None or before is None else after.tokens - before.tokens


def show(now: HotSet, then: HotSet, ref: str) -> None:
    """Print the differences."""
    found = differences(now, then)
    delta = _delta(now, then)
    whole = "" if now.heaviest.tokens is None else f" ({now.heaviest.tokens.line} now)"
    if not found:
        print(f"nothing in the hot set differs from {visible(ref)}{whole}")
        return
    print(f"{signed(delta)} tokens in every message against {visible(ref)}{whole}")
    for each, runtimes in _merged(found).items():
        print(_line(each, [_title(runtime, now, then) for runtime in runtimes]))
    for runtime in runtime_differences(now, then):
        print(_runtime(runtime))


def _merged(found: tuple[Difference, ...]) -> dict[Difference, list[str]]:
    """Differences that several runtimes share, as one with their names."""
    merged: dict[Difference, list[str]] = {}
    for each in found:
        shared = each._replace(part=_shared(each.part))
        merged.setdefault(shared, []).append(each.part.runtime)
    return merged


def _shared(part: HotPart) -> HotPart:
    return part._replace(runtime="", tokens=None)


def _line(each: Difference, titles: list[str]) -> str:
    part = each.part
    what = f"{part.name} ({part.path})" if part.name else part.path
    how = f"{part.temperature}, {', '.join(titles)}"
    return f"{signed(each.delta):>9}  {each.change:<8} {visible(what)} ({how})"


def _title(runtime: str, now: HotSet, then: HotSet) -> str:
    """What a runtime is called, which may be in use only now, or only then."""
    title = now.title(runtime)
    return then.title(runtime) if title == runtime else title


def _runtime(each: RuntimeDifference) -> str:
    title = "the layer, whatever the runtime" if each.runtime == OWN else each.title
    if each.before is None or each.after is None:
        return f"  {title}: unknown"
    return f"  {title}: {each.before:,} -> {each.after:,} ({signed(each.delta)})"


def signed(number: int | None) -> str:
    """`+120`, `-40`, `±0`, and `unknown`."""
    if number is None:
        return "unknown"
    return f"{number:+,}" if number else "±0"
