"""The report of `ctxlayer budget --promote`: the arithmetic, with where each number is from."""

from __future__ import annotations

from typing import Any

from ctxlayer.analysis.promotion import Promotion
from ctxlayer.cli.output import visible


def as_json(path: str, found: Promotion, *, hot: bool) -> dict[str, Any]:
    """The arithmetic. `promote` is null where the answer lies within the band of the count."""
    return {
        "version": 1,
        "path": path,
        "hot": hot,
        "promote": found.earns,
        "tokens": found.tokens.tokens,
        "low": found.tokens.low,
        "high": found.tokens.high,
        "messages_per_session": found.messages_per_session,
        "sessions": found.sessions,
        "one_time": found.one_time,
        "saves": found.saves,
        "saved": found.saved,
        "tax": found.tax.tokens,
        "balance": found.balance,
        "break_even": found.break_even,
    }


def show(path: str, found: Promotion, *, hot: bool) -> None:
    """Print the arithmetic."""
    print(f"{visible(path)}: {_verdict(found, hot=hot)}")
    for name, number, where in _lines(found):
        print(f"  {name:<22} {number:>12}  {where}".rstrip())
    print(
        f"It pays from {found.break_even:,} saved a session on "
        f"({found.break_even_per_message:,} a message)."
    )


def _verdict(found: Promotion, *, hot: bool) -> str:
    if found.earns is None:
        return "too close to call: the answer lies within what the count is unsure of"
    if hot:
        return "it is hot, and earns its place" if found.earns else "it is hot, and does not pay"
    return "promote it to hot" if found.earns else "leave it as it is"


def _lines(found: Promotion) -> list[tuple[str, str, str]]:
    sure = "counted" if found.tokens.exact else "estimated"
    return [
        (
            "hot tax per message",
            found.tokens.words,
            f"tokens of the whole rule, {sure} for {found.tokens.family}",
        ),
        (
            "x messages a session",
            f"{found.messages_per_session:,}",
            "budget.messages-per-session",
        ),
        ("x sessions", f"{found.sessions:,}", "--sessions"),
        ("+ one-time cost", f"{found.one_time:,}", "--one-time"),
        (
            "= cost",
            _close(found.tax.tokens + found.one_time, found),
            f"between {found.tax.low + found.one_time:,} and {found.tax.high + found.one_time:,}"
            if not found.tokens.exact
            else "",
        ),
        ("saved", f"{found.saved:,}", f"{found.saves:,} a session (--saves) x {found.sessions:,}"),
        ("saved less cost", _close(found.balance, found), ""),
    ]


def _close(number: int, found: Promotion) -> str:
    return f"{number:,}" if found.tokens.exact else f"≈{number:,}"
