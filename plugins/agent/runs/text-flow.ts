// Text of a model on its way to whoever watches: the first piece at once, later ones in small portions.
const PORTION_MS = 100;

export class TextFlow {
  readonly #write: (text: string) => Promise<unknown>;
  #text = '';
  #rest = '';
  #timer: NodeJS.Timeout | undefined;
  #written: Promise<unknown> = Promise.resolve();

  constructor(write: (text: string) => Promise<unknown>) {
    this.#write = write;
  }

  /** all that came */
  get text(): string {
    return this.#text;
  }

  push(text: string): void {
    const isFirst = !this.#text;
    this.#text += text;
    this.#rest += text;
    if (isFirst) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), PORTION_MS);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#rest;
    this.#rest = '';
    if (!text) return;
    this.#written = this.#written.then(() => this.#write(text));
    // Whoever ends the flow hears of it.
    this.#written.catch(() => {});
  }

  /** Resolves when all of it is written. */
  async end(): Promise<void> {
    this.#flush();
    await this.#written;
  }
}
