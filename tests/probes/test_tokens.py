"""Who counts: an exact counter where one is installed and whole, else the estimator."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from ctxlayer.layer.tokens import estimator
from ctxlayer.probes import tokens
from ctxlayer.probes.tokens import ExactTokenizer, tokenizer_of
from ctxlayer.settings import TOKENIZERS

TEXT = "Slack water at the sill.\n"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is known of earlier tests, nor installed that is not put there."""
    tokenizer_of.cache_clear()
    monkeypatch.setattr(tokens, "find_spec", lambda name: sys.modules.get(f"fake {name}"))
    yield
    tokenizer_of.cache_clear()


def install(monkeypatch: pytest.MonkeyPatch, name: str, **members: object) -> None:
    """Put a package in the place of one that may or may not be installed."""
    module = ModuleType(name)
    module.__dict__.update(members)
    monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setitem(sys.modules, f"fake {name}", module)


@pytest.mark.parametrize("family", TOKENIZERS)
def test_without_a_counter_tokens_are_estimated(family: str) -> None:
    assert tokenizer_of(family) is estimator(family)


def test_a_counter_that_is_installed_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "ctok", token_count=lambda text, version: len(text.split()) + 6)
    found = tokenizer_of("claude").count(TEXT)
    assert found == (5, 5, 5, "claude", True, 0)
    assert tokenizer_of("claude") is tokenizer_of("claude")
    assert tokenizer_of("gemini") is estimator("gemini")


def test_a_counter_that_fails_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def token_count(text: str, version: str) -> int:
        asked.append(text)
        raise RuntimeError("no")

    install(monkeypatch, "ctok", token_count=token_count)
    for _ in range(3):
        assert tokenizer_of("claude").count(TEXT) == estimator("claude").count(TEXT)
    assert asked == [TEXT]


def test_a_huge_text_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    counter = ExactTokenizer("claude", lambda: len)
    assert counter.count("a" * 100_000).exact
    assert not counter.count("a" * 100_001).exact


class TestTiktoken:
    """tiktoken fetches a vocabulary that it does not find; so it is asked only where it finds one."""

    @pytest.fixture
    def cache(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
        def encode(text: str) -> list[str]:
            return text.split()

        encoding = SimpleNamespace(encode_ordinary=encode)
        install(monkeypatch, "tiktoken", get_encoding=lambda name: encoding)
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
        monkeypatch.setattr(tokens, "_O200K_DIGEST", hashlib.sha256(b"ranks").hexdigest())
        return tmp_path

    def test_with_its_vocabulary_it_counts(self, cache: Path) -> None:
        (cache / tokens._O200K_FILE).write_bytes(b"ranks")
        assert tokenizer_of("openai").count(TEXT) == (5, 5, 5, "openai", True, 0)

    def test_special_tokens_are_text(self, cache: Path) -> None:
        (cache / tokens._O200K_FILE).write_bytes(b"ranks")
        assert tokenizer_of("openai").count("a <|endoftext|>").tokens == 2

    def test_without_it_is_not_asked(self, cache: Path) -> None:
        assert not tokenizer_of("openai").count(TEXT).exact

    def test_with_a_vocabulary_that_is_not_the_right_one_neither(self, cache: Path) -> None:
        (cache / tokens._O200K_FILE).write_bytes(b"rank")
        assert not tokenizer_of("openai").count(TEXT).exact

    def test_nor_where_its_cache_is_switched_off(
        self, cache: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (cache / tokens._O200K_FILE).write_bytes(b"ranks")
        monkeypatch.chdir(cache)
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
        assert not tokenizer_of("openai").count(TEXT).exact
