import { almanac, almanacFile } from "../almanac.mjs";
import { eventually } from "../eventually.mjs";

export const title = "a commit to a sibling turns the lens and the Problems of the open file, untouched";
export const file = almanacFile;
export const sibling = "almanac";
export const extraFiles = { [file]: almanac };

export async function run(workbench) {
  await workbench.see(".codelens-decoration", "verified 28 d ago");
  await workbench.filterProblems("almanac.md");
  await workbench.see(".markers-panel .monaco-list-row", "no topic points at");
  workbench.commitBeside(sibling, "src/tables.txt", "high water at one\n", "2026-11-10");
  const turned = async () =>
    (await workbench.lenses("1 commit to almanac/src/tables.txt").count()) > 0 &&
    (await workbench.problems("1 commit to almanac/src/tables.txt").count()) > 0;
  const began = Date.now();
  await eventually("the lens and the Problems follow", turned, { seconds: 20 });
  // Three seconds on a machine that does nothing else; how long it took here is told, not judged.
  console.log(`# the open file followed after ${((Date.now() - began) / 1000).toFixed(1)} s`);
  await workbench.screenshot("sibling-commit");
}
