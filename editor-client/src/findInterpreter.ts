/** Chooses the interpreter for this window: the setting, else the Python extension's, else any. */
import * as vscode from "vscode";
import { type Command, commonCommands, type Interpreter, probe, thisMachine } from "./interpreter";

/** Thrown with a message that a person can act on. */
export class NoInterpreter extends Error {}

/** The part of the Python extension's public interface that is used here. */
interface PythonExtension {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): unknown;
    resolveEnvironment(
      environment: unknown,
    ): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
  };
}

const pythonExtensionId = "ms-python.python";

/**
 * Runs the candidates in turn and returns the first that is new enough.
 *
 * A setting is taken at its word: where it does not work, that is said and nothing else is tried.
 */
export async function findInterpreter(
  log: vscode.LogOutputChannel,
  cwd: string,
): Promise<Interpreter> {
  const setting = vscode.workspace.getConfiguration("ctxlayer").get<string[]>("interpreter", []);
  if (setting.length > 0) {
    const outcome = await probe(setting, cwd);
    if (outcome.ok) {
      return outcome.interpreter;
    }
    throw new NoInterpreter(
      `The setting ctxlayer.interpreter names \`${setting.join(" ")}\`, which ${outcome.reason}.`,
    );
  }
  for (const command of [...(await fromPythonExtension(log)), ...commonCommands(thisMachine)]) {
    const outcome = await probe(command, cwd);
    if (outcome.ok) {
      return outcome.interpreter;
    }
    log.info(`${command.join(" ")}: ${outcome.reason}`);
  }
  throw new NoInterpreter("Context Layer needs Python 3.10 or newer and found none.");
}

/**
 * The environment that the Python extension has chosen, where that extension is there.
 *
 * Not in Restricted Mode: the choice can come out of the workspace.
 */
async function fromPythonExtension(log: vscode.LogOutputChannel): Promise<Command[]> {
  const extension = vscode.extensions.getExtension<PythonExtension>(pythonExtensionId);
  if (extension === undefined || !vscode.workspace.isTrusted) {
    return [];
  }
  try {
    const { environments } = extension.isActive ? extension.exports : await extension.activate();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const chosen = environments.getActiveEnvironmentPath(folder);
    const environment = await environments.resolveEnvironment(chosen);
    const file = environment?.executable.uri?.fsPath;
    return file === undefined ? [] : [[file]];
  } catch (error) {
    // Another extension's failure is no reason to fail: the search goes on without it.
    log.warn(`${pythonExtensionId}: ${String(error)}`);
    return [];
  }
}
