"""Numbers, dates and versions that a short text states, told from those that only name something.

`30-day retention` fixes a number; `phase 2`, `Postgres 16 upgrade`, `the 2026-01-06 audit` name
things. Everything here is a pure function of the text and looks at it once for each pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from ctxlayer.text import Span

Sort = Literal["number", "date", "version"]


class Quantity(NamedTuple):
    """A number, date or version that is stated. The span has no blanks around."""

    kind: Sort
    span: Span


_UNITS = (
    "%|‰|°[CF]?|ms|[µμ]s|ns|s|secs?|seconds?|Sekunden?|secondes?|segundos?|mins?|minutes?|Minuten?|minutos?"
    "|h|hrs?|hours?|Stunden?|heures?|horas?|d|days?|Tagen?|Tage|jours?|wks?|weeks?|Wochen?|months?|Monaten?"
    "|years?|yrs?|Jahren?"
    "|metres?|meters?|kilomet(?:re|er)s?|[kKMGT]i?B|bytes?|bits?|px|pt|mm|cm|m|km|nm|nautical miles?|miles?|ft|feet|foot|inch(?:es)?"
    "|mg|g|kg|t|tons?|tonnes?|lbs?|ml|l|lit(?:re|er)s?|[kM]?V|[kMG]?Wh?|mAh?|[kMG]?Hz|bar|psi|h?Pa"
    "|knots?|kn|mph|km/h|rpm|fps|dpi|MP|dB|lux|ppm|[rq]ps|req/s|EUR|USD|CHF|GBP|euros?|dollars?|pounds?|cents?"
    "|tokens?|percent|per ?cent|degrees?|times|×"
)
_NUMBER = r"[0-9]+(?:[.,][0-9]+)*(?:[ \t]?[-–][ \t]?[0-9]+(?:[.,][0-9]+)*)?[kKM]?"
_FREE = r"(?<![\w.,#§/$:×-])"
"""What may not stand before a number: it is then part of a name, a path or a larger number."""
_MEASURE = re.compile(
    rf"{_FREE}(?:[~≈<>≤≥±]=?[ \t]?)?(?P<number>{_NUMBER})(?P<joint>[ \t]?|-)(?P<unit>{_UNITS})(?![\w/])"
)
_SPELT = re.compile(
    r"(?<![\w-])(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty"
    r"|ninety|hundred|thousand|million)[ \t]+(?:seconds|minutes|hours|days|weeks|months|years|times|percent"
    r"|euros|dollars|tonnes|met(?:re|er)s|kilomet(?:re|er)s)(?![\w-])",
    re.IGNORECASE,
)
_TIME = re.compile(r"(?<![\w:./-])(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?![\w:/-]|\.[0-9])")
_UNIT = re.compile(_UNITS)
_MONEY = re.compile(r"(?<![\w$])(?:[€£¥₹][ \t]?[0-9][0-9.,]*[0-9kKM]?|\$[0-9][0-9.,]*[0-9kKM]+)")
_COUNT = re.compile(
    rf"{_FREE}(?:[~≈<>≤≥±]=?[ \t]?)?(?P<number>[0-9]{{1,3}}(?:[,.' ][0-9]{{3}})+|[0-9]+(?:[-–][0-9]+)?(?:\.[0-9]+)?[kKM]?)\+?"
    r"[ \t]+(?P<things>(?:[a-z][a-z'-]*[ \t]+){0,2}?[a-z][a-z-]*(?:s|ren|people|feet|criteria|data))(?![\w'’-])"
)
_LIMIT = re.compile(
    r"(?<![\w-])(?:max(?:imum)?|min(?:imum)?|at (?:most|least)|fewer than|less than|more than|no more than"
    r"|limit(?:ed to| of)?|cap(?:ped at| of)?|threshold(?: of)?|score|ratio|factor|weight|coverage|port|count)"
    r"[ \t]*[:=]?[ \t]*(?P<number>[0-9]+(?:[.,][0-9]+)*%?)(?![\w/-]|\.[0-9])"
)
_SIGNED = re.compile(r"(?<![\w<>=-])[<>≤≥≈~]=?[ \t]?[0-9]+(?:[.,][0-9]+)*[kKM%]?(?![\w/])")
_WORD_BEFORE = re.compile(r"([^\W_][\w'’-]*)[ \t]+\Z")
_WORD_AFTER = re.compile(r"[ \t]+([^\W\d_][\w'’-]*)(?:[ \t]+([^\W\d_][\w'’-]*))?")

_LABELS = frozenset(
    "phase step section chapter part level stage class type tier version page figure table gate berth quay "
    "room bus item no nr number case issue ticket wave sprint milestone quarter form route top first next "
    "grade unit lesson module appendix rule cone layer mode option plan priority severity volume book runway "
    "flight line train platform track channel slot lane hall dock pier task story epic scene act episode "
    "season round iteration exercise question article paragraph clause annex schedule category zone area "
    "sector block floor bay camp pool stand wing vol iso rfc pep din".split()
)
"""What a number behind it is the name of."""
_COUNTED_AFTER = frozenset(
    "the all about around over under of with for at in and or covers cover has have holds hold lists list "
    "every after within than max maximum min minimum most least roughly some these those only its our into "
    "between from by contains contain carries carry needs need takes take uses use has had is are was were "
    "across exactly nearly almost just another by per plus are".split()
)
"""Words behind which a number counts something."""
_TELLING = frozenset(
    "tour walkthrough intro introduction guide tutorial quickstart quick-start overview read summary demo "
    "talk video course lesson primer crash reading pitch screencast recap briefing version rule review script session meeting workshop sprint".split()
)
"""What a duration may name: a text and how long it takes to read."""
_STATUS_NOUNS = frozenset(
    "error errors response responses page pages status statuses handling handler redirect redirects "
    "codes code".split()
)
_NOT_THINGS = frozenset(
    "is was has does this its as plus thus versus vs always perhaps across towards yes less lens status "
    "basis analysis bus gas bias canvas class process access address".split()
)

_START_IN = re.compile(
    r"\W*(?:get|run|start|set|learn|try|build|deploy|create|install|begin|write|make|ship|launch|zero|up|from|go)\b",
    re.I,
)
"""`Get started in 5 minutes` promises a short read."""

_MONTH = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?"
    "|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_DAY = re.compile(
    r"(?<![\w./-])(?:(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"|(?:0?[1-9]|[12][0-9]|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)[0-9]{2}"
    r"|[0-3]?[0-9]/[0-3]?[0-9]/(?:19|20)[0-9]{2}"
    rf"|[0-3]?[0-9](?:st|nd|rd|th)?[ \t]{_MONTH}(?:,?[ \t](?:19|20)[0-9]{{2}})?"
    rf"|{_MONTH}[ \t][0-3]?[0-9](?:st|nd|rd|th)?(?:,?[ \t](?:19|20)[0-9]{{2}})?)(?![\w/-]|\.[\w])"
)
_PERIOD = re.compile(
    rf"(?<![\w./-])(?:{_MONTH}[ \t](?:19|20)[0-9]{{2}}|(?:19|20)[0-9]{{2}}-(?:0[1-9]|1[0-2])"
    r"|(?:0?[1-9]|1[0-2])/(?:19|20)[0-9]{2}|Q[1-4](?:[ \t/-]?(?:19|20)[0-9]{2})?|(?:19|20)[0-9]{2})(?![\w/-]|\.[\w])"
)
_DATING = re.compile(
    r"(?<![\w-])(?P<word>since|until|till|as of|effective|starting|through|deadline|due|expir(?:es|ed|y|ing)"
    r"|valid(?: to| till)?|(?:updated|reviewed|verified|checked|touched|changed|edited|introduced|added|removed|retired"
    r"|replaced|closed|opened|moved|merged|released|launched|founded|built|renamed|deprecated|superseded"
    r"|migrated|decided|approved|revised|written|created)(?:[ \t](?:in|on|by|at))?"
    r"|(?:starts|ends|begins|opens|closes|go-live|launch|freeze)(?:[ \t](?:in|on))?)[ \t:]*\Z",
    re.IGNORECASE,
)
_DEADLINE = re.compile(r"[ \t]+(?:deadline|cut-?off|due date|go-live)\b")
_PAST = re.compile(r"\W*\w+ed\b[^,;.:—]*\bin \Z")
"""`Migrated to the new quay in 2024`."""
_NAMED_SINCE = re.compile(
    r"\b(?:changes|news|commits|deltas?|history|differences)[ \t]+since[ \t]*\Z"
)
_EVENTS = frozenset(
    "audit review incident outage postmortem post-mortem retro retrospective meeting minutes snapshot report "
    "closure release migration run session workshop survey fire flood failure notes note log handover crash "
    "breach draft edition plan sync call interview benchmark analysis investigation extraction decision "
    "inventory stocktake drill inspection collision grounding storm timetable schedule census rollout".split()
)
"""What a date in front names."""

_VERSION = (
    r"(?:v[0-9]+(?:\.[0-9]+){0,3}|[0-9]+\.[0-9]+(?:\.[0-9]+){0,2}|[0-9]{1,3})(?:\.x\b)?"
    r"(?:-(?:alpha|beta|rc|dev)[\w.]*)?"
)
_CLAIMED_VERSION = re.compile(
    r"(?<![\w-])(?:(?:requires?|needs?|since|as of|current(?:ly)?|pinned to|pinned at|tested (?:with|on|against)"
    r"|runs?(?: on)?|works with|supports|supported (?:since|from|before|until)|available (?:from|since|in)"
    r"|built (?:with|on|for)|upgraded (?:from|to)|bumped to|deprecated (?:in|since)|removed in|added in"
    r"|introduced in|latest|stays on|locked to|targets|minimum|at least|uses?)"
    r"(?:[ \t]+(?:version|protocol version|release|[A-Z][\w.+#]*|firmware|node|python|api|protocol))?(?:[ \t]+[A-Z][\w.+#]*)?[ \t]+)"
    rf"(?P<version>{_VERSION}\+?)(?![\w-]|\.[0-9])"
)
_OPEN_VERSION = re.compile(
    rf"(?<![\w.,-])(?P<version>{_VERSION}(?:\+(?![\w+])|,?[ \t]+(?:or|and)[ \t]+(?:later|newer|higher|above|up)\b"
    r"|[ \t]+onwards?\b))"
)
_WHOLE_VERSION = re.compile(r"(?<![\w.,§-])v?[0-9]+\.[0-9]+\.[0-9]+(?:-[\w.]+)?(?![\w-]|\.[0-9])")
_SAID_VERSION = re.compile(
    r"\A\W*[Vv]ersion[ \t]+(?P<version>v?[0-9]+(?:\.[0-9]+)*)(?=[ \t]*(?:[,;)]|\Z))"
)
_FIRST_VERSION = re.compile(
    r"\A(?P<version>[0-9]+(?:\.[0-9]+)*(?:\+(?=\W|\Z)(?![ \t]+[a-z])|\.x(?=[ \t]+LTS\b)|(?=[ \t]+LTS\b)))(?![\w+])"
)
_PRODUCT = re.compile(r"[A-Z]|version|firmware|node|python|protocol|api|release")
"""What a whole number is the version of: `requires Node 22`."""
_SPEC_BEFORE = re.compile(r"\b[A-Z]{2,}[ \t]+\Z")
"""The name of a standard: `OCSF 1.7.0` names it and claims nothing."""
_ABOUT_VERSIONS = re.compile(
    r"\b(?:notes|changelog|changes|migrat\w*|upgrad\w*|moving|between|up to|porting|section|breaking|diff)\b",
    re.IGNORECASE,
)


def quantities(text: str) -> Iterator[Quantity]:
    """What `text` states: dates first, then versions, then numbers. No two overlap.

    `text` is read as it stands: code spans, paths and the like have to be blanked out before.
    """
    taken: list[Span] = []
    for find in (_dates, _versions, _numbers):
        for found in find(text):
            if all(found.span.start >= each.end or found.span.end <= each.start for each in taken):
                taken.append(found.span)
                yield found


# Dates.


def _dates(text: str) -> Iterator[Quantity]:
    for match in _DAY.finditer(text):
        before, marked = _marker(text, match.start())
        if marked or not _names_event(text, match.end()):
            yield Quantity("date", Span(before, match.end()))
    for match in _PERIOD.finditer(text):
        before, marked = _marker(text, match.start())
        past = not marked and _PAST.match(text, 0, match.start())
        if past:
            before = match.start() - len("in ")
        if marked or past or _DEADLINE.match(text, match.end()):
            yield Quantity("date", Span(before, match.end()))


def _marker(text: str, at: int) -> tuple[int, bool]:
    """Where the words begin that make a date in front of `at` a statement, and whether there are any."""
    head = text[max(0, at - 40) : at]
    found = _DATING.search(head)
    if found is None or _NAMED_SINCE.search(head):
        return at, False
    return at - len(head) + found.start(), True


def _names_event(text: str, at: int) -> bool:
    """Whether what follows a date is what it names: `2026-01-06 audit`."""
    match = _WORD_AFTER.match(text, at)
    return match is not None and any(
        word is not None and word.casefold().removesuffix("s") in _EVENTS for word in match.groups()
    )


# Versions.


def _versions(text: str) -> Iterator[Quantity]:
    for pattern in (_SAID_VERSION, _FIRST_VERSION):
        if (said := pattern.match(text)) is not None:
            yield Quantity("version", Span(*said.span("version")))
    for match in _CLAIMED_VERSION.finditer(text):
        version = match["version"]
        pointed = "." in version or version[0] == "v"
        if pointed or (
            _PRODUCT.search(text, match.start() + 1, match.start("version"))
            and not _is_measured(text, match.end())
        ):
            yield Quantity("version", Span(*match.span()))
    for match in _OPEN_VERSION.finditer(text):
        if "." in match["version"] or match["version"].startswith("v"):
            yield Quantity("version", Span(*match.span("version")))
    for match in _WHOLE_VERSION.finditer(text):
        named = _SPEC_BEFORE.search(text, max(0, match.start() - 20), match.start())
        if not (named or _label_before(text, match.start()) or _ABOUT_VERSIONS.search(text)):
            yield Quantity("version", Span(*match.span()))


def _is_measured(text: str, at: int) -> bool:
    """Whether a unit or a thing follows a number: `needs 2 guards` claims no version."""
    return re.match(r"[ \t]*(?:[%°‰]|[a-z])|-[0-9]", text[at : at + 8]) is not None


# Numbers.


def _numbers(text: str) -> Iterator[Quantity]:
    for match in _MEASURE.finditer(text):
        if not _is_name(text, match):
            yield Quantity("number", Span(*match.span()))
    for match in _SPELT.finditer(text):
        if not _label_before(text, match.start()):
            yield Quantity("number", Span(*match.span()))
    for match in _TIME.finditer(text):
        if not _names_event(text, match.end()):
            yield Quantity("number", Span(*match.span()))
    for match in _MONEY.finditer(text):
        yield Quantity("number", Span(*match.span()))
    for match in _COUNT.finditer(text):
        if _counts(text, match):
            yield Quantity("number", Span(*match.span()))
    for pattern in (_LIMIT, _SIGNED):
        for match in pattern.finditer(text):
            yield Quantity("number", Span(*match.span()))


def _is_name(text: str, match: re.Match[str]) -> bool:
    """Whether a number with a unit only names something: `64-bit`, `class 3 t`, `5-minute tour`."""
    if _label_before(text, match.start()):
        return True
    unit = match["unit"]
    if match["joint"] == "-" and (len(unit) == 1 or unit.startswith("bit")):
        return True
    if _START_IN.match(text) and text.endswith("in ", 0, match.start()):
        return True
    after = _WORD_AFTER.match(text, match.end())
    return after is not None and any(
        word is not None and word.casefold() in _TELLING for word in after.groups()
    )


def _label_before(text: str, at: int) -> bool:
    match = _WORD_BEFORE.search(text, max(0, at - 30), at)
    return match is not None and match[1].casefold() in _LABELS


def _counts(text: str, match: re.Match[str]) -> bool:
    """Whether a number counts the things behind it, and is not part of a name in front of them."""
    number, things = match["number"], match["things"].split()
    if _UNIT.fullmatch(things[0]):
        return False  # judged as a measure
    if (
        things[-1] in _NOT_THINGS
        or things[-1].endswith("ss")
        or any(word in _COUNTED_AFTER or word in ("to", "on", "x") for word in things[:-1])
    ):
        return False
    if len(number) == 4 and number[:2] in ("19", "20"):
        return False
    if len(number) == 3 and number[0] in "12345" and things[0] in _STATUS_NOUNS:
        return False
    before = _WORD_BEFORE.search(text, max(0, match.start() - 30), match.start())
    if before is None or before[1].casefold() in _COUNTED_AFTER:
        return True
    return before[1] == "to" and text.endswith("up to ", 0, match.start())
