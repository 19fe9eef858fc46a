"""The report of `ctxlayer budget`: the hot set by band and runtime."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ctxlayer.analysis.repeats import Repeat, repeated_tokens, repeats
from ctxlayer.cli.output import Painter, plural, visible
from ctxlayer.layer.hot_set import OWN, HotPart, HotSet, RuntimeTotal
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import Estimate, total

_SHORT = 500
"""Rules below so many tokens are the long tail."""

_BECAUSE = {
    "always": "always on",
    "table": "hot trigger table",
    "import": "imported",
    "listing": "name and description",
    "schemas": "tool schemas",
}


class Row(NamedTuple):
    """One thing with all runtimes that send it alike."""

    part: HotPart
    runtimes: tuple[str, ...]


def rows(parts: Iterable[HotPart]) -> tuple[Row, ...]:
    """The parts, those that differ in the runtime alone as one; in the order of the first."""
    found: dict[HotPart, list[str]] = {}
    for part in parts:
        found.setdefault(part._replace(runtime=""), []).append(part.runtime)
    return tuple(
        Row(part._replace(runtime=runtimes[0]), tuple(runtimes)) for part, runtimes in found.items()
    )


# For programs.


def as_json(found: HotSet, snapshot: Snapshot) -> dict[str, Any]:
    """The whole report. `total` is that of the runtime that sends the most."""
    settings = snapshot.settings.budget
    heaviest = found.heaviest
    return {
        "version": 1,
        "total": counted(heaviest.tokens),
        "budget": settings.hot,
        "runtime": heaviest.runtime,
        "window": {
            "tokens": settings.window,
            "overhead": settings.overhead,
            "share": _share(heaviest.tokens, snapshot),
        },
        "runtimes": [
            {
                "runtime": each.runtime,
                **counted(each.tokens),
                "always_on": each.always_on,
                "unknown": each.unknown,
            }
            for each in found.totals
        ],
        "entries": [_entry(part) for part in found.parts if _is_entry(part)],
        "unknown": [
            {
                "path": part.path,
                "name": part.name or None,
                "runtime": part.runtime,
                "why": part.why or "nobody counts tokens here",
            }
            for part in found.unknown
        ],
        "long_tail": {
            "below": _SHORT,
            "rules": len(_short(found)),
            **counted(total(_short(found), found.family) if found.family else None),
        },
        "repeated": [
            {
                "path": each.path,
                "other": each.other,
                "runtimes": list(each.runtimes),
                "passages": len(each.passages),
                "lines": _lines(each, snapshot),
                **counted(repeated_tokens(each, snapshot)),
            }
            for each in snapshot.ask(repeats)
        ],
    }


def nothing() -> dict[str, Any]:
    """The report where there is no layer."""
    none: dict[str, Any] = {"tokens": 0, "low": 0, "high": 0}
    return {
        "version": 1,
        "total": none,
        "budget": None,
        "runtime": None,
        "window": {"tokens": None, "overhead": None, "share": None},
        "runtimes": [],
        "entries": [],
        "unknown": [],
        "long_tail": {"below": _SHORT, "rules": 0, **none},
        "repeated": [],
    }


def _lines(repeat: Repeat, snapshot: Snapshot) -> list[int]:
    """The lines on which the passages begin, from 1."""
    lines = snapshot.documents[repeat.path].lines
    return [lines.line_at(each.span.start) + 1 for each in repeat.passages]


def counted(tokens: Estimate | None) -> dict[str, int | None]:
    """A number with its band; None for what is not known."""
    if tokens is None:
        return {"tokens": None, "low": None, "high": None}
    return {"tokens": tokens.tokens, "low": tokens.low, "high": tokens.high}


def _is_entry(part: HotPart) -> bool:
    """Whether a part is certainly in every message; the others are listed as unknown alone."""
    configured = part.because == "schemas" and part.kind == Kind.ADAPTERS.value and part.name != ""
    return part.tokens is not None or configured


def _entry(part: HotPart) -> dict[str, Any]:
    return {
        "path": part.path,
        "kind": part.kind,
        "temperature": part.temperature,
        "runtime": part.runtime,
        **counted(part.tokens),
        "because": part.because,
        "name": part.name or None,
        "imported_by": part.via or None,
        "probed_on": part.asked_on or None,
    }


def _share(tokens: Estimate | None, snapshot: Snapshot) -> float | None:
    """How much of the window is taken when the first message is sent, with the editor's own part."""
    settings = snapshot.settings.budget
    if tokens is None:
        return None
    return round((tokens.tokens + settings.overhead) / settings.window, 4)


# For people.


def show(found: HotSet, snapshot: Snapshot, *, probed: bool = False) -> None:
    """Print the report. Where they were `probed` just now, nobody is told to probe adapters."""
    paint = Painter(sys.stdout)
    for line in _head(found.heaviest, snapshot, paint):
        print(line)
    for band in ("hot", "warm"):
        parts = [each for each in found.parts if each.temperature == band and each.tokens]
        if parts:
            print(f"\n{paint('path', _BANDS[band])}")
            for row in rows(parts):
                print(_line(row, found))
            if band == "hot":
                print(_tail(found), end="")
    if found.unknown:
        print(f"\n{paint('path', 'hot, and not known')}")
        for line in _unknown(found):
            print(line)
        asked = (part for part in found.unknown if part.kind == Kind.ADAPTERS.value and part.name)
        if not probed and any(asked):
            print(f"{'':9} {'':6}  `ctxlayer budget --probe` asks adapters for their tools")
    repeated = snapshot.ask(repeats)
    if repeated:
        print(f"\n{paint('path', 'paid for twice')}")
        for each in repeated:
            print(_repeat(each, found, snapshot))
    print(f"\n{paint('path', 'tokens on every message, by runtime')}")
    for total_ in found.totals:
        print(_runtime(total_, found))


_BANDS = {"hot": "hot: in every message", "warm": "warm: name and description in every message"}


def _head(heaviest: RuntimeTotal, snapshot: Snapshot, paint: Painter) -> Iterator[str]:
    settings = snapshot.settings.budget
    tokens = heaviest.tokens
    if tokens is None:
        yield "nobody counts tokens here"
        return
    if not tokens.tokens and heaviest.unknown:
        parts = plural(heaviest.unknown, "part")
        yield f"nothing is known to be in every message{_with(heaviest)}; {parts} not known"
        return
    over = tokens.tokens - settings.hot
    verdict = (
        paint("warning", f"{over:,} over the budget of {settings.hot:,}")
        if over > 0
        else f"{-over:,} below the budget of {settings.hot:,}"
    )
    yield f"{tokens.line} in every message{_with(heaviest)}: {verdict}"
    if heaviest.unknown:
        yield f"{plural(heaviest.unknown, 'part')} of it not known, and not in that number"
    share = 100 * (tokens.tokens + settings.overhead) / settings.window
    yield (
        f"with {settings.overhead:,} of the editor's own, {share:.0f} % of a window of "
        f"{settings.window:,} is taken at message one"
    )


def _with(total_: RuntimeTotal, more: str = ", the heaviest runtime") -> str:
    return "" if total_.runtime == OWN else f" with {total_.title}{more}"


def _line(row: Row, found: HotSet) -> str:
    part = row.part
    tokens = "unknown" if part.tokens is None else f"{part.tokens.tokens:,}"
    band = "" if part.tokens is None or part.tokens.exact else f"±{part.tokens.percent} %"
    return f"{tokens:>9} {band:>6}  {visible(_what(part))}: {_how(row, found)}"


def _unknown(found: HotSet) -> Iterator[str]:
    """The parts without a number; rules of which nothing is known together, where they are many."""
    unjudged: dict[str, list[Row]] = {}
    for row in rows(found.unknown):
        if row.part.temperature == "unknown":
            unjudged.setdefault(row.part.runtime, []).append(row)
        else:
            yield _line(row, found)
    for runtime, alike in unjudged.items():
        if len(alike) <= _FEW:
            yield from (_line(row, found) for row in alike)
        else:
            names = f"{alike[0].part.path} and {len(alike) - 1} more"
            why = f"rules, {found.title(runtime)}; {alike[0].part.why}"
            yield f"{'unknown':>9} {'':>6}  {visible(names)}: {why}"


_FEW = 3


def _what(part: HotPart) -> str:
    if not part.name:
        return part.path
    return f"{part.name} ({part.path})" if part.path else part.name


def _how(row: Row, found: HotSet) -> str:
    part = row.part
    words = "rule" if part.temperature == "unknown" else _BECAUSE[part.because]
    if part.via:
        words += f" by {visible(part.via)}"
    titles = ", ".join(map(found.title, row.runtimes))
    asked = f", asked on {part.asked_on}" if part.asked_on else ""
    why = f"; {part.why}" if part.why else ""
    return f"{words}, {titles}{asked}{why}"


def _tail(found: HotSet) -> str:
    """A line about the short rules of the heaviest runtime: they outweigh what stands on top."""
    short = _short(found)
    if len(short) < 2:
        return ""
    words = total(short, found.family).words
    return (
        f"{'':9} {'':6}  the long tail{_with(found.heaviest, '')}: {len(short)} rules under "
        f"{_SHORT} tokens, {words} together\n"
    )


def _short(found: HotSet) -> list[Estimate]:
    """The tokens of the hot rules of the heaviest runtime that are below the mark."""
    rules = (each for each in found.of(found.heaviest.runtime) if each.kind == "rule")
    hot = (each.tokens for each in rules if each.temperature == "hot")
    return [tokens for tokens in hot if tokens is not None and tokens.tokens < _SHORT]


def _repeat(repeat: Repeat, found: HotSet, snapshot: Snapshot) -> str:
    tokens = repeated_tokens(repeat, snapshot)
    count = f"{tokens.tokens:,}" if tokens is not None else "unknown"
    band = f"±{tokens.percent} %" if tokens is not None and not tokens.exact else ""
    lines = ", ".join(map(str, _lines(repeat, snapshot)[:_NAMED]))
    more = len(repeat.passages) - _NAMED
    where = f"{visible(repeat.path)}, from line {lines}{f' and {more} more' if more > 0 else ''}"
    titles = ", ".join(map(found.title, repeat.runtimes))
    return f"{count:>9} {band:>6}  {where}: also in {visible(repeat.other)}, {titles}"


_NAMED = 5


def _runtime(each: RuntimeTotal, found: HotSet) -> str:
    tokens = "unknown" if each.tokens is None else each.tokens.words
    title = "the layer, whatever the runtime" if each.runtime == OWN else each.title
    unknown = f"{plural(each.unknown, 'part')} not known"
    if each.unknown and each.tokens is not None and not each.tokens.tokens:
        line = f"  {title}: {unknown}"
    else:
        line = f"  {title}: {tokens}{f', and {unknown}' if each.unknown else ''}"
    if each.runtime != OWN and not each.always_on:
        line += "; no always-on text of its own"
        if not any(part.temperature == "hot" for part in found.of(each.runtime)):
            line += ", so it has no hot band"
    return line
