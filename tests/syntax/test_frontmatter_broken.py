"""Broken frontmatter: one problem a cause, on the culprit, mended by its fix, the rest still read."""

from __future__ import annotations

import pytest

from ctxlayer.syntax import _yaml_events
from ctxlayer.syntax.frontmatter import parse_frontmatter
from ctxlayer.syntax.nodes import Frontmatter, Scalar, Sequence
from ctxlayer.text import apply_edits

SYNTAX = "frontmatter-syntax"


@pytest.fixture(params=[False, True], ids=["C", "Python"])
def lane(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_yaml_events, "force_python", request.param)


def document(block: str, eol: str = "\n") -> str:
    return f"---\nbefore: 1\n{block}\nafter: yes\n---\n# Body\n".replace("\n", eol)


def syntax(block: Frontmatter) -> list[str]:
    return [problem.message for problem in block.problems if problem.kind == SYNTAX]


# (block, culprit, recovered text of the first entry after `before`, block after the fix)
VALUES = [
    # 1. bare globs and other reserved starts
    ("globs: **/*.py", "**/*.py", "**/*.py", 'globs: "**/*.py"'),
    ("globs: *.ts", "*.ts", "*.ts", 'globs: "*.ts"'),
    ("globs: *", "*", "*", 'globs: "*"'),
    ("globs: **/*.py,**/*.pyi", "**/*.py,**/*.pyi", "**/*.py,**/*.pyi", 'globs: "**/*.py,**/*.pyi"'),
    ("globs: **/*.py  # all", "**/*.py", "**/*.py", 'globs: "**/*.py"  # all'),
    ("globs: **/*.{é,🔥} ", "**/*.{é,🔥}", "**/*.{é,🔥}", 'globs: "**/*.{é,🔥}" '),
    # 2. braces
    ("paths: {api,jobs}/**/*.go", *["{api,jobs}/**/*.go"] * 2, 'paths: "{api,jobs}/**/*.go"'),
    ("paths: {a}/x, {b}/y", *["{a}/x, {b}/y"] * 2, 'paths: "{a}/x, {b}/y"'),
    ("paths: {a", "{a", "{a", 'paths: "{a"'),
    # 3. a second colon
    (
        "description: Runs migrations. Use when: a table changes",
        ":",
        "Runs migrations. Use when: a table changes",
        'description: "Runs migrations. Use when: a table changes"',
    ),
    ('d: Say "hi": ok', ":", 'Say "hi": ok', "d: 'Say \"hi\": ok'"),
    ("d: it's \"x\": ok", ":", "it's \"x\": ok", 'd: "it\'s \\"x\\": ok"'),
    (r"d: C:\dir: ok", ":", r"C:\dir: ok", r"d: 'C:\dir: ok'"),
    ("d: ends with:", ":", "ends with:", 'd: "ends with:"'),
    ("title: 🔥🔥 x: y", ":", "🔥🔥 x: y", 'title: "🔥🔥 x: y"'),
    ("d: one: two: three", ":", "one: two: three", 'd: "one: two: three"'),
    # 5. a list and prose
    ("hint: [ticket] - which one", *["[ticket] - which one"] * 2, 'hint: "[ticket] - which one"'),
    ("hint: [a] [b]", *["[a] [b]"] * 2, 'hint: "[a] [b]"'),
    ("hint: [x](y.md)", *["[x](y.md)"] * 2, 'hint: "[x](y.md)"'),
    # 6. handles, backticks, directives, tags
    ("owner: @data-team", *["@data-team"] * 2, 'owner: "@data-team"'),
    ("files: `overview.md`", *["`overview.md`"] * 2, 'files: "`overview.md`"'),
    ("p: %x", *["%x"] * 2, 'p: "%x"'),
    ("globs: !gen/**", *["!gen/**"] * 2, 'globs: "!gen/**"'),
    ("globs: !!python/name:os.system", *["!!python/name:os.system"] * 2, 'globs: "!!python/name:os.system"'),
    ("v: >=1.2", *[">=1.2"] * 2, 'v: ">=1.2"'),
    ("v: | text", *["| text"] * 2, 'v: "| text"'),
    ("v: & x", *["& x"] * 2, 'v: "& x"'),
    ("v: ] x", *["] x"] * 2, 'v: "] x"'),
    ("v: } x", *["} x"] * 2, 'v: "} x"'),
    ("v: , x", *[", x"] * 2, 'v: ", x"'),
    ("v: - x", *["- x"] * 2, 'v: "- x"'),
    ("v: ? x", *["? x"] * 2, 'v: "? x"'),
    # 7. quotes
    ("x: 'a' b", "b", "'a' b", "x: \"'a' b\""),
    ('x: "a" b', "b", '"a" b', "x: '\"a\" b'"),
    ("x: 'it's'", "s'", "it's", 'x: "it\'s"'),
    ('x: "abc', '"abc', "abc", 'x: "abc"'),
    ("x: 'abc def", "'abc def", "abc def", "x: 'abc def'"),
    (r'x: "\d+"', r"\d", r"\d+", r"x: '\d+'"),
    # 19. placeholders
    ("name: {{NAME}}", *["{{NAME}}"] * 2, 'name: "{{NAME}}"'),
    ("name: {{ a.b }} more", *["{{ a.b }} more"] * 2, 'name: "{{ a.b }} more"'),
    ("name: <% tp.title %>", *["<% tp.title %>"] * 2, 'name: "<% tp.title %>"'),
    # no space, a lost line end
    ("status:confirmed", ":", "confirmed", "status: confirmed"),
    ("status：confirmed", "：", "confirmed", "status: confirmed"),
    ("status： confirmed", "： ", "confirmed", "status: confirmed"),
    ("status:\u00a0confirmed", ":\u00a0", "confirmed", "status: confirmed"),
    ("status: confirmed verified-by: developer", "verified-by", "confirmed", "status: confirmed\nverified-by: developer"),
    # 4. lines at the wrong column
    (
        "d: first half\nsecond half, not indented",
        "second half, not indented",
        "first half second half, not indented",
        "d: first half\n  second half, not indented",
    ),
    ("s: x\n  t: y", "  ", "x", "s: x\nt: y"),
    # 20. tabs
    ("paths:\n\t- src/**", "\t", ["src/**"], "paths:\n  - src/**"),
    ("paths:\n\t- a\n\t- b", "\t", ["a", "b"], "paths:\n  - a\n  - b"),
    ("m:\n\ta: 1", "\t", "a: 1", "m:\n  a: 1"),
    # text blocks and lists whose lines do not line up
    ("d: |\n  text\n bad", "bad", "text\n bad", "d: |\n  text\n  bad"),
    ('p:\n  - "a"\n - b', "- b", ["a", "b"], 'p:\n  - "a"\n  - b'),
    ("p: - a\n  - b", "- a", ["a", "b"], "p:\n  - a\n  - b"),
    # lists
    ("paths: [**/*.py, a]", "**/*.py", ["**/*.py", "a"], 'paths: ["**/*.py", a]'),
    ("paths: [src/{a,b}/*.ts]", "src/{a,b}/*.ts", ["src/{a,b}/*.ts"], 'paths: ["src/{a,b}/*.ts"]'),
    ("paths: [a, b", "[a, b", ["a", "b"], "paths: [a, b]"),
    ("paths:\n  - **/*.py\n  - ok", "**/*.py", ["**/*.py", "ok"], 'paths:\n  - "**/*.py"\n  - ok'),
    ("paths:\n- ok\n- {a,b}/*.ts", "{a,b}/*.ts", ["ok", "{a,b}/*.ts"], 'paths:\n- ok\n- "{a,b}/*.ts"'),
    ("paths:\n  - a: b: c", ":", None, 'paths:\n  - a: "b: c"'),
    ("m:\n  owner: @me\n  b: 1", "@me", "owner: @me\n  b: 1", 'm:\n  owner: "@me"\n  b: 1'),
    ("x: 'a', 'b'", "'a', 'b'", ["a", "b"], 'x: "a,b"'),
    ("applyTo: \"**/*.cs\", '**/*.csproj'", "\"**/*.cs\", '**/*.csproj'", ["**/*.cs", "**/*.csproj"], 'applyTo: "**/*.cs,**/*.csproj"'),
]  # fmt: skip


@pytest.mark.parametrize(("block", "culprit", "recovered", "mended"), VALUES)
@pytest.mark.parametrize("eol", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_one_problem_on_the_culprit_and_a_fix(
    block: str, culprit: str, recovered: str | list[str] | None, mended: str, eol: str
) -> None:
    text = document(block, eol)
    found = parse_frontmatter(text)
    assert len(syntax(found)) == 1
    problem = found.problems[0]
    assert problem.span.of(text) == culprit
    assert found.entries[0].key == "before"
    assert found.entries[-1].key == "after"
    value = found.entries[1].value
    if isinstance(recovered, str):
        assert isinstance(value, Scalar)
        assert value.text.replace(eol, "\n") == recovered
        assert found.entries[1].damaged
    elif recovered is not None:
        assert isinstance(value, Sequence)
        assert [item.text for item in value.items if isinstance(item, Scalar)] == recovered
    assert apply_edits(text, problem.fix) == document(mended, eol)
    assert problem.title


@pytest.mark.parametrize(("block", "mended"), [(case[0], case[3]) for case in VALUES])
def test_a_fix_leaves_nothing_to_say(block: str, mended: str, lane: None) -> None:
    before, after = parse_frontmatter(document(block)), parse_frontmatter(document(mended))
    assert not after.problems
    assert not any(entry.damaged for entry in after.entries)
    assert [entry.key for entry in after.entries] == [entry.key for entry in before.entries]


@pytest.mark.parametrize("first", [case[0] for case in VALUES])
@pytest.mark.parametrize("second", ["globs: **/*.py", "status:x", "e: a: b", "h: [x] y", 'q: "z'])
def test_each_of_two_causes_is_named(first: str, second: str) -> None:
    text = document(first + "\nbetween: x\n" + second)
    found = parse_frontmatter(text)
    assert len(syntax(found)) == 2
    assert found.get("between") is not None
    for problem in found.problems:
        if problem.kind == SYNTAX and problem.fix:
            assert len(syntax(parse_frontmatter(apply_edits(text, problem.fix)))) == 1


@pytest.mark.parametrize(
    ("block", "culprit", "keys"),
    [
        ("a: 1\n<<<<<<< HEAD\ns: x\n=======\ns: y\n>>>>>>> b\nc: 2", "<<<<<<< HEAD", ["a", "c"]),
        ("a: 1\n<<<<<<< HEAD\ns: x\n||||||| base\n=======\ns: y\n>>>>>>> b", "<<<<<<< HEAD", ["a"]),
        ("<<<<<<< HEAD\ns: x", "<<<<<<< HEAD", []),
        ("a: 1\n=======\nb: 2", "=======", ["a", "b"]),
        ("{{HEADER}}\nb: 1", "{{HEADER}}", ["b"]),
        ("<% header %>\nb: 1", "<% header %>", ["b"]),
        ("- a\n- b\nx: 1", "- a", ["x"]),
        ("x: 1\n- a\n- b\ny: 1", "- a", ["x", "y"]),
        ("status: x\nsta", "sta", ["status"]),
        ("d: a\n# ends it\nmore words here", "more words here", ["d"]),
        ("a: &x 1\nb: &x 2\nc: 3", "&x 2", ["a", "b", "c"]),
    ],
)
def test_causes_that_only_the_author_can_mend(block: str, culprit: str, keys: list[str]) -> None:
    text = f"---\n{block}\n---\n"
    found = parse_frontmatter(text)
    assert len(found.problems) == 1
    assert found.problems[0].span.of(text) == culprit
    assert not found.problems[0].fix
    assert [entry.key for entry in found.entries] == keys


@pytest.mark.parametrize(
    ("char", "name"),
    [("\x07", "U+0007"), ("\0", "U+0000"), ("\x1b", "U+001B"), ("\x7f", "U+007F"),
     ("\x9f", "U+009F"), ("\ud800", "U+D800"), ("\uffff", "U+FFFF"), ("\x0c", "U+000C")],
)  # fmt: skip
@pytest.mark.parametrize("form", ["a{}b", '"a{}b"', "a # {}", "[a{}, b]"])
def test_a_control_character_is_named_and_the_rest_read(char: str, name: str, form: str) -> None:
    text = document("x: " + form.format(char))
    found = parse_frontmatter(text)
    assert len(syntax(found)) == 1
    problem = found.problems[0]
    assert problem.span.of(text) == char
    assert name in problem.message
    assert [entry.key for entry in found.entries] == ["before", "x", "after"]
    assert apply_edits(text, problem.fix) == text.replace(char, "")
    if form == '"a{}b"':
        value = found.entries[1].value
        assert isinstance(value, Scalar)
        assert value.text == f"a{char}b"


@pytest.mark.parametrize(
    ("block", "keys"),
    [
        ("  status: x\ny: 1", ["status", "y"]),
        ("\tstatus: x\ny: 1", ["status", "y"]),
        ("\tstatus: x\n\ty: 1", ["status", "y"]),
    ],
)
def test_an_indented_first_key(block: str, keys: list[str]) -> None:
    text = f"---\n{block}\n---\n"
    found = parse_frontmatter(text)
    assert [entry.key for entry in found.entries] == keys
    assert len(found.problems) == 1
    mended = parse_frontmatter(apply_edits(text, found.problems[0].fix))
    assert [entry.key for entry in mended.entries] == keys
    assert not mended.problems


def test_three_keys_on_one_line_are_one_cause() -> None:
    text = document("source: x status: y verified-by: z")
    found = parse_frontmatter(text)
    assert [entry.key for entry in found.entries][1:4] == ["source", "status", "verified-by"]
    assert len(found.problems) == 1
    mended = apply_edits(text, found.problems[0].fix)
    assert mended == document("source: x\nstatus: y\nverified-by: z")


@pytest.mark.parametrize(
    "line",
    [
        "description: Sets the status: done or not",
        "description: Fixes status: done or not",
        "description: time description: presets",
        "title: Bug: it broke",
        "status: done note: x",
    ],
)
def test_prose_that_names_a_key_is_not_a_lost_line_end(line: str) -> None:
    text = document(line)
    assert parse_frontmatter(text).problems[0].title == "Quote the value"


def test_a_hidden_switch_below_a_broken_line_is_still_honoured() -> None:
    text = "---\ndescription: first\nsecond half here\ndisable-model-invocation: true\n---\n"
    entry = parse_frontmatter(text).get("disable-model-invocation")
    assert entry is not None
    assert isinstance(entry.value, Scalar)
    assert entry.value.value is True
    assert not entry.damaged


@pytest.mark.parametrize(
    "block",
    [
        'name: "{{NAME}}"', "d: x {{NAME}} y", "u: http://a.b/c", "t: 10:30", "d: a#b",
        "x: 'it''s'", "x: 2026-02-30", "x: a\tb", "k:\tv", "g: src/**/*.{a,b}", "g: a*",
        "x: [a, b]", "x: {a: b}", "# only\nx: y", "d: first\n  second", "m:\n  a: b",
        "d: |\n  a: b: c\n  *x", "d: >\n  - a\n", "  a: b\n  c: d", "e:", "e: # note",
    ],
)  # fmt: skip
def test_valid_yaml_has_no_problem(block: str, lane: None) -> None:
    found = parse_frontmatter(f"---\n{block}\n---\n")
    assert found.exists
    assert found.entries
    assert not found.problems


def test_messages_say_what_where_and_the_remedy() -> None:
    for block in (str(case[0]) for case in VALUES):
        message = parse_frontmatter(document(block)).problems[0].message
        assert "`" in message or "line" in message, message
        assert any(
            word in message for word in ("quot", "line", "space", "indent", "column", "add", "fill")
        ), message
