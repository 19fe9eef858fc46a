export const title = "the status bar tells the size of the hot set on any file, and what it is made of";
export const file = ".mcp.json";

export async function run(workbench) {
  const item = await workbench.seeStatus(/(?:^| · )hot [\d.]+k?/);
  await item.hover();
  await workbench.see(".monaco-hover", "in every message");
  await workbench.screenshot("status-bar-budget");
}
