// Tags as names that go with pages: imported ones become those of the importer, until that is undone, and exports say them.

import { portions } from '../../core/database/chunks.ts';
import { uniqueKey } from '../../core/i18n/text-normalization.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import type { LabelledPage, PageLabels } from '../pages/contract.ts';
import { tagStore } from './store.ts';
import { NAME_MAX, tidyName } from './tag.ts';

const NAMES_MAX = 1000;
const CHUNK = 500;

/** Names that can be tags, by their key; of many thousand the first ones. */
function namesOf(labelled: LabelledPage[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of labelled.flatMap(({ names }) => names.map(tidyName)))
    if (uniqueKey(name) && name.length <= NAME_MAX && found.size < NAMES_MAX)
      found.set(uniqueKey(name), found.get(uniqueKey(name)) ?? name);
  return found;
}

const keysOf = ({ names }: LabelledPage): string[] => [...new Set(names.map((name) => uniqueKey(tidyName(name))))];

async function add(ctx: Ctx, labelled: LabelledPage[]): Promise<void> {
  const names = namesOf(labelled);
  if (!names.size) return;
  await tagStore.lock(ctx, userOf(ctx).id);
  const known = await tagStore.byKeys(ctx, userOf(ctx).id, [...names.keys()]);
  const ids = new Map(known.map(({ name_key, id }) => [name_key, id]));
  for (const [name_key, name] of names) {
    if (ids.has(name_key)) continue;
    const row = { user_id: userOf(ctx).id, name, name_key, color: 'default', is_imported: 1 };
    ids.set(name_key, (await tagStore.insert(ctx, row)).id);
  }
  const pairs = labelled.flatMap((page) =>
    keysOf(page).flatMap((key) => {
      const tag_id = ids.get(key);
      return tag_id === undefined ? [] : [{ tag_id, page_id: page.pageId }];
    }),
  );
  for (let at = 0; at < pairs.length; at += CHUNK) await tagStore.put(ctx, pairs.slice(at, at + CHUNK), 1);
}

async function remove(ctx: Ctx, labelled: LabelledPage[]): Promise<void> {
  for (let at = 0; at < labelled.length; at += CHUNK) await removeSome(ctx, labelled.slice(at, at + CHUNK));
}

async function removeSome(ctx: Ctx, labelled: LabelledPage[]): Promise<void> {
  const keys = [...namesOf(labelled).keys()];
  if (!keys.length) return;
  const wanted = new Map(labelled.map((page) => [page.pageId, keysOf(page)]));
  const pageIds = [...wanted.keys()];
  const found = (await tagStore.imported(ctx, pageIds, keys)).filter(({ page_id, name_key }) =>
    wanted.get(page_id)?.includes(name_key),
  );
  for (const [tagId, pairs] of Map.groupBy(found, ({ tag_id }) => tag_id))
    await tagStore.takeOffMany(
      ctx,
      tagId,
      pairs.map(({ page_id }) => page_id),
    );
  await tagStore.remove(ctx, await tagStore.leftOver(ctx, [...new Set(found.map(({ tag_id }) => tag_id))]));
}

async function of(ctx: Ctx, pageIds: number[]): Promise<LabelledPage[]> {
  const own = ctx.actor.type === 'user' ? ctx.actor.id : undefined;
  if (own === undefined && ctx.actor.type !== 'system') return [];
  const found: LabelledPage[] = [];
  for (const some of portions(pageIds))
    for (const [pageId, rows] of Map.groupBy(await tagStore.namesOn(ctx, own, some), ({ page_id }) => page_id))
      found.push({ pageId, names: [...new Set(rows.map(({ name }) => name))] });
  return found;
}

export const labels: PageLabels = { of, add, remove };
