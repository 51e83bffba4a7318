// What the driver alone can do in this process: the ceiling for search, and for reading and indexing files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import knex from 'knex';

/** Ranked FTS5 queries with snippet a second: one connection, as one thread of the bare driver would ask. */
export async function rawSearch(folder: string, word: string, seconds = 2): Promise<number> {
  const db = knex({
    client: 'sqlite3',
    connection: { filename: join(folder, 'reference.db') },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  });
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      await db.raw(
        `SELECT rowid, bm25(found) AS rank, snippet(found, 1, '', '', '…', 24) FROM found WHERE found MATCH ? ORDER BY rank LIMIT 20`,
        [word],
      );
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  await db.destroy();
  return done / seconds;
}

/** Seconds to read all files and insert and index them in one transaction. */
export async function rawImport(files: string, database: string): Promise<number> {
  const db = knex({ client: 'sqlite3', connection: { filename: database }, useNullAsDefault: true });
  await db.raw('PRAGMA journal_mode = WAL');
  await db.raw('CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT, body TEXT)');
  await db.raw('CREATE VIRTUAL TABLE found USING fts5(title, body)');
  const started = performance.now();
  await db.transaction(async (trx) => {
    for (const entry of readdirSync(files, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const body = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      const [id] = await trx('notes').insert({ title: entry.name, body });
      await trx.raw('INSERT INTO found(rowid, title, body) VALUES (?, ?, ?)', [id as number, entry.name, body]);
    }
  });
  const seconds = (performance.now() - started) / 1000;
  await db.destroy();
  return seconds;
}
