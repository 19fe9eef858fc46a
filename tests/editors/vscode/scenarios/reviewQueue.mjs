export const title = "the review queue names what to verify next, with its reasons, and opens it";
export const file = "index/trigger-table.md";

const row = ".quick-input-list .monaco-list-row";

export async function run(workbench) {
  await workbench.see(".squiggly-error");
  await workbench.runCommand("Context Layer: Review Queue");
  await workbench.see(row, "knowledge/tide-windows/overview.md");
  await workbench.see(row, "verified 2026-06-15");
  await workbench.screenshot("review-queue");
  await workbench.type("tide-windows/overview");
  await workbench.see(`${row}.focused`, "knowledge/tide-windows/overview.md");
  await workbench.press("Enter");
  await workbench.see(".tab.active", "overview.md");
}
