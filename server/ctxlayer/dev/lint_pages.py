"""`docs/lints/`: one page a lint from its docstring, and the list of them."""

from __future__ import annotations

import re

from ctxlayer.dev.writing import code, note, table
from ctxlayer.lints.registry import Lint, all_lints

_FENCE = re.compile(r"(?P<fence>`{3,})(?P<path>[^\s`]*[./][^\s`]*)(?P<options>[^`]*)")


def pages() -> dict[str, str]:
    """File name to text."""
    lints = all_lints()
    return {"README.md": index(lints), **{f"{lint.id}.md": page(lint) for lint in lints}}


def page(lint: Lint) -> str:
    """The page of one lint."""
    source = f"server/{lint.check.__module__.replace('.', '/')}.py"
    summary, _, body = lint.page.strip().partition("\n")
    facts = table(
        ("family", "severity", "fix", "since"),
        [(code(lint.family), lint.severity, "yes" if lint.fixable else "no", lint.since)],
    )
    return (
        f"{note(source)}# {lint.id}\n\n{summary}\n\n{facts}\n{_shown(body)}\n\n"
        "## Turning it off\n\n"
        f'```toml\n[lints]\n{lint.id} = "off" # or hint, info, warning, error\n```\n\n'
        f"One line: `<!-- ctxlayer: ignore[{lint.id}] why -->` at its end or on the line above; in a "
        "row of a table, in its last cell. In frontmatter, YAML and TOML: the same after `#`.\n"
    )


def _shown(body: str) -> str:
    """The sections as a reader sees them best: the name of a file above it, headings with air."""
    out: list[str] = []
    fence = ""
    for line in body.strip().split("\n"):
        opening = None if fence else _FENCE.fullmatch(line)
        if not fence and out and out[-1] and (opening or out[-1].startswith("## ")):
            out.append("")
        if opening:
            fence = opening["fence"]
            out += (f"In `{opening['path']}`{opening['options']}:", "", f"{fence}text")
            continue
        if line == fence:
            fence = ""
        out.append(line)
    return "\n".join(out)


def index(lints: tuple[Lint, ...]) -> str:
    """The list of all lints by family."""
    parts = [
        note("the docstrings in server/ctxlayer/lints"),
        (
            "# Lints\n\n"
            "Each looks for one thing; every finding names its lint. "
            "`ctxlayer explain <lint>` shows the same page in a terminal.\n"
        ),
    ]
    for family in sorted({lint.family for lint in lints}):
        rows = [
            (
                f"[{lint.id}]({lint.id}.md)",
                lint.severity,
                "yes" if lint.fixable else "",
                lint.summary,
            )
            for lint in lints
            if lint.family == family
        ]
        parts.append(f"\n## {family}\n\n{table(('lint', 'severity', 'fix', 'what'), rows)}")
    return "".join(parts)
