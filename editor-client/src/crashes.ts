/** Decides whether a server that went away is started again. Knows no editor. */

const tolerated = 4;
const windowMilliseconds = 3 * 60 * 1000;

/**
 * One that was up is started again, until it has crashed too often in too short a time; one that
 * never came up would only fail once more.
 */
export class Crashes {
  #up = false;
  #everUp = false;
  #times: number[] = [];

  get everUp(): boolean {
    return this.#everUp;
  }

  cameUp(): void {
    this.#up = true;
    this.#everUp = true;
  }

  /** Counts a crash; `now` is in milliseconds. */
  mayRestart(now: number): boolean {
    if (!this.#up) {
      return false;
    }
    this.#up = false;
    this.#times = [...this.#times.filter((time) => now - time < windowMilliseconds), now];
    return this.#times.length <= tolerated;
  }
}
