// A workspace of any size: pages that a few hundred written ones are multiplied into, and a database of rows.
import type { Engine } from '../../../core/database/dialect.ts';
import { markdownToBlocks } from '../../../plugins/blocks/markdown/lazy.ts';
import { pages } from '../../../plugins/pages/contract.ts';
import { workspaces } from '../../../plugins/workspaces/contract.ts';
import { type Made, makeDatabase } from '../../databases/database.ts';
import { fillRows } from '../../databases/filled.ts';
import type { TestApp } from '../../kit/app.ts';
import { markdown } from '../data.ts';

/** As many are written by the product itself; all others are copies of them with titles of their own. */
const WRITTEN = 500;
const IN_FOLDER = 30;
const FOLDERS_IN_SHELF = 17;
const COPIED_AT_ONCE = 5_000;

export interface Scale {
  pages: number;
  rows: number;
  /** over so many workspaces of one person; the database lies in the first */
  workspaces: number;
}

export interface ScaleData {
  /** a page in a folder, as most are */
  page: number;
  /** the folder that it lies in */
  folder: number;
  table: Made;
}

/** Pages in folders in shelves, as a workspace grows, and one database whose values have few and many faces. */
export async function fillScale(t: TestApp, scale: Scale): Promise<ScaleData> {
  const { first, folder } = await fillPages(t, scale);
  return { page: first, folder, table: await fillTable(t, scale.rows) };
}

async function fillPages(
  t: TestApp,
  { pages: count, workspaces: many }: Scale,
): Promise<{ first: number; folder: number }> {
  const ctx = t.ctx('ann');
  const shelf = await ctx.use(pages).create(ctx, { workspaceId: t.ws1, title: 'Written', kind: 'folder' });
  const first = shelf.id + 1;
  await ctx.tx(async (tx) => {
    for (let at = 0; at < WRITTEN; at += 1) {
      const { title, body } = markdown(at);
      await tx.use(pages).create(tx, { workspaceId: t.ws1, parentId: shelf.id, title, blocks: markdownToBlocks(body) });
    }
  });
  const homes: number[] = [t.ws1];
  for (let at = 1; at < many; at += 1)
    homes.push((await ctx.use(workspaces).create(ctx, { name: `Workspace ${at}` })).id);
  const folders = Math.ceil(count / IN_FOLDER);
  const shelves = Math.max(many, Math.ceil(folders / FOLDERS_IN_SHELF));
  const home = homes.map((id, at) => `when ${at} then ${id}`).join(' ');
  const shelfBase = await copy(t, shelf.id, shelves, {
    ...{ title: "'Shelf ' || n", parent: 'null', home: `case n % ${many} ${home} end` },
  });
  const folderBase = await copy(t, shelf.id, folders, {
    title: "'Folder ' || n",
    parent: `${shelfBase} + 1 + (n - 1) % ${shelves}`,
  });
  const base = await copy(t, first, count, {
    title: "title || ' ' || n",
    parent: `${folderBase} + 1 + (n - 1) / ${IN_FOLDER}`,
    ...{ source: `${first} + n % ${WRITTEN}` },
  });
  await t.app.database.writer('permission_epochs').increment('epoch', 1);
  return { first: base + 1, folder: folderBase + 1 };
}

/** Copies of pages with what search finds of them; `title`, `parent`, `home` and `source` are SQL over `n`. */
async function copy(
  t: TestApp,
  of: number,
  count: number,
  {
    title,
    parent,
    home = `(select workspace_id from pages as above where above.id = ${parent})`,
    source = `${of}`,
  }: { title: string; parent: string; home?: string; source?: string },
): Promise<number> {
  const { writer, engine } = t.app.database;
  const base = Number((await writer('pages').max({ id: 'id' }))[0]?.id);
  const own = {
    ...{ id: `${base} + n`, parent_id: parent, title, title_key: `lower(${title})`, position: 'n' },
    ...{ slug: 'null', access_root_id: 'null', workspace_id: home, updated_at: momentOf(engine) },
  };
  const kept = Object.keys(await writer('pages').columnInfo()).filter((name) => !(name in own));
  for (let from = 1; from <= count; from += COPIED_AT_ONCE) {
    const to = Math.min(count, from + COPIED_AT_ONCE - 1);
    await writer.raw(
      `insert into pages (${[...Object.keys(own), ...kept]})
       with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${to})
       select ${[...Object.values(own), ...kept]} from numbers join pages on pages.id = ${source}`,
    );
    await writer.raw(
      `insert into search_entries (page_id, workspace_id, title, body, original)
       select copies.id, copies.workspace_id, copies.title_key, sources.body, sources.original
       from pages as copies join search_entries as sources on sources.page_id = ${source.replaceAll(' n ', ` (copies.id - ${base}) `)}
       where copies.id between ? and ? and sources.property_id is null`,
      [base + from, base + to],
    );
  }
  if (engine === 'postgres')
    await writer.raw("select setval(pg_get_serial_sequence('pages', 'id'), ?)", [base + count]);
  return base;
}

/** Pages are changed one after the other, a second apart. */
const momentOf = (engine: Engine): string =>
  engine === 'sqlite'
    ? "strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || n || ' seconds')"
    : "timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second'";

async function fillTable(t: TestApp, rows: number): Promise<Made> {
  const options = ['Open', 'Doing', 'Done'].map((name) => ({ name }));
  const table = await makeDatabase(t, [
    { name: 'Points', type: 'number' },
    { name: 'Note', type: 'text' },
    { name: 'State', type: 'select', config: { options } },
  ]);
  const points = 'n % 10007 * 7919 % 10007';
  const note = `'note ' || (n * 31 % 1009) || ' of the quiet river ' || n`;
  const faces = ['Open', 'Doing', 'Done'].map((name, at) => `when ${at} then '${table.option('State', name)}'`);
  const state = `case n % 3 ${faces.join(' ')} end`;
  await fillRows(t, table, rows, {
    Points: { json: `(${points})`, cell: { num: points } },
    Note: { json: `'"' || (${note}) || '"'`, cell: { text_key: note } },
    State: { json: `'"' || (${state}) || '"'`, cell: { text_key: state } },
  });
  return table;
}
