// What people do with pages: it shows at once, and waits in the queue.
import { t } from '../../../../../core/client/messages.ts';
import { RequestError } from '../../../../../core/client/request.ts';
import { applyEntry, newLocalId, wait } from '../entries.ts';
import { favoritesShown } from '../favorites.ts';
import { dismiss, queued } from '../sending.ts';
import type { PageRecord } from '../store.ts';
import type { Answers, LocalAnswer, LocalRequest } from './answer.ts';
import { localChildren, localTrail } from './lists.ts';

type Fields = Record<string, unknown>;

/** Changes fields of a page, as it was seen here before. */
export async function update(
  { store, added }: LocalRequest,
  id: number,
  fields: Fields,
): Promise<PageRecord | undefined> {
  const before = await store.get('pages', id);
  if (!before) return undefined;
  const seen = before as unknown as Fields;
  const base = Object.fromEntries(Object.keys(fields).map((name) => [name, baseOf(name, seen, fields)]));
  const entry = { type: 'page_update' as const, payload: { id, fields, base } };
  const after = applyEntry(before, entry) as PageRecord;
  // In this order: where there is no room, nothing shows as if it were done.
  await wait(store, { ...entry, target: id, name: before.title, before });
  await store.put('pages', after);
  await added();
  return after;
}

/** Changes what is this person's own about a page: who else wrote in it does not matter to that. */
export async function changeOwn(
  { store, added }: LocalRequest,
  id: number,
  fields: Fields,
): Promise<PageRecord | undefined> {
  const page = await store.get('pages', id);
  if (!page) return undefined;
  await wait(store, { type: 'page_update', payload: { id, fields }, target: id, name: page.title });
  await added();
  return page;
}

function baseOf(name: string, seen: Fields, fields: Fields): unknown {
  if (name !== 'values') return seen[name] ?? null;
  const values = (seen.values ?? {}) as Fields;
  return Object.fromEntries(
    Object.keys(fields.values as Fields).map((property) => [property, values[property] ?? null]),
  );
}

const make: LocalAnswer = async (asked) => {
  const { store, body, added } = asked;
  const { title = '', parent_id = null } = body as { title?: string; parent_id?: number | null };
  const parent = parent_id === null ? undefined : await store.get('pages', parent_id);
  const workspace =
    parent?.workspace_id ?? Number(body.workspace_id ?? document.getElementById('menu')?.dataset.workspace);
  if (!workspace || (parent_id !== null && !parent)) return undefined;
  const id = newLocalId();
  const page = newPage({ id, title, workspace_id: workspace, parent_id });
  page.position = (await localChildren(store, workspace, parent_id)).length;
  const payload = { workspace_id: workspace, parent_id, title };
  await wait(store, { type: 'page_create', payload, target: id, name: title || t('core.client.untitled') });
  await store.put('pages', page);
  await added();
  return { ...page, ok: true };
};

export const newPage = (
  own: Pick<PageRecord, 'id' | 'title' | 'workspace_id' | 'parent_id'> & Partial<PageRecord>,
): PageRecord => ({
  ...{ kind: 'page', page_icon: '', cover_url: '', position: 0, full_width: 0, font_small: 0, is_locked: 0 },
  ...{ sync_version: 0, updated_at: new Date().toISOString() },
  ...own,
});

const rename: LocalAnswer = (asked) => update(asked, asked.ids[0] ?? 0, { title: asked.body.title });
const change: LocalAnswer = (asked) => update(asked, asked.ids[0] ?? 0, asked.body);
const options: LocalAnswer = (asked) => {
  const { full_width, font_small } = asked.body;
  const given = Object.entries({ full_width, font_small }).filter(([, value]) => value !== undefined);
  return given.length
    ? update(asked, asked.ids[0] ?? 0, Object.fromEntries(given.map(([name, on]) => [name, on ? 1 : 0])))
    : Promise.resolve(undefined);
};

const move: LocalAnswer = async ({ store, ids: [id = 0], body, added }) => {
  const before = await store.get('pages', id);
  if (!before) return undefined;
  const { parent_id, position } = body as { parent_id: number | null; position?: number };
  const parent = parent_id === null ? undefined : await store.get('pages', parent_id);
  if (parent && [parent, ...(await localTrail(store, parent))].some((one) => one.id === id))
    throw new RequestError(409, 'conflict', t('sync.offline.below_itself'));
  const level = await localChildren(store, parent?.workspace_id ?? before.workspace_id, parent_id);
  const others = level.filter((one) => one.id !== id);
  const at = Math.min(position ?? others.length, others.length);
  others.splice(at, 0, { ...before, parent_id });
  const payload = { id, parent_id, ...(position === undefined ? {} : { position }) };
  await wait(store, { type: 'page_move', payload, target: id, name: before.title, before });
  for (const [place, one] of others.entries()) await store.put('pages', { ...one, position: place });
  await added();
  return { ...before, parent_id, position: at, ok: true };
};

export const trashLocally: LocalAnswer = async ({ store, ids: [id = 0], added }) => {
  const before = await store.get('pages', id);
  if (!before) return undefined;
  // What was made on this device is made all the same: its words are in the trash then, like those of any page.
  await wait(store, { type: 'page_delete', payload: { id }, target: id, name: before.title, before });
  await store.delete('pages', id);
  await added();
  return { ...before, ok: true };
};

/** As long as it has not been sent that it goes. */
const restore: LocalAnswer = async ({ store, ids: [id = 0], added }) => {
  const entry = (await queued(store)).findLast((one) => one.type === 'page_delete' && one.target === id);
  if (!entry) return undefined;
  await dismiss(store, entry);
  await added();
  return { ...entry.before, ok: true };
};

const favorite =
  (isFavorite: boolean): LocalAnswer =>
  async (asked) => {
    const { store, body } = asked;
    const id = asked.ids[0] ?? Number(body.page_id);
    // The order of favorites needs the service.
    if (body.position !== undefined) return undefined;
    const others = (await favoritesShown(store)).filter((one) => one !== id);
    const page = await changeOwn(asked, id, { favorite: isFavorite });
    if (!page) return undefined;
    const { title, kind, page_icon, workspace_id } = page;
    return { page_id: id, title, kind, page_icon, workspace_id, position: others.length, created_at: page.updated_at };
  };

/** What cannot be done without the service says so in words of its own. */
const refuseDatabase: LocalAnswer = async () => {
  throw new RequestError(0, 'offline', t('sync.offline.needs.database'));
};

export const changeAnswers: Answers = [
  ['POST /api/v2/collections', refuseDatabase],
  ['POST /api/pages', make],
  ['PUT /api/pages/{id}/rename', rename],
  ['PATCH /api/v2/pages/{id}', change],
  ['POST /api/pages/{id}/options', options],
  ['PUT /api/pages/{id}/move', move],
  ['POST /api/pages/{id}/trash', trashLocally],
  ['POST /api/pages/{id}/restore', restore],
  ['POST /api/v2/favorites', favorite(true)],
  ['DELETE /api/v2/favorites/{id}', favorite(false)],
];
