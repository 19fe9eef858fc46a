export const title = "the hover of a pointer tells how far to trust its file";
export const file = "index/trigger-table.md";

export async function run(workbench) {
  await workbench.see(".squiggly-error");
  await workbench.goTo(file, "draught-classes.md");
  await workbench.showHover("Tier 2");
  await workbench.screenshot("hover");
}
