"""When a rule is loaded and what that costs, in words: one line for every door.

A rule that several runtimes read has one line that names them where they differ: `hot in Claude
Code, cool in Cursor`.
"""

from __future__ import annotations

from ctxlayer.analysis.budget import hot_set
from ctxlayer.analysis.justifications import Standing, justification_of
from ctxlayer.analysis.loaded import loaded_tokens
from ctxlayer.analysis.locality import census, locality
from ctxlayer.analysis.promotion import about, promotion, times
from ctxlayer.analysis.rules import read_rules, runtimes_in_use
from ctxlayer.globs import compile_glob
from ctxlayer.ide.text import DOT, by_runtime, code, counted, listing_words, temperature_words
from ctxlayer.layer.document import Document
from ctxlayer.layer.rule import Rule, Temperature, read_rule
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import Estimate, document_tokens


def rules_of(document: Document, snapshot: Snapshot) -> tuple[Rule, ...]:
    """A rule file as each runtime in use reads it."""
    return read_rules(document, snapshot.ask(runtimes_in_use))


def rule_lens(document: Document, snapshot: Snapshot) -> str:
    """Band, tokens and tax of a rule.

    `hot · ≈310 ±15 % tokens (claude) · ≈310 a message · ≈9,300 a session of 30`.
    """
    rules = rules_of(document, snapshot)
    tokens = _tokens(document, rules, snapshot)
    parts = [_bands(document, rules, snapshot), tokens.line if tokens is not None else ""]
    if any(rule.temperature is Temperature.HOT for rule in rules):
        parts += [_hot_tax(tokens, snapshot), _open_words(document)]
    elif tokens is not None:
        parts.append(_listing_tax(document, snapshot))
    return DOT.join(filter(None, parts))


def _bands(document: Document, rules: tuple[Rule, ...], snapshot: Snapshot) -> str:
    """The lens says what it costs, so `loads on every message` is left out."""

    def words(rule: Rule | None) -> str:
        hot = rule is not None and rule.temperature is Temperature.HOT
        return "hot" if hot else temperature_words(rule, document, snapshot)

    return by_runtime(rules, words)


def _tokens(document: Document, rules: tuple[Rule, ...], snapshot: Snapshot) -> Estimate | None:
    """What a runtime sends of the rule, that of a runtime in which it is hot before others."""
    by_heat = sorted(rules, key=lambda rule: rule.temperature is not Temperature.HOT)
    for rule in by_heat:
        return loaded_tokens(document, rule.profile, rule.store, snapshot)
    return document_tokens(document, snapshot)


def _hot_tax(tokens: Estimate | None, snapshot: Snapshot) -> str:
    if tokens is None:
        return ""
    messages = snapshot.settings.budget.messages_per_session
    session = about(times(tokens, messages))
    return f"{about(tokens)} a message{DOT}{session} a session of {messages:,}"


def _open_words(document: Document) -> str:
    standing = justification_of(document).standing
    return "justification not argued yet" if standing is Standing.OPEN else ""


def _listing_tax(document: Document, snapshot: Snapshot) -> str:
    """A warm rule is listed on every message; "" for others, and where nobody counts."""
    for part in snapshot.ask(hot_set).parts:
        if part.path == document.path and part.because == "listing" and part.tokens is not None:
            return listing_words(part.tokens)
    return ""


def replay_lines(document: Document, snapshot: Snapshot) -> list[str]:
    """How often globs would have loaded a hot rule about one part, by the commits that git has.

    None where git cannot tell, and for other rules. It is looked up while somebody waits for a hover.
    """
    rule = read_rule(document)
    if rule is None or rule.temperature is not Temperature.HOT or rule.store.globs_key is None:
        return []
    local = locality(document, snapshot.ask(census))
    commits = snapshot.history.recent_commits() if local is not None else None
    if local is None or not commits:
        return []
    globs = [compile_glob(glob) for glob in local.globs]
    loaded = sum(any(glob.matches(path) for glob in globs for path in paths) for paths in commits)
    named = " and ".join(map(code, local.globs))
    last = counted(len(commits), "commit")
    return [f"{named} would have loaded it in {loaded:,} of the last {last}."]


def promotion_lines(document: Document, snapshot: Snapshot) -> list[str]:
    """The promotion rule with the numbers of this rule, for a hover; none where nobody counts."""
    tokens = _tokens(document, rules_of(document, snapshot), snapshot)
    if tokens is None:
        return []
    messages = snapshot.settings.budget.messages_per_session
    found = promotion(tokens, 0, messages)
    rule = "Hot pays if it saves more than tokens × messages × sessions + the one-time cost."
    here = (
        f"Here: {tokens.words} tokens × {messages:,} messages = {about(found.session_tax)} a session; "
        f"it pays from {found.break_even:,} saved a session on ({found.break_even_per_message:,} a message)."
    )
    replayed = replay_lines(document, snapshot)
    return [rule, "", here, *(["", *replayed] if replayed else [])]
