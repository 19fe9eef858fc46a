/** Commands of the palette, and those that the server's code lenses call. */
import * as vscode from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient/node";
import type { Server } from "./server";

interface Position {
  readonly line: number;
  readonly character: number;
}

/** Opens a file, at a position if one is given (zero-based, as the protocol counts). */
export async function openFile(uri: string, position?: Position): Promise<void> {
  const options: vscode.TextDocumentShowOptions = {};
  if (position !== undefined) {
    const at = new vscode.Position(position.line, position.character);
    options.selection = new vscode.Range(at, at);
  }
  await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(uri, true), options);
}

/**
 * Fetches every clone of the repo map. The server's own command has another name: the library
 * registers that one, for lenses and actions.
 */
export async function fetchSiblings(server: Server): Promise<void> {
  await server.client?.sendRequest(ExecuteCommandRequest.type, { command: "ctxlayer.fetch" });
}

/** Applies every fix that needs no choice to the file in the active editor. */
export async function fixAll(): Promise<void> {
  await vscode.commands.executeCommand("editor.action.sourceAction", {
    kind: "source.fixAll.ctxlayer",
    apply: "first",
  });
}
