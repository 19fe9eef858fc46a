export const title = "the status bar says that a knowledge file is stale";
export const file = "knowledge/tide-windows/overview.md";

export async function run(workbench) {
  await workbench.seeStatus(/Tier 2 · stale: expired\b/);
}
