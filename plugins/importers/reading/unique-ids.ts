// Ids for things of a source that has none: what names them, and a number when something else is named so too.

export class UniqueIds {
  readonly #given = new Map<string, number>();

  /** The same for the same order of calls, so that a second import finds them again. */
  of(key: string): string {
    const count = (this.#given.get(key) ?? 0) + 1;
    this.#given.set(key, count);
    return count === 1 ? key : this.of(`${key}-${count}`);
  }
}
