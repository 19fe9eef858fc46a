"""Whether a value was drawn by chance, or stands in for one that was."""

from __future__ import annotations

import re
from itertools import pairwise
from math import log2

STAND_INS = (
    "example", "your", "placeholder", "dummy", "fake", "sample", "insert", "replace", "todo",
    "mock", "here", "local", "default", "secret", "password", "token",
)  # fmt: skip
"""Words of values that only hold a place, wherever they stand."""

_UNLIKELY = (
    *STAND_INS,
    "changeme", "change_me", "change-me", "redacted", "xxxx", "notreal", "not-real", "not_real",
    "passwd", "apikey", "api_key", "api-key", "aaaa", "0000", "1234", "abcd", "qwerty", "foobar",
    "deadbeef", "lorem", "test-", "test_", "-test", "_test", "hunter", "goes", "admin", "invalid",
)  # fmt: skip
"""Words that no value drawn by chance is likely to hold."""

_PUBLISHED = (
    "16C7e42F292c6912E77",  # GitHub's documentation of its tokens
    "SflKxwRJSMeKKF2QT4",  # the signature that jwt.io shows
    "Eby8vdM02xNOcqFlqUwJPLlm",  # the account of Azure's storage emulator
    "pdFZKVeTuE8sk7oOcHrz",  # Slack's documentation of its tokens
    "CRXP1A7Wp-hfKJQ5aMMJ_JWdmZ",  # the local stack of Supabase
)
"""Parts of values that issuers print in their documentation."""

_FOR_EVERYBODY = ("phc_", "pk_", "sb_publishable_", "pub_", "public")
"""How values begin that web pages carry, and that open nothing."""

_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_BARE_UUID = re.compile(r"[0-9a-f]{12}[1-5][0-9a-f]{3}[89ab][0-9a-f]{15}", re.IGNORECASE)
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{40}")
"""Of a contract or an account, which anybody may know."""
_RUN = re.compile(r"[A-Za-z0-9]+")
_REFERENCE = re.compile(
    r"\$|%[A-Za-z_]+%|<|>|\{\{|\*\*\*|\.\.\.|…|"
    r"(?i:^(?:env|op|vault|file|secret|secrets|keychain|ssm|arn|sops|ref|input|prompt)[:.])"
)
_LONGEST_READ = 120


def stands_in(value: str) -> bool:
    """Whether `value` is a placeholder, a reference, or one that documentation prints."""
    if _REFERENCE.search(value) or any(part in value for part in _PUBLISHED):
        return True
    head = value[:_LONGEST_READ]
    plain = head.lower()
    if any(word in plain for word in _UNLIKELY):
        return True
    return len(set(head)) < min(8, len(head) - 1) or _counts_on(head)


def _counts_on(value: str) -> bool:
    """Whether much of the value goes on from one character to the next one, or repeats it."""
    codes = [ord(char) for char in value.lower()]
    steps = sum(second - first in (0, 1) for first, second in pairwise(codes))
    return steps * 10 >= 3 * (len(codes) - 1)


def is_drawn(value: str, least: int = 16) -> bool:
    """Whether `value` was drawn by chance: letters and digits that change as no name does."""
    if len(value) < least or value.startswith(_FOR_EVERYBODY) or stands_in(value):
        return False
    if "://" in value or any(form.fullmatch(value) for form in (_UUID, _BARE_UUID, _ADDRESS)):
        return False
    if value.startswith("eyJ") and "." in value:
        return False  # a web token has a shape
    letters = sum(char.isalpha() for char in value)
    digits = sum(char.isdigit() for char in value)
    if letters < 2 or digits < 2 or letters + digits < len(value) * 0.7:
        return False
    if _is_text(value):
        return False
    return _entropy(value) >= 3.0 and _changes(value) >= (letters + digits) * 0.25


def _is_text(value: str) -> bool:
    """Whether the value is only a coded form of something that can be read."""
    from base64 import urlsafe_b64decode

    plain = value.rstrip("=").replace("+", "-").replace("/", "_")
    try:
        decoded = urlsafe_b64decode(plain + "=" * (-len(plain) % 4))
    except ValueError:
        return False
    return all(32 <= byte < 127 for byte in decoded)


def _changes(value: str) -> int:
    """How often letters and digits, or a small letter and a capital, follow each other.

    A capital before a small letter is how names are written, and does not count.
    """
    count = 0
    for run in _RUN.findall(value):
        for first, second in pairwise(run):
            if first.isdigit() != second.isdigit() or (first.islower() and second.isupper()):
                count += 1
    return count


def _entropy(value: str) -> float:
    """Bits a character, by how often each one occurs."""
    size = len(value)
    counts = (value.count(char) for char in set(value))
    return -sum(count / size * log2(count / size) for count in counts)
