// Use cases of tags: everybody has their own, and nothing is counted that its owner may not see.

import type { Knex } from 'knex';
import { isForeignKeyViolation } from '../../core/database/engine-errors.ts';
import type { ListPage } from '../../core/http/pagination.ts';
import { notFound, Problem } from '../../core/http/problem.ts';
import { uniqueKey } from '../../core/i18n/text-normalization.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { type Page, pages } from '../pages/contract.ts';
import { nextTone } from './palette-color.ts';
import { type NarrowQuery, type TagRow, tagStore } from './store.ts';
import type { Tag } from './tag.ts';

const TAGS_MAX = 1000;
/** What a tag of a program has that names no colour. */
export const NO_COLOR = 'default';

const narrowTo = async (ctx: Ctx, workspaceId?: number): Promise<NarrowQuery> => {
  const scope = await ctx.app.access.scope(ctx, workspaceId);
  return (query) => {
    ctx.use(pages).narrow(ctx, query, scope);
    if (workspaceId !== undefined) query.where('pages.workspace_id', workspaceId);
  };
};

/** With their counts, within one workspace when it is named. */
export async function countedTags(ctx: Ctx, rows: TagRow[], workspaceId?: number): Promise<Tag[]> {
  const counts = await tagStore.counts(
    ctx,
    rows.map(({ id }) => id),
    await narrowTo(ctx, workspaceId),
  );
  return rows.map(({ id, name, color }) => ({ id, name, color, count: counts.get(id) ?? 0 }));
}

/** All tags of the actor by name. */
export const ownTags = async (ctx: Ctx, workspaceId?: number): Promise<Tag[]> =>
  countedTags(ctx, await tagStore.of(ctx, userOf(ctx).id), workspaceId);

export async function listTags(ctx: Ctx, limit: number, offset: number): Promise<ListPage<Tag>> {
  const { rows, total } = await tagStore.page(ctx, userOf(ctx).id, limit, offset);
  return { items: await countedTags(ctx, rows), total };
}

export const presentTag = async (ctx: Ctx, row: TagRow): Promise<Tag> => (await countedTags(ctx, [row]))[0] as Tag;

/** The actor's tags on a page. */
export const tagsOnPage = async (ctx: Ctx, pageId: number): Promise<Tag[]> =>
  countedTags(ctx, await tagStore.onPage(ctx, userOf(ctx).id, pageId));

/** Without a colour it gets one of its own, so that it is told apart from the others. */
export async function makeTag(ctx: Ctx, name: string, color?: string): Promise<TagRow> {
  const user_id = userOf(ctx).id;
  const others = await tagStore.of(ctx, user_id);
  if (others.length >= TAGS_MAX) throw new Problem('conflict', `A person keeps at most ${TAGS_MAX} tags.`);
  const row = { user_id, name, name_key: uniqueKey(name), is_imported: 0 };
  return tagStore.insert(ctx, { ...row, color: color ?? nextTone(others.map((one) => one.color)) });
}

/** Changes of the actor's tags, one after another. */
export async function inTurn<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  return ctx.tx(async (tx) => {
    await tagStore.lock(tx, userOf(tx).id);
    return work(tx);
  });
}

export const tagNameTaken = () => new Problem('conflict', 'You have a tag of this name already.');

/** @throws Problem conflict when the actor has one of this name, whatever its case */
export async function createTag(ctx: Ctx, name: string, color = NO_COLOR): Promise<Tag> {
  return inTurn(ctx, async (tx) => {
    if (await tagStore.byKey(tx, userOf(tx).id, uniqueKey(name))) throw tagNameTaken();
    return presentTag(tx, await makeTag(tx, name, color));
  });
}

/** @throws Problem conflict, not_found when it was deleted meanwhile */
export async function changeTag(
  ctx: Ctx,
  id: number,
  { name, color }: { name?: string; color?: string },
): Promise<Tag> {
  return inTurn(ctx, async (tx) => {
    const other = name === undefined ? undefined : await tagStore.byKey(tx, userOf(tx).id, uniqueKey(name));
    if (other && other.id !== id) throw tagNameTaken();
    const change = {
      ...(name === undefined ? {} : { name, name_key: uniqueKey(name) }),
      ...(color === undefined ? {} : { color }),
    };
    // What somebody has made their own stays when the import that brought it is undone.
    if (Object.keys(change).length) await tagStore.change(tx, id, { ...change, is_imported: 0 });
    const row = await tagStore.byId(tx, id);
    if (!row) throw notFound();
    return presentTag(tx, row);
  });
}

/** The actor's tag of a name, whatever its case. */
export const ownTagNamed = (ctx: Ctx, name: string): Promise<TagRow | undefined> =>
  tagStore.byKey(ctx, userOf(ctx).id, uniqueKey(name));

export const removeTag = (ctx: Ctx, id: number): Promise<unknown> => inTurn(ctx, (tx) => tagStore.remove(tx, [id]));

/**
 * Puts the actor's tag of this name on a page, making it when it is new; a colour is for a new one only, which has one
 * of its own without that.
 * @throws Problem not_found when the page was removed for good meanwhile
 */
export async function tagPage(ctx: Ctx, pageId: number, name: string, color?: string): Promise<Tag> {
  return inTurn(ctx, async (tx) => {
    const known = await tagStore.byKey(tx, userOf(tx).id, uniqueKey(name));
    const row = known ?? (await makeTag(tx, name, color));
    await tagStore.put(tx, [{ tag_id: row.id, page_id: pageId }], 0);
    return presentTag(tx, row);
  }).catch((error) => {
    throw isForeignKeyViolation(error) ? notFound() : error;
  });
}

/** Makes these the actor's tags on a page. @throws Problem as `tagPage` */
export const setTags = (ctx: Ctx, pageId: number, names: string[]): Promise<void> =>
  ctx.tx(async (tx) => {
    const wanted = new Map(names.map((name) => [uniqueKey(name), name]));
    for (const { id, name_key } of await tagStore.onPage(tx, userOf(tx).id, pageId))
      if (!wanted.delete(name_key)) await tagStore.takeOff(tx, id, pageId);
    for (const name of wanted.values()) await tagPage(tx, pageId, name);
  });

/** Puts tags on a page and takes others off; what is so already stays so. @throws Problem as `tagPage` */
export const alterTags = (
  ctx: Ctx,
  pageId: number,
  { add, remove }: Record<'add' | 'remove', string[]>,
): Promise<void> =>
  ctx.tx(async (tx) => {
    for (const { id } of await tagStore.byKeys(tx, userOf(tx).id, remove.map(uniqueKey)))
      await tagStore.takeOff(tx, id, pageId);
    for (const name of add) await tagPage(tx, pageId, name);
  });

/** @throws Problem not_found when the page does not carry it */
export async function untagPage(ctx: Ctx, pageId: number, tagId: number): Promise<void> {
  await ctx.tx(async (tx) => {
    if (!(await tagStore.takeOff(tx, tagId, pageId))) throw notFound();
  });
}

/** Pages of a workspace that carry all of the actor's tags of these names, by title. */
export async function pagesTagged(ctx: Ctx, names: string[], workspaceId: number): Promise<Page[]> {
  const keys = [...new Set(names.map(uniqueKey).filter(Boolean))];
  const found = await tagStore.byKeys(ctx, userOf(ctx).id, keys);
  if (!keys.length || found.length < keys.length) return [];
  const narrow = await narrowTo(ctx, workspaceId);
  const ids: number[] = await tagStore
    .carrying(
      ctx,
      narrowed(ctx, narrow),
      found.map(({ id }) => id),
    )
    .orderBy('pages.title_key')
    .orderBy('pages.id')
    .limit(FOUND_MAX)
    .pluck('pages.id');
  return inOrder(ctx, ids);
}

const FOUND_MAX = 500;

function narrowed(ctx: Ctx, narrow: NarrowQuery): Knex.QueryBuilder {
  const query = ctx.db('pages');
  narrow(query);
  return query;
}

async function inOrder(ctx: Ctx, ids: number[]): Promise<Page[]> {
  const found = new Map((await ctx.use(pages).byIds(ctx, ids)).map((page) => [page.id, page]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
