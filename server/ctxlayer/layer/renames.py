"""Where files and folders went, by the renames of a history and in the order in which they happened."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable


class Renames:
    """Renames of files as (old, new), oldest first, to be followed forward from a name. Immutable."""

    __slots__ = ("_by_old", "_news", "_olds")

    def __init__(self, renames: Iterable[tuple[str, str]]) -> None:
        self._news: list[str] = []
        self._by_old: dict[str, list[int]] = {}
        for at, (old, new) in enumerate(renames):
            self._news.append(new)
            self._by_old.setdefault(old, []).append(at)
        self._olds = sorted(self._by_old)

    def of_file(self, path: str) -> str | None:
        """What a file of this name is called now; None where it was never renamed, or back again.

        Of several files that had the name one after the other it is the last that was renamed.
        """
        places = self._by_old.get(path)
        if not places:
            return None
        at = places[-1]
        name = self._news[at]
        while (later := self._after(name, at)) is not None:
            at, name = later, self._news[later]
        return name if name != path else None

    def _after(self, name: str, at: int) -> int | None:
        """The first rename of `name` that is later than the one at `at`."""
        places = self._by_old.get(name, ())
        index = bisect_right(places, at)
        return places[index] if index < len(places) else None

    def of_folder(self, folder: str) -> str | None:
        """Where a folder went: to the one that got half of its renamed files, and more than any other, under
        the names that they had below it; None where there is none.

        What git takes for a rename may be two files that are alike.
        """
        prefix = f"{folder}/"
        counts: dict[str, int] = {}
        renamed = 0
        for at in range(bisect_left(self._olds, prefix), len(self._olds)):
            old = self._olds[at]
            if not old.startswith(prefix):
                break
            tail = old[len(folder) :]
            new = self.of_file(old)
            renamed += 1
            if new is not None and new.endswith(tail) and new != tail:
                counts[new[: -len(tail)]] = counts.get(new[: -len(tail)], 0) + 1
        best = max(counts.values(), default=0)
        found = [each for each, count in counts.items() if count == best]
        return found[0] if len(found) == 1 and 2 * best >= renamed else None
