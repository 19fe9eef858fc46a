export const title = "a topic is renamed with F2, its folder and extraction with it";
export const file = "index/trigger-table.md";

const renamed = "| tide-tables | overview.md · gauges.md · extractions/2026-11-03-tide-tables.md |";

export async function run(workbench) {
  await workbench.see(".squiggly-error");
  await workbench.goTo(file, "tide-windows |");
  await workbench.press("F2");
  const input = await workbench.see(".rename-box input, input.rename-input");
  await input.fill("tide-tables");
  await workbench.press("Enter");
  await workbench.see(".view-line", "tide-tables");
  await workbench.seeOnDisk("knowledge/tide-tables/gauges.md", "# Gauges");
  await workbench.seeOnDisk("extractions/2026-11-03-tide-tables.md", "---");
  await workbench.seeNotOnDisk("knowledge/tide-windows/gauges.md");
  await workbench.save(file, renamed);
  await workbench.seeProblem("overveiw.md");
  await workbench.seeProblemNoMore("`gauges.md` does not exist");
}
