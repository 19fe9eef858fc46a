export const title = "an interpreter setting that does not work is told, with a way to mend it";
export const file = "index/trigger-table.md";
export const extraFiles = {
  ".vscode/settings.json": JSON.stringify({ "ctxlayer.interpreter": ["/nowhere/python3"] }),
};

export async function run(workbench) {
  const notification = await workbench.see(".notification-toast", "`/nowhere/python3`");
  await notification.getByRole("button", { name: "Set Interpreter" }).waitFor();
  await workbench.seeStatus(/Context Layer/);
}
