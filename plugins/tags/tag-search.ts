// Tags behind `#` in the palette: the actor's own, by their names.
import type { SignSource } from '../../core/views/sign-search.ts';
import { ownTags } from './service.ts';

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
