"""Where runtimes keep the MCP servers of a project, and in what shape: one record each.

A fact that was not found out is None, or empty, and then nothing is said about it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Syntax = Literal["json", "yaml", "toml"]
EnvValues = Literal["texts", "texts and numbers", ""]
Sure = Literal["documentation", "source", "reports"]


class Evidence(NamedTuple):
    """Where a record was read, when (an ISO date), and what kind of source that is."""

    source: str
    read_on: str
    sure: Sure


@dataclass(frozen=True, slots=True)
class AdapterFormat:
    """How one runtime reads the servers of a project.

    `key` leads to the servers, part by part; `also` are further ways to them. `own_file` says that
    the file holds nothing else, so that a missing key can be told. `comments` and `commas` (before
    a closing bracket) are None where it is not known whether the runtime takes them. `types` are
    the accepted values of `type`. `typed_url`: a `url` without `type` is refused. `complete`: a
    server with neither a command nor an address is refused. `reference` writes a reference to the
    environment variable `NAME`; "" where the runtime reads none.
    """

    id: str
    title: str
    paths: tuple[str, ...]
    key: tuple[str, ...]
    evidence: Evidence
    also: tuple[tuple[str, ...], ...] = ()
    folder: str = ""
    """A folder whose every file is one; "" for none."""
    syntax: Syntax = "json"
    own_file: bool = False
    comments: bool | None = None
    commas: bool | None = None
    types: tuple[str, ...] = ()
    default_type: str = "stdio"
    remote_type: str = "http"
    typed_url: bool = False
    urls: tuple[str, ...] = ("url",)
    complete: bool = False
    command_list: bool = False
    env: str = "env"
    env_values: EnvValues = ""
    reference: str = ""
    inputs: str = ""
    """The key of the list that defines what `${input:id}` asks a person for."""
    instead: str = ""
    """Where it reads no references: how a server gets a secret."""
    unread: str = ""
    """A pattern of references that others read and this one passes on as they are."""
    allowlist: str = ""
    """The key of the tools that alone are offered; "" where there is none."""
    permissions: str = ""
    """The file whose rules allow or refuse single tools; "" where there is none."""


CLAUDE = AdapterFormat(
    id="claude",
    title="Claude Code",
    paths=(".mcp.json",),
    key=("mcpServers",),
    own_file=True,
    comments=False,
    commas=False,
    types=("stdio", "http", "streamable-http", "sse", "ws", "sdk"),
    typed_url=True,
    complete=True,
    env_values="texts",
    reference="${NAME}",
    unread=r"\$\{(?:env|input):(?P<name>[A-Za-z_]\w*)\}",
    permissions=".claude/settings.json",
    evidence=Evidence("code.claude.com/docs/en/mcp; anthropics/claude-code#35372", "2026-11-30", "documentation"),
)  # fmt: skip
CURSOR = AdapterFormat(
    id="cursor",
    title="Cursor",
    paths=(".cursor/mcp.json",),
    key=("mcpServers",),
    own_file=True,
    complete=True,
    reference="${env:NAME}",
    evidence=Evidence("cursor.com/docs/context/mcp", "2026-10-08", "documentation"),
)
VSCODE = AdapterFormat(
    id="vscode",
    title="VS Code",
    paths=(".vscode/mcp.json",),
    key=("servers",),
    own_file=True,
    comments=True,
    commas=True,
    types=("stdio", "http", "sse"),
    complete=True,
    env_values="texts and numbers",
    reference="${env:NAME}",
    inputs="inputs",
    unread=r"\$\{(?P<name>[A-Z][A-Z0-9_]*)\}",
    evidence=Evidence(
        "microsoft/vscode: contrib/mcp/common/mcpConfiguration.ts", "2026-11-30", "source"
    ),
)
GEMINI = AdapterFormat(
    id="gemini",
    title="Gemini CLI",
    paths=(".gemini/settings.json",),
    key=("mcpServers",),
    comments=True,
    urls=("httpUrl", "url", "tcp"),
    remote_type="",
    reference="${NAME}",
    allowlist="includeTools",
    evidence=Evidence(
        "google-gemini/gemini-cli: docs/tools/mcp-server.md", "2026-11-30", "documentation"
    ),
)
QWEN = AdapterFormat(
    id="qwen",
    title="Qwen Code",
    paths=(".qwen/settings.json",),
    key=("mcpServers",),
    urls=("httpUrl", "url", "tcp"),
    remote_type="",
    reference="${NAME}",
    allowlist="includeTools",
    evidence=Evidence(
        "qwenlm.github.io/qwen-code-docs/en/users/features/mcp", "2026-11-30", "documentation"
    ),
)
KIRO = AdapterFormat(
    id="kiro",
    title="Kiro",
    paths=(".kiro/settings/mcp.json",),
    key=("mcpServers",),
    own_file=True,
    reference="${NAME}",
    evidence=Evidence("kiro.dev/docs/mcp/configuration", "2026-11-30", "documentation"),
)
ROO = AdapterFormat(
    id="roo",
    title="Roo Code",
    paths=(".roo/mcp.json",),
    key=("mcpServers",),
    own_file=True,
    types=("stdio", "sse", "streamable-http"),
    remote_type="streamable-http",
    typed_url=True,
    complete=True,
    env_values="texts",
    reference="${env:NAME}",
    evidence=Evidence("RooCodeInc/Roo-Code: src/services/mcp/McpHub.ts", "2026-11-30", "source"),
)  # fmt: skip
AMAZON_Q = AdapterFormat(
    id="amazon-q",
    title="Amazon Q Developer",
    paths=(".amazonq/mcp.json",),
    key=("mcpServers",),
    own_file=True,
    comments=False,
    commas=False,
    evidence=Evidence("aws/amazon-q-developer-cli#2082", "2026-11-30", "reports"),
)
OPENCODE = AdapterFormat(
    id="opencode",
    title="opencode",
    paths=("opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"),
    key=("mcp", "servers"),
    also=(("mcp",),),
    comments=True,
    commas=True,
    types=("local", "remote"),
    default_type="local",
    remote_type="remote",
    command_list=True,
    env="environment",
    reference="{env:NAME}",
    evidence=Evidence("opencode.ai/docs/mcp-servers", "2026-11-30", "documentation"),
)  # fmt: skip
ZED = AdapterFormat(
    id="zed",
    title="Zed",
    paths=(".zed/settings.json",),
    key=("context_servers",),
    comments=True,
    commas=True,
    evidence=Evidence("zed.dev/docs/ai/mcp", "2026-11-30", "documentation"),
)
CODEX = AdapterFormat(
    id="codex",
    title="Codex",
    paths=(".codex/config.toml",),
    key=("mcp_servers",),
    syntax="toml",
    instead="name its variable in `env_vars`, `env_http_headers` or `bearer_token_env_var`",
    allowlist="enabled_tools",
    evidence=Evidence("developers.openai.com/codex/mcp", "2026-11-30", "documentation"),
)
CONTINUE = AdapterFormat(
    id="continue",
    title="Continue",
    paths=(),
    folder=".continue/mcpServers/",
    key=("mcpServers",),
    syntax="yaml",
    remote_type="streamable-http",
    reference="${{ secrets.NAME }}",
    evidence=Evidence("docs.continue.dev/customize/deep-dives/mcp", "2026-11-30", "documentation"),
)

FORMATS = (
    CLAUDE, CURSOR, VSCODE, GEMINI, QWEN, KIRO, ROO, AMAZON_Q, OPENCODE, ZED, CODEX, CONTINUE,
)  # fmt: skip
"""Every format; the first ones win where two configure an adapter of one name."""

FOREIGN_KEYS = ("mcpServers", "servers", "mcp_servers", "context_servers", "mcp")
"""Keys under which some runtime keeps its servers."""

PERMISSIONS = tuple(each.permissions for each in FORMATS if each.permissions)
"""Files with rules about single tools."""

_BY_PATH = {path: each for each in FORMATS for path in each.paths}
_ENDINGS = {"json": (".json",), "yaml": (".yaml", ".yml"), "toml": (".toml",)}

OWN_FILES = tuple(path for each in FORMATS if each.own_file for path in each.paths)
"""Files that hold nothing but servers: finding one shows that a folder has a layer of rules."""


def format_of(path: str) -> AdapterFormat | None:
    """How the file at `path` is read, by its place; None where no runtime looks for servers."""
    found = _BY_PATH.get(path)
    if found is not None or not path.startswith("."):
        return found
    for each in FORMATS:
        folder = each.folder
        if folder and path.startswith(folder) and "/" not in path[len(folder) :]:
            return each if path.endswith((*_ENDINGS[each.syntax], ".json")) else None
    return None


def syntax_of(path: str, form: AdapterFormat) -> Syntax:
    """What the file is written in: a folder of YAML takes the JSON of others as well."""
    return "json" if path.endswith((".json", ".jsonc")) else form.syntax
