/** Turns the counts behind patterns off and on with the setting, without a restart. */
import * as vscode from "vscode";
import { InlayHintRequest, type LanguageClient, type Middleware } from "vscode-languageclient/node";

export const inlayHintMiddleware: Middleware = {
  provideInlayHints: (document, viewPort, token, next) =>
    enabled() ? next(document, viewPort, token) : [],
};

function enabled(): boolean {
  return vscode.workspace.getConfiguration("ctxlayer").get("inlayHints.enabled", true);
}

/** Asks the editor to ask again for the hints of every open document. */
export function refreshInlayHints(client: LanguageClient): void {
  const feature = client.getFeature(InlayHintRequest.method);
  for (const document of vscode.workspace.textDocuments) {
    feature.getProvider(document)?.onDidChangeInlayHints.fire();
  }
}
