// Bundles the extension into dist/extension.js, with the licences of the packages that end up in it
// beside it in dist/THIRD-PARTY-NOTICES.txt; with --tests, each test file into dist/test/.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const tests = process.argv.includes("--tests");
const root = fileURLToPath(new URL("..", import.meta.url));

const entryPoints = tests
  ? (await readdir(`${root}/test`))
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => `test/${name}`)
  : ["src/extension.ts"];

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints,
  outdir: tests ? "dist/test" : "dist",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  minify: !tests,
  legalComments: "none", // whole licences are in the notices
  logLevel: "warning",
  metafile: true,
});

if (!tests) {
  const folders = Object.keys(metafile.inputs)
    .map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
    .filter((folder) => folder !== undefined);
  const notices = await Promise.all([...new Set(folders)].sort().map(notice));
  await writeFile(`${root}/dist/THIRD-PARTY-NOTICES.txt`, notices.join(`\n${"-".repeat(72)}\n\n`));
}

/** Name, version and licence of the package in a folder; a package without a licence is an error. */
async function notice(folder) {
  const { name, version } = JSON.parse(await readFile(`${root}/${folder}/package.json`, "utf8"));
  const licence = (await readdir(`${root}/${folder}`)).find((file) => /^licen[cs]e/i.test(file));
  if (licence === undefined) {
    throw new Error(`${name} ${version} has no licence file`);
  }
  const text = await readFile(`${root}/${folder}/${licence}`, "utf8");
  return `${name} ${version}\n\n${text.trim()}\n`;
}
