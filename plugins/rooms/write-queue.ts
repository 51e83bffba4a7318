// Changes that wait while the document of a room must not run ahead: of what is stored, or of what is asked for.

export class WriteQueue<Change> {
  readonly #take: (change: Change) => void;
  #changes: Change[] = [];
  /** how many do not want the document to go on */
  #holders = 0;

  constructor(take: (change: Change) => void) {
    this.#take = take;
  }

  get isHeld(): boolean {
    return this.#holders > 0;
  }

  hold(): void {
    this.#holders += 1;
  }

  /** What has come meanwhile is taken now, unless somebody else holds it; taking one may hold the others again. */
  release(): void {
    this.#holders -= 1;
    if (this.isHeld) return;
    for (const change of this.#changes.splice(0)) {
      if (this.isHeld) this.#changes.push(change);
      else this.#take(change);
    }
  }

  add(change: Change): void {
    this.#changes.push(change);
  }

  putFirst(changes: Change[]): void {
    this.#changes.unshift(...changes);
  }
}
