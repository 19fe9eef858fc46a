import assert from "node:assert/strict";

export const title = "a dead pointer is mended by keyboard";
export const file = "index/trigger-table.md";

export async function run(workbench) {
  await workbench.seeProblem("overveiw.md");
  await workbench.goTo(file, "overveiw.md");
  const titles = await workbench.openFixes("overview.md");
  assert.match(titles[0], /overview\.md/, "the preferred fix comes first");
  await workbench.screenshot("quick-fix");
  await workbench.press("Enter");
  await workbench.seeProblemNoMore("overveiw.md");
  await workbench.save(file, "| pilotage | overview.md · boarding-points.md |");
}
