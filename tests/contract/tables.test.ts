// Who names which table: its owner, and for joins everybody who asks for pages, people and workspaces.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tablesOf } from '../../core/boot/table-registry.ts';
import { coreTables } from '../../core/database/tables.ts';
import { definePlugin } from '../../core/kernel/plugin.ts';
import type { Tables } from '../../core/kernel/table.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Read by everybody, in joins and narrowed by access. */
const SHARED = ['pages', 'users', 'workspaces'];

const files = ['core', 'plugins', 'cli'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('/client/') && !file.endsWith('/tables.ts')),
);

/** By name, the folder of its owner. */
async function owners(): Promise<Map<string, string>> {
  const found = new Map(Object.keys(coreTables).map((name) => [name, 'core']));
  for (const plugin of readdirSync(join(root, 'plugins'))) {
    const module = await import(join(root, 'plugins', plugin, 'tables.ts')).catch((error) => {
      if (error.code === 'ERR_MODULE_NOT_FOUND') return {};
      throw error;
    });
    for (const tables of Object.values<Tables>(module))
      for (const name of Object.keys(tables)) found.set(name, `plugins/${plugin}`);
  }
  return found;
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Where a query begins, joins, or writes. */
const naming = (name: string): RegExp =>
  new RegExp(
    [
      `\\b(?:db|trx|writer|reader)\\(\\s*'${name}(?: as \\w+)?'`,
      `(?:\\bfrom|\\binto|\\.join|Join|table|followByKey)\\((?:[^'()]*,\\s*)?'${name}(?: as \\w+)?'`,
      `\\b(?:from|join|update|into|FROM|JOIN|UPDATE|INTO)\\s+${name}(?=\\s+(?:[a-z]+|[A-Z]+)\\b|\\s*[\`(')])`,
    ].join('|'),
  );

describe('tables', () => {
  it('are named by their owners only', async () => {
    const wrong: string[] = [];
    const sources = files.map((file) => [file, withoutComments(readFileSync(join(root, file), 'utf8'))] as const);
    // Most files have no such word at all, which is sooner found than how a table is named.
    for (const [table, owner] of await owners())
      for (const [file, text] of sources)
        if (
          !SHARED.includes(table) &&
          !file.startsWith(`${owner}/`) &&
          text.includes(table) &&
          naming(table).test(text)
        )
          wrong.push(`${file}: ${table}`);
    assert.deepEqual(wrong, []);
  });

  it('have one owner each', () => {
    const plugin = (name: string) =>
      definePlugin({ name, version: '1.0.0', summary: 'A plugin with a table', tables: { notes: 'for a test' } });
    const both = ['one', 'other'].map((name) => plugin(name).manifest);
    assert.throws(() => tablesOf(both), /^Error: plugin other: the table notes belongs to one; name tables of its own/);
  });
});
