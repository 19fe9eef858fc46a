"""`ctxlayer check`: every lint over a layer, a part of it, or unsaved text."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from ctxlayer.cli.changes import print_diff, write_changes
from ctxlayer.cli.layers import must_exist, open_layer, read_all, relative_paths, selects
from ctxlayer.cli.lint_names import meant
from ctxlayer.cli.output import Painter, plural, print_json, use_utf8, visible
from ctxlayer.cli.parser import UsageError, add_format, add_root
from ctxlayer.host import LayerHandle
from ctxlayer.ide.diagnostics import layer_report
from ctxlayer.ide.fixing import with_safe_fixes
from ctxlayer.layer.repo_map import repo_map_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import SEVERITIES, FileFindings, Finding
from ctxlayer.lints.registry import known_names

SUMMARY = "check a layer with all lints"

CALENDAR_LINTS = frozenset({"stale-knowledge", "source-moved", "sibling-stopped", "missing-repo"})
"""Lints that fail with no change to the layer: a build must not break because a day went by."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `check`."""
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="files or folders to report on (default: the whole layer); - reads unsaved text",
    )
    add_root(parser)
    add_format(parser)
    parser.add_argument(
        "--select",
        action="append",
        metavar="LINTS",
        help="only these lint ids or families, separated by commas",
    )
    parser.add_argument(
        "--ignore",
        action="append",
        metavar="LINTS",
        help="not these lint ids or families, separated by commas",
    )
    parser.add_argument("--fix", action="store_true", help="apply the safe fixes")
    parser.add_argument(
        "--diff", action="store_true", help="show what --fix would change, and change nothing"
    )
    parser.add_argument(
        "--fail-on",
        choices=(*SEVERITIES, "never"),
        default="warning",
        help="exit 1 for findings at or above this severity (default: warning)",
    )
    parser.add_argument(
        "--fail-on-stale",
        action="store_true",
        help="let findings that only the calendar or other repositories cause fail the run too",
    )
    parser.add_argument(
        "--stdin-filename", metavar="PATH", help="the file that the text on stdin is meant for"
    )


def run(options: argparse.Namespace) -> int:
    """Run `check`; see `ctxlayer.cli.main` for the exit codes."""
    use_utf8()
    wanted = _filter(options.select, options.ignore)
    if "-" in options.paths or options.stdin_filename:
        return _check_stdin(options, wanted)
    must_exist(options.paths)
    layer = open_layer(options.root, options.paths)
    if layer is None:
        return _report(options, Path.cwd().as_posix(), {}, 0)
    return _check(options, layer, relative_paths(layer, options.paths), wanted)


def _check(
    options: argparse.Namespace,
    layer: LayerHandle,
    paths: Sequence[str],
    wanted: Callable[[Finding], bool],
) -> int:
    mapped = _is_map_told_of(layer, paths)
    read_all(layer, words=True, mapped=mapped)
    snapshot = layer.snapshot
    if options.fix or options.diff:
        chosen = [path for path in snapshot.documents if selects(paths, path)]
        fixed = with_safe_fixes(snapshot, chosen, wanted)
        changes = _changes(snapshot, fixed)
        if options.diff:
            print_diff(changes)
            return 1 if changes else 0
        if changes:
            write_changes(layer, changes, "fixed")
            # What is told next is what is on disk: a file may have refused or changed meanwhile.
            layer.reload()
            read_all(layer, words=True, mapped=mapped)
            snapshot = layer.snapshot
    report = _narrowed(layer_report(snapshot), paths, wanted)
    if snapshot is layer.snapshot:
        layer.remember_clean()
    files = sum(selects(paths, path) for path in snapshot.documents)
    return _report(options, layer.root.as_posix(), report, files, snapshot)


def _is_map_told_of(layer: LayerHandle, paths: Sequence[str]) -> bool:
    """Whether the repo map is among what is reported on: then each of its lines is."""
    document = repo_map_of(layer.snapshot)
    return document is not None and selects(paths, document.path)


def _check_stdin(options: argparse.Namespace, wanted: Callable[[Finding], bool]) -> int:
    """Check (or fix, onto stdout) unsaved text as the file that `--stdin-filename` names."""
    name = options.stdin_filename
    if not name:
        raise UsageError("text on stdin needs --stdin-filename PATH, to know what file it is")
    if [path for path in options.paths if path != "-"]:
        raise UsageError("give paths or text on stdin, not both")
    if os.path.isdir(name):
        raise UsageError(f"--stdin-filename {name}: that is a folder")
    data = sys.stdin.buffer.read()
    text = data.decode("utf-8", "surrogateescape")
    layer = open_layer(options.root, (name,), text)
    if layer is None:
        if options.fix and not options.diff:
            sys.stdout.buffer.write(data)
            return 0
        return _report(options, Path.cwd().as_posix(), {}, 0)
    (path,) = relative_paths(layer, (name,))
    read_all(layer, words=True, mapped=_is_map_told_of(layer, (path,)))
    snapshot = layer.snapshot
    if options.fix or options.diff:
        fixed = with_safe_fixes(snapshot, (path,), wanted)
        changes = {
            where: each for where, each in _changes(snapshot, fixed).items() if where == path
        }
        if options.diff:
            print_diff(changes)
            return 1 if changes else 0
        # As bytes: what the fixes leave alone comes out as it went in, UTF-8 or not.
        new = changes[path][1] if path in changes else text
        sys.stdout.buffer.write(new.encode("utf-8", "surrogateescape"))
        return 0
    report = _narrowed(layer_report(snapshot), (path,), wanted)
    return _report(
        options, layer.root.as_posix(), report, int(path in snapshot.documents), snapshot
    )


def _filter(
    select: Sequence[str] | None, ignore: Sequence[str] | None
) -> Callable[[Finding], bool]:
    """Which findings count, by the ids and families of --select and --ignore."""
    selected, ignored = _names(select), _names(ignore)

    def wanted(finding: Finding) -> bool:
        names = {finding.lint, finding.family}
        return (not selected or bool(names & selected)) and not names & ignored

    return wanted


def _names(options: Sequence[str] | None) -> frozenset[str]:
    names = [name.strip() for option in options or () for name in option.split(",")]
    for name in names:
        if name and name not in known_names():
            raise UsageError(f"no lint or family is called {name}{meant(name)}")
    return frozenset(filter(None, names))


def _narrowed(
    report: Mapping[str, FileFindings], paths: Sequence[str], wanted: Callable[[Finding], bool]
) -> dict[str, FileFindings]:
    return {
        path: FileFindings(tuple(filter(wanted, found.findings)), found.suppressed, found.failures)
        for path, found in report.items()
        if selects(paths, path)
    }


# Fixing.


def _changes(before: Snapshot, after: Snapshot) -> dict[str, tuple[str | None, str]]:
    texts = {path: document.text for path, document in before.documents.items()}
    return {
        path: (texts.get(path), document.text)
        for path, document in sorted(after.documents.items())
        if document.text != texts.get(path)
    }


# Reporting.


def _report(
    options: argparse.Namespace,
    root: str,
    report: Mapping[str, FileFindings],
    files: int,
    snapshot: Snapshot | None = None,
) -> int:
    if options.format == "json":
        print_json(to_json(root, report, files, snapshot))
    else:
        _print_text(report, files, snapshot)
    for path, found in report.items():
        for failure in found.failures:
            where = visible(path or "the layer")
            print(f"ctxlayer: a lint failed on {where}: {visible(failure)}", file=sys.stderr)
    findings = [finding for found in report.values() for finding in found.findings]
    return int(_fails(findings, options.fail_on, options.fail_on_stale))


def _fails(findings: Sequence[Finding], fail_on: str, stale_too: bool) -> bool:
    if fail_on == "never":
        return False
    names: list[str] = list(SEVERITIES)
    failing = names[: names.index(fail_on) + 1]
    return any(
        finding.severity in failing and (stale_too or finding.lint not in CALENDAR_LINTS)
        for finding in findings
    )


def _ordered(report: Mapping[str, FileFindings]) -> Iterator[Finding]:
    findings = (finding for found in report.values() for finding in found.findings)
    return iter(sorted(findings, key=lambda finding: finding.order))


def _place(snapshot: Snapshot | None, path: str, offset: int) -> tuple[int, int]:
    """One-based line and column; a byte order mark has no column."""
    document = snapshot.document(path) if snapshot else None
    if document is None:
        return 1, 1
    line, column = document.lines.position(offset)
    if line == 0 and document.text.startswith("\ufeff"):
        column = max(0, column - 1)
    return line + 1, column + 1


def to_json(
    root: str, report: Mapping[str, FileFindings], files: int, snapshot: Snapshot | None
) -> dict[str, object]:
    """The JSON of `check`, as `docs/cli.md` gives its shape."""
    findings = list(_ordered(report))
    counts = {f"{name}s": 0 for name in SEVERITIES}
    for finding in findings:
        counts[f"{finding.severity}s"] += 1
    suppressed = sum(found.suppressed for found in report.values())
    return {
        "version": 1,
        "root": root,
        "findings": [_finding_json(finding, snapshot) for finding in findings],
        "summary": {"files": files, **counts, "suppressed": suppressed},
    }


def _finding_json(finding: Finding, snapshot: Snapshot | None) -> dict[str, object]:
    def point(path: str, offset: int) -> dict[str, int]:
        line, column = _place(snapshot, path, offset)
        return {"line": line, "column": column}

    fix = finding.fixes[0] if finding.fixes else None
    return {
        "lint": finding.lint,
        "family": finding.family,
        "severity": finding.severity,
        "path": finding.path,
        "start": point(finding.path, finding.span.start),
        "end": point(finding.path, finding.span.end),
        "message": finding.message,
        "fix": {"title": fix.title, "safe": fix.safe} if fix else None,
        "related": [
            {"path": each.path, **point(each.path, each.span.start), "message": each.message}
            for each in finding.related
        ],
        "url": None,
    }


def _print_text(report: Mapping[str, FileFindings], files: int, snapshot: Snapshot | None) -> None:
    paint = Painter(sys.stdout)
    counts = dict.fromkeys(SEVERITIES, 0)
    fixable = 0
    for finding in _ordered(report):
        counts[finding.severity] += 1
        fixable += any(fix.safe for fix in finding.fixes)
        line, column = _place(snapshot, finding.path, finding.span.start)
        where = paint("path", f"{visible(finding.path)}:{line}:{column}:")
        what = paint(finding.severity, f"{finding.severity}[{finding.lint}]")
        print(f"{where} {what} {visible(finding.message)}")
    found = ", ".join(plural(count, name) for name, count in counts.items() if count)
    suppressed = sum(each.suppressed for each in report.values())
    print(f"{found or 'No findings'} in {plural(files, 'file')}.", end="")
    print(f" {suppressed} suppressed." if suppressed else "", end="")
    print(f" {fixable} can be fixed with --fix." if fixable else "")
