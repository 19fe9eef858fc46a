export const title = "the status bar counts a source file's rules, and opens them";
export const file = "src/cranes/roster.py";

export async function run(workbench) {
  const item = await workbench.seeStatus(/\b1\srule\b/);
  await item.click();
  await workbench.see(".quick-input-list .monaco-list-row", ".rules/cranes.md");
  await workbench.screenshot("status-bar-rules");
  await workbench.press("Enter");
  await workbench.see(".tab.active", "cranes.md");
}
