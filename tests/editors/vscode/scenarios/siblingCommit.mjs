import { eventually } from "../eventually.mjs";

export const title = "a commit to a sibling turns the lens and the Problems of the open file, untouched";
export const file = "knowledge/tide-windows/almanac.md";
export const sibling = "almanac";
export const extraFiles = {
  [file]: `---
source: human-authored
created: 2026-10-01
last-verified: 2026-11-01
verified-by: developer
status: confirmed
tracks: ["almanac:src/tables.txt"]
---

# Almanac

High water is when the tables say so.
`,
};

export async function run(workbench) {
  await workbench.see(".codelens-decoration", "verified 28 d ago");
  await workbench.filterProblems("almanac.md");
  await workbench.see(".markers-panel .monaco-list-row", "no topic points at");
  workbench.commitBeside(sibling, "src/tables.txt", "high water at one\n", "2026-11-10");
  const turned = async () =>
    (await workbench.lenses("1 commit to almanac/src/tables.txt").count()) > 0 &&
    (await workbench.problems("1 commit to almanac/src/tables.txt").count()) > 0;
  await eventually("the lens and the Problems follow", turned, { seconds: 3 });
  await workbench.screenshot("sibling-commit");
}
