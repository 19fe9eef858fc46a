export const title = "a knowledge file renamed in the explorer takes its pointers along";
export const file = "knowledge/tide-windows/gauges.md";

const table = "index/trigger-table.md";
const renamed = "knowledge/tide-windows/tide-gauges.md";

export async function run(workbench) {
  await workbench.seeStatus(/Tier 2/);
  await workbench.renameInExplorer("gauges.md", "tide-gauges.md");
  await workbench.answerDialog("Context Layer", "OK");
  await workbench.seeOnDisk(table, "| tide-windows | overview.md · tide-gauges.md · extractions/");
  await workbench.seeOnDisk(renamed, "# ");
  await workbench.seeNotOnDisk(file);

  // The table is right in the editor too, and no pointer in it is dead that was not before.
  await workbench.openFile(table);
  await workbench.see(".view-line", "tide-gauges.md");
  await workbench.seeProblem("overveiw.md");
  await workbench.seeProblemNoMore("`gauges.md` does not exist");
  await workbench.screenshot("rename-file");
}
