"""What git says of many objects at once."""

from __future__ import annotations

import pytest

from ctxlayer.probes.git import contents


def test_contents_come_with_their_names_and_absent_objects_are_told() -> None:
    out = b"a1 blob 3\nx\ny\nb2 missing\nc3 blob 0\n\nd4 blob 4\nlong\n"
    found = list(contents(out, 3))
    assert found == [("a1", b"x\ny"), ("b2", None), ("c3", b""), ("d4", b"lon")]


def test_what_breaks_off_within_a_line_is_no_answer() -> None:
    with pytest.raises(ValueError, match="not found"):
        list(contents(b"a1 blob 1\nx\nb2 blo", 3))
