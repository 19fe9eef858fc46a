export const title = "a dead pointer is underlined and listed under Problems";
export const file = "index/trigger-table.md";

export async function run(workbench) {
  await workbench.see(".squiggly-error");
  await workbench.seeProblem("overveiw.md");
  await workbench.screenshot("problems");
}
