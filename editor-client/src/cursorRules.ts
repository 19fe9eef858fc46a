/** In Cursor: offers, once, to open rule files as text. */
import * as vscode from "vscode";

const askedKey = "ctxlayer.mdcEditorAsked";

/**
 * Cursor opens `.mdc` files in an editor of its own, in which no extension can show a diagnostic,
 * a completion or a lens. Which editor opens a file is the person's choice, so it is asked for.
 */
export async function offerTextEditor(context: vscode.ExtensionContext): Promise<void> {
  if (!vscode.env.appName.includes("Cursor") || context.globalState.get<boolean>(askedKey)) {
    return;
  }
  const workbench = vscode.workspace.getConfiguration("workbench");
  const associations = workbench.get<Record<string, string>>("editorAssociations", {});
  if ("*.mdc" in associations) {
    return;
  }
  const found = await vscode.workspace.findFiles("**/*.mdc", "**/node_modules/**", 1);
  if (found.length === 0) {
    return;
  }
  const accept = "Use the Text Editor";
  const choice = await vscode.window.showInformationMessage(
    "Context Layer shows its findings in rule files (*.mdc) only where they open in the text editor.",
    accept,
    "Keep Cursor's Editor",
  );
  await context.globalState.update(askedKey, true);
  if (choice === accept) {
    const wanted = { ...associations, "*.mdc": "default" };
    await workbench.update("editorAssociations", wanted, vscode.ConfigurationTarget.Global);
  }
}
