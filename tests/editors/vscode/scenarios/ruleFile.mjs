export const title = "a rule file of Cursor's is checked, whatever its language";
export const file = ".cursor/rules/berths.mdc";
export const extraFiles = {
  ".vscode/settings.json": JSON.stringify({ "files.associations": { "*.mdc": "plaintext" } }),
  [file]: '---\ndescription: How berth requests are ranked\nalwaysApply: "true"\n---\n\n# Berths\n',
};

export async function run(workbench) {
  await workbench.see(".squiggly-error");
  await workbench.see(".statusbar-item", "Plain Text");
  await workbench.seeProblem("alwaysApply");
  await workbench.screenshot("rule-file");
}
