"""A patch says what changed, and takes about as long as the texts are long."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from difflib import unified_diff

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.cli.line_diff import changes, unified

LINES = st.lists(st.sampled_from("abcdefgh").map("{}\n".format), max_size=30)
UNLIKE = st.lists(st.integers(0, 60).map("{}\n".format), max_size=60)


def applied(old: Sequence[str], patch: Iterable[str]) -> list[str]:
    """`old` after a patch, which must fit."""
    new: list[str] = []
    at = 0
    for line in list(patch)[2:]:
        if line.startswith("@@"):
            first, _, length = line.split()[1][1:].partition(",")
            start = int(first) - (length != "0")
            new += old[at:start]
            at = start
            second, _, length = line.split()[2][1:].partition(",")
            assert len(new) == int(second) - (length != "0")
        elif line.startswith("+"):
            new.append(line[1:])
        else:
            assert old[at] == line[1:]
            at += 1
            new += [line[1:]] if line.startswith(" ") else []
    return [*new, *old[at:]]


@given(LINES | UNLIKE, LINES | UNLIKE)
def test_a_patch_leads_from_one_text_to_the_other(old: list[str], new: list[str]) -> None:
    patch = list(unified(old, new, "a", "b"))
    assert applied(old, patch) == new
    assert bool(patch) == (old != new)


@given(LINES, st.integers(0, 30), st.integers(0, 5), LINES)
def test_one_change_is_written_as_everybody_writes_it(
    lines: list[str], at: int, gone: int, put: list[str]
) -> None:
    old = [f"{number} {line}" for number, line in enumerate(lines)]
    new = [*old[:at], *put, *old[at + gone :]]
    assert list(unified(old, new, "a", "b")) == list(unified_diff(old, new, "a", "b"))


@pytest.mark.parametrize("form", ["### tide {}\n", "### tides\n"])
def test_lines_that_occur_everywhere_take_no_longer(form: str) -> None:
    old = [line for n in range(20_000) for line in (form.format(n), "\n", "- gauges.md\n", "\n")]
    new = [line.replace("gauges", "heights") for line in old]
    begun = time.perf_counter()
    found = changes(old, new)
    assert time.perf_counter() - begun < 5
    assert found
