import assert from "node:assert/strict";

export const title = "the lens of a rule tells when it loads and what it costs";
export const file = ".rules/entry.md";

export async function run(workbench) {
  const lens = await workbench.see(".codelens-decoration", "a session of");
  const text = (await lens.innerText()).replace(/\s+/g, " ");
  assert.match(text, /hot · ≈\d+ ±\d+ % tokens .*· ≈\d+ a message · ≈[\d,]+ a session of \d+/);
  await workbench.screenshot("rule-lens");
}
