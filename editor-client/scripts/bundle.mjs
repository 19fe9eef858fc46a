// Bundles the extension into dist/extension.js; with --tests, each test file into dist/test/.
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const tests = process.argv.includes("--tests");
const root = fileURLToPath(new URL("..", import.meta.url));

const entryPoints = tests
  ? (await readdir(`${root}/test`))
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => `test/${name}`)
  : ["src/extension.ts"];

await build({
  absWorkingDir: root,
  entryPoints,
  outdir: tests ? "dist/test" : "dist",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  minify: !tests,
  legalComments: "none",
  logLevel: "warning",
});
