/** The server's process: starting it, stopping it, and asking it. */
import { rm } from "node:fs/promises";
import * as vscode from "vscode";
import {
  LanguageClient,
  type LanguageClientOptions,
  type NotificationHandler0,
  type NotificationType0,
  RevealOutputChannelOn,
  State,
} from "vscode-languageclient/node";
import { codeLensMiddleware } from "./codeLens";
import { documentSelector } from "./documents";
import { findInterpreter, NoInterpreter } from "./findInterpreter";
import type { FileRequest } from "./protocol";

export type ServerState = "stopped" | "starting" | "running" | "failed";

export class Server implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #log: vscode.LogOutputChannel;
  readonly #stateChanged = new vscode.EventEmitter<ServerState>();
  readonly onDidChangeState = this.#stateChanged.event;
  readonly #notifications: [NotificationType0, NotificationHandler0][] = [];
  #client: LanguageClient | undefined;
  #state: ServerState = "stopped";
  /** Starts and stops run one after the other, however fast they are asked for. */
  #queue: Promise<void> = Promise.resolve();

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
    this.#context = context;
    this.#log = log;
  }

  get state(): ServerState {
    return this.#state;
  }

  get client(): LanguageClient | undefined {
    return this.#state === "running" ? this.#client : undefined;
  }

  /** Starts the server, in place of the one that runs, if any. Failures are shown, not thrown. */
  restart(): Promise<void> {
    return this.#enqueue(async () => {
      await this.#stop();
      await this.#start();
    });
  }

  stop(): Promise<void> {
    return this.#enqueue(() => this.#stop());
  }

  dispose(): void {
    this.#stateChanged.dispose();
  }

  /** Calls the handler for each such notification, of this server process and of later ones. */
  onNotification(type: NotificationType0, handler: NotificationHandler0): void {
    this.#notifications.push([type, handler]);
  }

  /** The answer, or null where there is none: no server, a cancelled request, an error. */
  async ask<R>(
    type: FileRequest<R>,
    uri: vscode.Uri,
    token: vscode.CancellationToken,
  ): Promise<R | null> {
    try {
      return (await this.client?.sendRequest(type, { uri: uri.toString() }, token)) ?? null;
    } catch (error) {
      if (!token.isCancellationRequested) {
        this.#log.warn(`${type.method}: ${String(error)}`);
      }
      return null;
    }
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(task);
    return this.#queue;
  }

  #setState(state: ServerState): void {
    this.#state = state;
    this.#stateChanged.fire(state);
  }

  async #start(): Promise<void> {
    this.#setState("starting");
    try {
      const client = await this.#createClient();
      this.#client = client;
      client.onDidChangeState(({ newState }) => this.#follow(newState));
      for (const [type, handler] of this.#notifications) {
        client.onNotification(type, handler);
      }
      await client.start();
    } catch (error) {
      this.#setState("failed");
      void this.#showFailure(error);
    }
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    try {
      await client?.dispose();
    } catch (error) {
      // A server that died, or never came up, has nothing left to shut down.
      this.#log.warn(`stopping: ${String(error)}`);
    }
    this.#setState("stopped");
  }

  /** The library restarts a server that crashed, and gives up after some tries: follow it. */
  #follow(state: State): void {
    if (this.#client === undefined) {
      return;
    }
    if (state === State.Running) {
      this.#setState("running");
    } else if (state === State.StartFailed) {
      this.#setState("failed");
    } else {
      this.#setState(state === State.Starting ? "starting" : "stopped");
    }
  }

  async #createClient(): Promise<LanguageClient> {
    const { extensionUri, globalStorageUri } = this.#context;
    await vscode.workspace.fs.createDirectory(globalStorageUri);
    const cwd = globalStorageUri.fsPath;
    const interpreter = await findInterpreter(this.#log, cwd);
    const script = vscode.Uri.joinPath(extensionUri, "bundled", "launch.py").fsPath;
    const caches = await this.#compiledFiles();
    this.#log.info(`Python ${interpreter.version} at ${interpreter.executable}`);
    return new LanguageClient(
      "ctxlayer",
      "Context Layer",
      {
        command: interpreter.executable,
        // -I: neither the environment nor the current folder can change what is imported.
        args: ["-I", "-X", `pycache_prefix=${caches}`, script, "serve"],
        options: { cwd },
      },
      this.#options(),
    );
  }

  /**
   * Where Python keeps the server's compiled files: the extension's own folder may be read-only,
   * and without them each start takes half as long again. Those of older versions are removed.
   */
  async #compiledFiles(): Promise<string> {
    const { extension, globalStorageUri } = this.#context;
    const root = vscode.Uri.joinPath(globalStorageUri, "pycache");
    const version = String(extension.packageJSON.version);
    await vscode.workspace.fs.createDirectory(root);
    for (const [name] of await vscode.workspace.fs.readDirectory(root)) {
      if (name !== version) {
        await rm(vscode.Uri.joinPath(root, name).fsPath, { recursive: true, force: true });
      }
    }
    return vscode.Uri.joinPath(root, version).fsPath;
  }

  #options(): LanguageClientOptions {
    return {
      documentSelector,
      outputChannel: this.#log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: { trusted: vscode.workspace.isTrusted },
      middleware: codeLensMiddleware,
    };
  }

  async #showFailure(error: unknown): Promise<void> {
    this.#log.error(error instanceof Error ? error : String(error));
    if (error instanceof NoInterpreter) {
      const choice = await vscode.window.showErrorMessage(
        error.message,
        "Set Interpreter",
        "Retry",
      );
      if (choice === "Set Interpreter") {
        await vscode.commands.executeCommand(
          "workbench.action.openSettings",
          "ctxlayer.interpreter",
        );
      } else if (choice === "Retry") {
        await this.restart();
      }
      return;
    }
    const message = "The Context Layer server did not start.";
    const choice = await vscode.window.showErrorMessage(message, "Show Output", "Retry");
    if (choice === "Show Output") {
      this.#log.show();
    } else if (choice === "Retry") {
      await this.restart();
    }
  }
}
