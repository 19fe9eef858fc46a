import assert from "node:assert/strict";
import { test } from "node:test";
import type { QueuedFile } from "../src/protocol";
import { reach, reasons } from "../src/reviewText";

const file: QueuedFile = {
  path: "knowledge/looms/overview.md",
  reasons: [
    { kind: "stale", evidence: "2 commits to src/looms since 2026-06-15" },
    { kind: "hypothesis", evidence: "is hypothesis so far" },
  ],
  hot: 1,
  topics: 2,
  files: 1,
  query: null,
};

test("who leads to a file is told as the command line tells it", () => {
  assert.equal(reach(file), "hot text leads to it · 2 topics · linked from 1 file");
  assert.equal(reach({ ...file, hot: 0, topics: 0, files: 0 }), "nothing leads to it");
});

test("every reason is told", () => {
  assert.equal(reasons(file), "2 commits to src/looms since 2026-06-15; is hypothesis so far");
});
