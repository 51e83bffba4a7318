// What a person has clipped: as lists show it, known again by its address, put elsewhere, renamed, and undone.
import type { ListPage } from '../../../core/http/pagination.ts';
import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { type Page, pagePolicies, pages } from '../../pages/contract.ts';
import { tagNames } from '../../tags/contract.ts';
import { workspacePolicies } from '../../workspaces/contract.ts';
import { type ClipRow, clipStore } from './clip-store.ts';
import { addressKey, sourceAddress } from './source-address.ts';

const KNOWN_MAX = 20;

export interface ClipJson {
  id: number;
  clip_type: ClipRow['clip_type'];
  source_url: string;
  title: string;
  /** null: the page is gone, or hidden from its clipper by now */
  page_id: number | null;
  workspace_id: number | null;
  url: string | null;
  path: string[];
  state: ClipRow['state'];
  error: string;
  device_id: number | null;
  created_at: string;
}

/** With the pages that are live and visible to whoever asks. */
export async function presentClips(ctx: Ctx, rows: ClipRow[]): Promise<ClipJson[]> {
  const ids = [...new Set(rows.flatMap(({ target_page_id }) => target_page_id ?? []))];
  const service = ctx.use(pages);
  const visible = [...(await service.versions(ctx, ids)).keys()];
  const live = new Map(
    (await service.byIds(ctx, visible)).flatMap((page) => (page.deleted_at ? [] : [[page.id, page]])),
  );
  const paths = await service.paths(ctx, [...live.keys()]);
  return rows.map((row) => present(ctx, row, live.get(row.target_page_id ?? 0), paths));
}

function present(ctx: Ctx, row: ClipRow, page: Page | undefined, paths: ReadonlyMap<number, string[]>): ClipJson {
  const { id, clip_type, source_url, state, error, device_id, created_at } = row;
  return {
    ...{ id, clip_type, source_url, state, error, device_id, created_at },
    title: page?.title ?? row.title,
    page_id: page?.id ?? null,
    workspace_id: page?.workspace_id ?? null,
    url: page ? `${ctx.app.baseUrl}/pages/${page.id}` : null,
    path: (page && paths.get(page.id)) ?? [],
  };
}

export async function listClips(ctx: Ctx, limit: number, offset: number): Promise<ListPage<ClipJson>> {
  const { items, total } = await clipStore.page(ctx, userOf(ctx).id, limit, offset);
  return { items: await presentClips(ctx, items), total };
}

/** The caller's clips of an address whose pages are still there, newest first. @throws Problem validation_failed */
export async function knownClips(ctx: Ctx, url: string): Promise<(ClipJson & { tags: string[] })[]> {
  const rows = await clipStore.ofAddress(ctx, userOf(ctx).id, addressKey(sourceAddress(url, 'url')), KNOWN_MAX);
  const clips = (await presentClips(ctx, rows)).filter(({ page_id }) => page_id !== null);
  const tags = (id: number) => ctx.use(tagNames).of(ctx, id);
  return Promise.all(clips.map(async (clip) => ({ ...clip, tags: await tags(clip.page_id as number) })));
}

export interface ClipChange {
  title?: string;
  tags?: string[];
  /** null: to the top of its workspace */
  parent_id?: number | null;
  undone?: true;
}

/** @throws Problem not_found where its page is gone, conflict, forbidden, page_locked, validation_failed */
export async function changeClip(ctx: Ctx, clip: ClipRow, change: ClipChange): Promise<ClipJson> {
  const { target_page_id: pageId } = clip;
  if (change.undone && Object.keys(change).length > 1)
    throw invalid(['body', 'undone'], 'cannot be sent together with other changes', 'extra_forbidden');
  if (pageId === null) throw notFound();
  await ctx.app.access.require(ctx, pagePolicies.edit, pageId);
  await ctx.tx((tx) => (change.undone ? undo(tx, clip, pageId) : apply(tx, clip, pageId, change)));
  const now = (await clipStore.byId(ctx, clip.id)) as ClipRow;
  return (await presentClips(ctx, [now]))[0] as ClipJson;
}

async function apply(tx: Ctx, clip: ClipRow, pageId: number, { title, tags, parent_id }: ClipChange): Promise<void> {
  if (clip.is_part && (title !== undefined || parent_id !== undefined))
    throw new Problem(
      'conflict',
      'This clip is part of a page that was there before: that one keeps its title and place.',
    );
  if (title !== undefined) {
    await tx.use(pages).save(tx, pageId, { title });
    await clipStore.update(tx, clip.id, { title });
  }
  if (tags) await tx.use(tagNames).set(tx, pageId, tags);
  if (parent_id === undefined) return;
  const { access } = tx.app;
  if (parent_id !== null) await access.require(tx, pagePolicies.addBelow, parent_id);
  else await access.require(tx, workspacePolicies.addContent, clip.target_workspace_id as number);
  await tx.use(pages).move(tx, pageId, { parentId: parent_id });
}

/** A page of its own goes into the trash; what was put into another one leaves it. */
async function undo(tx: Ctx, clip: ClipRow, pageId: number): Promise<void> {
  if (!clip.is_part) return tx.use(pages).trash(tx, pageId);
  const added = new Set(JSON.parse(clip.added_json ?? '[]') as string[]);
  const blocks = (there: Block[]) => there.filter(({ id }) => !added.has(id));
  await tx.use(pages).save(tx, pageId, { blocks });
  await clipStore.update(tx, clip.id, { target_page_id: null });
}
