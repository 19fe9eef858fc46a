"""A hot rule over its budget."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.budget import budget
from ctxlayer.layer.hot_set import HotPart
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.lints.wording import among


@layer_lint("warning", asks=(budget,))
def heavy_rule(layer: Snapshot) -> Iterator[Report]:
    """A rule that is in every message has more tokens than one hot rule may have.

    ## What it does
    Compares each hot rule with `budget.rule`: rules that a switch makes hot, rules without a scope, and
    memory files such as `CLAUDE.md` and `AGENTS.md`. One finding a file, which names the runtimes that send
    it. What a runtime takes out before it sends a file (Claude Code: comments that begin a line of
    `CLAUDE.md`) does not count. Trigger tables have [heavy-index](heavy-index.md).

    Tokens are estimated for `budget.tokenizer`; the estimate itself decides, and the message says how sure
    it is.

    ## Why
    A hot rule is paid for on every message, also by those that have nothing to do with it. One long rule is
    usually several: a short part that every task needs, and chapters that one kind of task needs.

    ## Example
    ````ctxlayer.toml
    budget.rule = 30
    ````
    ````.rules/berths.md
    ---
    alwaysApply: true
    justification: Every task moves a vessel
    ---

    # Berths
      ^^^^^^ heavy-rule: the limit is 30

    Ask the harbour master before a berth is moved, and write the new berth into the plan of the day.
    ````

    ## Instead
    ````ctxlayer.toml
    budget.rule = 60
    ````
    ````.rules/berths.md
    ---
    alwaysApply: true
    justification: Every task moves a vessel
    ---

    # Berths

    Ask the harbour master before a berth is moved.
    ````

    ## Settings
    `budget.rule` (2500), `budget.tokenizer` (`claude`).
    """
    found = layer.ask(budget).hot
    limit = layer.settings.budget.rule
    heavy: dict[str, list[HotPart]] = {}
    for part in found.parts:
        is_rule = part.kind == Kind.RULE.value and part.temperature == "hot"
        if is_rule and part.tokens is not None and part.tokens.tokens > limit:
            heavy.setdefault(part.path, []).append(part)
    for path, parts in heavy.items():
        tokens = parts[0].tokens
        assert tokens is not None
        yield Report(
            layer.documents[path].title_span,
            f"this rule has {tokens.line} in every message of "
            f"{among([found.title(part.runtime) for part in parts])}, the limit is {limit:,}; keep "
            "what every task needs, and move the rest to rules with globs or to files that it names",
            path=path,
        )
