"""A shelf is a dict that was copied and changed, whatever its history."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.layer import shelf
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.shelf import Shelf

paths = st.sampled_from([f"knowledge/tides/{name}.md" for name in "abcdef"])


@given(st.lists(st.tuples(st.lists(paths, max_size=3), st.lists(paths, max_size=3)), max_size=9))
def test_a_shelf_is_what_a_dict_would_be(changes: list[tuple[list[str], list[str]]]) -> None:
    kept = shelf._MOST
    shelf._MOST = 2  # so that the base is made anew now and then
    try:
        books, plain = Shelf(), dict[str, Document]()
        for removed, put in changes:
            documents = [Document(path, Placement(Kind.KNOWLEDGE, None), "") for path in put]
            for path in removed:
                plain.pop(path, None)
            plain.update((document.path, document) for document in documents)
            books = books.after(removed, documents)
            assert dict(books) == plain
            assert len(books) == len(plain)
            assert books.keys() == plain.keys()
            for path in [*removed, *put, "nowhere.md"]:
                assert books.get(path) is plain.get(path)
                assert (path in books) is (path in plain)
    finally:
        shelf._MOST = kept
