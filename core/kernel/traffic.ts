// Whether somebody is being answered right now: what nobody waits for gives way to them.

/** So long after the last request more are likely: a person's come in groups, a program's one after the other. */
const GROUP_MS = 100;

/** The requests of this process, as work in the background sees them. */
export class Traffic {
  #last = Number.NEGATIVE_INFINITY;

  /** A request has come. */
  note(): void {
    this.#last = performance.now();
  }

  /** Whether one came just now. */
  get isOn(): boolean {
    return performance.now() - this.#last < GROUP_MS;
  }
}
