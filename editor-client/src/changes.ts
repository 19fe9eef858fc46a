/** What changed since a file was verified, one version beside another. All of it is read-only. */
import * as vscode from "vscode";
import { type Change, changesOf } from "./changesText";
import { changesSince, textAt, type Version } from "./protocol";
import type { Server } from "./server";

const scheme = "ctxlayer";

/** Shows versions of files that the server reads from git. */
export class Versions implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #server: Server;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #listeners: vscode.Disposable[];

  constructor(server: Server) {
    this.#server = server;
    this.#listeners = [
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      server.onDidChangeState((state) => state === "running" && this.#askAnew()),
    ];
  }

  dispose(): void {
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  /** Editors that come back with the window are filled before there is a server to ask. */
  #askAnew(): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === scheme) {
        this.#changed.fire(uri);
      }
    }
  }

  async provideTextDocumentContent(
    uri: vscode.Uri,
    token: vscode.CancellationToken,
  ): Promise<string> {
    const version: Version = JSON.parse(uri.query);
    // A file that a commit adds has no text before it.
    return (await this.#server.request(textAt, version, token))?.text ?? "";
  }

  /** Offers what changed since a file was verified, the active one if none is named. */
  async show(named?: string): Promise<void> {
    const file = named
      ? vscode.Uri.parse(named, true)
      : vscode.window.activeTextEditor?.document.uri;
    const found = file && (await this.#server.ask(changesSince, file));
    const changes = found ? changesOf(file.toString(), found) : [];
    if (file === undefined || changes.length === 0) {
      await vscode.window.showInformationMessage(
        "Nothing is known to have changed since this file was verified.",
      );
      return;
    }
    const [only] = changes;
    const picked =
      changes.length === 1
        ? only
        : await vscode.window.showQuickPick(changes, {
            title: `What changed since ${found?.path} was verified`,
            matchOnDescription: true,
            matchOnDetail: true,
          });
    if (picked) {
      await this.#open(file, picked);
    }
  }

  async #open(file: vscode.Uri, { title, before, after }: Change): Promise<void> {
    const right = after === undefined ? file : versionUri(after);
    await vscode.commands.executeCommand("vscode.diff", versionUri(before), right, title);
  }
}

/** The path is for people and for the language of the text; what is asked for is in the query. */
function versionUri(version: Version): vscode.Uri {
  const place = [version.repo, version.path].filter(Boolean).join("/");
  return vscode.Uri.from({ scheme, path: `/${place}`, query: JSON.stringify(version) });
}
