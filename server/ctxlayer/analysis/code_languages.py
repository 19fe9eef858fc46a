"""Programming languages: what their files are called, and what their code is called in fences."""

from __future__ import annotations

from typing import NamedTuple


class Language(NamedTuple):
    """A language, or several that one project writes side by side."""

    name: str
    endings: tuple[str, ...]
    words: tuple[str, ...]
    """What fences and titles call it, in lower case."""


LANGUAGES = (
    Language("Python", ("py", "pyi"), ("python", "py", "python3")),
    Language(
        "TypeScript and JavaScript",
        ("ts", "tsx", "js", "jsx", "mjs", "cjs", "mts", "cts"),
        ("typescript", "ts", "tsx", "javascript", "js", "jsx"),
    ),
    Language("Vue", ("vue",), ("vue",)),
    Language("Svelte", ("svelte",), ("svelte",)),
    Language("Go", ("go",), ("go", "golang")),
    Language("Rust", ("rs",), ("rust", "rs")),
    Language("Java", ("java",), ("java",)),
    Language("Kotlin", ("kt", "kts"), ("kotlin", "kt")),
    Language("Scala", ("scala",), ("scala",)),
    Language("C#", ("cs",), ("csharp", "cs", "c#")),
    Language("C and C++", ("c", "h", "cc", "cpp", "hpp", "cxx"), ("c", "cpp", "c++")),
    Language("Ruby", ("rb",), ("ruby", "rb")),
    Language("PHP", ("php",), ("php",)),
    Language("Swift", ("swift",), ("swift",)),
    Language("Dart", ("dart",), ("dart", "flutter")),
    Language("Elixir", ("ex", "exs"), ("elixir",)),
    Language("Solidity", ("sol",), ("solidity", "sol")),
    Language("SQL", ("sql",), ("sql",)),
    Language("CSS", ("css", "scss", "sass", "less"), ("css", "scss", "sass", "less")),
    Language("Terraform", ("tf", "tfvars"), ("terraform", "hcl", "tf")),
)

BY_ENDING = {ending: language for language in LANGUAGES for ending in language.endings}
BY_WORD = {word: language for language in LANGUAGES for word in language.words}


def language_of(path: str) -> Language | None:
    """The language of a file by its ending; None for what is no code."""
    name = path.rpartition("/")[2]
    return BY_ENDING.get(name.rpartition(".")[2].lower()) if "." in name else None
