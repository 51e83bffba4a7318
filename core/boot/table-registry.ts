// The tables of core and of all plugins: each has one owner.
import { coreTables } from '../database/tables.ts';
import type { Manifest } from '../kernel/plugin.ts';
import type { ArchivedTable } from '../kernel/table.ts';

/** In boot order, core first. @throws Error naming both owners of a table that two have, the later one first */
export function tablesOf(manifests: readonly Manifest[]): ReadonlyMap<string, ArchivedTable | string> {
  const found = new Map<string, ArchivedTable | string>();
  const owners = new Map<string, string>();
  for (const { name: owner, tables = {} } of [{ name: 'core', tables: coreTables }, ...manifests])
    for (const [name, table] of Object.entries(tables)) {
      if (owners.has(name))
        throw new Error(
          `plugin ${owner}: the table ${name} belongs to ${owners.get(name)}; name tables of its own, and ask for other rows by services`,
        );
      owners.set(name, owner);
      found.set(name, table);
    }
  return found;
}
