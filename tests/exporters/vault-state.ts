// The pages of a workspace so that two copies of a vault can be compared: links by what they lead to, and tags.
import { type Block, walk } from '../../plugins/blocks/block.ts';
import { blocksPlainText } from '../../plugins/blocks/plain-text.ts';
import { pagesOf, type StoredPage, system } from '../importers/imports.ts';
import type { TestApp } from '../kit/app.ts';

/** Links by the titles and words they lead to: ids are those of one copy. */
function comparable(all: StoredPage[], page: StoredPage, tags: string[]): object {
  const byId = new Map(all.map((one) => [String(one.id), one]));
  const words = (target: StoredPage | undefined, block: string | undefined): string => {
    const found = block && [...walk((target?.blocks ?? []) as Block[])].find(({ id }) => id === block);
    return `${target?.title}${block ? `#${found ? blocksPlainText([{ ...found, children: [] }]) : 'nowhere'}` : ''}`;
  };
  const text = JSON.stringify(page.blocks, (key, value) =>
    key === 'id' || key === 'fileId' || key === 'url' ? undefined : value,
  )
    .replace(/"(?:\/pages\/(\d+))?#([\w-]+)"/g, (_, id = String(page.id), block) =>
      JSON.stringify(words(byId.get(id), block)),
    )
    .replace(/"\/pages\/(\d+)"|"pageId":(\d+)/g, (_, id, other) =>
      JSON.stringify(words(byId.get(id ?? other), undefined)),
    );
  // Runs of text that look alike are one.
  const joined = text.replaceAll('"},{"type":"text","text":"', '');
  const above = page.parent_id === null ? '' : byId.get(String(page.parent_id))?.title;
  return { title: page.title, kind: page.kind, above, tags, text: joined };
}

/** All pages but files, in an order that both copies have. */
export async function vaultState(t: TestApp): Promise<object[]> {
  const all = await pagesOf(t);
  const tagged = (await system(t)
    .db('page_tags')
    .join('tags', 'tags.id', 'page_tags.tag_id')
    .select('page_tags.page_id as page', 'tags.name as name')
    .orderBy('tags.name')) as { page: number; name: string }[];
  const tagsOf = ({ id }: StoredPage) => tagged.flatMap(({ page, name }) => (page === id ? name : []));
  return all
    .filter(({ kind }) => kind !== 'file')
    .map((page) => comparable(all, page, tagsOf(page)))
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
