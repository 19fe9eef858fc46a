"""What the secrets of known issuers look like: a prefix that nobody writes by chance, and a body.

The shapes are those that issuers document, or that public scanners of secrets (gitleaks,
detect-secrets) hold them to; docs/dependencies.md says why none of those is used itself. Where an
issuer has changed lengths, the shape takes the shortest.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple


class Shape(NamedTuple):
    """The secrets of one issuer.

    A text without any of `hints` holds none. Group `body` of the pattern is what was drawn by
    chance, which placeholders are not.
    """

    kind: str
    hints: tuple[str, ...]
    source: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """Compiled when the first text holds a hint."""
        return _compiled(self.source)


_BASE62 = "[A-Za-z0-9]"
_BASE64URL = "[A-Za-z0-9_-]"
_HEX = "[a-f0-9]"

_PREFIXED: tuple[tuple[str, str, str], ...] = (
    # kind, prefixes, body
    ("github-token", "ghp_ gho_ ghu_ ghr_", _BASE62 + "{36,255}"),
    ("github-token", "ghs_", "[A-Za-z0-9_.-]{36,700}"),
    ("github-token", "github_pat_", "[A-Za-z0-9_]{40,255}"),
    (
        "gitlab-token",
        "glpat- gldt- glptt- glrt- glcbt- glft- glsoat- glimt- glagent- gloas- glffct-",
        "[A-Za-z0-9_.-]{20,300}",
    ),
    ("anthropic-key", "sk-ant-", r"[a-z]{3,6}\d\d-" + _BASE64URL + "{32,200}"),
    ("openai-key", "sk-proj- sk-svcacct- sk-admin-", _BASE64URL + "{40,200}"),
    ("openrouter-key", "sk-or-v1-", _HEX + "{64}"),
    ("api-key", "sk-", _BASE62 + "{32,64}"),
    ("elevenlabs-key", "sk_", _HEX + "{48}"),
    ("groq-key", "gsk_", _BASE62 + "{48,60}"),
    ("xai-key", "xai-", _BASE62 + "{70,90}"),
    ("perplexity-key", "pplx-", _BASE62 + "{40,64}"),
    ("replicate-token", "r8_", _BASE62 + "{37,40}"),
    ("huggingface-token", "hf_", _BASE62 + "{34,40}"),
    ("langsmith-key", "lsv2_pt_ lsv2_sk_", _HEX + "{32}_" + _HEX + "{10}"),
    ("tavily-key", "tvly-", "(?:dev-|prod-)?" + _BASE62 + "{20,64}"),
    ("aws-access-key", "AKIA ASIA ABIA ACCA", "[A-Z0-9]{16}"),
    ("google-api-key", "AIza", _BASE64URL + "{35}"),
    ("google-oauth-secret", "GOCSPX-", _BASE64URL + "{28}"),
    ("google-oauth-token", "ya29.", _BASE64URL + "{40,400}"),
    ("azure-storage-key", "AccountKey=", "[A-Za-z0-9+/]{86}=="),
    (
        "slack-token",
        "xoxb- xoxp- xoxa- xoxr- xoxs- xoxc- xoxd- xoxe- xapp-",
        "[A-Za-z0-9%-]{20,400}",
    ),
    (
        "slack-webhook",
        "hooks.slack.com/services/",
        "T[A-Z0-9]{6,14}/B[A-Z0-9]{6,14}/[A-Za-z0-9]{18,40}",
    ),
    ("discord-webhook", "discord.com/api/webhooks/", r"\d{15,22}/" + _BASE64URL + "{50,90}"),
    ("stripe-key", "sk_live_ rk_live_", _BASE62 + "{16,247}"),
    ("stripe-webhook-secret", "whsec_", "[A-Za-z0-9+/]{32,64}={0,2}"),
    ("npm-token", "npm_", _BASE62 + "{36}"),
    ("pypi-token", "pypi-AgE", _BASE64URL + "{50,1000}"),
    ("rubygems-key", "rubygems_", _HEX + "{48}"),
    ("docker-token", "dckr_pat_ dckr_oat_", _BASE64URL + "{27,64}"),
    ("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", _HEX + "{64}"),
    ("shopify-token", "shpat_ shpca_ shppa_ shpss_", "[a-fA-F0-9]{32}"),
    ("sendgrid-key", "SG.", _BASE64URL + r"{22}\." + _BASE64URL + "{43}"),
    ("brevo-key", "xkeysib-", _HEX + "{64}-" + _BASE62 + "{16}"),
    ("grafana-token", "glsa_", _BASE62 + "{32}_[A-Fa-f0-9]{8}"),
    ("grafana-token", "glc_eyJ", "[A-Za-z0-9+/]{30,400}={0,3}"),
    ("vault-token", "hvs. hvb.", _BASE64URL + "{24,300}"),
    ("databricks-token", "dapi", _HEX + r"{32}(?:-\d)?"),
    ("postman-key", "PMAK-", _HEX + "{24}-" + _HEX + "{34}"),
    ("linear-key", "lin_api_ lin_oauth_", _BASE62 + "{40,64}"),
    ("notion-token", "ntn_", _BASE62 + "{46}"),
    ("figma-token", "figd_", _BASE64URL + "{40,60}"),
    ("pulumi-token", "pul-", _HEX + "{40}"),
    ("doppler-token", "dp.pt. dp.st.", r"[A-Za-z0-9_.-]{40,80}"),
    ("sentry-token", "sntrys_ sntryu_", r"[A-Za-z0-9+/=_]{60,400}"),
    ("newrelic-key", "NRAK-", "[A-Z0-9]{27}"),
    ("dynatrace-token", "dt0c01.", r"[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    ("atlassian-token", "ATATT3 ATCTT3 ATBB", r"[A-Za-z0-9_=-]{28,250}"),
    ("tailscale-key", "tskey-", "(?:auth|api|client|scim)-[A-Za-z0-9-]{20,80}"),
    ("fly-token", "fm1r_ fm1a_ fm2_", "[A-Za-z0-9+/]{100,2000}={0,3}"),
    ("supabase-token", "sbp_ sb_secret_", _BASE64URL + "{24,64}"),
    ("onepassword-token", "ops_eyJ", "[A-Za-z0-9+/_-]{200,2000}={0,3}"),
    ("age-key", "AGE-SECRET-KEY-1", "[A-Z0-9]{58}"),
    ("artifactory-key", "AKCp", _BASE62 + "{69}"),
    ("mapbox-token", "sk.eyJ", _BASE64URL + r"{40,300}\." + _BASE64URL + "{20,60}"),
    ("square-token", "sq0atp- sq0csp-", _BASE64URL + "{22,60}"),
    ("contentful-token", "CFPAT-", _BASE64URL + "{43}"),
    ("posthog-key", "phx_", _BASE62 + "{43,60}"),
    ("firecrawl-key", "fc-", _HEX + "{32}"),
)

_OTHERS: tuple[tuple[str, str, str], ...] = (
    # kind, hint, pattern
    ("azure-client-secret", "Q~", r"(?P<body>[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34})"),
    ("terraform-token", ".atlasv1.", rf"(?P<body>{_BASE62}{{14}}\.atlasv1\.{_BASE64URL}{{60,70}})"),
    ("telegram-token", ":AA", rf"\d{{8,10}}:AA(?P<body>{_BASE64URL}{{33}})"),
    (
        "jwt",
        "eyJ",
        # No start inside a longer run: looking for the dots must not begin at every one.
        rf"(?<![_-])eyJ{_BASE64URL}{{10,1000}}\.(?P<body>eyJ{_BASE64URL}{{10,4000}}\.{_BASE64URL}{{20,800}})",
    ),
)


@cache
def hints() -> tuple[tuple[str, Shape], ...]:
    """Each hint with its shape."""
    return tuple((hint, shape) for shape in shapes() for hint in shape.hints)


@cache
def shapes() -> tuple[Shape, ...]:
    """Every shape."""
    found = []
    for kind, prefixes, body in _PREFIXED:
        hints = tuple(prefixes.split())
        start = "|".join(re.escape(hint) for hint in hints)
        found.append(Shape(kind, hints, _bounded(f"(?:{start})(?P<body>{body})")))
    for kind, hint, pattern in _OTHERS:
        found.append(Shape(kind, (hint,), _bounded(pattern)))
    return tuple(found)


def _bounded(pattern: str) -> str:
    """The pattern where no letter or digit runs on at its ends."""
    return f"(?<![A-Za-z0-9])(?:{pattern})(?![A-Za-z0-9])"


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source)
