"""Changes to files that a command makes, or only shows."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from ctxlayer.cli.output import Painter, visible
from ctxlayer.host import LayerHandle

Changes = Mapping[str, tuple[str | None, str]]
"""(old, new) text by path; None for a file that is not there yet."""


def print_diff(changes: Changes) -> None:
    """Show the changes as `patch` takes them; on a terminal without what would steer it."""
    paint = Painter(sys.stdout)
    told = _harmless if sys.stdout.isatty() else str
    styles = {"+": "info", "-": "error", "@": "faint"}
    for path, (old, new) in changes.items():
        for line in diff_lines(path, old, new):
            style = styles.get(line[:1])
            print(paint(style, told(line)) if style else told(line))


def _harmless(line: str) -> str:
    return "\t".join(map(visible, line.split("\t")))


def diff_lines(path: str, old: str | None, new: str) -> list[str]:
    """One change as the lines of a patch: only `\\n` parts lines there, a `\\r` belongs to one.

    Secrets are shown as markers.
    """
    from io import StringIO

    from ctxlayer.analysis.adapter_secrets import masked_config
    from ctxlayer.cli.line_diff import unified

    shown = (masked_config(path, text or "") for text in (old, new))
    before, after = (list(StringIO(text, newline="\n")) for text in shown)
    source = "/dev/null" if old is None else f"a/{path}"
    lines = []
    for line in unified(before, after, source, f"b/{path}"):
        body = line.removesuffix("\n")
        lines.append(body)
        if body == line:
            lines.append("\\ No newline at end of file")
    return lines


def write_changes(layer: LayerHandle, changes: Changes, verb: str) -> frozenset[str]:
    """Write the files that are still as they were read; says on stderr what was done.

    The paths that were written.
    """
    done = set()
    for path, (old, new) in changes.items():
        shown = visible(path)
        try:
            written = layer.write(path, old, new)
        except OSError as error:
            print(f"{shown} cannot be written: {error.strerror or error}", file=sys.stderr)
            continue
        if written:
            done.add(path)
        told = "wrote" if old is None else verb
        print(
            f"{told} {shown}" if written else f"{shown} changed on disk meanwhile; left alone",
            file=sys.stderr,
        )
    return frozenset(done)
