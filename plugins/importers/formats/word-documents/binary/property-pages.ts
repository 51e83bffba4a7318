// Properties of letters and paragraphs, which lie in pages of 512 bytes each, by the places of the bytes they are for.
import { placesIn } from './word-file.ts';

const PAGE = 512;
const PAGE_NUMBER = 0x3fffff;
/** Of a paragraph a page says more than of letters. */
const PARAGRAPH = 13;

/** Bytes of the text that share properties. */
export interface PropertyRun {
  from: number;
  to: number;
  /** number of the style; of paragraphs only */
  style: number;
  changes: Buffer;
}

export function propertyRuns(main: Buffer, list: Buffer, isOfParagraphs: boolean): PropertyRun[] {
  const { count, thing } = placesIn(list, 4);
  const runs: PropertyRun[] = [];
  // A page that is named twice says nothing new.
  const numbers = new Set(Array.from({ length: count }, (_none, at) => thing(at).readUInt32LE(0) & PAGE_NUMBER));
  for (const number of numbers) {
    const page = main.subarray(number * PAGE, (number + 1) * PAGE);
    if (page.length === PAGE) runs.push(...(isOfParagraphs ? paragraphRuns(page) : letterRuns(page)));
  }
  return runs.sort((one, other) => one.from - other.from);
}

const runsIn = (
  page: Buffer,
  size: number,
  changes: (at: number) => Omit<PropertyRun, 'from' | 'to'>,
): PropertyRun[] => {
  const most = Math.floor((PAGE - 1 - 4) / (4 + size));
  const count = Math.min(page[PAGE - 1] as number, most);
  return Array.from({ length: count }, (_none, at) => ({
    ...{ from: page.readUInt32LE(4 * at), to: page.readUInt32LE(4 * at + 4) },
    ...changes(4 * (count + 1) + size * at),
  }));
};

const letterRuns = (page: Buffer): PropertyRun[] =>
  runsIn(page, 1, (at) => {
    const place = 2 * (page[at] as number);
    return {
      style: 0,
      changes: place ? page.subarray(place + 1, place + 1 + (page[place] as number)) : Buffer.alloc(0),
    };
  });

const paragraphRuns = (page: Buffer): PropertyRun[] =>
  runsIn(page, PARAGRAPH, (at) => {
    const place = 2 * (page[at] as number);
    if (!place || place + 2 > PAGE) return { style: 0, changes: Buffer.alloc(0) };
    const words = page[place] as number;
    const [from, length] = words ? [place + 1, 2 * words - 1] : [place + 2, 2 * (page[place + 1] as number)];
    const content = page.subarray(from, from + length);
    return { style: content.length >= 2 ? content.readUInt16LE(0) : 0, changes: content.subarray(2) };
  });

/** The run in which a byte lies; asked for one place after the other it looks only ahead. */
export class RunFinder {
  readonly #runs: PropertyRun[];
  #at = 0;

  constructor(runs: PropertyRun[]) {
    this.#runs = runs;
  }

  find(byte: number): PropertyRun | undefined {
    if ((this.#runs[this.#at]?.from ?? 0) > byte) this.#at = this.#before(byte);
    while (this.#at + 1 < this.#runs.length && (this.#runs[this.#at + 1] as PropertyRun).from <= byte) this.#at += 1;
    const run = this.#runs[this.#at];
    return run && run.from <= byte && byte < run.to ? run : undefined;
  }

  /** The first place at which other properties begin. */
  next(byte: number): number {
    const run = this.find(byte);
    if (run) return run.to;
    const [here, behind] = [this.#runs[this.#at], this.#runs[this.#at + 1]];
    return (here && here.from > byte ? here : behind)?.from ?? Number.POSITIVE_INFINITY;
  }

  /** By halves. */
  #before(byte: number): number {
    let [low, high] = [0, this.#runs.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#runs[middle] as PropertyRun).from <= byte) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
