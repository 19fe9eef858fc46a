"""Where a pattern and a path part company."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.globs import DIALECTS, Miss, Reason, compile_glob, first_miss

CASES = """
src/ui/**            src/api/routes.ts    NAME     1  api         ui
src/ui/**            lib/x.ts             NAME     0  lib         src
*.py                 pkg/a.py             NAME     0  pkg         *.py
**/*.ts              src/a.py             NAME     1  a.py        *.ts
src/**/*.ts          src/a/b/c.py         NAME     3  c.py        *.ts
src/**/api/*.ts      src/ui/a.ts          NOWHERE  1  ui          api
**/api/**            src/ui/a.ts          NOWHERE  0  src         api
src                  src/a.py             LONG     1  a.py        -
src/ui/*.ts          src/ui               SHORT    1  ui          *.ts
SRC/**               src/a.py             CASE     0  src         SRC
**/*.TS              src/a.ts             CASE     1  a.ts        *.TS
src/{ui,web}/*.ts    src/web/a.py         NAME     2  a.py        *.ts
src/**               src                  SHORT    0  src         **
docs/*               docs/a/b.md          LONG     2  b.md        -
"""


@pytest.mark.parametrize("line", CASES.strip().splitlines())
def test_the_first_part_that_does_not_fit(line: str) -> None:
    pattern, path, reason, at, part, wanted = re.split(r"\s{2,}", line)
    found = first_miss(compile_glob(pattern), path)
    assert found == Miss(Reason[reason], int(at), part, wanted.replace("-", ""))


def test_a_pattern_that_matches_and_one_that_cannot_have_none() -> None:
    assert first_miss(compile_glob("src/**"), "src/a.py") is None
    assert first_miss(compile_glob("src/[a"), "src/a.py") is None
    assert first_miss(compile_glob("!src/**"), "lib/a.py") is None


def test_case_counts_only_where_it_does() -> None:
    assert first_miss(compile_glob("SRC/**", DIALECTS["vscode"]), "src/a.py") is None


PATTERN = st.lists(
    st.sampled_from(["**", "*", "a", "b*", "{a,c}", "[ab]", "A"]), min_size=1, max_size=5
)
PATH = st.lists(st.sampled_from(["a", "b", "bc", "c", ".a"]), min_size=1, max_size=5)


@settings(derandomize=True, max_examples=300, deadline=None)
@given(PATTERN, PATH, st.sampled_from(sorted(DIALECTS)))
def test_there_is_a_reason_exactly_where_nothing_matches(
    pattern: list[str], path: list[str], runtime: str
) -> None:
    glob = compile_glob("/".join(pattern), DIALECTS[runtime])
    miss = first_miss(glob, "/".join(path))
    assert (miss is None) is glob.matches("/".join(path))
    assert miss is None or path[miss.at] == miss.part
