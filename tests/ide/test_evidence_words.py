"""What git tells is anybody's text: in a hover it is no markup, steers nothing and shows no secret."""

from __future__ import annotations

import datetime

import pytest
from markdown_it import MarkdownIt

from ctxlayer.analysis.freshness import Staleness
from ctxlayer.analysis.stale_words import plain, stale_parts
from ctxlayer.ide.evidence_words import prose, reason_lines
from ctxlayer.layer.sources import Commit

DAY = datetime.date(2026, 11, 20)
TOKEN = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
EVIL = (
    "[click](command:workbench.action.quit)",
    "![](http://example.org/x.png)",
    "<img src=x onerror=alert(1)>",
    "`` ` ``` code",
    "# heading\n- item\n\n---\n| a | b |",
    "\x1b[2J\x00\u202eevil\u2028next\U000e0041",
    "&lt;script&gt; $(sync~spin) ~~x~~ **b** _i_",
    "\\",
)


def moved(subject: str, author: str = "Ada", evidence: str = "1 commit") -> Staleness:
    commit = Commit("1f2e3d4c5b6a", DAY, author, subject, 1)
    return Staleness("source-moved", evidence, (commit,), "tides", "src/a.py")


@pytest.mark.parametrize("evil", EVIL)
def test_nothing_that_git_tells_is_markup(evil: str) -> None:
    text = "\n".join(reason_lines([moved(evil, evil, f"1 commit: {evil}")]))
    tokens = MarkdownIt("commonmark", {"html": True}).parse(text)
    inline = [child for token in tokens for child in token.children or ()]
    assert {each.type for each in inline} <= {"text", "code_inline"}
    assert {each.type.partition("_")[0] for each in tokens} <= {
        "bullet", "list", "paragraph", "inline",
    }  # fmt: skip
    assert len(text.splitlines()) == 2
    assert all(line.isprintable() for line in text.splitlines())


def test_no_secret_is_repeated_whatever_is_cut() -> None:
    for length in (0, 150, 190, 199, 230):
        subject = "x" * length + f" {TOKEN}"
        shown = "\n".join(reason_lines([moved(subject, evidence=f"newest: {subject}")]))
        assert TOKEN[:12] not in shown and TOKEN[:12] not in plain(subject)


def test_our_own_code_spans_stay() -> None:
    assert prose("relies on `tides`; STOP: 3 behind") == "relies on `tides`; STOP: 3 behind"
    assert prose("an odd ` one") == "an odd \\` one"


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ([moved("x")], ["1 commit to tides/src/a.py since"]),
        ([moved("x"), moved("x")._replace(path="b")],
         ["1 commit to tides/src/a.py and 1 other source since"]),
        ([moved("x")._replace(repo="", path="a/" * 40 + "b.py")],
         ["1 commit to …/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/b.py since"]),
        ([Staleness("source-gone", "", (), "", "src/x.py", "src/y.py")],
         ["source gone: src/x.py → src/y.py"]),
        ([Staleness("source-gone", "", (), "", "a"), Staleness("source-gone", "", (), "", "b")],
         ["source gone: a and 1 more"]),
        ([Staleness("edited-since", "")], ["edited since, not committed"]),
        ([Staleness("edited-since", "", moved("x").commits)], ["edited since (1 commit)"]),
        ([Staleness("gate-stopped", "relies on `t`; STOP: 3 behind origin/main; dirty", (), "t")],
         ["t is stopped (3 behind origin/main)"]),
        ([Staleness("gate-stopped", "relies on `t`", (), "t")], ["t is stopped"]),
        ([Staleness("expired", "x"), moved("x"), Staleness("source-gone", "", (), "", "a")],
         ["source gone: a", "1 commit to tides/src/a.py since", "expired"]),
    ],
)  # fmt: skip
def test_a_lens_has_a_few_words_for_each_kind_the_worst_first(
    found: list[Staleness], words: list[str]
) -> None:
    assert stale_parts(found) == words
