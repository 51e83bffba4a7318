// Databases: their first rows as a table, and rows and values that are written in it.
import { newLocalId, wait } from '../entries.ts';
import type { CollectionRecord, PageRecord, Store } from '../store.ts';
import type { Answers, LocalAnswer, LocalRequest } from './answer.ts';
import { newPage, trashLocally, update } from './changes.ts';

/** of each database */
const ROWS_MAX = 1000;

/** Filters, orders and groups are the service's: without it a view is the table of what it shows of each row. */
const asTable = (view: CollectionRecord['views'][number] & { config?: Record<string, unknown> }) => ({
  ...view,
  kind: 'table',
  config: { visible: view.config?.visible, order: view.config?.order },
});

export async function localRows(store: Store, collectionId: number): Promise<PageRecord[]> {
  const all = await store.getAllFromIndex('pages', 'collection', collectionId);
  return all.sort((a, b) => a.position - b.position || a.id - b.id).slice(0, ROWS_MAX);
}

/** Rows whose title or a text in them has all the words. */
function searched(rows: PageRecord[], words: string): PageRecord[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = ({ title, values }: PageRecord) => JSON.stringify([title, values ?? {}]).toLowerCase();
  return wanted.length ? rows.filter((row) => wanted.every((word) => textOf(row).includes(word))) : rows;
}

const table: LocalAnswer = async ({ store, ids: [id = 0], query }) => {
  const collection = await store.get('collections', id);
  if (!collection) return undefined;
  const [all, document] = await Promise.all([localRows(store, id), store.get('documents', collection.page_id)]);
  const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 50)];
  const wanted = query.get('ids')?.split(',').map(Number);
  const found = searched(all, query.get('search') ?? '');
  const pages = wanted ? found.filter((row) => wanted.includes(row.id)) : found.slice((page - 1) * limit, page * limit);
  const views = collection.views.filter(({ kind }) => kind !== 'form').map(asTable);
  const view = views.find((one) => one.id === Number(query.get('view_id'))) ?? views[0];
  const { properties, views: _views, ...rest } = collection;
  return {
    ...{ collection: rest, properties, views, view_id: view?.id ?? null, pages, total: found.length, colors: {} },
    names: { people: {}, rows: Object.fromEntries(all.map((row) => [row.id, row.title])), files: {} },
    writable: document?.can_edit === false ? [] : pages.map((row) => row.id),
    ...{ read_only: [], sees_all_rows: true, job_id: null },
  };
};

interface Bulk {
  create?: { title?: string; values?: Record<string, unknown> }[];
  update?: { id: number; values: Record<string, unknown> }[];
  delete?: number[];
  move?: number[];
  before?: number;
  after?: number;
}

const bulk: LocalAnswer = async (asked) => {
  const { store, ids: [collectionId = 0] = [], body } = asked;
  const collection = await store.get('collections', collectionId);
  if (!collection) return undefined;
  const { create = [], update: updates = [], delete: gone = [] } = body as Bulk;
  const created: PageRecord[] = [];
  for (const row of create) created.push(await makeRow(asked, collection, row));
  const updated: PageRecord[] = [];
  for (const { id, values } of updates) {
    const row = await changeRow(asked, collection, id, values);
    if (row) updated.push(row);
  }
  const moved = await moveWaiting(asked, collection, body as Bulk);
  for (const id of gone) await trashLocally({ ...asked, ids: [id] });
  return { created, updated, moved, ok: true };
};

/** Each waits as a move of its own, to the place that the service counts: it closes the gap first. */
async function moveWaiting(
  { store, added }: LocalRequest,
  { id: collectionId, page_id: parent_id }: CollectionRecord,
  { move = [], before, after }: Bulk,
): Promise<PageRecord[]> {
  const moved: PageRecord[] = [];
  let beside = before ?? after;
  for (const id of move) {
    const all = await store.getAllFromIndex('pages', 'collection', collectionId);
    const [row, anchor] = [id, beside].map((wanted) => all.find((one) => one.id === wanted));
    if (!row || !anchor) continue;
    const isBehind = before === undefined || moved.length > 0;
    const position = anchor.position + Number(isBehind) - Number(row.position < anchor.position);
    await wait(store, {
      type: 'page_move',
      payload: { id, parent_id, position },
      target: id,
      name: row.title,
      before: row,
    });
    for (const one of all.filter((other) => other !== row)) {
      const closed = one.position - Number(one.position > row.position);
      const place = closed + Number(closed >= position);
      if (place !== one.position) await store.put('pages', { ...one, position: place });
    }
    const now = { ...row, position };
    await store.put('pages', now);
    moved.push(now);
    beside = id;
  }
  if (moved.length) await added();
  return moved;
}

/** What a table calls a value of the title property is the title of the row's page. */
function withTitle({ properties }: CollectionRecord, values: Record<string, unknown>) {
  const property = properties.find(({ type }) => type === 'title')?.id ?? 0;
  const { [property]: title, ...rest } = values;
  return { ...(title === undefined ? {} : { title: String(title ?? '') }), values: rest };
}

function changeRow(asked: LocalRequest, collection: CollectionRecord, id: number, given: Record<string, unknown>) {
  const { values, ...title } = withTitle(collection, given);
  return update(asked, id, { ...title, ...(Object.keys(values).length ? { values } : {}) });
}

async function makeRow(
  { store, added }: LocalRequest,
  collection: CollectionRecord,
  { title: given = '', values: all = {} }: { title?: string; values?: Record<string, unknown> },
): Promise<PageRecord> {
  const home = (await store.get('pages', collection.page_id)) as PageRecord;
  const { title = given, values } = withTitle(collection, all);
  const id = newLocalId();
  const where = { workspace_id: home.workspace_id, parent_id: home.id, collection_id: collection.id };
  const position = (await localRows(store, collection.id)).length;
  const row = { ...newPage({ id, title, ...where, position }), values, calendar: null };
  const payload = { workspace_id: home.workspace_id, collection_id: collection.id, title: title || '–', values };
  await wait(store, { type: 'page_create', payload, target: id, name: title });
  await store.put('pages', row);
  await added();
  return row;
}

export const rowAnswers: Answers = [
  ['GET /api/collections/{id}/table-data', table],
  ['POST /api/v2/collections/{id}/rows/bulk', bulk],
  [
    'POST /api/v2/collections/{id}/rows',
    async (asked) => {
      const collection = await asked.store.get('collections', asked.ids[0] ?? 0);
      return collection && makeRow(asked, collection, asked.body);
    },
  ],
  ['POST /api/collections/{id}/rows/impact', async () => ({ databases: [], synced: [] })],
];
