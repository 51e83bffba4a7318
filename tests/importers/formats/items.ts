// What a source yields for one small file that a test writes, and the items of each kind.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseItem, Importer, Item, RowItem } from '../../../plugins/importers/contract.ts';
import type { EntryPlace } from '../../../plugins/importers/reading/entry-file.ts';
import { openSource } from '../../../plugins/importers/reading/source.ts';
import { scratchFolder } from '../../../testing/folders.ts';
import { zipOf } from './zip.ts';

/** For readers in threads, which are told where a file lies and where they may lay what they find. */
export async function onDisk<T>(content: Buffer, use: (place: EntryPlace) => Promise<T>): Promise<T> {
  const folder = scratchFolder();
  const file = join(folder, 'content');
  writeFileSync(file, content);
  return use({ file, folder }).finally(() => rmSync(folder, { recursive: true, force: true }));
}

export async function itemsIn(importer: Importer, name: string, content: string | Buffer): Promise<Item[]> {
  const folder = scratchFolder();
  const path = join(folder, name);
  writeFileSync(path, content);
  const source = await openSource(path, { maxBytes: 50_000_000, notice: () => {} });
  try {
    return await Array.fromAsync(importer.read(source, {}));
  } finally {
    await source.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const of = <T extends Item['type']>(items: Item[], type: T) =>
  items.filter((item): item is Extract<Item, { type: T }> => item.type === type);
export const databases = (items: Item[]): DatabaseItem[] => of(items, 'database');
export const rows = (items: Item[]): RowItem[] => of(items, 'row');
export const reasons = (items: Item[]): string =>
  of(items, 'problem')
    .map(({ because }) => because)
    .join();

export const archive = (parts: Record<string, string | Buffer>): Buffer =>
  zipOf(Object.entries(parts).map(([name, data]) => ({ name, data })));
