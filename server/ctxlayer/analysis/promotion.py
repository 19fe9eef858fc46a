"""Whether a rule earns a place in every message: the arithmetic of promoting it to hot.

    promote to hot iff tokens saved over future sessions
        > hot tax per message x messages per session x sessions + one-time cost

Tokens are counted, not money: a token that a provider caches costs less and counts as one here.
"""

from __future__ import annotations

from typing import NamedTuple

from ctxlayer.layer.tokens import Estimate


class Promotion(NamedTuple):
    """The arithmetic for one text. `saves` are tokens saved in one session, all messages together."""

    tokens: Estimate
    saves: int
    messages_per_session: int
    sessions: int = 1
    one_time: int = 0

    @property
    def session_tax(self) -> Estimate:
        """What the text costs in one session, as sure as its own count is."""
        return times(self.tokens, self.messages_per_session)

    @property
    def tax(self) -> Estimate:
        """What it costs over all sessions, without the one-time cost."""
        return times(self.tokens, self.messages_per_session * self.sessions)

    @property
    def saved(self) -> int:
        """What it saves over all sessions."""
        return self.saves * self.sessions

    @property
    def balance(self) -> int:
        """Saved less paid, by the estimate itself; below or at 0 it does not earn its place."""
        return self.saved - self.tax.tokens - self.one_time

    @property
    def earns(self) -> bool | None:
        """Whether to promote; None where the answer lies within what the count is unsure of."""
        if self.saved > self.tax.high + self.one_time:
            return True
        return None if self.saved > self.tax.low + self.one_time else False

    @property
    def break_even(self) -> int:
        """The fewest tokens that it has to save in a session, by the estimate itself."""
        return (self.tax.tokens + self.one_time) // self.sessions + 1

    @property
    def break_even_per_message(self) -> int:
        """The same, for each message."""
        return (self.tax.tokens + self.one_time) // (self.sessions * self.messages_per_session) + 1


def promotion(
    tokens: Estimate,
    saves: int,
    messages_per_session: int,
    *,
    sessions: int = 1,
    one_time: int = 0,
) -> Promotion:
    """The arithmetic for a text of `tokens`; sessions and messages below 1 count as 1."""
    return Promotion(tokens, saves, max(1, messages_per_session), max(1, sessions), one_time)


def times(tokens: Estimate, count: int) -> Estimate:
    """The same text paid for `count` times: exactly as unsure as once, in proportion."""
    return tokens._replace(
        tokens=tokens.tokens * count,
        low=tokens.low * count,
        high=tokens.high * count,
        wide=tokens.wide * count,
    )


def tax_words(tokens: Estimate, messages: int) -> str:
    """`≈310 tokens a message, ≈9,300 a session of 30`: what a hot text costs again and again."""
    session = about(times(tokens, messages))
    return f"{about(tokens)} tokens a message, {session} a session of {messages:,}"


def about(tokens: Estimate) -> str:
    """`≈310`, and `310` where it is exact."""
    return f"{'' if tokens.exact else '≈'}{tokens.tokens:,}"
