export const title = "Format Document aligns the trigger table";
export const file = "index/trigger-table.md";

export async function run(workbench) {
  await workbench.seeProblem("overveiw.md");
  await workbench.focusEditor();
  await workbench.runCommand("Format Document");
  // A row that is torn by a pipe in code is left alone; all others are aligned.
  await workbench.save(file, /^\| pilotage {5}\| overveiw\.md · boarding-points\.md +\| harbourdb/m);
}
