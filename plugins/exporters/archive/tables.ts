// The tables of an archive: those that core and plugins say go into one, in the order in which they are written.
import type { App } from '../../../core/kernel/app.ts';
import type { ArchivedTable } from '../../../core/kernel/table.ts';

export interface NamedTable extends ArchivedTable {
  name: string;
}

const known = new WeakMap<App, readonly NamedTable[]>();

/** Each behind the one by which its rows are found, else as plugins are booted and name them. */
export function archivedTables(app: App): readonly NamedTable[] {
  const found = known.get(app) ?? inOrder(app);
  known.set(app, found);
  return found;
}

/** @throws Error for a name that no plugin has in an archive */
export function archivedTable(app: App, name: string): NamedTable {
  const found = archivedTables(app).find((table) => table.name === name);
  if (!found) throw new Error(`the table ${name} is in no archive`);
  return found;
}

function inOrder(app: App): readonly NamedTable[] {
  const all = [...app.tables].flatMap(([name, table]) => (typeof table === 'string' ? [] : [{ name, ...table }]));
  const waiting = all.filter(({ last }) => !last);
  const sorted: NamedTable[] = [];
  while (waiting.length) {
    const at = waiting.findIndex(({ name, by: [, of] }) => of === name || waiting.every((one) => one.name !== of));
    if (at < 0) throw new Error(`the tables ${waiting.map(({ name }) => name).join()} are found by one another`);
    sorted.push(...waiting.splice(at, 1));
  }
  return [...sorted, ...all.filter(({ last }) => last)];
}
