/** The status bar item: tier, freshness and rules of the file in the active editor. */
import * as vscode from "vscode";
import {
  type FileStatus,
  fileStatus,
  type LayerBudget,
  layerStatus,
  matchPath,
  type PathMatch,
} from "./protocol";
import { firing, type RuleReadings, reasons, ruleLines, standing, weight } from "./ruleText";
import type { Server } from "./server";
import { budgetLines, statusLines, statusText } from "./statusText";

const restricted =
  "Restricted Mode: the server asks git nothing and starts no adapter until you trust this workspace.";

interface Shown {
  readonly uri: vscode.Uri;
  readonly match: PathMatch | null;
  readonly status: FileStatus | null;
  readonly budget: LayerBudget | null;
}

export class StatusBar implements vscode.Disposable {
  readonly #server: Server;
  readonly #item: vscode.StatusBarItem;
  readonly #listeners: vscode.Disposable[];
  #request = new vscode.CancellationTokenSource();
  #shown: Shown | undefined;

  constructor(server: Server) {
    this.#server = server;
    this.#item = vscode.window.createStatusBarItem(
      "ctxlayer.status",
      vscode.StatusBarAlignment.Right,
      90,
    );
    this.#item.name = "Context Layer";
    const refresh = (): void => void this.refresh();
    this.#listeners = [
      this.#item,
      vscode.window.onDidChangeActiveTextEditor(refresh),
      vscode.workspace.onDidSaveTextDocument(refresh),
      server.onDidChangeState(refresh),
      server.onDidChangeStatus(refresh),
    ];
  }

  dispose(): void {
    this.#request.cancel();
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  /** Asks anew about the active file; of overlapping calls only the last one shows its answer. */
  async refresh(): Promise<void> {
    this.#request.cancel();
    this.#request = new vscode.CancellationTokenSource();
    const { token } = this.#request;
    if (!vscode.workspace.getConfiguration("ctxlayer").get("statusBar.enabled", true)) {
      this.#item.hide();
      return;
    }
    if (this.#server.state !== "running") {
      this.#showServer();
      return;
    }
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (uri?.scheme !== "file") {
      this.#shown = undefined;
      this.#item.hide();
      return;
    }
    const [match, status, layer] = await Promise.all([
      this.#server.ask(matchPath, uri, token),
      this.#server.ask(fileStatus, uri, token),
      this.#server.ask(layerStatus, uri, token),
    ]);
    if (!token.isCancellationRequested) {
      this.#show({ uri, match, status, budget: layer?.budget ?? null });
    }
  }

  /** Offers the rules that load, or may load, for the active file and opens the chosen one. */
  async pickRule(): Promise<void> {
    const shown = this.#shown;
    const rules = [...firing(shown?.match ?? null), ...standing(shown?.match ?? null)];
    if (shown === undefined || rules.length === 0) {
      await vscode.window.showInformationMessage("No rule loads for this file.");
      return;
    }
    const picked = await vscode.window.showQuickPick(
      rules.map((rule) => ({
        label: rule.path,
        description: reasons(rule),
        detail: weight(rule),
        rule,
      })),
      { title: `Rules for ${shown.match?.path}`, matchOnDescription: true },
    );
    const target = picked && ruleUri(shown, picked.rule);
    if (target) {
      await vscode.window.showTextDocument(target);
    }
  }

  #showServer(): void {
    const { state } = this.#server;
    this.#shown = undefined;
    if (state === "stopped") {
      this.#item.hide();
      return;
    }
    const failed = state === "failed";
    this.#item.text = failed ? "$(error) Context Layer" : "$(loading~spin) Context Layer";
    this.#item.tooltip = failed ? "The server is not running." : "The server is starting.";
    this.#item.command = "ctxlayer.showOutput";
    this.#item.show();
  }

  #show(shown: Shown): void {
    const text = statusText(shown.match, shown.status, shown.budget);
    this.#shown = shown;
    if (text === undefined) {
      this.#item.hide();
      return;
    }
    this.#item.text = `$(${icon(shown.status)}) ${text}`;
    this.#item.tooltip = tooltip(shown);
    this.#item.command = "ctxlayer.showRules";
    this.#item.accessibilityInformation = { label: `Context Layer: ${text}` };
    this.#item.show();
  }
}

function icon(status: FileStatus | null): string {
  if (!vscode.workspace.isTrusted) {
    return "shield";
  }
  return status !== null && status.stale.length > 0 ? "warning" : "layers";
}

/** Everything in it is text out of files: appended as text, so none of it acts as markup. */
function tooltip({ match, status, budget }: Shown): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  const paragraph = (line: string): void => void text.appendText(line).appendMarkdown("\n\n");
  paragraph(match?.path ?? status?.path ?? "");
  statusLines(status).forEach(paragraph);
  budgetLines(budget).forEach(paragraph);
  ruleLines(match).forEach(paragraph);
  if (!vscode.workspace.isTrusted) {
    paragraph(restricted);
  }
  return text;
}

/** The rule's file: its path is relative to the layer's root, which ends the open file's own path. */
function ruleUri({ uri, match }: Shown, rule: RuleReadings): vscode.Uri | undefined {
  if (match === null) {
    return undefined;
  }
  const below = `/${match.path}`;
  return uri.path.endsWith(below)
    ? vscode.Uri.joinPath(uri.with({ path: uri.path.slice(0, -below.length) || "/" }), rule.path)
    : undefined;
}
