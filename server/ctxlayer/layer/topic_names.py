"""Names of topics: kebab-case in any script."""

from __future__ import annotations

import unicodedata

LONGEST = 200
"""Characters of a name that are looked at; nobody writes a longer one."""


def is_kebab(name: str) -> bool:
    """Whether `name` is made of letters and digits of any script, lower case, joined by single `-`."""
    if len(name) > LONGEST or name != name.lower():
        return False
    return all(part and all(map(_is_letter, part)) for part in name.split("-"))


def kebab(text: str) -> str:
    """`text` as such a name; "" where it holds no letter and no digit."""
    plain = unicodedata.normalize("NFC", text[:LONGEST]).lower()
    words = "".join(char if _is_letter(char) else " " for char in plain).split()
    return "-".join(words)


def _is_letter(char: str) -> bool:
    # Vowel signs and accents are marks in many scripts, and part of their word.
    return char.isalnum() or unicodedata.category(char)[0] == "M"
