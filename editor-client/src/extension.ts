/** The extension's ends: what starts when the editor does, and what stops with it. */
import * as vscode from "vscode";
import { Versions } from "./changes";
import { refreshCodeLenses } from "./codeLens";
import { fetchSiblings, fixAll, openFile } from "./commands";
import { offerTextEditor } from "./cursorRules";
import { refreshInlayHints } from "./inlayHints";
import { showReviewQueue } from "./reviewQueue";
import { Server } from "./server";
import { StatusBar } from "./statusBar";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("Context Layer", { log: true });
  const running = new Server(context, log);
  const statusBar = new StatusBar(running);
  const versions = new Versions(running);
  server = running;

  // Registered before the server starts, so that they answer when it does not.
  context.subscriptions.push(
    log,
    running,
    statusBar,
    versions,
    vscode.commands.registerCommand("ctxlayer.restart", () => running.restart()),
    vscode.commands.registerCommand("ctxlayer.showOutput", () => log.show()),
    vscode.commands.registerCommand("ctxlayer.showRules", () => statusBar.pickRule()),
    vscode.commands.registerCommand("ctxlayer.openFile", openFile),
    vscode.commands.registerCommand("ctxlayer.fixAll", fixAll),
    vscode.commands.registerCommand("ctxlayer.showChanges", (uri?: string) => versions.show(uri)),
    vscode.commands.registerCommand("ctxlayer.reviewQueue", () => showReviewQueue(running)),
    vscode.commands.registerCommand("ctxlayer.fetchSiblings", () => fetchSiblings(running)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => running.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("ctxlayer.interpreter")) {
        void running.restart();
      }
      if (change.affectsConfiguration("ctxlayer.statusBar")) {
        void statusBar.refresh();
      }
      if (change.affectsConfiguration("ctxlayer.codeLens") && running.client) {
        refreshCodeLenses(running.client);
      }
      if (change.affectsConfiguration("ctxlayer.inlayHints") && running.client) {
        refreshInlayHints(running.client);
      }
    }),
  );

  void offerTextEditor(context);
  await running.restart();
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}
