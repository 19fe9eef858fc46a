"""The words for facts that hovers, lenses, links and completions share.

A lens and a hover about the same file are read one after the other: both take their line from
here. Lines are plain text; only `code` makes Markdown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date

from ctxlayer.analysis.authorship import annotated_status, standing_of
from ctxlayer.analysis.edits import saved_edits
from ctxlayer.analysis.freshness import age_days, staleness
from ctxlayer.analysis.promotion import about
from ctxlayer.analysis.rules import read_rules, runtimes_in_use
from ctxlayer.analysis.stale_words import NOT_COMMITTED, stale_parts
from ctxlayer.analysis.trust import is_regraded
from ctxlayer.analysis.verdicts import is_open
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS, Kind
from ctxlayer.layer.okf import Concept, read_concept, speaks_okf
from ctxlayer.layer.rule import Rule, Temperature
from ctxlayer.layer.runtimes import PROFILES
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import Estimate
from ctxlayer.layer.trust import Trust, read_trust, tier

DOT = " · "
WARM_WORDS = f"warm{DOT}opened when its description fits"
_MOST_LISTED = 8
_LONGEST = 80


def counted(count: int, one: str, many: str = "") -> str:
    """`1 file`, `5 files`, `no files`."""
    word = one if count == 1 else many or f"{one}s"
    return f"{count:,} {word}" if count else f"no {word}"


def code(text: str, most: int = _LONGEST) -> str:
    """`text` as inline code on one line, cut where it is long; what is in a file is never markup."""
    flat = " ".join(text.split())
    if len(flat) > most:
        flat = f"{flat[: most - 1]}…"
    ticks = "`"
    while ticks in flat:
        ticks += "`"
    pad = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{ticks}{pad}{flat}{pad}{ticks}" if flat else ""


def listed(lines: Iterable[str], most: int = _MOST_LISTED) -> list[str]:
    """Markdown list items; what is beyond `most` is counted in a last one."""
    all_lines = list(lines)
    shown = [f"- {line}" for line in all_lines[:most]]
    if len(all_lines) > most:
        shown.append(f"- … and {len(all_lines) - most:,} more")
    return shown


def listing_words(tokens: Estimate) -> str:
    """What a warm rule, skill or subagent costs before it is opened."""
    return f"{about(tokens)} a message for its name and description"


def age(days: int) -> str:
    """`today`, `41 d ago`; a day to come is `3 d ahead`."""
    if days == 0:
        return "today"
    return f"{days:,} d ago" if days > 0 else f"{-days:,} d ahead"


# Documents that say how far they are believed.


def standing(document: Document, snapshot: Snapshot) -> str:
    """How far a document is to be believed, in one line.

    `Tier 2 · confirmed by developer · verified 41 d ago`, with what speaks against it behind.
    """
    parts = [tier_words(document, snapshot)]
    if document.kind in TRUST_KINDS:
        parts += _trust_words(document, snapshot)
    elif document.kind is Kind.RULE:
        parts.append(temperature_line(document, snapshot))
    return DOT.join(part for part in parts if part)


def tier_words(document: Document, snapshot: Snapshot) -> str:
    """`Tier 2`; where no adapter is configured, that it is the best there is."""
    level = tier(document)
    if level is None:
        return ""
    if is_regraded(document, snapshot):
        return "Tier 2, best available (re-graded)"
    return f"Tier {level}"


def _trust_words(document: Document, snapshot: Snapshot) -> list[str]:
    block = document.frontmatter
    if not block.exists:
        return ["no trust frontmatter"]
    if not block.closed:
        return ["frontmatter never closed, so none of it counts"]
    concept = read_concept(document)
    if concept is not None and speaks_okf(block):
        return [*okf_words(concept, snapshot.today), *stale_words(document, snapshot)]
    trust = read_trust(document)
    annotated = annotated_status(document, snapshot)
    word = f"confirmed, an annotation by {_short(annotated.name)}" if annotated else grade(trust)
    by = "" if annotated else _verified_by_agent(trust, document, snapshot)
    words = [word, verified(trust, snapshot.today) + by]
    words += okf_words(concept, snapshot.today) if concept is not None else []
    stale = stale_words(document, snapshot)
    asked = document.kind is Kind.EXTRACTION and is_open(document)
    return [
        *words,
        *(word for word in stale if word not in words),
        *(["hot-memory verdict open"] if asked else []),
    ]


def _verified_by_agent(trust: Trust, document: Document, snapshot: Snapshot) -> str:
    """That git says that an agent wrote who verified a file; "" where it does not."""
    by = standing_of(document, "verified-by", snapshot)
    if trust.verified_by == "unverified" or by.role != "agent" or by.writing is None:
        return ""
    return f", an annotation by {_short(by.writing.name) or 'an agent'}"


def stale_words(document: Document, snapshot: Snapshot) -> list[str]:
    """What speaks against a document: a few words for each kind, the worst first."""
    parts = stale_parts(staleness(document, snapshot))
    if NOT_COMMITTED in parts and saved_edits(document, snapshot) is None:
        return ["edited since, not saved" if each == NOT_COMMITTED else each for each in parts]
    return parts


def okf_words(concept: Concept, today: date) -> list[str]:
    """The grade of an Open Knowledge Format concept: `OKF human-reviewed by human:pilot, 12 d ago`."""
    last = concept.grader
    when = f", {age((today - last.at.day).days)}" if last is not None and last.at else ""
    by = f" by {_short(last.by)}" if last is not None and last.by else ""
    status = f"status {_short(concept.status)}" if concept.status else ""
    return [f"OKF {concept.tier.value}{by}{when}", *([status] if status else [])]


def grade(trust: Trust) -> str:
    """The status with whose word it is: `confirmed by developer`, `hypothesis`."""
    if not trust.status:
        return "no status"
    if trust.status == "confirmed":
        return f"confirmed{_BY.get(trust.verified_by) or f' by {_short(trust.verified_by)}'}"
    known = {
        "hypothesis": "hypothesis",
        "confirmed-by-agent": "confirmed by agent",
        "superseded": "superseded",
    }
    return known.get(trust.status, f"status {_short(trust.status)}")


_BY = {
    "developer": " by developer",
    "live-query": " by live query",
    "unverified": " by nobody",
    "": ", nobody says by whom",
}


def verified(trust: Trust, today: date) -> str:
    """`verified 41 d ago`, `never verified`, or that it is unknown."""
    if trust.verified_by == "unverified":
        return "never verified"
    days = age_days(trust, today)
    return "verified on an unknown day" if days is None else f"verified {age(days)}"


def author_line(key: str, document: Document, snapshot: Snapshot) -> str:
    """Who committed an entry as it is now, and what that makes it, as a sentence of Markdown."""
    found = standing_of(document, key, snapshot)
    if found.state == "not-committed":
        return "Not committed yet, so nobody stands for it."
    if found.writing is None:
        return "Who wrote this is not known."
    _, role, name, day, commit, _ = found.writing
    who = f"{code(name)} committed this" + (f" on {day}" if day else "")
    who += f" ({commit[:8]})" if commit else ""
    if role == "agent":
        if key == "status" and annotated_status(document, snapshot) is None:
            return f"{who}, and a developer verified the file since."
        return f"{who}: an annotation by an agent, no statement of a developer."
    return f"{who}: a statement of a developer." if role == "developer" else f"{who}."


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 30 else f"{flat[:29]}…"


# Rules.


def temperature_words(rule: Rule | None, document: Document, snapshot: Snapshot) -> str:
    """How often one runtime loads a rule, and what for: `cool · 12 files match`."""
    if rule is None:
        profile = PROFILES.get(document.runtime)
        return f"{profile.title if profile else 'this'} rule{DOT}temperature unknown"
    temperature = rule.temperature
    if temperature is Temperature.HOT:
        return f"hot{DOT}loads on every message"
    if temperature is Temperature.COOL:
        count = len(matching_files(document, rule, snapshot))
        return f"cool{DOT}{counted(count, 'file')} {'matches' if count == 1 else 'match'}"
    if temperature is Temperature.WARM:
        return WARM_WORDS
    if rule.load.manual:
        return f"cold{DOT}loads only when attached by hand"
    return f"cold{DOT}no event loads it"


def temperature_line(document: Document, snapshot: Snapshot) -> str:
    """The same for all runtimes in use, with their names where they differ."""
    rules = read_rules(document, snapshot.ask(runtimes_in_use))
    return by_runtime(rules, lambda rule: temperature_words(rule, document, snapshot))


def by_runtime(rules: Iterable[Rule], words: Callable[[Rule | None], str]) -> str:
    """`words` of each rule, with the runtimes behind them where they differ; of None without rules."""
    titles: dict[str, list[str]] = {}
    for rule in rules:
        titles.setdefault(words(rule), []).append(rule.profile.title)
    if len(titles) < 2:
        return next(iter(titles), "") or words(None)
    return ", ".join(_in_runtimes(said, who) for said, who in titles.items())


def _in_runtimes(said: str, titles: list[str]) -> str:
    """`cool · 12 files match` in one of several runtimes: `cool in Cursor (12 files match)`."""
    band, _, rest = said.partition(DOT)
    behind = f" ({rest.replace(DOT, ', ')})" if rest else ""
    who = " and ".join(filter(None, (", ".join(titles[:-1]), titles[-1])))
    return f"{band} in {who}{behind}"


def temperature_reason(rule: Rule) -> str:
    """What makes a rule as warm as it is, as a sentence."""
    ignored = [code(name) for name in rule.load.ignores if _has(rule, name)]
    beside = f"; {' and '.join(ignored)} changes nothing about that" if ignored else ""
    return f"{rule.why[:1].upper()}{rule.why[1:]}{beside}."


def _has(rule: Rule, key: str) -> bool:
    """Whether a key that is ignored says something."""
    entry = rule.globs_entry
    return entry is not None and entry.key == key and bool(rule.patterns)


def matching_files(document: Document, rule: Rule, snapshot: Snapshot) -> tuple[str, ...]:
    """The files that the globs of a rule match, sorted; kept while the tree is the same."""
    key = ("matching-files", rule.profile.id)
    known = document.memo.get(key)
    if known is None or known[0] is not snapshot.tree:
        index = snapshot.tree.index
        found = {path for glob in rule.globs for path in index.matching(glob)}
        known = document.memo[key] = (snapshot.tree, tuple(sorted(found)))
    paths: tuple[str, ...] = known[1]
    return paths
