// Changes of pages and rows, field by field: what nobody else has touched is taken, and two texts are both kept.
import { isDeepStrictEqual } from 'node:util';
import { notFound } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases, type Row, type RowInput } from '../../databases/contract.ts';
import { favoritePages } from '../../favorites/contract.ts';
import { type KnownInTransaction, type Page, type PageChange, pagePolicies, pages } from '../../pages/contract.ts';
import { tagNames } from '../../tags/contract.ts';
import { openConflict } from '../conflicts/offline-copy.ts';
import { heldPage, isUntouched, type Maker, resolveClientId } from './change.ts';
import type { PageFields } from './payloads.ts';

/** Fields by name; single values as `values.<property id>`, which are others to each other. */
export type ChangedFields = Map<string, unknown>;

/** Two of these are two things that somebody meant; of all others the last one counts. */
const isMeant = (name: string): boolean =>
  name === 'title' || name === 'name' || name === 'calendar' || name.startsWith('values.');

export function payloadFields({ values = {}, ...fields }: PageFields): ChangedFields {
  const single = Object.entries(values).map(([id, value]): [string, unknown] => [`values.${id}`, value]);
  return new Map([...Object.entries(fields), ...single]);
}

/** The other way round. */
export function pageFieldsOf(fields: Iterable<[string, unknown]>): PageFields {
  const found: PageFields = {};
  for (const [name, value] of fields) {
    if (!name.startsWith('values.')) Object.assign(found, { [name]: value });
    else found.values = { ...found.values, [name.slice('values.'.length)]: value };
  }
  return found;
}

/** A page with what it is as a row, if it is one. */
export interface FieldSource {
  page: Page;
  row: Row | undefined;
  /** nothing has happened to the page since the right to change it was asked for */
  known?: KnownInTransaction;
}

export async function fieldSource(ctx: Ctx, page: Page): Promise<FieldSource> {
  const [row] = await ctx.use(databases).rows(ctx, [page.id]);
  return { page, row };
}

/** What the page says now of fields of these names. */
export async function currentFields(
  ctx: Ctx,
  { page, row }: FieldSource,
  names: Iterable<string>,
): Promise<ChangedFields> {
  const found: ChangedFields = new Map();
  for (const name of names) {
    if (name === 'tags') found.set(name, (await ctx.use(tagNames).of(ctx, page.id)).sort());
    else if (name === 'favorite') found.set(name, await ctx.use(favoritePages).has(ctx, page.id));
    else if (name === 'calendar') found.set(name, row?.calendar ?? null);
    else if (name.startsWith('values.')) found.set(name, row?.values[name.slice('values.'.length)] ?? null);
    else found.set(name, page[name as keyof Page] ?? null);
  }
  return found;
}

const alike = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(ordered(one) ?? null, ordered(other) ?? null);
/** Tags have no order of their own. */
const ordered = (value: unknown): unknown =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.toSorted() : value;

export interface FieldSplit {
  taken: ChangedFields;
  refused: ChangedFields;
  overwrote: ChangedFields;
}

/** @param isKnown the device has seen all that was done to the page: there is nothing to compare */
export function sortFields(
  mine: ChangedFields,
  base: ChangedFields,
  current: ChangedFields,
  isKnown: boolean,
): FieldSplit {
  const sorted: FieldSplit = { taken: new Map(), refused: new Map(), overwrote: new Map() };
  for (const [name, value] of mine) {
    const now = current.get(name);
    if (alike(now, value)) continue;
    const isFree = base.has(name) ? alike(now, base.get(name)) : isKnown;
    if (!isFree && isMeant(name)) sorted.refused.set(name, value);
    else sorted.taken.set(name, value);
    if (!isFree && !isMeant(name)) sorted.overwrote.set(name, now);
  }
  return sorted;
}

/**
 * Writes fields as the routes do that change each of them, and gives the version that came of it, where that is known.
 * @throws Problem as those
 */
export async function writeFields(
  tx: Ctx,
  { page, row, known }: FieldSource,
  given: ChangedFields,
): Promise<number | undefined> {
  const { values, calendar, tags, favorite, title, ...looks } = pageFieldsOf(given);
  const ofRow: RowInput = {
    ...(values && { values }),
    ...(calendar !== undefined && { calendar }),
    ...(row && title !== undefined && { title }),
  };
  if (Object.keys(ofRow).length) await tx.use(databases).changeRows(tx, [{ id: page.id, change: ofRow }]);
  const ofPage: PageChange = { ...looks, ...(!row && title !== undefined && { title }) };
  const changed = Object.keys(ofPage).length
    ? await tx.use(pages).change(tx, page.id, ofPage, null, [], known)
    : undefined;
  if (tags) await tx.use(tagNames).set(tx, page.id, tags);
  if (favorite !== undefined) await tx.use(favoritePages).set(tx, page.id, favorite);
  return changed?.sync_version;
}

/** Tags and favorites are a person's own, and need no more than seeing the page; its version knows nothing of them. */
const OWN = new Set(['tags', 'add_tags', 'remove_tags', 'favorite']);
const isOwn = (name: string): boolean => OWN.has(name);

/** What the fields need of their page. */
export const needOf = (names: string[]) => (names.every(isOwn) ? pagePolicies.view : pagePolicies.edit);

async function seenPage(tx: Ctx, id: number): Promise<Page> {
  const found = await tx.use(pages).byId(tx, id);
  if (!found) throw notFound();
  return found;
}

/** The page that fields are written to, held unless they are none of its own. */
async function targetOf(tx: Ctx, id: number, names: string[]): Promise<FieldSource> {
  const subject = await tx.app.access.require(tx, needOf(names), id);
  if (names.every(isOwn)) return { page: await seenPage(tx, id), row: undefined };
  const page = await heldPage(tx, id, subject);
  const isSame = page.sync_version === (subject.row as Page).sync_version;
  return { ...(await fieldSource(tx, page)), ...(isSame && { known: 'held' }) };
}

export const updatePageOf: Maker<'page_update'> = async (tx, change) => {
  const { id: name, fields, base = {} } = change.payload;
  const { add_tags: add = [], remove_tags: remove = [], ...single } = fields;
  const mine = payloadFields(single);
  const id = await resolveClientId(tx, change, name, 'page');
  const target = await targetOf(tx, id, Object.keys(fields));
  const { page } = target;
  const before = page.sync_version;
  const current = await currentFields(tx, target, mine.keys());
  const isKnown = await isUntouched(tx, change, id, before);
  const seen = payloadFields(base);
  const { taken, refused, overwrote } = sortFields(mine, seen, current, isKnown);
  const version = await writeFields(tx, target, taken);
  if (add.length + remove.length) await tx.use(tagNames).alter(tx, id, { add, remove });
  const copy_id = refused.size ? await openConflict(tx, change, page, { mine: refused, seen, current }) : undefined;
  return {
    status: refused.size ? 'conflict' : 'applied',
    ...{ target: id, id, before },
    ...(version !== undefined && !refused.size && { version }),
    ...(copy_id !== undefined && { copy_id }),
    ...(overwrote.size && { overwrote: pageFieldsOf(overwrote) as Record<string, unknown> }),
  };
};
