"""Why a rule does not load for a path, in words, for each runtime that reads the rule."""

from __future__ import annotations

from typing import NamedTuple

from ctxlayer.analysis.rules import rule_book
from ctxlayer.globs import Glob, Miss, Reason, first_miss
from ctxlayer.layer.rule import Rule, Temperature
from ctxlayer.layer.snapshot import Snapshot


class PatternMiss(NamedTuple):
    """One pattern that did not match. `segment` is the part of the path that kept it from matching,
    None where the pattern matches nothing at all."""

    pattern: str
    segment: str | None
    text: str


class WhyNot(NamedTuple):
    """The answer for one runtime. `loads` says that there is nothing to explain: it does load."""

    rule: Rule
    loads: bool
    text: str
    misses: tuple[PatternMiss, ...] = ()


def why_not(snapshot: Snapshot, rule_path: str, path: str) -> tuple[WhyNot, ...]:
    """What each runtime in use makes of the rule at `rule_path` for a file at `path`."""
    rules = [rule for rule in snapshot.ask(rule_book).rules if rule.path == rule_path]
    return tuple(_one(rule, path) for rule in rules)


def _one(rule: Rule, path: str) -> WhyNot:
    temperature = rule.temperature
    if temperature is Temperature.HOT:
        return WhyNot(rule, True, f"it is hot: {rule.why}")
    if temperature is Temperature.WARM:
        return WhyNot(rule, False, f"it has no globs, so no path loads it: {rule.why}")
    if temperature is Temperature.COLD:
        by_hand = "; attach it by hand" if rule.load.manual else ""
        return WhyNot(rule, False, f"nothing loads it by itself: {rule.why}{by_hand}")
    fired = next((glob for glob in rule.globs if glob.matches(path)), None)
    if fired is not None:
        return WhyNot(rule, True, f"it loads: `{fired.pattern}` matches")
    misses = tuple(_miss(glob, path) for glob in rule.globs)
    return WhyNot(rule, False, "no pattern of it matches", misses)


def _miss(glob: Glob, path: str) -> PatternMiss:
    if glob.error:
        return PatternMiss(glob.pattern, None, f"it is no valid pattern: {glob.error}")
    if glob.negated:
        return PatternMiss(
            glob.pattern, None, "a pattern with a leading `!` loads nothing by itself"
        )
    miss = first_miss(glob, path)
    if miss is None:
        name = glob.dialect.name
        return PatternMiss(glob.pattern, None, f"no path of the project matches it in {name}")
    return PatternMiss(glob.pattern, miss.part, _words(miss, glob))


def _words(miss: Miss, glob: Glob) -> str:
    part, wanted = miss.part, miss.wanted
    if miss.reason is Reason.CASE:
        return f"`{part}` is `{wanted}` but for upper and lower case, which counts"
    if miss.reason is Reason.NOWHERE:
        return f"neither `{part}` nor a folder below it is `{wanted}`"
    if miss.reason is Reason.SHORT:
        return f"the path ends at `{part}`, and the pattern goes on with `{wanted}`"
    if miss.reason is Reason.LONG:
        return (
            f"the pattern ends before `{part}`: it names that one file or folder, not what lies in it; "
            f"`{glob.pattern.rstrip('/')}/**` would"
        )
    if _is_bare(glob) and miss.at == 0:
        return (
            f"`{part}` is not `{wanted}`: {glob.dialect.name} looks for a pattern without a folder at "
            f"the root only; `**/{glob.pattern}` would find it at any depth"
        )
    return f"`{part}` is not `{wanted}`"


def _is_bare(glob: Glob) -> bool:
    return "/" not in glob.pattern and glob.dialect.bare_name_any_depth is False
