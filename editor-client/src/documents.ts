/** The documents that the server is told about. */
import type { DocumentFilter } from "vscode-languageclient/node";

/**
 * Files are chosen by place, not by language: editors give `SKILL.md`, `*.instructions.md` and
 * `*.mdc` languages of their own, or none. Which of them belong to a layer is the server's to say.
 */
const patterns = [
  "**/*.md",
  "**/*.mdc",
  "**/.cursorrules",
  "**/{ctxlayer.toml,pyproject.toml}",
  "**/{.mcp.json,.cursor/mcp.json,.vscode/mcp.json,.roo/mcp.json,.amazonq/mcp.json}",
  "**/{.kiro/settings/mcp.json,.gemini/settings.json,.qwen/settings.json}",
  "**/{.zed/settings.json,.codex/config.toml}",
  "**/{opencode.json,opencode.jsonc,.continue/mcpServers/*,.claude/settings.json}",
  "**/.local/repo-paths.json",
  "**/graph/entities.yaml",
  "**/bundles/*.yaml",
  "**/work-packages.yaml",
  "**/routing-cases.{yaml,yml,json,tsv}",
];

export const documentSelector: DocumentFilter[] = patterns.map((pattern) => ({
  scheme: "file",
  pattern,
}));
