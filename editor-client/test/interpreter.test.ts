import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { commonCommands, type Machine, probe, readProbe } from "../src/interpreter";

function machine(platform: NodeJS.Platform, search: string, files: readonly string[]): Machine {
  const windows = platform === "win32";
  const home = windows ? "C:\\Users\\ada" : "/home/ada";
  return { platform, env: { PATH: search }, home, exists: (file) => files.includes(file) };
}

test("the search path comes first, and its unversioned name before the others", () => {
  const files = ["/tools/python3.12", "/tools/python3", "/usr/bin/python3"];
  assert.deepEqual(commonCommands(machine("linux", "/tools:/none", files)), [
    ["/tools/python3"],
    ["/tools/python3.12"],
    ["/usr/bin/python3"],
  ]);
});

test("a relative entry of the search path is passed over", () => {
  const files = ["bin/python3", "./python3", "python3"];
  assert.deepEqual(commonCommands(machine("linux", "bin:.:", files)), []);
});

test("a place that the search path names too is tried once", () => {
  const files = ["/usr/bin/python3"];
  assert.deepEqual(commonCommands(machine("linux", "/usr/bin", files)), [["/usr/bin/python3"]]);
});

test("the system Python of macOS is left alone where it would open an installer", () => {
  const stub = ["/usr/bin/python3"];
  assert.deepEqual(commonCommands(machine("darwin", "/usr/bin", stub)), []);
  const tools = "/Library/Developer/CommandLineTools/usr/bin/python3";
  const installed = commonCommands(machine("darwin", "/usr/bin", [...stub, tools]));
  assert.deepEqual(installed, [["/usr/bin/python3"]]);
});

test("the launcher of Windows is asked for Python 3", () => {
  const files = ["C:\\Windows\\py.exe", "D:\\py\\python.exe"];
  assert.deepEqual(commonCommands(machine("win32", "D:\\py", files)), [
    ["D:\\py\\python.exe"],
    ["C:\\Windows\\py.exe", "-3"],
  ]);
});

test("a version that is too old is named with the one that is needed", () => {
  const outcome = readProbe('["/usr/bin/python3", [3, 9, 18]]', "python3");
  assert.deepEqual(outcome, { ok: false, reason: "is Python 3.9.18; 3.10 or newer is needed" });
});

test("an answer that is none of Python's is no interpreter", () => {
  for (const answer of ["", "Python was not found", "[]", "{}", "null", '["x", [3, 12]]']) {
    assert.equal(readProbe(answer, "python3").ok, false, answer);
  }
});

test("a Python that does not know its own path is run by the name that found it", () => {
  const outcome = readProbe('["", [3, 12, 1]]', "/opt/python3");
  const interpreter = { executable: "/opt/python3", version: "3.12.1" };
  assert.deepEqual(outcome, { ok: true, interpreter });
});

test("a command that does not exist is an outcome, not an error", async () => {
  const outcome = await probe(["/nowhere/python3"], tmpdir());
  assert.equal(outcome.ok, false);
  assert.equal((await probe([], tmpdir())).ok, false);
});
