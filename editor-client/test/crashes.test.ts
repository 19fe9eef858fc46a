import assert from "node:assert/strict";
import { test } from "node:test";
import { Crashes } from "../src/crashes";

const second = 1000;

test("a server that never came up is not started again", () => {
  assert.equal(new Crashes().mayRestart(0), false);
});

test("a server that crashes again and again is given up", () => {
  const crashes = new Crashes();
  const outcomes = [0, 1, 2, 3, 4].map((time) => {
    crashes.cameUp();
    return crashes.mayRestart(time * second);
  });
  assert.deepEqual(outcomes, [true, true, true, true, false]);
});

test("a crash now and then is forgiven", () => {
  const crashes = new Crashes();
  for (let time = 0; time < 20; time++) {
    crashes.cameUp();
    assert.equal(crashes.mayRestart(time * 60 * second), true, `crash ${time}`);
  }
});

test("a restart that does not come up is the last one", () => {
  const crashes = new Crashes();
  crashes.cameUp();
  assert.equal(crashes.mayRestart(0), true);
  assert.equal(crashes.mayRestart(1), false);
});
