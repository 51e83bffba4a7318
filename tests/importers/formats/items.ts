// The items that an importer yields for a small export written in a test, without a running product.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Importer, Item, ProblemItem } from '../../../plugins/importers/contract.ts';
import { openSource } from '../../../plugins/importers/reading/source.ts';
import { zipOf } from './zip.ts';

/** Writes the export into `folder` under its name and reads it. */
export async function itemsIn(
  folder: string,
  importer: Importer,
  name: string,
  content: string | Buffer,
): Promise<Item[]> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const source = await openSource(path, { maxBytes: 50_000_000, notice: () => {} });
  try {
    return await Array.fromAsync(importer.read(source, {}));
  } finally {
    await source.close();
  }
}

export const of = <T extends Item['type']>(items: Item[], type: T) =>
  items.filter((item): item is Extract<Item, { type: T }> => item.type === type);

export const reasons = (items: Item[]): string =>
  of(items, 'problem')
    .map(({ because }: ProblemItem) => because)
    .join();

export const archive = (parts: Record<string, string | Buffer>): Buffer =>
  zipOf(Object.entries(parts).map(([name, data]) => ({ name, data })));
