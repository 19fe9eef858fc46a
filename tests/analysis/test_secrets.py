"""Secrets are found whole and in place; what only looks like one is left alone.

No token stands here in one piece: they are drawn when the tests run.
"""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.analysis.secrets import document_secrets, find_secrets, looks_secret, masked
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement

BASE62 = string.ascii_letters + string.digits
HEX = "0123456789abcdef"


def drawn(size: int, letters: str = BASE62, seed: int = 7) -> str:
    return "".join(random.Random(seed).choices(letters, k=size))


PEM = "\n".join(
    ["-----BEGIN RSA PRIVATE" + " KEY-----", drawn(64), drawn(64), "-----END RSA PRIVATE KEY-----"]
)
TOKENS = {
    "gh" + "p_" + drawn(36): "github-token",
    "gh" + "s_" + drawn(36): "github-token",
    "github" + "_pat_" + drawn(22) + "_" + drawn(59): "github-token",
    "gl" + "pat-" + drawn(20): "gitlab-token",
    "sk" + "-ant-api03-" + drawn(93) + "AA": "anthropic-key",
    "sk" + "-proj-" + drawn(74) + "T3BlbkFJ" + drawn(74): "openai-key",
    "sk" + "-" + drawn(48): "api-key",
    "AK" + "IA" + drawn(16, string.ascii_uppercase + "234567"): "aws-access-key",
    "AI" + "za" + drawn(35): "google-api-key",
    "xo"
    "xb-"
    + drawn(12, string.digits)
    + "-"
    + drawn(12, string.digits)
    + "-"
    + drawn(24): "slack-token",
    "sk" + "_live_" + drawn(24): "stripe-key",
    "np" + "m_" + drawn(36): "npm-token",
    "h" + "f_" + drawn(34): "huggingface-token",
    "SG" + "." + drawn(22) + "." + drawn(43): "sendgrid-key",
    "ey" + "J" + drawn(30) + ".ey" + "J" + drawn(60) + "." + drawn(43): "jwt",
    drawn(9, "123456789") + ":A" + "A" + drawn(33): "telegram-token",
    PEM: "private-key",
}
AROUND = [
    "{}",
    "潮位 `{}` 港",
    '{{"env": {{"KEY": "{}"}}}}',
    "| desk | {} |",
    "export KEY={}\r\n",
    "🦀 <!-- {} -->",
    "[desk](https://harbour.test/?key={})",
    "key: '{}' # for the desk",
]


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("token", TOKENS, ids=TOKENS.values())
def test_a_token_is_found_whole_wherever_it_stands(token: str, around: str) -> None:
    text = around.format(token)
    (found,) = find_secrets(text)
    assert found.span.of(text) == token
    assert found.kind == TOKENS[token]


NAMED = [
    ("api_key = '{}'", "api-key", drawn(32)),
    ("API_KEY={}", "api-key", drawn(32, HEX)),
    ("**API key:** `{}`", "api-key", drawn(24)),
    ("| API key | `{}` |", "api-key", drawn(24)),
    ('"clientSecret": "{}"', "secret", drawn(40)),
    ("DB_PASSWORD={}", "password", "Xk9" + "qL2vT8z"),
    ("The password is `{}`.", "password", "Xk9" + "qL2vT8z"),
    ("aws_secret_access_key = {}", "aws-secret-key", drawn(40)),
    ("Authorization: Bearer {}", "token", drawn(40)),
    ("postgres://desk:{}@db7.harbour.net/tides", "url-password", "Xk9" + "qL2vT8zB4m"),
]


@pytest.mark.parametrize(("around", "kind", "value"), NAMED)
def test_a_value_drawn_by_chance_is_found_behind_a_name_that_says_so(
    around: str, kind: str, value: str
) -> None:
    text = around.format(value)
    (found,) = find_secrets(text)
    assert (found.span.of(text), found.kind) == (value, kind)


NONE = [
    "AKIAIOSFODNN7" + "EXAMPLE",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY",
    "gh" + "p_" + "x" * 36,
    "gh" + "p_" + "abc123def456ghi789jkl012mno345pqr678",
    "gh" + "p_" + "1234567890abcdefghijklmnopqrstuvwxyz",
    "gh" + "p_YourPersonalAccessTokenGoesHere12345",
    "gh" + "p_****",
    "gh" + "p_" + drawn(36) + "...",
    "sk" + "-...",
    "sk" + "-ant-...",
    "OPENAI_API_KEY=sk" + "-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "API_KEY=YOUR_KEY",
    "api_key: <token>",
    "password: changeme",
    "password: ${DB_PASSWORD}",
    "password: {{ vault.tides }}",
    "password: hunter2",
    "PASSWORD=correct-horse-battery-staple",
    "token: <redacted:github-token>",
    "secret_name: tide-desk-2026-prod-a7f3",
    "token_file: /run/secrets/tide-desk-7f3a9c2b1d4e",
    "tokenizer: cl100k_base_2026_a1b2c3d4",
    "max_tokens: 4096",
    "nextPageToken: " + drawn(40),
    "getAccessToken: getTokenForUser2Cache",
    "token: 7b8a3c1e-0f4d-4c59-9e1b-2d6f8a7c5b3e",
    "commit " + drawn(40, HEX),
    "sha256:" + drawn(64, HEX),
    "the secret is in `harbour/desk.md`, see 2026-11-02",
    "postgres://postgres:postgres@localhost:5432/tides",
    "postgres://desk:" + drawn(16) + "@localhost/tides",
    "postgres://user:password123@host/tides",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "-----BEGIN PUBLIC KEY-----\n" + drawn(64) + "\n-----END PUBLIC KEY-----",
    "data:image/png;base64," + drawn(4000, BASE62 + "+/"),
    "![tide](" + drawn(64, HEX) + ".png)",
    "integrity sha512-" + drawn(86, BASE62 + "+/") + "==",
    "task-" + drawn(32),
    "token: 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    "?token=be930b8cfb5011eb9a030242ac130003",
    "Authorization: Bearer ey" + "JhbGciOiJIUzI1NiJ9.ey" + "J0ZXN0IjoidGVzdCJ9.invalid" + drawn(20),
    "api_key: phc_" + drawn(40),
    "token: " + "ey" + "JhIjoiRVhBTVBMRSIsInQiOiJFWEFNUExFIn0=",
]


@pytest.mark.parametrize("text", NONE)
def test_what_opens_no_door_is_left_alone(text: str) -> None:
    assert find_secrets(text) == ()


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [
        ("DB_PASSWORD", "tide4desk9", "password"),
        ("HARBOUR_TOKEN", "gh" + "p_" + drawn(36), "github-token"),
        ("PLAIN", "gh" + "p_" + drawn(36), "github-token"),
        ("Authorization", "Bearer " + drawn(30), "token"),
        ("HARBOUR_API_KEY", drawn(32, HEX), "api-key"),
        ("DB_PASSWORD", "${DB_PASSWORD}", None),
        ("DB_PASSWORD", "$DB_PASSWORD", None),
        ("API_KEY", "${input:api-key}", None),
        ("API_KEY", "YOUR_API_KEY", None),
        ("API_KEY", "", None),
        ("TOKEN_FILE", "/run/tide/desk7token", None),
        ("TOKEN_PATH", "desk7/tides9", None),
        ("MAX_TOKENS", "4096000000a", None),
        ("PASSWORD", "postgres", None),
        ("TOKEN", "op://desk/tides/key1", None),
        ("LOG_LEVEL", "debug", None),
    ],
)
def test_a_configuration_holds_a_secret_under_a_name_that_says_so(
    key: str, value: str, kind: str | None
) -> None:
    assert looks_secret(key, value) == kind


@given(st.text(), st.sampled_from(sorted(TOKENS)), st.text())
def test_secrets_are_in_order_and_apart(before: str, token: str, after: str) -> None:
    text = f"{before} {token} {after}"
    found = find_secrets(text)
    assert any(secret.span.of(text).startswith(token) for secret in found)
    ends = [0, *(secret.span.end for secret in found)]
    assert all(secret.span.start >= end for secret, end in zip(found, ends, strict=False))


HOSTILE = [
    "-----BEGIN PRIVATE KEY-----",
    "-eyJaaaaaaaaaaaaaaaa",
    "token: ",
    "password=a1",
    "://",
    "a://b:",
    "gh" + "p_",
    "sk" + "-ant-api03-",
    "xo" + "xb-",
    "AKIA",
    "a" * 1000,
    "secret" * 100 + "=",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_megabyte_of_anything_is_read(piece: str) -> None:
    find_secrets(piece * (1_000_000 // len(piece)))


def test_every_repetition_of_a_secret_is_masked_also_where_it_is_cut_short() -> None:
    tokens = [
        f"gh{'p'}_{number:04}b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"[:40]
        for number in range(5000, 7000)
    ]
    text = "".join(f"key {number}: {token}\n" for number, token in enumerate(tokens))
    document = Document("a.md", Placement(Kind.KNOWLEDGE), text)
    assert len(document_secrets(document)) == len(tokens)
    said = f"`{tokens[7]}` and {tokens[7]}{tokens[1999][:20]}... of {tokens[3][:9]}"
    marked = "<redacted:github-token>"
    assert masked(said, document) == f"`{marked}` and {marked}{marked}... of {tokens[3][:9]}"
    assert masked("nothing of it", document) == "nothing of it"
