import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileStatus, LayerBudget, PathMatch, RuleMatch } from "../src/protocol";
import { budgetLines, hotText, statusLines, statusText } from "../src/statusText";

function rule(temperature: string, pattern: string | null): RuleMatch {
  const because = { kind: pattern === null ? "always" : "glob", pattern };
  return { path: ".rules/looms.md", runtime: "layer", temperature, because, tokens: 310 };
}

function match(...rules: RuleMatch[]): PathMatch {
  return { path: "src/loom.py", rules };
}

function status(changes: Partial<FileStatus>): FileStatus {
  return {
    path: "knowledge/looms/overview.md",
    kind: "knowledge",
    tier: 2,
    source: "human-authored",
    status: "confirmed",
    status_by: null,
    verified_by: "developer",
    last_verified: "2026-10-19",
    age_days: 41,
    stale: [],
    ...changes,
  };
}

test("tier, age and the rules that the path brings in", () => {
  const dyes = { ...rule("cool", "*.py"), path: ".rules/dyes.md" };
  const rules = match(rule("cool", "src/**"), dyes, rule("hot", null));
  assert.equal(statusText(rules, status({})), "Tier 2 · verified 41 d ago · 2 rules");
});

test("a file outside every layer has no text", () => {
  assert.equal(statusText(null, null), undefined);
});

test("a source file has its rules only", () => {
  assert.equal(statusText(match(rule("cool", "src/**")), null), "1 rule");
  assert.equal(statusText(match(rule("hot", null)), null), "no rules");
});

test("a reason to doubt comes before the day of the last check", () => {
  const stale = [{ kind: "expired", evidence: "41 days, the limit is 30" }];
  assert.equal(statusText(match(), status({ stale })), "Tier 2 · stale: expired");
});

test("what nobody verified says so, and today is today", () => {
  const unverified = status({ verified_by: "unverified", last_verified: null, age_days: null });
  assert.equal(statusText(match(), unverified), "Tier 2 · unverified");
  assert.equal(statusText(null, status({ age_days: 0 })), "Tier 2 · verified today");
});

test("the tooltip's lines", () => {
  const stale = [{ kind: "source-moved", evidence: "3 commits touched src/loom.py" }];
  assert.deepEqual(statusLines(status({ status_by: "agent", stale })), [
    "knowledge, human-authored",
    "status confirmed, written by agent",
    "verified by developer on 2026-10-19",
    "source-moved: 3 commits touched src/loom.py",
  ]);
  assert.deepEqual(statusLines(null), []);
});

function budget(changes: Partial<LayerBudget>): LayerBudget {
  return {
    tokens: 7866,
    words: "≈7,866 ±13 %",
    family: "claude",
    runtime: "Claude Code",
    budget: 22000,
    unknown: 0,
    delta: null,
    ...changes,
  };
}

test("the hot set stands behind all else, with what was added since the last commit", () => {
  assert.equal(statusText(match(), null, budget({})), "no rules · hot 7.9k");
  assert.equal(hotText(budget({ delta: 42 })), "hot 7.9k +42");
  assert.equal(hotText(budget({ tokens: 310, delta: -8 })), "hot 310 -8");
  assert.equal(hotText(budget({ delta: 0 })), "hot 7.9k");
});

test("what nobody counted is not shown, and what is not known is said", () => {
  assert.equal(hotText(budget({ tokens: null })), "");
  assert.deepEqual(budgetLines(budget({ tokens: null })), []);
  assert.deepEqual(budgetLines(budget({ unknown: 3, delta: 1240 })), [
    "in every message: ≈7,866 ±13 % tokens (claude), Claude Code · budget 22,000 · +1,240 since HEAD · 3 parts not known",
  ]);
});
