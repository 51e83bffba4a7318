// Writes what commands say: for people as they go, for programs as one JSON object on the last line of standard output.
import type { CommandOutput } from '../core/kernel/plugin.ts';
import type { CommandFailure } from './error-output.ts';
import { type ProgressStream, showProgress } from './progress.ts';
import { fieldLines, tableLines } from './table.ts';

export interface Streams {
  stdout: { write(text: string): unknown };
  stderr: ProgressStream;
}

export class Output implements CommandOutput {
  readonly json: boolean;
  readonly #streams: Streams;
  #wrote = false;
  #result: object | undefined;

  constructor(json: boolean, streams: Streams = process) {
    this.json = json;
    this.#streams = streams;
  }

  line(text: string): void {
    this.#wrote = true;
    const stream = this.json ? this.#streams.stderr : this.#streams.stdout;
    stream.write(`${text}\n`);
  }

  table<Row extends object>(rows: Row[], columns?: (keyof Row & string)[]): void {
    this.#wrote = true;
    if (this.json) return;
    for (const line of rows.length ? tableLines(rows, columns) : ['Nothing to list.']) this.line(line);
  }

  result(value: object): void {
    this.#result = value;
  }

  progress(label: string): ReturnType<CommandOutput['progress']> {
    return showProgress(label, this.#streams.stderr);
  }

  /** Ends the command: prints the result, with `ok` telling whether the exit code is 0. */
  finish(code: number): void {
    const ok = code === 0;
    const answer = Object.assign({ ok }, this.#result, { ok });
    if (this.json) this.#streams.stdout.write(`${JSON.stringify(answer)}\n`);
    else if (this.#result && !this.#wrote) for (const line of fieldLines(this.#result)) this.line(line);
  }

  /** Ends a command that threw: one line for people on standard error, the error object for programs. */
  fail({ code, detail, errors, trace }: CommandFailure): void {
    if (trace) this.#streams.stderr.write(`${trace}\n`);
    if (this.json) {
      const error = { code, detail, ...(errors.length ? { errors } : {}) };
      this.#streams.stdout.write(`${JSON.stringify({ ok: false, error })}\n`);
      return;
    }
    const [only] = errors.length === 1 && errors[0]?.detail === detail ? errors : [];
    this.#streams.stderr.write(only ? `${only.at}: ${detail}\n` : `${detail}\n`);
    for (const { at, detail: said } of only ? [] : errors) this.#streams.stderr.write(`  ${at}: ${said}\n`);
  }
}
