export const title = "the status bar tells a knowledge file's tier and when it was verified";
export const file = "knowledge/berth-allocation/overview.md";

export async function run(workbench) {
  const item = await workbench.seeStatus(/Tier 2 · verified 17 d ago\b/);
  await item.hover();
  await workbench.see(".monaco-hover", "verified by developer on 2026-11-12");
  await workbench.screenshot("status-bar-trust");
}
