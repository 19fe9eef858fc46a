export const title = "one command mends all that needs no choice";
export const file = ".rules/manifests.md";

export async function run(workbench) {
  await workbench.see(".squiggly-error");
  await workbench.focusEditor();
  await workbench.runCommand("Context Layer: Fix All Safe Problems in This File");
  await workbench.seeNoMore(".squiggly-error");
  await workbench.save(file, /globs: ["']\*/);
}
