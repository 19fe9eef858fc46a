"""`docs/runtimes.md`: what is known of each runtime, from the records."""

from __future__ import annotations

from collections.abc import Iterable

from ctxlayer.dev.writing import code, note, table
from ctxlayer.globs import DIALECTS
from ctxlayer.layer.runtimes import PROFILES
from ctxlayer.layer.runtimes.profile import (
    NOWHERE,
    KeyType,
    Limit,
    Load,
    Profile,
    RuleKey,
    Source,
    State,
    Store,
)

_INTRO = """# Runtimes

Where each runtime looks for its rules, which keys it reads, and when it loads a file. Hovers, findings
and `ctxlayer match` go by these records. What is not established is not here, and nothing is said
about it.

A runtime is *in use* where something of its own lies in the repository: a rule, a memory file, a
configuration. A file that another runtime reads too shows nothing. `AGENTS.md` has a reading of its
own where no runtime in use reads it.

**hot** is in every message, **warm** is chosen by its description, **cool** comes with a path, **cold**
waits until somebody asks. Of the lines of a table, the first that holds decides.

How sure a fact is: **D** says the vendor's documentation, **S** its source code, **T** a third party,
**I** is what we infer. The date is the day when it was read; behaviour changes between versions.
"""


def page() -> str:
    """The whole page."""
    parts = [note("server/ctxlayer/layer/runtimes/"), _INTRO, *map(_runtime, PROFILES.values())]
    return "\n".join(part.strip("\n") + "\n" for part in parts)


def _runtime(profile: Profile) -> str:
    lines = [f"## {profile.title}", "", f"Its name in JSON: {code(profile.id)}."]
    if profile.note:
        lines.append(profile.note)
    if profile.source.where:
        lines.append(f"Source: {_cited(profile.source)}, where no other is given.")
    if profile.evidence or profile.adapter_configs:
        places = (*profile.evidence, *profile.adapter_configs)
        lines += ["", f"Shown to be in use by its own files, or by {_listed(places)}."]
    blocks = ["\n".join(lines), *(_store(store, profile) for store in profile.stores)]
    if profile.dialect:
        blocks.append(_globs(profile))
    if profile.quirks:
        rows = ((each.says, _short(each.source or profile.source)) for each in profile.quirks)
        blocks.append(
            f"### {profile.title}: what fails in silence\n\n{table(('what', 'source'), rows)}"
        )
    return "\n\n".join(block.strip("\n") for block in blocks)


_GLOBS = (
    ("a pattern with a folder starts at the root", "anchored"),
    ("`*.ts` matches `a/b.ts`", "bare_name_any_depth"),
    ("`{a,b}` is two alternatives", "braces"),
    ("`[abc]` is one character of three", "brackets"),
    ("`\\[` is a bracket", "escapes"),
    ("a leading `!` takes paths away", "negation"),
    ("a leading `/` is the root of the project", "leading_slash"),
    ("upper and lower case differ", "case_sensitive"),
    ("one text may hold several, with commas", "comma_string"),
    ("`*` matches names that begin with a dot", "dotfiles"),
    ("`src/` is everything below it", "folder"),
)
_ANSWERS = {True: "yes", False: "no", None: "not established"}


def _globs(profile: Profile) -> str:
    dialect = DIALECTS[profile.dialect]
    rows = ((says, _ANSWERS[getattr(dialect, name)]) for says, name in _GLOBS)
    return f"### {profile.title}: globs\n\n{table(('question', 'answer'), rows)}"


def _store(store: Store, profile: Profile) -> str:
    source = store.source or profile.source
    lines = [f"### {profile.title}: {store.title}", "", f"- Files: {_files(store)}"]
    if not store.own:
        lines.append("- They are another runtime's, and read too.")
    if store.unread:
        lines.append(f"- Passed over there: files that end in {_listed(store.unread)}")
    if store.unless:
        lines.append(f"- Not read where there is {_listed(store.unless, 'or')}")
    if store.first:
        lines.append("- Only the first that exists is read.")
    lines += [f"- {text}" for text in filter(None, (store.note,))]
    lines.append(f"- Source: {_cited(source)}" if source.where else "- Source: not established")
    blocks = ["\n".join(lines)]
    if store.keys:
        blocks.append(table(_KEYS, (_key(key, source) for key in store.keys)))
    if store.loads:
        rows = [_load(load, source) for load in store.loads]
        if store.broken is not None:
            _, *rest = _load(store.broken, source)
            rows.insert(0, ("the frontmatter is no YAML", *rest))
        blocks.append(table(_LOADS, rows))
    else:
        blocks.append("When they are loaded is not established.")
    if store.limits:
        blocks.append(table(_LIMITS, (_limit(limit, source) for limit in store.limits)))
    return "\n\n".join(block.strip("\n") for block in blocks)


_KEYS = ("key", "holds", "without it", "meaning", "source")
_LOADS = ("where", "temperature", "because", "source")
_LIMITS = ("limit", "what happens", "source")


def _files(store: Store) -> str:
    depth = "" if store.deep else ", not in folders below"
    ends = _listed(tuple(f"*{suffix}" for suffix in store.suffixes), "or")
    named = [f"{ends} in {_listed(store.folders, 'or')}{depth}"] if store.folders else []
    if store.names:
        named.append(f"{_listed(store.names, 'or')} in any folder")
    if store.files:
        named.append(_listed(store.files, "then" if store.first else "and"))
    return "; ".join(named)


def _key(key: RuleKey, source: Source) -> tuple[str, ...]:
    meaning = key.doc
    if key.values:
        meaning += " " + "; ".join(f"{code(each.value)}: {each.doc}" for each in key.values) + "."
    return code(key.name), _holds(key), key.default, meaning, _short(key.source or source)


def _holds(key: RuleKey) -> str:
    if key.type is not KeyType.GLOBS:
        return str(key.type.value)
    forms = [("one text", key.text), ("a list", key.lists)]
    read = " or ".join(name for name, taken in forms if taken)
    unread = " and ".join(name for name, taken in forms if taken is False)
    unsure = " and ".join(name for name, taken in forms if taken is None)
    notes = [f"{unread} is not read"] if unread else []
    notes += [f"{unsure}: not established, taken to be read"] if unsure else []
    return f"globs: {'; '.join(filter(None, (read, *notes)))}"


_STATES = {
    State.TRUE: "{} is true",
    State.SET: "{} says something",
    State.ABSENT: "no {}, or nothing behind it",
    State.EMPTY: "{} is an empty list",
    State.UNREAD: "{} has a form that is not read",
    State.IS: "{} is {}",
    State.NAMES: "{} has {}",
    State.ROOT: "at the root",
    State.BELOW: "in a folder",
}


def _load(load: Load, source: Source) -> tuple[str, ...]:
    where = ", ".join(
        _STATES[each.state].format(code(each.key), _listed(each.values, "or")) for each in load.when
    )
    because = load.why
    if load.ignores:
        because += f"; {_listed(load.ignores)} is then ignored"
    if load.manual:
        because += "; people can attach it by hand"
    return where or "else", load.temperature.value, because, _short(load.source or source)


def _limit(limit: Limit, source: Source) -> tuple[str, ...]:
    size = f"{limit.most:,} {limit.unit}{' in all' if limit.total else ''}"
    return size, limit.effect, _short(limit.source or source)


def _cited(source: Source) -> str:
    where = f"<{source.where}>" if source.where.startswith("http") else code(source.where)
    read = f", read {source.read_on}" if source.read_on else ""
    return f"{where}{read} ({source.sure})"


def _short(source: Source) -> str:
    if source == NOWHERE:
        return ""
    where = f"[{source.sure}]({source.where})" if source.where.startswith("http") else source.sure
    return f"{where} {source.read_on}".strip()


def _listed(names: Iterable[str], last: str = "and") -> str:
    *rest, final = [*map(code, names)] or [""]
    return f"{', '.join(rest)} {last} {final}" if rest else final
