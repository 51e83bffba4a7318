// When a request is given up: after its time, or when whoever asked gives it up. Signals of the platform that do the same
// stay until their time is over, thousands of them where many requests are answered at once.

export class RequestDeadline {
  readonly #ending = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #given: AbortSignal | undefined;
  readonly #giveUp = (): void => this.#ending.abort(this.#given?.reason);

  constructor(ms: number, given?: AbortSignal) {
    this.#given = given;
    this.#timer = setTimeout(() => this.#ending.abort(timeout(ms)), ms).unref();
    if (given?.aborted) this.#giveUp();
    else given?.addEventListener('abort', this.#giveUp, { once: true });
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** It was answered: nobody is told any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#given?.removeEventListener('abort', this.#giveUp);
  }
}

/** As `AbortSignal.timeout` gives it. */
const timeout = (ms: number): DOMException => new DOMException(`No answer within ${ms} ms.`, 'TimeoutError');
