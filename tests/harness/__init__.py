"""The fixture language: tests that read as documents.

A fixture is a Markdown file. Its `## headings` are cases; what stands before the first one is
shared by all of them. A fence whose info string is a path holds that file of a small layer:

    ````knowledge/tides/gauges.md
    ---
    status: done
            ^^^^ invalid-value (error): is not one of
    ---
    ````

**Info strings.** `path [option ...]`, where the path holds a `.` or a `/` (quote it when it holds
a space), or `@fact`, or `expect feature [argument]`. Anything else is an error, so that no fence
is ignored by accident. `a/{1..20}.md` is twenty files with one text. A fence may be longer than
three characters, and is when the file holds fences of its own. Options:

    crlf      line ends are `\\r\\n`
    bom       the file starts with a byte order mark
    no-eol    the last line has no line end
    escapes   `\\uXXXX`, `\\UXXXXXXXX`, `\\xXX`, `\\t`, `\\r`, `\\n`, `\\f` and `\\\\` stand for what they name
    unreadable="why"   the file is there and cannot be read
    fill=12000  a line `…` stands for lines up to there: what follows begins at that offset

**Marks.** A line that holds only a mark belongs to the test, not to the file. It says what must be
flagged on the line above it (several marks may follow one line; before any line, the start of the
file is meant):

    mark    =  blanks target blanks lint-id [ "(" severity ")" ] [ ":" part of the message ]
    target  =  "^" ...           the columns above the carets
            |  "^" ... "..."     the same, and on over the following lines
            |  '^"text"'         the first `text` on that line, where carets cannot be aligned
            |  '^"text"#2'       the second one
            |  '^""'             the empty span at the column of the caret

Every finding must have its mark and every mark its finding, whatever lint it comes from.

**Cursor.** `$0` is the cursor and is not part of the file; `$0text$0` selects `text`.

**Facts.** `@today` is a date (2026-11-29 when absent). `@lints` lists the ids or families to look
at, one a line, where a case is about those alone. `@authors` says who committed files as they
are, one `path: Name <mail>` or `path key: Name <mail>` a line, later commits below; nobody is known
without it. `@schemas` says what adapters answered that were probed, one `config adapter tokens tools` a
line. `@repos` says how the clones of siblings stand, one a line: `tides-engine:` is one that passes the
gate, `tides-engine: behind=3 fetched=30h` one that does not (`tests/harness/repos.py` has all words).
`@tracked` lists the files that git tracks, of those that nobody should commit. `@sources` says what commits
did to the files of repositories, the newest first: `tides-engine 2026-09-01 "Sort by code" Ada: src/x.py`
(`tests/harness/sources.py` has all words). `@edits` says which commits changed the text of files since they were verified,
`2026-10-02 "Sort gauges" Ada: knowledge/tides/gauges.md`, and `open: path` what is not committed
(`tests/harness/edits.py`). `@bare` keeps the harness from adding an empty
`ctxlayer.toml`, which it does so that a case need not prove that it is a layer.

**Expectations.** `expect findings`, `expect fix path`, `expect hover` and the other names in
`tests/harness/features.py` hold what the feature answers. `UPDATE_EXPECT=1` rewrites them.

The docstring of a lint is in the same language: its *Example* section is a case with its marks,
its *Instead* section one without.
"""

from tests.harness.fixture import Case, Expectation, parse_fixture
from tests.harness.marks import FixtureError, Mark, MarkedText, read_marked

__all__ = [
    "Case",
    "Expectation",
    "FixtureError",
    "Mark",
    "MarkedText",
    "parse_fixture",
    "read_marked",
]
