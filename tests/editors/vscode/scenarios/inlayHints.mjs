export const title = "a rule shows how many files stand behind its pattern";
export const file = ".rules/cranes.md";

export async function run(workbench) {
  await workbench.see(".view-line", /src\/cranes.*1\sfile/);
  await workbench.screenshot("inlay-hints");
}
