"""YAML as nodes with exact spans: whole files, and the block inside frontmatter.

Three readers, each for what the one before declines: a line scanner for flat blocks, PyYAML's
events for all other YAML, and a recovery that names each cause in YAML that does not parse.
None of them raises on any text. The latter two are imported when they are first needed.
"""

from __future__ import annotations

from ctxlayer.syntax._yaml_flat import read_flat
from ctxlayer.syntax.nodes import Entry, Node
from ctxlayer.syntax.problem import Problem


def read_block(text: str, start: int, end: int) -> tuple[tuple[Entry, ...], tuple[Problem, ...]]:
    """The top-level entries of the YAML mapping in `text[start:end]`, and what is wrong."""
    flat = read_flat(text, start, end)
    if flat is not None:
        return flat, ()
    from ctxlayer.syntax._yaml_block import read_hard
    from ctxlayer.syntax._yaml_events import BLOCK_LIMITS

    return read_hard(text, start, end, BLOCK_LIMITS)


def parse_yaml(text: str) -> tuple[Node | None, tuple[Problem, ...]]:
    """A whole YAML file; None for an empty one.

    A broken file is the mapping of those entries that can be read. Problems are of the kind
    `frontmatter-syntax`, which the caller may map to a lint of its own.
    """
    from ctxlayer.syntax._yaml_block import read_file

    return read_file(text)


def parse_strictly(text: str) -> tuple[Node | None, Problem | None]:
    """A whole YAML file, or the first thing that keeps it from being one; nothing is recovered.

    For files that are not mappings, of which `parse_yaml` would save nothing.
    """
    from ctxlayer.syntax._yaml_block import read_strictly

    return read_strictly(text)
