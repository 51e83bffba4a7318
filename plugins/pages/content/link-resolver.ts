// What a page needs to be rendered: titles of linked pages, names of people, addresses of files, as the reader may see them.

import { dateText } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import type { Block } from '../../blocks/block.ts';
import type { Links } from '../../blocks/link-context.ts';
import { collectReferences, type References } from '../../blocks/references.ts';
import { files, fileUrl } from '../../files/contract.ts';
import { type Addresses, databaseSource, embeddedSource, type ShownDatabase } from '../contract.ts';
import { visibleTitles } from '../page-queries.ts';
import { emojiNamed } from './custom-emoji.ts';
import { standardSigns } from './emoji-shortcodes.ts';

/** What databases show leads to `addresses`, where the reader finds the same elsewhere. */
export const linksFor = (ctx: Ctx, workspaceId: number, blocks: Block[], addresses?: Addresses): Promise<Links> =>
  linksOf(ctx, workspaceId, collectReferences(blocks), addresses);

/** Looks everything up at once, so that rendering itself does no I/O. `seen` is all that the answers are made of. */
export async function linksOf(
  ctx: Ctx,
  workspaceId: number,
  found: References,
  addresses?: Addresses,
): Promise<Links & { seen: unknown[] }> {
  const service = ctx.use(files);
  const embedded = await embeddedIn(ctx, found.synced);
  const wanted = withEmbedded(found, embedded);
  const [titles, people, readable, emoji, databases] = await Promise.all([
    visibleTitles(ctx, wanted.pages),
    wanted.users.length ? ctx.use(accounts).known(ctx, wanted.users) : [],
    service.readable(ctx, wanted.files),
    emojiNamed(ctx, workspaceId, wanted.emoji),
    databasesIn(ctx, wanted, addresses),
  ]);
  const signs = await standardSigns(wanted.emoji.filter((name) => !emoji.has(name)));
  const records = new Map((await service.byIds(ctx, [...readable])).map((record) => [record.id, record]));
  const t = ctx.app.messages.in(ctx.locale);
  const names = new Map(people.map(({ id, full_name, login }) => [id, full_name || login]));
  return {
    say: (word) => t(`blocks.said.${word}`),
    day: (date) => dateText(ctx.locale, date),
    seen: [[...titles], [...names], [...records.values()], [...embedded], [...emoji], databases],
    page(id) {
      const title = titles.get(id);
      return title === undefined ? null : { href: `/pages/${id}`, title: title || t('pages.untitled') };
    },
    user(id) {
      const name = names.get(id);
      return name === undefined ? null : { name };
    },
    file(id) {
      const record = records.get(id);
      return record ? { href: fileUrl(record), name: record.name, mime: record.mime } : null;
    },
    emoji(name) {
      const href = emoji.get(name);
      if (href !== undefined) return { href };
      const text = signs.get(name);
      return text === undefined ? null : { text };
    },
    synced: (id) => embedded.get(id) ?? null,
    database(id, viewId) {
      const own = databases.filter(({ collectionId }) => collectionId === id);
      return own.find((one) => one.viewId === (viewId ?? null)) ?? own[0] ?? null;
    },
  };
}

async function databasesIn(
  ctx: Ctx,
  { databases, views }: References,
  addresses?: Addresses,
): Promise<ShownDatabase[]> {
  if (!databases.length) return [];
  const source = ctx.find(databaseSource);
  return source ? source(ctx, { collections: databases, views }, addresses) : [];
}

/** Synced blocks that the actor may see, with those inside them. */
async function embeddedIn(ctx: Ctx, ids: number[]): Promise<Map<number, Block[]>> {
  const source = ctx.find(embeddedSource);
  return source && ids.length ? source.visible(ctx, ids) : new Map();
}

function withEmbedded(found: References, embedded: Map<number, Block[]>): References {
  const all = [found, ...[...embedded.values()].map(collectReferences)];
  const joined = <T>(of: (one: References) => T[]): T[] => [...new Set(all.flatMap(of))];
  if (!embedded.size) return found;
  return {
    ...found,
    pages: joined((one) => one.pages),
    users: joined((one) => one.users),
    files: joined((one) => one.files),
    emoji: joined((one) => one.emoji),
    databases: joined((one) => one.databases),
    views: joined((one) => one.views),
  };
}
