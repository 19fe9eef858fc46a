export const title = "a hint behind a pattern counts its files, and follows the text";
export const file = ".rules/cranes.md";

export async function run(workbench) {
  await workbench.see(".view-line", "1 file");
  await workbench.goTo(file, "src/cranes/**", { after: true });
  await workbench.screenshot("glob-hint");
  await workbench.type("/*.md");
  await workbench.see(".view-line", "no files");
}
