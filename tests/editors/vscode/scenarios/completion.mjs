export const title = "a pointer is suggested while it is typed";
export const file = "index/trigger-table.md";

export async function run(workbench) {
  await workbench.see(".squiggly-error");
  await workbench.goTo(file, "| cargo-manifests | overview.md", { after: true });
  await workbench.type(" · ");
  await workbench.seeSuggestion("hazard-classes.md");
  await workbench.screenshot("completion");
  await workbench.acceptSuggestion("hazard-classes.md");
  await workbench.save(file, "| cargo-manifests | overview.md · hazard-classes.md |");
}
