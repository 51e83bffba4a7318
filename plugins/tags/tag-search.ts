// Tags that are looked for: behind `#` in the palette, and by words that name one; always the actor's own.
import { words } from '../../core/i18n/text-normalization.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import type { SignSource } from '../../core/views/sign-search.ts';
import { countedTags, ownTags } from './service.ts';
import { tagStore } from './store.ts';
import type { Tag } from './tag.ts';

/** More tags than these are no answer to what somebody looks for. */
const NAMED_MAX = 5;

const folded = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

/** Those that begin with the words come first. */
export const tagSearch: SignSource = {
  sign: '#',
  async find(ctx, query, limit) {
    const wanted = folded(query);
    const found = (await ownTags(ctx)).filter(({ name }) => folded(name).includes(wanted));
    const rank = ({ name }: { name: string }): number => (folded(name).startsWith(wanted) ? 0 : 1);
    return found
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, limit)
      .map(({ id, name, count }) => ({
        label: name,
        note: ctx.app.messages.text(ctx.locale, 'tags.count', { count }),
        icon: 'tag',
        url: `/tags/${id}`,
      }));
  },
};

/** Words as they are compared, with a space around each. */
const spaced = (text: string): string => ` ${words(text).join(' ')} `;

/** Those whose whole name stands in the words, with or without the sign before it. */
export async function tagsNamedIn(ctx: Ctx, asked: string): Promise<Tag[]> {
  const said = spaced(asked);
  if (!said.trim()) return [];
  const rows = await tagStore.of(ctx, userOf(ctx).id);
  const found = rows.filter(({ name }) => words(name).length && said.includes(spaced(name)));
  return countedTags(ctx, found.slice(0, NAMED_MAX));
}
