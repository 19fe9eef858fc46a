"""The rules of a layer, and which of them a path loads."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Literal, NamedTuple

from ctxlayer.globs import GlobSet
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.rule import Rule, Temperature, read_rule
from ctxlayer.layer.snapshot import Snapshot

Cause = Literal["always", "glob", "description"]


class Loaded(NamedTuple):
    """One rule that a path loads, and what makes it load. `pattern` is "" but for globs."""

    rule: Rule
    cause: Cause
    pattern: str = ""


class RuleBook:
    """All rules that this product judges, indexed by their globs."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.rules = rules
        self._owners = [
            (rule, pattern.glob)
            for rule in rules
            if rule.temperature is Temperature.COOL
            for pattern in rule.patterns
        ]
        self._globs = GlobSet([glob for _, glob in self._owners])

    def loaded_by(self, path: str) -> tuple[Loaded, ...]:
        """Hot rules, the cool ones that fire on `path`, then warm ones; each once."""
        return (*self._hot(), *self._fired(path), *self._warm())

    def _hot(self) -> Iterator[Loaded]:
        return (Loaded(rule, "always") for rule in self.rules if rule.always)

    def _warm(self) -> Iterator[Loaded]:
        for rule in self.rules:
            if rule.temperature is Temperature.WARM:
                yield Loaded(rule, "description")

    def _fired(self, path: str) -> Iterator[Loaded]:
        """The cool rules that fire on `path`, each once, with the first pattern that does it."""
        seen = set()
        for number in sorted(self._globs.matching(path)):
            rule, glob = self._owners[number]
            if rule.path not in seen:
                seen.add(rule.path)
                yield Loaded(rule, "glob", glob.pattern)


def rule_book(snapshot: Snapshot, last: RuleBook | None) -> RuleBook:
    """A query: the rules of the layer, by path."""
    documents = sorted(snapshot.of_kind(Kind.RULE), key=lambda document: document.path)
    rules = tuple(rule for rule in map(read_rule, documents) if rule is not None)
    if last is not None and _same(rules, last.rules):
        return last
    return RuleBook(rules)


def _same(rules: tuple[Rule, ...], others: tuple[Rule, ...]) -> bool:
    return len(rules) == len(others) and all(map(operator.is_, rules, others))
