"""What real tokenizers count, for those that are installed or whose vocabulary is at hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

Counter = Callable[[str], int]


def references(vocabularies: Mapping[str, Path]) -> dict[str, Counter]:
    """A counter for each family that can be counted here.

    `vocabularies` are `tokenizer.json` files of the library `tokenizers`, or the `tekken` files of
    Mistral, by family. Text that spells a special token is counted as text where the library can.
    """
    found: dict[str, Counter] = {}
    if find_spec("ctok"):
        count = import_module("ctok").token_count
        found["claude"] = lambda text: count(text, "4.8") - 6
        found["claude-3"] = lambda text: count(text, "4.6") - 7
    if find_spec("bpe_openai"):  # carries its vocabulary, which tiktoken would fetch
        encoding: Any = import_module("bpe_openai").get_encoding("o200k_base")
        found["openai"] = lambda text: len(encoding.encode_ordinary(text))
    for family, path in vocabularies.items():
        found[family] = _tekken(path) if "tekken" in path.name else _vocabulary(path)
    return dict(sorted(found.items()))


def _vocabulary(path: Path) -> Counter:
    tokenizer: Any = import_module("tokenizers").Tokenizer.from_file(str(path))
    tokenizer.encode_special_tokens = True
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def _tekken(path: Path) -> Counter:
    module: Any = import_module("mistral_common.tokens.tokenizers.tekken")
    tokenizer: Any = module.Tekkenizer.from_file(str(path))
    return lambda text: len(tokenizer.encode(text, bos=False, eos=False))
