/** The words of the status bar: what the server answered about a file, as short as it goes. */
import type { FileStatus, PathMatch, RuleMatch } from "./protocol";

/** The rules that load because of this very path; hot ones load for every path. */
export function coolRules(match: PathMatch | null): readonly RuleMatch[] {
  return match?.rules.filter((rule) => rule.temperature === "cool") ?? [];
}

export function otherRules(match: PathMatch | null): readonly RuleMatch[] {
  return match?.rules.filter((rule) => rule.temperature !== "cool") ?? [];
}

/**
 * `Tier 2 · verified 41 d ago · 2 rules`; undefined for a file outside every layer.
 *
 * The rules are those that this path brings in. The tooltip has those that load for every file.
 */
export function statusText(match: PathMatch | null, status: FileStatus | null): string | undefined {
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
  const rules = coolRules(match).length;
  if (rules > 0) {
    parts.push(count(rules, "rule"));
  }
  return parts.join(" · ") || "no rules";
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

/** Why a rule loads: `src/**` for a pattern, `always` and the like for the rest. */
export function reason(rule: RuleMatch): string {
  return rule.because.pattern ? rule.because.pattern : rule.because.kind;
}

/** `cool · cursor · ≈310 tokens`: whether the server counted or estimated is not said here. */
export function ruleDetail(rule: RuleMatch): string {
  const parts = [rule.temperature, rule.runtime];
  if (typeof rule.tokens === "number") {
    parts.push(`≈${count(rule.tokens, "token")}`);
  }
  return parts.join(" · ");
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

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
