import assert from "node:assert/strict";
import { test } from "node:test";
import { changesOf } from "../src/changesText";
import type { ChangesSince, SourceCommit } from "../src/protocol";

const uri = "file:///mill/knowledge/looms/overview.md";
const commit: SourceCommit = {
  repo: "loom-service",
  hash: "1f2e3d4c5b6a79881f2e3d4c5b6a79881f2e3d4c",
  date: "2026-11-26",
  author: "Ada",
  subject: "Sort **looms**",
  paths: ["src/looms.py", "src/warp.py"],
};
const changes: ChangesSince = { path: "knowledge/looms/overview.md", verified: null, commits: [] };

test("without a version that was verified and without commits there is nothing to show", () => {
  assert.deepEqual(changesOf(uri, changes), []);
});

test("the file itself is shown as it was verified beside what it is now", () => {
  const verified = { commit: "6a5b4c3", path: "knowledge/looms.md", date: "2026-06-15" };
  const [own] = changesOf(uri, { ...changes, verified, commits: [commit] });
  assert.equal(own?.title, "overview.md (verified 2026-06-15) ↔ now");
  assert.deepEqual(own?.before, {
    uri,
    repo: "",
    commit: "6a5b4c3",
    path: "knowledge/looms.md",
    before: false,
  });
  assert.equal(own?.after, undefined);
});

test("each file of a commit is shown before and after it", () => {
  const found = changesOf(uri, { ...changes, commits: [commit, { ...commit, paths: [] }] });
  assert.deepEqual(
    found.map(({ label, description, detail }) => [label, description, detail]),
    [
      ["Sort **looms**", "loom-service/src/looms.py", "1f2e3d4 · Ada · 2026-11-26"],
      ["Sort **looms**", "loom-service/src/warp.py", "1f2e3d4 · Ada · 2026-11-26"],
    ],
  );
  assert.equal(found[0]?.before.before, true);
  assert.equal(found[0]?.after?.before, false);
});

test("of the repository around the layer the path is enough, and a commit without words has its hash", () => {
  const [found] = changesOf(uri, { ...changes, commits: [{ ...commit, repo: "", subject: "" }] });
  assert.deepEqual([found?.label, found?.description], ["1f2e3d4", "src/looms.py"]);
});
