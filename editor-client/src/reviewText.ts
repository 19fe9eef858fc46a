/** The words of the review queue: what waits for a person, and why. */
import { count } from "./numbers";
import type { QueuedFile } from "./protocol";

/** `hot text leads to it · 2 topics · linked from 3 files`. */
export function reach({ hot, topics, files }: QueuedFile): string {
  const parts = [
    ...(hot > 0 ? ["hot text leads to it"] : []),
    ...(topics > 0 ? [count(topics, "topic")] : []),
    ...(files > 0 ? [`linked from ${count(files, "file")}`] : []),
  ];
  return parts.join(" · ") || "nothing leads to it";
}

/** All reasons on one line. */
export function reasons(file: QueuedFile): string {
  return file.reasons.map(({ evidence }) => evidence).join("; ");
}
