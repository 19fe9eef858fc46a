"""What is taken out of the shipped copies changes nothing that runs."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def shrink() -> ModuleType:
    path = ROOT / "editor-client" / "scripts" / "shrink.py"
    spec = importlib.util.spec_from_file_location("shrink", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SAMPLE = '''#!/usr/bin/env python
# Copyright 2026 the harbour office
"""Tides."""
import os  # the system

class A:
    """A, 潮."""

    x = 1  # one
    """What x is."""

    def f(self):
        """Only a docstring
        of two lines."""

    def g(self): """Short."""; return "# no comment", f"{self.x!r} # none"

# the end
text = """
# not a comment
"""
'''


def test_comments_and_docstrings_go(shrink: ModuleType) -> None:
    result = shrink.shrunk(SAMPLE)
    assert result.splitlines()[:3] == [*SAMPLE.splitlines()[:2], '"."']
    assert "system" not in result
    assert "Only a docstring" not in result
    assert '"# no comment", f"{self.x!r} # none"' in result
    assert "\n# not a comment\n" in result
    assert len(result.splitlines()) == len(SAMPLE.splitlines())


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_it_is_done_once(shrink: ModuleType, line_end: str) -> None:
    result = shrink.shrunk(SAMPLE.replace("\n", line_end))
    assert shrink.shrunk(result) == result


def test_statements_keep_their_lines(shrink: ModuleType) -> None:
    for path in sorted((ROOT / "server" / "ctxlayer" / "syntax").glob("*.py")):
        source = path.read_text(encoding="utf-8")
        result = shrink.shrunk(source)
        assert result != source
        kept = [
            [n.lineno for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Assign | ast.Return)]
            for text in (source, result)
        ]
        assert kept[0] == kept[1]
