"""The command line of `python -m ctxlayer.dev`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ctxlayer.dev import fit_tokens, pages, scaffold

ROOT = Path(__file__).parents[3]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a tool; 1 where pages are not as the code has them, 2 on wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m ctxlayer.dev", description=__doc__)
    tools = parser.add_subparsers(dest="tool", required=True)
    docs = tools.add_parser("docs", help="write the generated pages")
    docs.add_argument("--check", action="store_true", help="write nothing, fail on a difference")
    lint = tools.add_parser("new-lint", help="start a lint and its fixture")
    lint.add_argument("name", metavar="FAMILY/ID", help="for example links/dead-link")
    fit = tools.add_parser("fit-tokens", help="fit the weights of the token estimator")
    fit.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="checkouts to fit to")
    fit.add_argument(
        "--held-out", nargs="+", type=Path, required=True, metavar="FOLDER", help="to measure on"
    )
    fit.add_argument(
        "--vocabulary", action="append", default=[], metavar="FAMILY=FILE", help="of a tokenizer"
    )
    fit.add_argument("--write", action="store_true", help="write the weights and docs/tokens.md")
    options = parser.parse_args(argv)
    if options.tool == "docs":
        return _docs(check=options.check)
    if options.tool == "fit-tokens":
        return _fit_tokens(options)
    try:
        created = scaffold.new_lint(ROOT, options.name)
    except scaffold.ScaffoldError as error:
        print(error, file=sys.stderr)
        return 2
    print(*(f"created {path.relative_to(ROOT)}" for path in created), sep="\n")
    return 0


def _fit_tokens(options: argparse.Namespace) -> int:
    named = (each.partition("=") for each in options.vocabulary)
    vocabularies = {family: Path(path) for family, _, path in named}
    print(
        fit_tokens.run(ROOT, options.folders, options.held_out, vocabularies, write=options.write)
    )
    return 0


def _docs(*, check: bool) -> int:
    outdated = pages.outdated(ROOT)
    if not check:
        pages.write(ROOT)
        print(*(f"wrote {path}" for path in outdated), sep="\n")
        return 0
    if outdated:
        print("These pages are not as the code has them:", *outdated, sep="\n  ")
        print("`make docs` writes them.")
    return 1 if outdated else 0


if __name__ == "__main__":
    sys.exit(main())
