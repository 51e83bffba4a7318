// Paragraphs that say how deep they stand in a list, put together to lists in lists.
import { type MarkupElement, type MarkupNode, madeElement } from './tree.ts';

export interface ListPlace {
  /** paragraphs of one list go on counting, whatever stands between them */
  list: string;
  /** 0 is the outermost */
  level: number;
  isNumbered: boolean;
  /** number of the first item */
  start: number;
}

const LEVEL_MAX = 20;

export class ListLevels {
  #open: MarkupElement[] = [];
  #body: MarkupNode[] | undefined;
  readonly #counts = new Map<string, number[]>();

  add(body: MarkupNode[], { list, level, isNumbered, start }: ListPlace, item: MarkupNode[]): void {
    if (this.#body !== body) this.#open = [];
    this.#body = body;
    const depth = Math.min(LEVEL_MAX, Math.max(0, level));
    const number = this.#count(list, depth, start);
    const tag = isNumbered ? 'ol' : 'ul';
    this.#open.length = Math.min(this.#open.length, depth + 1);
    if (this.#open.length === depth + 1 && this.#open[depth]?.tag !== tag) this.#open.pop();
    while (this.#open.length <= depth) {
      const isLast = this.#open.length === depth;
      const made = madeElement(tag, [], isLast && isNumbered && number !== 1 ? { start: String(number) } : {});
      this.#within(body).push(made);
      this.#open.push(made);
    }
    this.#open.at(-1)?.children.push(madeElement('li', item));
  }

  /** What comes next belongs to no list. */
  end(): void {
    this.#open = [];
  }

  /** The item in which the next list stands. */
  #within(body: MarkupNode[]): MarkupNode[] {
    const list = this.#open.at(-1);
    if (!list) return body;
    if (!list.children.length) list.children.push(madeElement('li'));
    return (list.children.at(-1) as MarkupElement).children;
  }

  #count(list: string, depth: number, start: number): number {
    const counts = this.#counts.get(list) ?? [];
    this.#counts.set(list, counts);
    const number = counts.length > depth ? (counts[depth] as number) + 1 : start;
    counts.length = Math.min(counts.length, depth);
    while (counts.length < depth) counts.push(0);
    counts.push(number);
    return number;
  }
}
