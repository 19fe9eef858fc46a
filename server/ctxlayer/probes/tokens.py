"""Who counts tokens: an exact counter that is installed here, else the estimator.

Counters are optional (`pip install ctxlayer[exact]`). None is asked to fetch anything: a vocabulary
that is not on this machine is one that we do not have.
"""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

from ctxlayer.layer.tokens import Estimate, Tokenizer, estimator

log = logging.getLogger(__name__)

_LONGEST = 100_000
"""Characters from which on a text is estimated: the exact counters need microseconds for each."""

Counter = Callable[[str], int]


class ExactTokenizer:
    """Counts as the family does; estimates where it cannot: a counter that fails, a huge text."""

    def __init__(self, family: str, load: Callable[[], Counter | None]) -> None:
        self.family = family
        self._load = load
        self._counter: Counter | None = None
        self._loaded = False

    def count(self, text: str) -> Estimate:
        """The tokens of `text`."""
        if len(text) <= _LONGEST:
            try:
                if not self._loaded:
                    self._loaded = True
                    self._counter = self._load()
                if self._counter is not None:
                    tokens = self._counter(text)
                    return Estimate(tokens, tokens, tokens, self.family, True)
            except Exception:  # somebody else's package; an estimate is still an answer
                log.warning("the exact counter of %s fails", self.family, exc_info=True)
                self._counter = None
        return estimator(self.family).count(text)


@cache
def tokenizer_of(family: str) -> Tokenizer:
    """The tokenizer of a family of `settings.TOKENIZERS`; the same object for the whole process."""
    load = _COUNTERS.get(family)
    if load is None or find_spec(load[0]) is None:
        return estimator(family)
    return ExactTokenizer(family, load[1])


def _claude(version: str, overhead: int) -> Callable[[], Counter]:
    """A loader of `ctok`, which counts one message; `overhead` is the message without its text."""

    def load() -> Counter:
        from ctok import token_count

        return lambda text: int(token_count(text, version)) - overhead

    return load


_O200K = "o200k_base"
_O200K_FILE = "fb374d419588a4632f3f557e76b4b70aebbca790"
_O200K_DIGEST = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
"""What tiktoken calls the vocabulary in its cache, and the SHA-256 that it has."""


def _openai() -> Counter | None:
    """tiktoken, if its vocabulary is cached: without it tiktoken would fetch one."""
    if not _is_cached():
        return None
    import tiktoken

    encoding: Any = tiktoken.get_encoding(_O200K)
    return lambda text: len(encoding.encode_ordinary(text))


def _is_cached() -> bool:
    """Whether tiktoken finds the vocabulary where it looks; it fetches what is not as it should be."""
    named = (os.environ.get(name) for name in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"))
    usual = os.path.join(tempfile.gettempdir(), "data-gym-cache")
    folder = next((each for each in named if each is not None), usual)
    if not folder:  # the user switched the cache off
        return False
    try:
        with open(os.path.join(folder, _O200K_FILE), "rb") as file:
            return hashlib.sha256(file.read()).hexdigest() == _O200K_DIGEST
    except OSError:
        return False


_COUNTERS: dict[str, tuple[str, Callable[[], Counter | None]]] = {
    "claude": ("ctok", _claude("4.8", 6)),
    "claude-3": ("ctok", _claude("4.6", 7)),
    "openai": ("tiktoken", _openai),
}
"""By family: the package that counts, and what loads it. Loading waits for the first text."""
