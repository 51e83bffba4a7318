// How many rows a slice has, so that whoever wants to write meanwhile waits for a moment only.

/** How long the writing of a slice is to take, in milliseconds: with its commit it stays below 50. */
const WRITES_MS = 30;
const FIRST = 100;
const LEAST = 10;
const MOST = 1000;

export class Slices {
  #rows = FIRST;

  get rows(): number {
    return this.#rows;
  }

  /** Runs the writing of one slice, and makes the next ones smaller or larger by how long it took. */
  async timed<Result>(work: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    const result = await work();
    const took = performance.now() - start;
    if (took > WRITES_MS) this.#rows = Math.max(LEAST, Math.floor(this.#rows / 2));
    else if (took < WRITES_MS / 3) this.#rows = Math.min(MOST, Math.ceil(this.#rows * 1.25));
    return result;
  }
}
