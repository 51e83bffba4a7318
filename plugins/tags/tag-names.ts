// What other plugins ask of tags: always those of the person who acts.
import { userOf } from '../../core/kernel/context.ts';
import type { NamedTag, TagNames } from './contract.ts';
import { alterTags, setTags } from './service.ts';
import { type TagRow, tagStore } from './store.ts';
import { tagHead } from './tag-head.ts';
import { tagsNamedIn } from './tag-search.ts';

const named = ({ id, name, color }: TagRow): NamedTag => ({ id, name, color });

export const tagNamesOf: TagNames = {
  of: async (ctx, pageId) => (await tagStore.onPage(ctx, userOf(ctx).id, pageId)).map(({ name }) => name),
  async ofMany(ctx, pageIds) {
    const rows = await tagStore.onPages(ctx, userOf(ctx).id, pageIds);
    return new Map([...Map.groupBy(rows, ({ page_id }) => page_id)].map(([id, some]) => [id, some.map(named)]));
  },
  all: async (ctx) => (await tagStore.of(ctx, userOf(ctx).id)).map(named),
  namedIn: tagsNamedIn,
  carrying: (ctx, tagId) => tagStore.carriers(ctx, userOf(ctx).id, tagId),
  head: tagHead,
  set: setTags,
  alter: alterTags,
};
