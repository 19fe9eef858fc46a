// A code-server process (VS Code served over HTTP) with a fresh profile and the extension installed.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { eventually } from "./eventually.mjs";

const settings = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "telemetry.telemetryLevel": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "chat.disableAIFeatures": true,
  "security.workspace.trust.startupPrompt": "never",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.reduceMotion": "on",
  "editor.minimap.enabled": false,
};

const shownLines = 40;

export class CodeServer {
  #process;
  #userData;

  constructor(process, port, userData) {
    this.#process = process;
    this.#userData = userData;
    this.host = `127.0.0.1:${port}`;
    this.url = `http://${this.host}`;
  }

  static async start({ cache, folder, vsix, trusted }) {
    const userData = path.join(folder, "user");
    mkdirSync(path.join(userData, "User"), { recursive: true });
    writeFileSync(path.join(userData, "User", "settings.json"), JSON.stringify(settings));
    const port = await freePort();
    const config = path.join(folder, "config.yaml");
    writeFileSync(config, `bind-addr: 127.0.0.1:${port}\nauth: none\n`);

    const entry = path.join(cache, "npm/node_modules/code-server/out/node/entry.js");
    const extensions = path.join(folder, "extensions");
    const common = ["--config", config, "--user-data-dir", userData, "--extensions-dir", extensions];
    const command = [entry, ...common];
    execFileSync(process.execPath, [...command, "--install-extension", vsix], { stdio: "pipe" });

    const flags = ["--disable-telemetry", "--disable-update-check"];
    if (trusted) {
      flags.push("--disable-workspace-trust");
    }
    const log = openSync(path.join(folder, "code-server.log"), "w");
    const child = spawn(process.execPath, [...command, ...flags], { stdio: ["ignore", log, log] });
    const server = new CodeServer(child, port, userData);
    await eventually("code-server answers", async () => {
      const answer = await fetch(`${server.url}/healthz`).catch(() => undefined);
      return answer?.ok;
    });
    return server;
  }

  stop() {
    this.#process.kill();
  }

  /** Prints the end of what the extension wrote into its output channel. */
  printLogs() {
    const logs = path.join(this.#userData, "logs");
    const names = readdirSync(logs, { recursive: true }).filter((name) =>
      name.endsWith("Context Layer.log"),
    );
    for (const name of names.sort().slice(-1)) {
      const lines = readFileSync(path.join(logs, name), "utf8").trimEnd().split("\n");
      console.log(lines.slice(-shownLines).join("\n").replaceAll(/^/gm, "    | "));
    }
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
