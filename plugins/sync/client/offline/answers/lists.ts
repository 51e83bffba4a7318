// What pages list: the tree, what a search finds, workspaces, and single pages by name.
import { searchText } from '../../../../../core/i18n/text-normalization.ts';
import { markupText, snippetOf } from '../page-text.ts';
import type { PageRecord, Store } from '../store.ts';
import type { Answers, LocalAnswer } from './answer.ts';

const PART = 200;

export async function localChildren(store: Store, workspaceId: number, parentId: number | null): Promise<PageRecord[]> {
  const found =
    parentId === null
      ? (await store.getAll('pages')).filter((one) => one.parent_id === null && one.workspace_id === workspaceId)
      : await store.getAllFromIndex('pages', 'parent', parentId);
  return found.filter((one) => one.collection_id === undefined).sort((a, b) => a.position - b.position);
}

/** One level of the tree; all pages are read once, since each may have some inside. */
export async function treeLevel(store: Store, workspaceId: number, parentId: number | null, most: number) {
  const all = (await store.getAll('pages')).filter((one) => one.collection_id === undefined);
  const parents = new Set(all.map((one) => one.parent_id));
  const level = all
    .filter((one) => one.parent_id === parentId && one.workspace_id === workspaceId)
    .sort((a, b) => a.position - b.position);
  const items = level.slice(0, most).map(({ id, title, kind, page_icon, parent_id, position }) => ({
    ...{ id, title, kind, page_icon, parent_id, position },
    has_children: parents.has(id),
    // Nothing lies below a file; what else is refused on single pages, the service says.
    ...(kind === 'file' && { may: ['rename', 'move', 'trash'] as const }),
  }));
  return { items, has_more: level.length > most };
}

/** From the top down, without the page itself; two that wait to be moved into each other end it. */
export async function localTrail(store: Store, page: PageRecord): Promise<PageRecord[]> {
  const trail: PageRecord[] = [];
  const seen = new Set([page.id]);
  for (let at = page.parent_id; at !== null && !seen.has(at); ) {
    const above = await store.get('pages', at);
    if (!above) break;
    trail.unshift(above);
    seen.add(above.id);
    at = above.parent_id;
  }
  return trail;
}

const menu: LocalAnswer = async ({ store, query }) => {
  const parent = query.get('parent_id');
  const above = parent ? await store.get('pages', Number(parent)) : undefined;
  if (parent && !above) return undefined;
  const workspace = above?.workspace_id ?? Number(query.get('workspace_id'));
  return { ...(await treeLevel(store, workspace, above?.id ?? null, PART)), has_earlier: false };
};

const FOUND = 20;

/** Pages whose titles or kept texts have all the words, those with all in the title first. */
export async function searchLocalPages(store: Store, words: string) {
  const wanted = searchText(words).split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  const hasAll = (text: string) => wanted.every((word) => text.includes(word));
  const pages = await store.getAll('pages');
  const titled = pages.filter(({ title }) => hasAll(searchText(title)));
  const known = new Set(titled.map(({ id }) => id));
  const texts = new Map((await store.getAll('documents')).map((one) => [one.id, markupText(one.html)]));
  const inside = pages.filter(
    ({ id, title }) => !known.has(id) && hasAll(searchText(`${title} ${texts.get(id) ?? ''}`)),
  );
  return [...titled, ...inside].map((page) => ({ page, snippet: snippetOf(texts.get(page.id) ?? '', wanted) }));
}

const typeOf = ({ kind, collection_id }: PageRecord): string => {
  if (collection_id !== undefined) return 'row';
  return kind === 'collection' || kind === 'file' ? kind : 'page';
};

const search: LocalAnswer = async ({ store, query }) => {
  const found = await searchLocalPages(store, query.get('q') ?? '');
  const shown = found.slice(0, Number(query.get('limit') ?? FOUND));
  const results = shown.map(async ({ page, snippet }) => ({
    ...{ type: typeOf(page), id: page.id, title: page.title, snippet, url: `/pages/${page.id}` },
    ...{ workspace_id: page.workspace_id, page_icon: page.page_icon, updated_at: page.updated_at },
    path: (await localTrail(store, page)).map(({ title }) => title),
  }));
  return { results: await Promise.all(results), total: found.length };
};

export const listAnswers: Answers = [
  ['GET /api/nav/menu', menu],
  ['GET /api/search', search],
  ['GET /api/v2/pages/{id}', ({ store, ids: [id = 0] }) => store.get('pages', id)],
  ['GET /api/workspaces', async ({ store }) => ({ workspaces: await store.getAll('workspaces'), active_id: null })],
  // Those of a workspace are pictures, which are not kept.
  ['GET /api/emoji', async () => ({ emoji: [] })],
  // Who else would miss a page is asked when the change is sent.
  ['GET /api/pages/{id}/impact', async () => ({ databases: [], synced: [] })],
];
