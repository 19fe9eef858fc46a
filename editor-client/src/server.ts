/** The server's process: starting it, stopping it, and asking it. */
import { rm } from "node:fs/promises";
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  type ErrorHandler,
  LanguageClient,
  type LanguageClientOptions,
  type RequestType,
  RevealOutputChannelOn,
  State,
  type StaticFeature,
} from "vscode-languageclient/node";
import { codeLensMiddleware } from "./codeLens";
import { Crashes } from "./crashes";
import { documentSelector } from "./documents";
import { findInterpreter, NoInterpreter } from "./findInterpreter";
import { inlayHintMiddleware } from "./inlayHints";
import { type FileRequest, statusChanged } from "./protocol";

/** Tells the server which commands it may name in code actions. */
const ownCommands: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    capabilities.experimental = {
      ...capabilities.experimental,
      commands: ["ctxlayer.showChanges"],
    };
  },
  initialize: () => {},
  getState: () => ({ kind: "static" }),
  clear: () => {},
};

export type ServerState = "stopped" | "starting" | "running" | "failed";

export class Server implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #log: vscode.LogOutputChannel;
  readonly #stateChanged = new vscode.EventEmitter<ServerState>();
  readonly onDidChangeState = this.#stateChanged.event;
  readonly #statusChanged = new vscode.EventEmitter<void>();
  /** Fires when what `ask` answered earlier may no longer hold. */
  readonly onDidChangeStatus = this.#statusChanged.event;
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
    this.#statusChanged.dispose();
  }

  /** The answer about a file, or null where there is none. */
  ask<R>(
    type: FileRequest<R>,
    uri: vscode.Uri,
    token?: vscode.CancellationToken,
  ): Promise<R | null> {
    return this.request(type, { uri: uri.toString() }, token);
  }

  /** The answer, or null where there is none: no server, a cancelled request, an error. */
  async request<P, R>(
    type: RequestType<P, R | null, void>,
    params: P,
    token?: vscode.CancellationToken,
  ): Promise<R | null> {
    try {
      const { client } = this;
      // A token that is not there would be sent as one more parameter.
      const answer =
        token === undefined
          ? client?.sendRequest<R | null>(type.method, params)
          : client?.sendRequest<R | null>(type.method, params, token);
      return (await answer) ?? null;
    } catch (error) {
      if (!token?.isCancellationRequested) {
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
      const crashes = new Crashes();
      const client = await this.#createClient(restartAfter(crashes));
      this.#client = client;
      client.onDidChangeState(({ newState }) => this.#follow(client, newState, crashes));
      client.onNotification(statusChanged, () => this.#statusChanged.fire());
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

  /** The library restarts a server that crashed: its state is shown as it changes. */
  #follow(client: LanguageClient, state: State, crashes: Crashes): void {
    if (this.#client !== client) {
      return; // it is being stopped
    }
    if (state === State.Running) {
      crashes.cameUp();
      this.#setState("running");
    } else {
      this.#setState(state === State.Starting ? "starting" : "failed");
    }
  }

  async #createClient(errorHandler: ErrorHandler): Promise<LanguageClient> {
    const { extensionUri, globalStorageUri } = this.#context;
    await vscode.workspace.fs.createDirectory(globalStorageUri);
    const cwd = globalStorageUri.fsPath;
    const interpreter = await findInterpreter(this.#log, cwd);
    const script = vscode.Uri.joinPath(extensionUri, "bundled", "launch.py").fsPath;
    const caches = await this.#compiledFiles();
    this.#log.info(`Python ${interpreter.version} at ${interpreter.executable}`);
    const client = new LanguageClient(
      "ctxlayer",
      "Context Layer",
      {
        command: interpreter.executable,
        // -I: neither the environment nor the current folder can change what is imported.
        args: ["-I", "-X", `pycache_prefix=${caches}`, script, "serve"],
        options: { cwd },
      },
      this.#options(errorHandler),
    );
    client.registerFeature(ownCommands);
    return client;
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

  #options(errorHandler: ErrorHandler): LanguageClientOptions {
    return {
      documentSelector,
      outputChannel: this.#log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: { trusted: vscode.workspace.isTrusted },
      errorHandler,
      initializationFailedHandler: () => false, // `start` throws, and what it throws is shown
      middleware: { ...codeLensMiddleware, ...inlayHintMiddleware },
    };
  }

  async #showFailure(error: unknown): Promise<void> {
    if (error instanceof NoInterpreter) {
      this.#log.error(error.message);
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
    this.#log.error(error instanceof Error ? error : String(error));
    const message = "The Context Layer server did not start.";
    const choice = await vscode.window.showErrorMessage(message, "Show Output", "Retry");
    if (choice === "Show Output") {
      this.#log.show();
    } else if (choice === "Retry") {
      await this.restart();
    }
  }
}

function restartAfter(crashes: Crashes): ErrorHandler {
  return {
    error: () => ({ action: ErrorAction.Continue }),
    closed: () => {
      if (crashes.mayRestart(Date.now())) {
        return { action: CloseAction.Restart, handled: true };
      }
      return {
        action: CloseAction.DoNotRestart,
        handled: !crashes.everUp,
        message: "The Context Layer server stopped and is not started again.",
      };
    },
  };
}
