"""What there is to say of the clone of a sibling. Names of branches are anybody's: none is markup."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlayer.analysis.gate import Verdict, ago, gate_of, gate_words, notes, told, verdicts
from ctxlayer.analysis.sibling_tiers import is_prose
from ctxlayer.analysis.stale_words import plain
from ctxlayer.ide.evidence_words import prose
from ctxlayer.ide.text import DOT, code
from ctxlayer.layer.repos import RepoFacts
from ctxlayer.layer.snapshot import Snapshot

_WORST = ("STOP", "UNKNOWN", "PASS")
_UNTRUSTED = "git is not asked in a workspace that is not trusted"


def state_line(verdict: Verdict, snapshot: Snapshot) -> str:
    """`PASS · main · up to date as of 3 h ago`, `STOP · 3 behind origin/main`; plain text on one line."""
    return plain(DOT.join(filter(None, (verdict.state, *_parts(verdict, snapshot)))))


def _parts(verdict: Verdict, snapshot: Snapshot) -> tuple[str, ...]:
    facts = verdict.facts
    if verdict.state == "PASS" and facts is not None:
        return (facts.branch or "", gate_words(verdict), *notes(verdict))
    if facts is None and not snapshot.asks_git:
        return (_UNTRUSTED,)
    if facts is None and not verdict.path:
        return ("not mapped on this machine",)
    return ("; ".join(each.words for each in told(verdict)), *notes(verdict))


def gates_part(found: Sequence[Verdict], most: int = 3) -> str:
    """The gates of some siblings in a few words: `gate: almanac STOP, pilots PASS`; "" for none."""
    if not found:
        return ""
    worst = sorted(found, key=lambda each: _WORST.index(each.state))
    shown = ", ".join(f"{plain(each.name)} {each.state}" for each in worst[:most])
    return f"gate: {shown}" + (f" and {len(found) - most:,} more" if len(found) > most else "")


def topic_gates(repos: Sequence[str], snapshot: Snapshot) -> str:
    """The gates of the siblings that a topic leads into, as far as they are mapped."""
    if not repos:
        return ""
    known = snapshot.ask(verdicts)
    return gates_part([known[name] for name in repos if name in known])


def tier_sentence(repo: str, path: str, snapshot: Snapshot) -> str:
    """Markdown: the tier of a path in a sibling, and what the freshness gate has to do with it."""
    verdict = gate_of(repo, snapshot)
    line = prose(state_line(verdict, snapshot))
    if is_prose(path):
        return f"Tier 3: what a repository says of itself. Its freshness gate: {line}."
    if verdict.state == "PASS":
        return f"Tier 1, since the freshness gate passes: {line}."
    if verdict.state == "STOP":
        return f"Tier 3, since the freshness gate stops it: {line}."
    return f"Tier 3 until the freshness gate passes: {line}."


def repo_lines(verdict: Verdict, snapshot: Snapshot) -> list[str]:
    """Markdown: the state, every reason with its remedy, and what the state was read from."""
    facts = verdict.facts
    lines = [f"**{code(verdict.name)}**{DOT}{verdict.state}", ""]
    if facts is None and not snapshot.asks_git:
        return [*lines, f"{_UNTRUSTED[:1].upper()}{_UNTRUSTED[1:]}."]
    if verdict.state == "PASS":
        lines += [_sentence(gate_words(verdict)), ""]
    else:
        lines += [f"- {prose(each.words)} — {prose(each.remedy)}" for each in told(verdict)]
        lines.append("")
    if facts is not None and facts.place == "repo":
        lines += [DOT.join(_facts(facts, verdict)), ""]
    lines += [_sentence(each) for each in notes(verdict)]
    return lines if lines[-1] else lines[:-1]


def _facts(facts: RepoFacts, verdict: Verdict) -> list[str]:
    where = f"on {code(facts.branch)}" if facts.branch else "detached"
    at = f" at `{facts.head[:7]}`" if facts.head else ", no commit yet"
    parts = [f"{where[:1].upper()}{where[1:]}{at}"]
    if verdict.expected and verdict.expected != facts.branch:
        parts.append(f"expected {code(verdict.expected)}")
    parts.append(f"follows {code(facts.upstream)}" if facts.upstream else "follows nothing")
    if facts.upstream:
        parts.append(_distance(facts))
    if verdict.state != "STOP":  # then it is among the notes
        parts.append(f"fetched {ago(facts)}" if facts.fetched else "no fetch is on record")
    return parts


def _distance(facts: RepoFacts) -> str:
    if facts.ahead is None or facts.behind is None:
        return "how far from it is not known"
    return f"{facts.ahead:,} ahead, {facts.behind:,} behind"


def _sentence(words: str) -> str:
    return f"{prose(words[:1].upper() + words[1:])}."


def can_fetch(verdict: Verdict, snapshot: Snapshot) -> bool:
    """Whether a fetch may tell more of a sibling: somebody may ask git, and it has a remote or may have."""
    facts = verdict.facts
    if not snapshot.asks_git or facts is None:
        return snapshot.asks_git
    return facts.place == "unknown" or (facts.place == "repo" and bool(facts.remote))
