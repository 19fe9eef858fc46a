/**
 * Finds a Python that can run the server. Nothing here knows the editor: what differs between
 * machines comes in as a `Machine`, so that each rule can be tested.
 *
 * The server brings its own libraries, so any Python of a supported version is as good as another
 * and the first one that answers is taken.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import * as path from "node:path";

export const oldestPython: readonly [number, number] = [3, 10];

/** A command and its first arguments, such as `["py", "-3"]`. */
export type Command = readonly string[];

/** A Python that ran and said what it is. */
export interface Interpreter {
  readonly executable: string;
  readonly version: string;
}

/** What one candidate came to: an interpreter, or the reason why it is none. */
export type Outcome =
  | { readonly ok: true; readonly interpreter: Interpreter }
  | { readonly ok: false; readonly reason: string };

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly exists: (file: string) => boolean;
}

export const thisMachine: Machine = {
  platform: process.platform,
  env: process.env,
  home: homedir(),
  exists: existsSync,
};

const probeMilliseconds = 10_000;
const newestNamed = 15;
const probeScript =
  "import json, sys; print(json.dumps([sys.executable, list(sys.version_info[:3])]))";

/**
 * Asks a command for its own path and version.
 *
 * It is really run: a file called `python3` may be the installer stub of an app store, a broken
 * link of a version manager, or Python 2.
 */
export function probe(command: Command, cwd: string): Promise<Outcome> {
  const [file, ...first] = command;
  if (file === undefined || file === "") {
    return Promise.resolve({ ok: false, reason: "no command" });
  }
  const options = { timeout: probeMilliseconds, windowsHide: true, cwd };
  return new Promise((resolve) => {
    execFile(file, [...first, "-I", "-c", probeScript], options, (error, stdout) => {
      resolve(error ? { ok: false, reason: firstLine(error.message) } : readProbe(stdout, file));
    });
  });
}

/** The outcome that a probe's output stands for. */
export function readProbe(stdout: string, file: string): Outcome {
  let answer: unknown;
  try {
    answer = JSON.parse(stdout);
  } catch {
    return { ok: false, reason: "did not answer as Python does" };
  }
  const [executable, numbers] = Array.isArray(answer) ? answer : [];
  if (!isVersion(numbers)) {
    return { ok: false, reason: "did not answer as Python does" };
  }
  const version = numbers.join(".");
  const [major, minor] = numbers;
  const [wantMajor, wantMinor] = oldestPython;
  if (major !== wantMajor || minor < wantMinor) {
    return {
      ok: false,
      reason: `is Python ${version}; ${wantMajor}.${wantMinor} or newer is needed`,
    };
  }
  const known = typeof executable === "string" && executable !== "";
  return { ok: true, interpreter: { executable: known ? executable : file, version } };
}

/** Where Python tends to be, in the order in which to try: the search path, then common places. */
export function commonCommands(machine: Machine): Command[] {
  const places = machine.platform === "win32" ? windowsPlaces(machine) : unixPlaces(machine);
  return unique([...onSearchPath(machine), ...places.filter(machine.exists)]).map((file) =>
    isLauncher(file) ? [file, "-3"] : [file],
  );
}

/**
 * The Pythons of the search path as absolute files, the unversioned names first.
 *
 * Names are not left to the operating system: Windows would look into the current folder first,
 * and `python3` may be too old where `python3.12` beside it is not.
 */
function onSearchPath(machine: Machine): string[] {
  const windows = machine.platform === "win32";
  const { join, isAbsolute, delimiter } = windows ? path.win32 : path.posix;
  const search = machine.env.PATH ?? machine.env.Path ?? "";
  const folders = search.split(delimiter).filter((folder) => isAbsolute(folder));
  const names = windows ? ["py.exe", "python.exe", "python3.exe"] : unixNames();
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter((file) => machine.exists(file) && !asksToInstall(file, machine));
}

function unixNames(): string[] {
  const [major, oldestMinor] = oldestPython;
  const names = [`python${major}`, "python"];
  for (let minor = newestNamed; minor >= oldestMinor; minor--) {
    names.push(`python${major}.${minor}`);
  }
  return names;
}

/** Whether running the file would open an installer's window instead of a Python. */
function asksToInstall(file: string, machine: Machine): boolean {
  if (machine.platform !== "darwin" || file !== "/usr/bin/python3") {
    return false;
  }
  return ![
    "/Library/Developer/CommandLineTools/usr/bin/python3",
    "/Applications/Xcode.app/Contents/Developer/usr/bin/python3",
  ].some(machine.exists);
}

function unixPlaces(machine: Machine): string[] {
  const { join } = path.posix;
  const places = [
    join(machine.home, ".local/bin/python3"),
    join(machine.home, ".pyenv/shims/python3"),
    "/opt/homebrew/bin/python3",
    "/usr/local/bin/python3",
    "/Library/Frameworks/Python.framework/Versions/Current/bin/python3",
  ];
  return asksToInstall("/usr/bin/python3", machine) ? places : [...places, "/usr/bin/python3"];
}

function windowsPlaces(machine: Machine): string[] {
  const { join } = path.win32;
  const [major, oldestMinor] = oldestPython;
  const local = machine.env.LOCALAPPDATA ?? join(machine.home, "AppData", "Local");
  const programs = machine.env.ProgramFiles ?? "C:\\Program Files";
  const places = [join(local, "Programs", "Python", "Launcher", "py.exe"), "C:\\Windows\\py.exe"];
  for (let minor = newestNamed; minor >= oldestMinor; minor--) {
    const folder = `Python${major}${minor}`;
    places.push(join(local, "Programs", "Python", folder, "python.exe"));
    places.push(join(programs, folder, "python.exe"));
  }
  return places;
}

function isLauncher(file: string): boolean {
  return path.win32.basename(file).toLowerCase() === "py.exe";
}

function isVersion(value: unknown): value is [number, number, number] {
  return Array.isArray(value) && value.length === 3 && value.every((n) => typeof n === "number");
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? text;
}

function unique(files: readonly string[]): string[] {
  return [...new Set(files)];
}
