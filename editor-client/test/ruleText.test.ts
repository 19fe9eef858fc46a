import assert from "node:assert/strict";
import { test } from "node:test";
import type { PathMatch, RuleMatch } from "../src/protocol";
import { firing, reasons, ruleLines, standing, weight } from "../src/ruleText";

function rule(path: string, runtime: string, pattern: string | null, tokens: number | null = 310) {
  const because = { kind: pattern === null ? "always" : "glob", pattern };
  const temperature = pattern === null ? "hot" : "cool";
  return { path, runtime, temperature, because, tokens } satisfies RuleMatch;
}

const looms = [
  rule(".rules/looms.md", "claude", "src/**"),
  rule(".rules/looms.md", "copilot", "src/**"),
];
const match: PathMatch = {
  path: "src/loom.py",
  rules: [
    ...looms,
    rule(".rules/tone.md", "cursor", null, null),
    rule("a.md", "cursor", "*.py", 1),
  ],
};

test("a rule that two runtimes load is one rule", () => {
  assert.deepEqual(
    firing(match).map((each) => each.path),
    [".rules/looms.md", "a.md"],
  );
  assert.deepEqual(
    standing(match).map((each) => each.path),
    [".rules/tone.md"],
  );
});

test("the runtimes that load it are named by their reason", () => {
  const readings = [...looms, rule(".rules/looms.md", "cursor", "**/*.py")];
  const words = reasons({ path: ".rules/looms.md", readings });
  assert.equal(words, "src/** (claude, copilot); **/*.py (cursor)");
});

test("tokens that nobody counted are not shown", () => {
  assert.equal(weight({ path: "a.md", readings: [rule("a.md", "cursor", "*.py", null)] }), "cool");
  assert.equal(
    weight({ path: "a.md", readings: [rule("a.md", "cursor", "*.py", 1)] }),
    "cool · ≈1 token",
  );
});

test("the tooltip tells what the file loads before what is there anyway", () => {
  assert.deepEqual(ruleLines(match), [
    "This file loads:",
    ".rules/looms.md: src/** (claude, copilot) · cool · ≈310 tokens",
    "a.md: *.py (cursor) · cool · ≈1 token",
    "Whatever the file:",
    ".rules/tone.md: always (cursor) · hot",
  ]);
  assert.deepEqual(ruleLines(null), []);
});
