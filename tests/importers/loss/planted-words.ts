// Words that stand nowhere else: what is planted in a source is looked for in the pages and the report of its import.
import { seeded } from '../formats/malformed.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export class PlantedWords {
  readonly all: string[] = [];
  /** words of tasks, and whether each is done */
  readonly tasks = new Map<string, boolean>();
  readonly random: () => number;

  constructor(seed: number) {
    this.random = seeded(seed * 104_729);
  }

  /** A new word; none is a part of another. */
  word(): string {
    let rest = this.all.length;
    let letters = '';
    for (let place = 0; place < 4; place += 1) {
      letters += LETTERS[rest % 26];
      rest = Math.floor(rest / 26);
    }
    const word = `zq${letters}qz`;
    this.all.push(word);
    return word;
  }

  /** Some words in a row. */
  words(): string {
    return Array.from({ length: 1 + this.below(3) }, () => this.word()).join(' ');
  }

  task(): { word: string; isDone: boolean } {
    const word = this.word();
    const isDone = this.random() < 0.5;
    this.tasks.set(word, isDone);
    return { word, isDone };
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  one<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  /** Between `least` and `most` of what `make` makes. */
  some<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }
}
