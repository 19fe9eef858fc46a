// Runs each scenario in a page and a layer of its own. Usage: node run.mjs CACHE LAYER_SCRIPT VSIX
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { CodeServer } from "./codeServer.mjs";
import { Workbench } from "./workbench.mjs";

const [cache, layerScript, vsix] = process.argv.slice(2);
const only = process.env.SCENARIO;
const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const work = path.join(cache, "vscode");
const shots = path.join(cache, "screenshots");
rmSync(work, { recursive: true, force: true });
rmSync(shots, { recursive: true, force: true });
mkdirSync(shots, { recursive: true });

const scenarios = await loadScenarios();
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: browserFlags });
try {
  for (const trusted of [true, false]) {
    const those = scenarios.filter((scenario) => (scenario.trusted ?? true) === trusted);
    if (those.length > 0) {
      await runIn(trusted, those);
    }
  }
} finally {
  await browser.close();
}

async function loadScenarios() {
  const folder = new URL("scenarios/", import.meta.url);
  const names = readdirSync(folder).filter((name) => !only || name.includes(only));
  return Promise.all(
    names.sort().map(async (file) => ({
      name: path.basename(file, ".mjs"),
      ...(await import(new URL(file, folder))),
    })),
  );
}

async function runIn(trusted, those) {
  const folder = path.join(work, trusted ? "trusted" : "restricted");
  const server = await CodeServer.start({ cache, folder, vsix, trusted });
  try {
    for (const scenario of those) {
      await runOne(server, folder, scenario);
    }
  } finally {
    server.stop();
  }
}

/** Prints `ok` or `FAIL` and the scenario's title; a failure leaves a picture of the screen. */
async function runOne(server, folder, scenario) {
  const began = Date.now();
  const layer = path.join(folder, "layers", scenario.name, "harbour");
  execFileSync("bash", [layerScript, layer, ...(scenario.sibling ? [scenario.sibling] : [])]);
  for (const [name, text] of Object.entries(scenario.extraFiles ?? {})) {
    mkdirSync(path.dirname(path.join(layer, name)), { recursive: true });
    writeFileSync(path.join(layer, name), text);
  }
  const workbench = new Workbench({ browser, server, layer, shots });
  try {
    await workbench.open(scenario.file);
    await scenario.run(workbench);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`ok vscode: ${scenario.title} (${seconds} s)`);
  } catch (error) {
    console.log(`FAIL vscode: ${scenario.title}`);
    console.log(String(error?.stack ?? error).replaceAll(/^/gm, "    "));
    await workbench.screenshot(`failed-${scenario.name}`);
    server.printLogs();
    process.exitCode = 1;
  } finally {
    await workbench.close();
  }
}
