"""All generated pages: what they hold, whether the files agree, writing them."""

from __future__ import annotations

from pathlib import Path

from ctxlayer.dev import cli_page, editor_page, lint_pages, runtimes_page, settings_pages

LINTS = "docs/lints"


def generated(root: Path) -> dict[str, str]:
    """Path below `root` to text, for every page that is made from the code."""
    return {
        **{f"{LINTS}/{name}": text for name, text in lint_pages.pages().items()},
        "docs/settings.md": settings_pages.page(),
        "docs/ctxlayer.schema.json": settings_pages.schema(),
        "docs/cli.md": cli_page.page(),
        "docs/runtimes.md": runtimes_page.page(),
        "docs/editor-settings.md": editor_page.page(root / "editor-client" / "package.json"),
    }


def outdated(root: Path) -> list[str]:
    """The pages that are missing, differ, or belong to no lint any more; sorted."""
    wanted = generated(root)
    wrong = [path for path, text in wanted.items() if _read(root / path) != text]
    return sorted(wrong + _left_over(root, wanted))


def write(root: Path) -> None:
    """Make the files agree with the code."""
    wanted = generated(root)
    for path in _left_over(root, wanted):
        (root / path).unlink()
    for path, text in wanted.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")


def _left_over(root: Path, wanted: dict[str, str]) -> list[str]:
    there = (f"{LINTS}/{path.name}" for path in (root / LINTS).glob("*.md"))
    return [path for path in there if path not in wanted]


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None
