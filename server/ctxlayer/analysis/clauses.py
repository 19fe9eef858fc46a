"""Words that make a short text a statement: finite verbs, rules and causes outside of questions.

There is no grammar here, only the order of few kinds of words. What opens a question or a
description (`how`, `which`, `that`, `when` ...) silences the rest of its clause, and a verb
without anything in front of it speaks for the file that the text stands beside: `covers the
night shift` names what a file is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from ctxlayer.analysis import clause_words as words
from ctxlayer.text import Span

Sort = Literal["assertion", "rule", "cause"]


class Claim(NamedTuple):
    """The words that state something."""

    kind: Sort
    span: Span


NAME = "\x01"
"""What stands for the characters of code, paths and quotations: some name."""

_WORD = re.compile(
    r"[^\W\d_][\w\x01]*(?:'[^\W\d_]+)?(?:-[\w\x01]+)*|\x01+(?:['-][^\W\d_]+)?|[0-9](?:[\w.-]*\w)?|,"
)
_PLAIN_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_END = re.compile(r"[!?;()—–]|(?<=\s)→|[.:](?=\s|\Z)|(?<=\s)--?(?=\s)")
_SHORT_SUBJECT = 3  # words
_LONGEST_LABEL = 3  # words
_LONGEST_SUBJECT = 12  # words
_ASIDE = re.compile(r"\([^()]*\)")


def claims(text: str) -> Iterator[Claim]:
    """What `text` states in words, clause by clause. Only English is understood.

    Code, paths and quotations have to be runs of `NAME` by now.
    """
    flat = text.replace("’", "'") if "’" in text else text
    plain = frozenset(_PLAIN_WORD.findall(flat.lower()))
    if words.TRIGGERS.isdisjoint(plain) or _is_foreign(flat, plain):
        return
    for start, piece in _clauses(flat):
        lower = piece.lower()
        if len(lower) == len(piece) and not words.TRIGGERS.isdisjoint(_PLAIN_WORD.findall(lower)):
            yield from _Clause(piece, lower, start).claims()


def _is_foreign(text: str, plain: frozenset[str]) -> bool:
    """Whether a text is not English by its small words or its letters."""
    if not words.FOREIGN.isdisjoint(plain):
        return True
    return not text.isascii() and sum(char > "\u024f" and char.isalpha() for char in text) > 2


def _clauses(text: str) -> Iterator[tuple[int, str]]:
    """(offset, clause) between full stops, colons and dashes; asides in parentheses are their own.

    Questions that end as such are left out.
    """
    if "(" in text:
        for aside in _ASIDE.finditer(text):
            yield from _pieces(aside[0][1:-1], aside.start() + 1)
        text = _ASIDE.sub(lambda aside: " " * len(aside[0]), text)
    yield from _pieces(text, 0)


def _pieces(text: str, base: int) -> Iterator[tuple[int, str]]:
    start = 0
    condition = False
    for end in _END.finditer(text):
        piece = text[start : end.start()]
        if end[0] != "?" and not condition:
            yield base + start, piece
        condition = end[0] == ":" and _opens_condition(piece)
        start = end.end()
    if not condition:
        yield base + start, text[start:]


def _opens_condition(label: str) -> bool:
    """Whether what follows `label` and a colon are conditions: `When: ...`, `Use when: ...`."""
    plain = label.lower().split()
    return 0 < len(plain) <= _LONGEST_LABEL and (
        plain[0] in words.LABELS or plain[-1] in words.LABELS
    )


class _Clause:
    """One clause, read from left to right."""

    def __init__(self, text: str, lower: str, offset: int) -> None:
        self.text = text
        self.offset = offset
        self.words: list[str] = _WORD.findall(lower)
        self.raws: list[str] = _WORD.findall(text)
        self.spans: list[tuple[int, int]] = []

    def claims(self) -> Iterator[Claim]:
        """What the clause states outside of the questions that it names."""
        silent = False  # inside a question or a description
        start = 0  # of the words since the clause began or the last comma
        for at, word in enumerate(self.words):
            if word not in words.WEIGHED:
                continue
            if word == ",":
                start = at + 1
                silent = silent and not self._reopens(start)
            elif word in words.QUESTIONS and (silent or not self._cause(at, start)):
                if not silent and word == "which" and 0 < start == at and self._verb_after(at):
                    yield self._claim("assertion", at + 1)
                silent = True
            elif not silent:
                found = self._cause(at, start) or self._statement(at, start)
                silent = word == "so" and at > start  # what for: `split so the halves are even`
                if found is not None:
                    yield found

    def _word(self, at: int) -> str:
        return self.words[at] if 0 <= at < len(self.words) else ""

    def _raw(self, at: int) -> str:
        return self.raws[at] if 0 <= at < len(self.raws) else ""

    def _claim(self, kind: Sort, first: int, last: int | None = None) -> Claim:
        if not self.spans:
            self.spans = [match.span() for match in _WORD.finditer(self.text)]
        spans = self.spans
        end = first if last is None or last >= len(spans) else last
        return Claim(kind, Span(spans[first][0], spans[end][1]).shift(self.offset))

    def _verb_after(self, at: int) -> bool:
        word = self._word(at + 1)
        return (
            word in words.BE
            or word in words.HAVE
            or word in words.MODAL
            or word in ("never", "always")
        )

    def _reopens(self, at: int) -> bool:
        """Whether a clause of its own begins behind the comma before `at`, after a question."""
        word = self._word(at)
        if word in words.REOPENING:
            return self._word(at + 1) in words.PRONOUNS
        if self._word(0) not in words.ADVERBIAL or word in words.COORDINATORS:
            return False
        rest = self.words[at:]
        return words.QUESTIONS.isdisjoint(rest) and any(
            each in words.BINDING or each in ("never", "always") for each in rest
        )

    # Causes.

    def _cause(self, at: int, start: int) -> Claim | None:
        word, after = self._word(at), self._word(at + 1)
        if word in words.CAUSES:
            return self._claim("cause", at)
        if (word, after) in words.CAUSE_PAIRS:
            kinds = (
                word != "so"
                and _is_plural(self._word(at - 1))
                and self._word(at + 2) not in words.SUBJECTS
            )
            return None if kinds and at > start else self._claim("cause", at, at + 1)
        if word == "as" and after == "a" and self._word(at + 2) == "result":
            return self._claim("cause", at, at + 2)
        if word == "results" and after == "in" and self._word(start) in ("a", "an"):
            return self._claim("cause", at, at + 1)
        if at == start > 0 and after in words.SUBJECTS and word in ("so", "since"):
            last = self._word(at + 2) in ("last", "first", "previous")
            return None if last else self._claim("cause", at)
        return None

    # Assertions and rules.

    def _statement(self, at: int, start: int) -> Claim | None:
        word = self._word(at)
        if at == 0 and word == "don't":
            return self._first_word()
        if word in words.BE or word in words.HAVE or word in words.DO or word in words.MODAL:
            return self._auxiliary(at, start)
        if word in ("never", "always"):
            return self._ever(at, start)
        if word == "no" and self._word(at + 1) == "longer":
            if at > start and self._has_subject(at, start):
                return self._claim("assertion", at, at + 1)
            return None
        if word == "by" and self._word(at + 1) == "default":
            state = self._word(at - 1)
            if state in words.STATES or state.endswith("ed"):
                return self._claim("assertion", at - 1, at + 1)
            return None
        if at == 0:
            return self._first_word()
        if word in words.VERBS or word in words.PLURAL_VERBS:
            return self._plain_verb(at, start)
        return None

    def _first_word(self) -> Claim | None:
        """A rule or a state that the first word of the clause opens."""
        word, after = self._word(0), self._word(1)
        if word in ("do", "don't"):
            at = 2 if after == "not" else 1
            if self._word(at) in words.READING and self._word(at + 1) in words.ROUTING_AFTER:
                return None  # `do not use for colours`: when not to read
        if word in ("don't", "avoid", "prefer") and after and after not in words.COORDINATORS:
            return self._claim("rule", 0)
        if word == "do" and after == "not":
            return self._claim("rule", 0, 1)
        if word == "use" and self._is_command():
            return self._claim("rule", 0)
        if word in words.ENDED and after in words.ENDED_BY:
            return self._claim("assertion", 0, 1)
        return None

    def _is_command(self) -> bool:
        """Whether `use ...` tells what to do rather than names a thing to do."""
        rest = self.words[1:]
        return not words.CHOICES.isdisjoint(rest) and words.TASKS.isdisjoint(rest)

    def _auxiliary(self, at: int, start: int) -> Claim | None:
        word, after = self._word(at), self._word(at + 1)
        if not after or after in (",", "and", "or", "of") or self._is_named(at):
            return None
        if word in words.MODAL and after.endswith("s") and not after.endswith("ss"):
            return None
        if not (self._has_subject(at, start) if at > start else self._stands_first(at)):
            return None
        if self._is_condition(at) or self._introduces(at):
            return None
        if word in words.HAVE and after == "to":
            return self._claim("rule", at, at + 1)
        kind: Sort = "rule" if word in words.BINDING else "assertion"
        return self._claim(kind, at, at + 1 if after in ("not", "never", "no") else None)

    def _is_named(self, at: int) -> bool:
        """Whether the word is the name of something: the CAN bus, in May, a must."""
        raw = self._raw(at)
        if raw[0].isupper() and at > 0:
            return not all(each.isupper() for each in self.raws if each.isalpha())
        return self._word(at - 1) in ("a", "an", "the") and self._word(at) in words.MODAL

    def _stands_first(self, at: int) -> bool:
        """Whether a verb that nothing stands in front of states something of the file or row."""
        word, after = self._word(at), self._word(at + 1)
        if word in words.BE:
            return after not in words.SUBJECTS or after == "no"
        if word in words.HAVE:
            return after in words.OBJECTS or after.isdigit() or after == "been"
        if "n't" in word or word == "cannot":
            return not (word == "don't" and at > 0)
        if word in ("must", "should", "may", "can", "will"):
            return after in ("be", "not", "only", "never", "always", "have")
        return False

    def _introduces(self, at: int) -> bool:
        """`This is the list of ...`: the file itself, by its kind."""
        if self._word(at) != "is" or self._word(at - 1) not in words.ITSELF:
            return False
        return at <= 2 and self._word(at + 1) in ("a", "an", "the")

    def _is_condition(self, at: int) -> bool:
        """`X is in scope`, `you need X`, `should be used when ...`: when to read, not what is so."""
        word = self._word(at)
        ahead = [self._word(at + step) for step in (1, 2, 3)]
        if word in words.BE and not words.CONDITIONS.isdisjoint(ahead[:2]):
            return True
        if self._word(at - 1) == "you" and word not in words.BINDING and "n't" not in word:
            return True
        if word in words.MODAL:
            if ahead[0] in words.READING:
                return True
            if ahead[0] == "be" and ahead[1] in words.READING:
                return ahead[2] in words.ROUTING_AFTER or not ahead[2]
        return False

    def _ever(self, at: int, start: int) -> Claim | None:
        after, before = self._word(at + 1), self._word(at - 1)
        if at == start or before in ("and", "but"):
            routing = after in words.READING and after != "use"
            if not after or routing or after in ("again", "on", ","):
                return None
            if after == "use" and self._word(at + 2) in words.TASKS:
                return None
            return self._claim("rule", at, at + 1)
        if before in ("the", "a", "an", "almost") or not after:
            return None
        if before in words.PREPOSITIONS or not self._has_subject(at, start):
            return None
        return self._claim("assertion", at)

    def _plain_verb(self, at: int, start: int) -> Claim | None:
        """A verb that is no auxiliary, behind something that can be its subject."""
        word, after = self._word(at), self._word(at + 1)
        before = next(
            (
                each
                for each in map(self._word, range(at - 1, start - 1, -1))
                if each not in words.ADVERBS
            ),
            "",
        )
        if at == start or not self._has_subject(at, start) or before == "you":
            return None
        if word in words.PLURAL_VERBS and not words.CAUSING.isdisjoint(self.words[start:at]):
            return None  # `makes gauges keep their datum`
        if word in words.PLURAL_VERBS and not (
            before in ("they", "we", "i", "people") or _is_plural(before)
        ):
            return None
        if word in words.VERBS and before in words.SUBJECTS - words.PRONOUNS:
            return None
        if word in words.VERBS and _is_plural(before) and self._raw(at - 1)[0].islower():
            return None
        if word in words.TELLING and self._word(start) in ("it", "this", "these"):
            return None
        if word in words.SURE:
            return self._claim("assertion", at)
        raw = self._raw(at + 1)
        if not raw or after in ("of", "for", "and", "or"):
            return None
        if after in words.PLACES:
            whole = self._word(start) in ("the", "a", "each", "every", "all", "most")
            tied = (word.removesuffix("s"), after) in words.TIED
            return (
                self._claim("assertion", at)
                if tied or (whole and word in words.TIED_WORDS)
                else None
            )
        if (
            self._word(start) in words.ARTICLES
            and at - start <= _SHORT_SUBJECT
            and word in words.VERBS
        ):
            return None if word in words.NOUNS else self._claim("assertion", at)
        named = raw[0].isupper() or raw[0].isdigit() or raw[0] == NAME or after in words.OBJECTS
        if after in words.DETERMINERS or (named and word not in words.NOUNS):
            return self._claim("assertion", at)
        return None

    def _has_subject(self, at: int, start: int) -> bool:
        """Whether what stands before the verb at `at` is its subject.

        Not where a coordination goes on, and not in a description without `that`: in `checks
        every courier has to pass` the verb belongs to `every courier`.
        """
        while at - 1 > start and self._word(at - 1) in words.ADVERBS:
            at -= 1
        before = self._word(at - 1)
        if before in words.PREPOSITIONS or before in (",", "a", "an", "the"):
            return False
        start = max(start, at - _LONGEST_SUBJECT)
        for step in range(at - 1, start, -1):
            if self._word(step) in words.SUBJECTS:
                return (
                    self._word(step - 1) in words.PREPOSITIONS
                    or self._word(step - 1) in words.ADVERBS
                )
        if at - 2 < start:
            return True
        if _is_plural(before) and _is_plural(self._word(at - 2)):
            return False
        named = self._raw(at - 1)[0].isupper() and self._raw(at - 2)[0].islower()
        return not (named and at - 2 == start)


def _is_plural(word: str) -> bool:
    return len(word) > 3 and word[-1] == "s" and word[-2] not in "sui'" and word not in words.VERBS
