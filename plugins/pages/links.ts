// What a page needs to be rendered: titles of linked pages, names of people, addresses of files, as the reader may see them.
import type { Ctx } from '../../core/context.ts';
import { accounts } from '../auth/contract.ts';
import { files, fileUrl } from '../files/contract.ts';
import type { Block } from './blocks/block.ts';
import type { Links } from './blocks/links.ts';
import { type References, references } from './blocks/references.ts';
import { visibleTitles } from './reading.ts';

export const linksFor = (ctx: Ctx, blocks: Block[]): Promise<Links> => linksOf(ctx, references(blocks));

/** Looks everything up at once, so that rendering itself does no I/O. `seen` is all that the answers are made of. */
export async function linksOf(ctx: Ctx, found: References): Promise<Links & { seen: unknown[] }> {
  const service = ctx.use(files);
  const [titles, people, readable] = await Promise.all([
    visibleTitles(ctx, found.pages),
    found.users.length ? ctx.use(accounts).known(ctx, found.users) : [],
    service.readable(ctx, found.files),
  ]);
  const records = new Map((await service.byIds(ctx, [...readable])).map((record) => [record.id, record]));
  const names = new Map(people.map(({ id, full_name, login }) => [id, full_name || login]));
  return {
    seen: [[...titles], [...names], [...records.values()]],
    page(id) {
      const title = titles.get(id);
      return title === undefined ? null : { href: `/pages/${id}`, title: title || 'Untitled' };
    },
    user(id) {
      const name = names.get(id);
      return name === undefined ? null : { name };
    },
    file(id) {
      const record = records.get(id);
      return record ? { href: fileUrl(record), name: record.name, mime: record.mime } : null;
    },
  };
}
