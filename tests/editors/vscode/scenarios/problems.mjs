export const title = "a dead pointer is underlined, listed under Problems and counted in a lens";
export const file = "index/trigger-table.md";

export async function run(workbench) {
  await workbench.see(".squiggly-error");
  await workbench.see(".codelens-decoration", "1 dead");
  await workbench.seeProblem("overveiw.md");
  await workbench.screenshot("problems");
}
