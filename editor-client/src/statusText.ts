/** The words of the status bar: what the server answered about a file, as short as it goes. */
import { count, grouped, signed } from "./numbers";
import type { FileStatus, LayerBudget, PathMatch } from "./protocol";
import { firing } from "./ruleText";

/**
 * `Tier 2 · verified 41 d ago · 2 rules · hot 7.9k +42`; undefined for a file outside every layer.
 *
 * The rules are those that this path brings in. The tooltip has those that load for every file.
 */
export function statusText(
  match: PathMatch | null,
  status: FileStatus | null,
  budget: LayerBudget | null = null,
): string | undefined {
  if (match === null && status === null) {
    return undefined;
  }
  const parts: string[] = [];
  if (status?.tier) {
    parts.push(`Tier ${status.tier}`);
  }
  const age = freshness(status);
  if (age !== undefined) {
    parts.push(age);
  }
  const rules = firing(match).length;
  if (rules > 0) {
    parts.push(count(rules, "rule"));
  }
  return [parts.join(" · ") || "no rules", hotText(budget)].filter(Boolean).join(" · ");
}

/** `hot 7.9k +42`: tokens in every message, and what was added since the last commit. */
export function hotText(budget: LayerBudget | null): string {
  if (budget === null || budget.tokens === null || budget.tokens === 0) {
    return "";
  }
  return `hot ${short(budget.tokens)}${budget.delta ? ` ${signed(budget.delta)}` : ""}`;
}

/** The tooltip's paragraph about the hot set. */
export function budgetLines(budget: LayerBudget | null): string[] {
  if (budget === null || budget.tokens === null) {
    return [];
  }
  const parts = [
    `in every message: ${budget.words} tokens (${budget.family}), ${budget.runtime}`,
    `budget ${grouped(budget.budget)}`,
  ];
  if (budget.delta) {
    parts.push(`${signed(budget.delta)} since HEAD`);
  }
  if (budget.unknown > 0) {
    parts.push(`${count(budget.unknown, "part")} not known`);
  }
  return [parts.join(" · ")];
}

function short(tokens: number): string {
  return tokens < 1000 ? `${tokens}` : `${(tokens / 1000).toFixed(1)}k`;
}

/** What says how fresh a file is: a reason to doubt it comes before the day it was checked. */
export function freshness(status: FileStatus | null): string | undefined {
  const doubt = status?.stale[0];
  if (doubt !== undefined) {
    return `stale: ${doubt.kind}`;
  }
  if (status?.verified_by === "unverified") {
    return "unverified";
  }
  if (typeof status?.age_days === "number") {
    return status.age_days <= 0 ? "verified today" : `verified ${status.age_days} d ago`;
  }
  return undefined;
}

/** The tooltip's paragraphs, as plain text with one item a line. */
export function statusLines(status: FileStatus | null): string[] {
  if (status === null) {
    return [];
  }
  const lines = [[status.kind, status.source].filter(Boolean).join(", ")];
  if (status.status !== null) {
    lines.push(
      `status ${status.status}${status.status_by ? `, written by ${status.status_by}` : ""}`,
    );
  }
  if (status.last_verified !== null && status.verified_by !== null) {
    lines.push(`verified by ${status.verified_by} on ${status.last_verified}`);
  }
  return [...lines, ...status.stale.map(({ kind, evidence }) => `${kind}: ${evidence}`)];
}
