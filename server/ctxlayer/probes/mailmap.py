"""Who goes by which name today, as a repository's `.mailmap` says.

Git would read that from the work tree and from wherever the configuration says. Here it is what HEAD has,
as everything else that is told of a history.
"""

from __future__ import annotations

import re

_LINE = re.compile(rb"([^<\n]*)<([^>\n]+)>([^<\n]*)(?:<([^>\n]*)>)?")


class Mailmap:
    """The names that somebody wants to be called by."""

    def __init__(self, text: bytes = b"") -> None:
        self._by_mail: dict[bytes, bytes] = {}
        self._by_both: dict[tuple[bytes, bytes], bytes] = {}
        for line in text.split(b"\n"):
            match = None if line.startswith(b"#") else _LINE.match(line)
            name = match[1].strip() if match else b""
            if match is None or not name:
                # Of a line that changes the address alone nothing is shown.
                continue
            mail = (match[2] if match[4] is None else match[4]).lower()
            old = match[3].strip().lower() if match[4] is not None else b""
            if old:
                self._by_both[mail, old] = name
            else:
                self._by_mail[mail] = name

    def name(self, name: bytes, mail: bytes) -> bytes:
        """What to call somebody who committed by this name and address."""
        if not self._by_mail and not self._by_both:
            return name
        known = mail.strip().lower()
        both = self._by_both.get((known, name.strip().lower()))
        return both or self._by_mail.get(known, name)
