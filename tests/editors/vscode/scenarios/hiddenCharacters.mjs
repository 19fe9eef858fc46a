import assert from "node:assert/strict";

export const title = "hidden characters are named, and taken out by keyboard";
export const file = "knowledge/pilotage/notes.md";
const head =
  "---\nsource: human-authored\ncreated: 2026-11-01\nlast-verified: 2026-11-20\n" +
  "verified-by: developer\nstatus: hypothesis\n---\n\n# Notes\n\n";
export const extraFiles = {
  [file]: `${head}Board at the\u202E outer\u202C buoy, می\u200Cشود 👩\u200D💻.\n`,
};

export async function run(workbench) {
  await workbench.see(".squiggly-error");
  await workbench.goTo(file, "\u202E");
  await workbench.screenshot("hidden-characters");
  await workbench.chooseFix("right-to-left override");
  await workbench.save(file, "Board at the outer\u202C buoy");
  await workbench.runCommand("Context Layer: Fix All Safe Problems in This File");
  await workbench.seeNoMore(".squiggly-error");
  await workbench.save(file, "Board at the outer buoy");
  assert.equal(workbench.read(file), `${head}Board at the outer buoy, می\u200Cشود 👩\u200D💻.\n`);
}
