export const title = "an untrusted workspace is checked, says it is restricted, and can be trusted";
export const file = "knowledge/tide-windows/gauges.md";
export const trusted = false;

const shield = "#ctxlayer\\.ctxlayer\\.ctxlayer\\.status .codicon-shield";

export async function run(workbench) {
  await workbench.see(".squiggly-error");
  const item = await workbench.seeStatus(/Tier 2/);
  await workbench.see(shield);
  await item.hover();
  await workbench.see(".monaco-hover", "Restricted Mode: the server asks git nothing");
  await workbench.screenshot("restricted-mode");

  await workbench.runCommand("Workspaces: Manage Workspace Trust");
  const trust = await workbench.see(".workspace-trust-editor .monaco-button", "Trust");
  await trust.click();
  await workbench.see(".workspace-trust-editor", "You trust");
  const close = await workbench.see('.monaco-modal-editor-block .action-label[aria-label^="Close"]');
  await close.click();
  await workbench.seeStatus(/Tier 2/);
  await workbench.seeNoMore(shield);
}
