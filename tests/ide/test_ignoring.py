"""A commit is put on the list of those that are ignored, however the settings are written."""

from __future__ import annotations

import datetime

import pytest

from ctxlayer.ide.frontmatter_edits import Unsettled
from ctxlayer.ide.ignoring import ignoring_edits
from ctxlayer.layer.sources import Commit
from ctxlayer.text import apply_edits
from tests.harness.engine import build_snapshot

TODAY = datetime.date(2026, 11, 29)
HASH = "1f2e3d4c5b6a79881f2e3d4c5b6a79881f2e3d4c"
COMMIT = Commit(HASH, TODAY, "Ada Quay", 'Rename "all" gauges', 60)
LIST = f'ignore-revs = [\n  "{HASH}",  # Rename "all" gauges\n]\n'


def ignored(text: str, path: str = "ctxlayer.toml", commit: Commit = COMMIT) -> str:
    snapshot = build_snapshot({path: text, "index/trigger-table.md": "# T\n"}, TODAY)
    snapshot = snapshot.after(settings_file=path)
    made = ignoring_edits(commit, snapshot)
    assert not isinstance(made, Unsettled), made.reason
    ((where, edits),) = made.items()
    assert where == path
    return apply_edits(text, edits)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"[freshness]\n{LIST}"),
        ("[freshness]\n# how long\nknowledge-days = 60\n",
         f"[freshness]\n{LIST}# how long\nknowledge-days = 60\n"),
        ("[freshness]", f"[freshness]\n{LIST}"),
        ("[lints]\ntrust = 'off'", f"[lints]\ntrust = 'off'\n\n[freshness]\n{LIST}"),
        ("[freshness.topics]\ntides = 20\n",
         f"[freshness.topics]\ntides = 20\n\n[freshness]\n{LIST}"),
        ("freshness.knowledge-days = 60\n", f"freshness.{LIST}freshness.knowledge-days = 60\n"),
        ("[freshness]\nignore-revs = []  # none yet\n",
         f"[freshness]\n{LIST[:-1]}  # none yet\n"),
        ('[freshness]\nignore-revs = ["aaaaaaa"]\n',
         f'[freshness]\nignore-revs = ["{HASH}", "aaaaaaa"]\n'),
        ('[freshness]\nignore-revs = [ # bulk\n    "aaaaaaa", # the last one\n]\n',
         (f'[freshness]\nignore-revs = [ # bulk\n    "{HASH}",  # Rename "all" gauges\n'
         '    "aaaaaaa", # the last one\n]\n')),
    ],
)  # fmt: skip
def test_the_list_gets_a_line_and_the_rest_stays(before: str, after: str) -> None:
    assert ignored(before) == after


def test_line_ends_stay_what_they_are() -> None:
    text = ignored("[freshness]\r\nknowledge-days = 60\r\n")
    assert text.count("\n") == text.count("\r\n") == 5


def test_of_pyproject_only_our_table_is_touched() -> None:
    text = '[project]\nname = "quay"\n\n[tool.ctxlayer]\n'
    assert ignored(text, "pyproject.toml") == f"{text}\n[tool.ctxlayer.freshness]\n{LIST}"


def test_without_settings_there_is_a_file_to_create() -> None:
    snapshot = build_snapshot({"index/trigger-table.md": "# T\n"}, TODAY)
    made = ignoring_edits(COMMIT, snapshot)
    assert not isinstance(made, Unsettled)
    assert {path: apply_edits("", edits) for path, edits in made.items()} == {
        "ctxlayer.toml": f"[freshness]\n{LIST}"
    }


def test_a_subject_ends_no_comment_and_shows_no_secret() -> None:
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    text = ignored("", commit=COMMIT._replace(subject=f"x\n[lints]\u2028y\x00 {token}"))
    assert (
        text
        == f'[freshness]\nignore-revs = [\n  "{HASH}",  # x [lints] y <redacted:github-token>\n]\n'
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[freshness\n", "do not parse"),
        ("freshness = 3\n", "no list"),
        ("[freshness]\nignore-revs = 'all'\n", "no list"),
        ("freshness = { knowledge-days = 3 }\n", "no further line"),
    ],
)
def test_what_cannot_be_done_is_told(text: str, reason: str) -> None:
    snapshot = build_snapshot({"ctxlayer.toml": text}, TODAY)
    made = ignoring_edits(COMMIT, snapshot)
    assert isinstance(made, Unsettled)
    assert reason in made.reason


def test_settings_above_the_layer_are_left_alone() -> None:
    snapshot = build_snapshot({"index/trigger-table.md": "# T\n"}, TODAY)
    made = ignoring_edits(COMMIT, snapshot.after(settings_file="/elsewhere/ctxlayer.toml"))
    assert isinstance(made, Unsettled)
