export const title = "the hover of a pattern names the files that it matches";
export const file = ".rules/cranes.md";

export async function run(workbench) {
  await workbench.see(".codelens-decoration", "cool");
  await workbench.goTo(file, "src/cranes/**");
  await workbench.showHover("src/cranes/roster.py");
  await workbench.screenshot("glob-hover");
}
