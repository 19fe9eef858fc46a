"""What YAML 1.1 makes of one scalar, exactly as PyYAML's safe loader does, without loading it."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone

from ctxlayer.syntax.nodes import ScalarValue

_WORDS: dict[str, ScalarValue] = {"~": None, "": None}
for _value, _names in (
    (None, ("null",)),
    (True, ("yes", "true", "on")),
    (False, ("no", "false", "off")),
):
    for _name in _names:
        _WORDS |= dict.fromkeys((_name, _name.capitalize(), _name.upper()), _value)

_INT = re.compile(
    r"[-+]?(?:0b[01_]+|0[0-7_]+|0|[1-9][0-9_]*|0x[0-9a-fA-F_]+|[1-9][0-9_]*(?::[0-5]?[0-9])+)"
)
_FLOAT = re.compile(
    r"[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?"
    r"|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?"
    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME = re.compile(
    r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[Tt]|[ \t]+)([0-9]{1,2}):([0-9]{2}):([0-9]{2})"
    r"(?:\.([0-9]*))?(?:[ \t]*(?:(Z)|([-+])([0-9]{1,2})(?::([0-9]{2}))?))?"
)
_SPECIAL_FIRST = frozenset("yYnNtTfFoO~")
_NUMBER_FIRST = frozenset("-+.0123456789")
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^xuU])", re.DOTALL)
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f",
    "r": "\r", "e": "\x1b", " ": " ", '"': '"', "\\": "\\", "/": "/", "N": "\x85",
    "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip


def resolve(text: str) -> ScalarValue:
    """The value of the plain scalar `text`; what cannot be built (2026-02-30) stays text."""
    first = text[:1]
    if first in _NUMBER_FIRST:
        try:
            return _number(text)
        except (ValueError, OverflowError):
            return text
    if first in _SPECIAL_FIRST or not text:
        return _WORDS.get(text, text)
    return text


def construct(tag: str, text: str) -> ScalarValue:
    """The value under an explicit core tag (`int`, `str` ...). Raises `ValueError`, `KeyError`."""
    if tag == "str":
        return text
    if tag == "binary":
        import base64

        return base64.b64decode(text.encode("ascii", "strict"))
    value = _WORDS[text] if tag in ("bool", "null") else _number(text)
    kinds: dict[str, type | tuple[type, ...]] = {
        "bool": bool,
        "int": int,
        "float": (float, int),
        "null": type(None),
        "timestamp": date,
    }
    if not isinstance(value, kinds[tag]):
        raise ValueError(text)
    return float(value) if tag == "float" and isinstance(value, int) else value


def _number(text: str) -> ScalarValue:
    if _DAY.fullmatch(text):
        return date(int(text[:4]), int(text[5:7]), int(text[8:]))
    if _INT.fullmatch(text):
        return _int(text.replace("_", ""))
    if _FLOAT.fullmatch(text):
        return _float(text.replace("_", "").lower())
    if found := _TIME.fullmatch(text):
        return _timestamp(found)
    return text


def _int(text: str) -> int:
    sign = -1 if text[0] == "-" else 1
    text = text.lstrip("+-")
    if text == "0":
        return 0
    if text.startswith("0b"):
        return sign * int(text[2:], 2)
    if text.startswith("0x"):
        return sign * int(text[2:], 16)
    if text[0] == "0":
        return sign * int(text, 8)
    if ":" in text:
        total = 0
        for part in text.split(":"):
            total = total * 60 + int(part)
        return sign * total
    return sign * int(text)


def _float(text: str) -> float:
    sign = -1.0 if text[0] == "-" else 1.0
    text = text.lstrip("+-")
    if ":" in text:
        # Summed from the seconds up, as PyYAML does: float addition is not associative.
        total, base = 0.0, 1
        for part in reversed(text.split(":")):
            total += float(part) * base
            base *= 60
        return sign * total
    if text in (".inf", ".nan"):
        return sign * float(text[1:])
    return sign * float(text)


def _timestamp(found: re.Match[str]) -> datetime:
    year, month, day, hour, minute, second = (int(found[n]) for n in range(1, 7))
    fraction = int((found[7] or "")[:6].ljust(6, "0"))
    zone: timezone | None = None
    if found[9]:
        offset = timedelta(hours=int(found[10]), minutes=int(found[11] or 0))
        zone = timezone(-offset if found[9] == "-" else offset)
    elif found[8]:
        zone = timezone.utc
    return datetime(year, month, day, hour, minute, second, fraction, tzinfo=zone)


def unquote(quoted: str) -> str | None:
    """The content of a quoted scalar on one line, quotes included; None on a wrong escape."""
    inner = quoted[1:-1]
    if quoted[0] == "'":
        return inner.replace("''", "'")
    if "\\" not in inner:
        return inner
    out, at = [], 0
    for found in _ESCAPE.finditer(inner):
        code = found[1]
        out.append(inner[at : found.start()])
        at = found.end()
        if code[0] in "xuU":
            number = int(code[1:], 16)
            if number > 0x10FFFF:
                return None
            out.append(chr(number))
        elif code in _ESCAPES:
            out.append(_ESCAPES[code])
        else:
            return None
    out.append(inner[at:])
    return None if "\\" in _ESCAPE.sub("", inner) else "".join(out)
