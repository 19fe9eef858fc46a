/** The review queue: pick a file to verify, or copy what to ask the running system about it. */
import * as vscode from "vscode";
import { type QueuedFile, type ReviewQueue, reviewQueue } from "./protocol";
import { reach, reasons } from "./reviewText";
import type { Server } from "./server";

interface Item extends vscode.QuickPickItem {
  readonly file: QueuedFile;
}

const copyQuery: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("copy"),
  tooltip: "Copy the verification query",
};

/** Offers what a person should verify next, the worst first. Nothing is marked and nothing is run. */
export async function showReviewQueue(server: Server): Promise<void> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const uri = active?.scheme === "file" ? active.toString() : undefined;
  // A file outside every layer leads to that of the first folder.
  const found =
    (uri && (await server.request(reviewQueue, { uri }))) ||
    (await server.request(reviewQueue, {}));
  if (!found?.queue.length) {
    await vscode.window.showInformationMessage("Nothing here waits for a person.");
    return;
  }
  pick(found);
}

function pick({ root, queue }: ReviewQueue): void {
  const picker = vscode.window.createQuickPick<Item>();
  picker.title = "Review queue: what to verify next";
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.items = queue.map((file) => ({
    label: file.path,
    description: reach(file),
    detail: reasons(file),
    buttons: file.query === null ? [] : [copyQuery],
    file,
  }));
  picker.onDidTriggerItemButton(async ({ item }) => {
    await vscode.env.clipboard.writeText(item.file.query ?? "");
    vscode.window.setStatusBarMessage("Verification query copied. Nothing was run.", 4000);
  });
  picker.onDidAccept(async () => {
    const [item] = picker.selectedItems;
    picker.hide();
    if (item !== undefined) {
      const target = vscode.Uri.joinPath(vscode.Uri.file(root), item.file.path);
      await vscode.commands.executeCommand("vscode.open", target);
    }
  });
  picker.onDidHide(() => picker.dispose());
  picker.show();
}
