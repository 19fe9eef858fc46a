/** Numbers as the server writes them, whatever the language of the editor. */

/** `1,240`. */
export function grouped(number: number): string {
  return number.toLocaleString("en-US");
}

/** `+42`, `-1,240`. */
export function signed(number: number): string {
  return number > 0 ? `+${grouped(number)}` : grouped(number);
}

/** `1 rule`, `1,240 tokens`. */
export function count(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
}
