import { almanac, almanacFile } from "../almanac.mjs";

export const title = "what changed in a source since the file was verified is shown side by side";
export const file = almanacFile;
export const sibling = "almanac";
export const extraFiles = { [file]: almanac };

export async function run(workbench) {
  workbench.commitBeside(sibling, "src/tables.txt", "high water at one\n", "2026-11-10");
  await workbench.see(".codelens-decoration", "1 commit to almanac/src/tables.txt");
  await workbench.goTo(file, "2026-11-01");
  await workbench.chooseFix("Show what changed since it was verified");
  await workbench.see(".monaco-diff-editor .original .view-line", "high water at noon");
  await workbench.see(".monaco-diff-editor .modified .view-line", "high water at one");
  await workbench.screenshot("show-changes");
}
