"""The table of `docs/globs.md` is what the records say."""

from __future__ import annotations

from pathlib import Path

from ctxlayer.globs import DIALECTS

PAGE = (Path(__file__).parents[2] / "docs/globs.md").read_text(encoding="utf-8")
DIALECT = {
    "Cursor": "cursor",
    "Claude Code, `.rules/`": "claude",
    "VS Code": "vscode",
    "GitHub": "github",
    "Cline": "cline",
}
FIELD = {
    "`*.py` finds `pkg/a.py`": "bare_name_any_depth",
    "`src/*.py` finds `app/src/a.py`": "anchored",
    "`{a,b}`": "braces",
    "`[ab]`": "brackets",
    "`\\[` is a bracket": "escapes",
    "a leading `!` takes away": "negation",
    "a leading `/` is the root of the project": "leading_slash",
    "case counts": "case_sensitive",
    "`*` finds names with a dot": "dotfiles",
    "a comma in one string separates": "comma_string",
}


def test_the_table_says_what_the_records_say() -> None:
    lines = PAGE[PAGE.index("| question |") :].split("\n\n")[0].splitlines()
    (_, *titles), _, *rows = ([cell.strip() for cell in line[1:-1].split(" | ")] for line in lines)
    assert titles == list(DIALECT)
    for question, *answers in rows:
        for title, said in zip(titles, answers, strict=True):
            held = getattr(DIALECTS[DIALECT[title]], FIELD[question])
            if question.startswith("`src/"):
                held = None if held is None else not held
            assert {"?": None, "no": False}.get(said[:2].strip(), True) is held, (question, title)
