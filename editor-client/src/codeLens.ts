/** Turns the code lenses off and on with the setting, without a restart. */
import * as vscode from "vscode";
import { CodeLensRequest, type LanguageClient, type Middleware } from "vscode-languageclient/node";

export const codeLensMiddleware: Middleware = {
  provideCodeLenses: (document, token, next) => (enabled() ? next(document, token) : []),
};

function enabled(): boolean {
  return vscode.workspace.getConfiguration("ctxlayer").get("codeLens.enabled", true);
}

/** Asks the editor to ask again for the lenses of every open document. */
export function refreshCodeLenses(client: LanguageClient): void {
  const feature = client.getFeature(CodeLensRequest.method);
  for (const document of vscode.workspace.textDocuments) {
    feature.getProvider(document)?.onDidChangeCodeLensEmitter.fire();
  }
}
