export const title = "an untrusted workspace cannot choose the interpreter";
export const file = "knowledge/berth-allocation/overview.md";
export const trusted = false;
export const extraFiles = {
  ".vscode/settings.json": JSON.stringify({ "ctxlayer.interpreter": ["/nowhere/python3"] }),
};

export async function run(workbench) {
  await workbench.seeStatus(/Tier 2 · verified 17 d ago/);
}
