// When databases are made: in their turn, or for the first page that shows one, once what lies above them is there.
import { walk } from '../../blocks/block.ts';
import type { NoteSurroundings } from '../conversion/links.ts';
import type { ItemBody, PlannedPage } from './plan.ts';

export class DatabaseOrder {
  readonly #planned: Map<string, PlannedPage>;
  readonly #make: (page: PlannedPage) => Promise<void>;
  readonly #reached = new Set<string>();
  readonly #opened = new Set<string>();

  constructor(planned: PlannedPage[], make: (page: PlannedPage) => Promise<void>) {
    this.#planned = new Map(planned.map((page) => [page.id, page]));
    this.#make = make;
  }

  reached({ id }: PlannedPage): void {
    this.#reached.add(id);
  }

  async open(page: PlannedPage): Promise<void> {
    if (this.#opened.has(page.id)) return;
    this.#opened.add(page.id);
    await this.#make(page);
  }

  async openShown({ blocks = [] }: ItemBody, { id, path }: PlannedPage, { names }: NoteSurroundings): Promise<void> {
    for (const { type, data } of walk(blocks)) {
      if (type !== 'database' || typeof data?.source !== 'string') continue;
      const shown = this.#planned.get(names.relative(data.source, path)?.id ?? '');
      const above = shown?.parent;
      const isReady = !above || !this.#planned.has(above) || (above !== id && this.#reached.has(above));
      if (shown?.kind === 'database' && isReady) await this.open(shown);
    }
  }
}
