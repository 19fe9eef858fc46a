/** The rules of a file in words: one line a rule, with each runtime that loads it and why. */
import { count } from "./numbers";
import type { PathMatch, RuleMatch } from "./protocol";

/** One rule file, with what each runtime makes of it. */
export interface RuleReadings {
  readonly path: string;
  /** In the order of the answer. */
  readonly readings: readonly RuleMatch[];
}

/** The rules that load because of this very path, in at least one runtime. */
export function firing(match: PathMatch | null): RuleReadings[] {
  return byPath(match?.rules.filter((rule) => rule.temperature === "cool") ?? []);
}

/** Those that load, or may load, whatever the path is. */
export function standing(match: PathMatch | null): RuleReadings[] {
  return byPath(match?.rules.filter((rule) => rule.temperature !== "cool") ?? []);
}

function byPath(rules: readonly RuleMatch[]): RuleReadings[] {
  const found = new Map<string, RuleMatch[]>();
  for (const rule of rules) {
    const readings = found.get(rule.path);
    if (readings === undefined) {
      found.set(rule.path, [rule]);
    } else {
      readings.push(rule);
    }
  }
  return [...found].map(([path, readings]) => ({ path, readings }));
}

/** Why a rule loads: `src/**` for a pattern, `always` and the like for the rest. */
export function reason(rule: RuleMatch): string {
  return rule.because.pattern ? rule.because.pattern : rule.because.kind;
}

/** `src/** (claude, copilot); always (cursor)`: the runtimes that load a rule, by their reason. */
export function reasons({ readings }: RuleReadings): string {
  const runtimes = new Map<string, string[]>();
  for (const rule of readings) {
    runtimes.set(reason(rule), [...(runtimes.get(reason(rule)) ?? []), rule.runtime]);
  }
  return [...runtimes].map(([why, names]) => `${why} (${names.join(", ")})`).join("; ");
}

/** `cool · ≈310 tokens`: whether the server counted or estimated is not said here. */
export function weight({ readings }: RuleReadings): string {
  const temperatures = [...new Set(readings.map((rule) => rule.temperature))];
  const tokens = readings.find((rule) => typeof rule.tokens === "number")?.tokens;
  const words = typeof tokens === "number" ? [`≈${count(tokens, "token")}`] : [];
  return [temperatures.join(", "), ...words].join(" · ");
}

/** The tooltip's paragraphs: first what this path brings in, then what is there anyway. */
export function ruleLines(match: PathMatch | null): string[] {
  const line = (rule: RuleReadings): string => `${rule.path}: ${reasons(rule)} · ${weight(rule)}`;
  const fired = firing(match).map(line);
  const others = standing(match).map(line);
  return [
    ...(fired.length > 0 ? ["This file loads:", ...fired] : []),
    ...(others.length > 0 ? ["Whatever the file:", ...others] : []),
  ];
}
