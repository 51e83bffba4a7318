// Changes of one page: body, title, looks, lock. Each is one version of the record, and a save also one in its history.

import { type ExpectedVersion, requireVersion } from '../../../core/http/pagination.ts';
import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { files } from '../../files/contract.ts';
import type { KnownInTransaction, Page } from '../contract.ts';
import { emitPages } from '../events.ts';
import { isCover } from '../files/cover-gradients.ts';
import { pagePolicies } from '../policies.ts';
import { presentPage } from '../present.ts';
import { type PageRow, pageStore } from '../store.ts';
import { checkIcon } from './custom-emoji.ts';
import { nameOwnFiles } from './file-url-references.ts';
import { flushLiveDocument, holdWritten, keepWritten, prepare } from './live-document.ts';
import { keepCover, notifyPageSaved, serialize, storedBlocks, writeDerivedData } from './page-body.ts';
import { checkBlockReferences } from './reference-check.ts';

export interface Save {
  title?: string;
  /** the new body, or what makes it of the one there is when it is saved */
  blocks?: Block[] | ((blocks: Block[]) => Block[]);
  /** an earlier body: like the present one, it may go on naming what it did */
  earlier?: Block[];
  note?: string;
  /** version the client saw (If-Match), or null */
  expected?: ExpectedVersion;
}

async function lockLivePage(
  ctx: Ctx,
  id: number,
  expected?: ExpectedVersion,
  known?: KnownInTransaction,
): Promise<PageRow> {
  const row = await (known === 'held' ? pageStore.byId(ctx, id) : holdWritten(ctx, id));
  if (!row || row.deleted_at) throw notFound();
  requireVersion(expected, row.sync_version);
  // Access looked before this transaction; somebody may have locked the page since.
  if (!known) await ctx.app.access.require(ctx, pagePolicies.edit, id);
  return row;
}

export async function savePage(ctx: Ctx, id: number, save: Save): Promise<Page> {
  const { title, note = '', expected, earlier = [] } = save;
  await flushLiveDocument(ctx, id);
  const draft = await draftOf(ctx, id, save);
  return ctx.tx(async (tx) => {
    const row = await lockLivePage(tx, id, expected);
    // Somebody has written since the draft was made: an addition is made anew to what they wrote.
    const again = typeof save.blocks === 'function' && row.sync_version !== draft.version;
    const { blocks, write } = again ? await draftOf(tx, id, save) : draft;
    if (blocks)
      await checkBlockReferences(tx, row.workspace_id, blocks, async () => [...(await bodyNow(tx, row)), ...earlier]);
    await write(tx);
    if (blocks && row.kind !== 'page' && row.kind !== 'folder') {
      throw new Problem('conflict', 'Only pages have a body of blocks.');
    }
    if (!blocks) return changeRow(tx, row, title === undefined ? {} : { title });
    await keepWritten(tx, row, blocks);
    const renamed = title !== undefined && title !== row.title;
    const saved = await pageStore.change(tx, id, {
      content: serialize(blocks, tx.now()),
      content_format: 'blocks',
      ...(renamed ? { title } : {}),
    });
    await writeDerivedData(tx, saved, blocks, note);
    const changed = renamed ? ['content', 'title'] : ['content'];
    await emitPages(tx, 'page.updated', [saved], { changed });
    return presentPage(saved);
  });
}

const bodyNow = async (ctx: Ctx, row: PageRow): Promise<Block[]> =>
  storedBlocks({ ...row, content: await pageStore.content(ctx, row.id) });

interface Draft {
  /** of the page that the blocks were made from, where they were */
  version?: number;
  blocks?: Block[];
  /** makes the live document say the same, in the transaction of the save */
  write(tx: Ctx): Promise<void>;
}

async function draftOf(ctx: Ctx, id: number, { title, blocks: given, earlier = [] }: Save): Promise<Draft> {
  if (!given) return { write: await prepare(ctx, id, { title }) };
  const row = await pageStore.byId(ctx, id);
  if (!row) throw notFound();
  const now = () => bodyNow(ctx, row);
  const blocks = typeof given === 'function' ? given(await now()) : given;
  await nameOwnFiles(ctx, blocks, async () => [...(await now()), ...earlier]);
  return { version: row.sync_version, blocks, write: await prepare(ctx, id, { title, blocks }) };
}

export interface Options {
  title?: string;
  page_icon?: string;
  cover_url?: string;
  /** without one a new cover shows its middle */
  cover_position?: number;
  full_width?: number;
  font_small?: number;
  slug?: string | null;
  is_published?: 0 | 1;
}

/**
 * Changes anything but the body. Values equal to what is there change nothing and raise no version; `also` names what
 * changed beside the page and is a change of it all the same.
 */
export async function changePage(
  ctx: Ctx,
  id: number,
  options: Options,
  expected?: ExpectedVersion,
  also: string[] = [],
  known?: KnownInTransaction,
): Promise<Page> {
  // Within a transaction it is enough to look once the page is held.
  if (!ctx.inTransaction) await flushLiveDocument(ctx, id);
  const write = await prepare(ctx, id, { title: options.title });
  return ctx.tx(async (tx) => {
    const row = await lockLivePage(tx, id, expected, known);
    await write(tx);
    return changeRow(tx, row, options, also);
  });
}

/** Where a page can be read changes nothing of what it says: it is edited when, and by whom, it was before. */
const OF_PUBLISHING = new Set(['slug', 'is_published']);

async function changeRow(ctx: Ctx, row: PageRow, given: Options, also: string[] = []): Promise<Page> {
  const isNewCover = given.cover_url !== undefined && given.cover_url !== row.cover_url;
  const options = isNewCover ? { cover_position: 50, ...given } : given;
  const change = Object.fromEntries(
    Object.entries(options).filter(([name, value]) => value !== undefined && row[name as keyof PageRow] !== value),
  );
  if (isNewCover && options.cover_url) await checkCover(ctx, options.cover_url);
  if (!Object.keys(change).length && !also.length) return presentPage(row);
  if ('page_icon' in change) await checkIcon(ctx, row.workspace_id, options.page_icon);
  const isEdit = also.length > 0 || Object.keys(change).some((name) => !OF_PUBLISHING.has(name));
  const kept = isEdit ? {} : { updated_at: row.updated_at, updated_by: row.updated_by };
  const changed = await pageStore.change(ctx, row.id, { ...change, ...kept });
  if ('title' in change) await notifyPageSaved(ctx, changed);
  if ('cover_url' in change && changed.kind !== 'file') await keepCover(ctx, changed);
  await emitPages(ctx, 'page.updated', [row], { changed: [...Object.keys(change), ...also] });
  return presentPage(changed);
}

/** @throws Problem validation_failed, whether a file is hidden or there is none */
async function checkCover(ctx: Ctx, address: string): Promise<void> {
  if (isCover(address)) return;
  const at = ['body', 'cover_url'];
  if (!isOwnFile(address))
    throw invalid(at, 'must be the address of an uploaded file or of a cover of the gallery', 'url_scheme', address);
  const file = await ctx.use(files).byUrl(ctx, address);
  if (file && (await ctx.use(files).readable(ctx, [file.id])).size) return;
  throw invalid(at, 'names a file that does not exist or is not visible to you', 'value_error', address);
}

const isOwnFile = (address: string): boolean =>
  /^\/api\/files\/[1-9]\d{0,9}\/[0-9a-f-]{36}\.[a-z0-9]{1,8}$/.test(address);

/** The lock states of the specification: never 423; unlocking is for who locked and service administrators. */
export async function lockPage(ctx: Ctx, id: number, wanted: boolean | undefined, expected: ExpectedVersion = null) {
  await flushLiveDocument(ctx, id);
  return ctx.tx(async (tx) => {
    const row = await pageStore.hold(tx, id);
    if (!row) throw notFound();
    const lock = wanted ?? !row.is_locked;
    if (lock === Boolean(row.is_locked)) return { ok: true, is_locked: row.is_locked, locked_by: row.locked_by };
    const privileged =
      tx.actor.type === 'system' || (tx.actor.type === 'user' && (tx.actor.isAdmin || row.locked_by === tx.actor.id));
    if (!lock && !privileged)
      throw new Problem('forbidden', 'Only the person who locked the page or an administrator may unlock it.');
    requireVersion(expected, row.sync_version);
    const change = { is_locked: lock ? 1 : 0, locked_by: lock ? actorId(tx) : null };
    await pageStore.change(tx, id, change);
    await emitPages(tx, lock ? 'page.locked' : 'page.unlocked', [row], { changed: ['is_locked'] });
    return { ok: true, ...change };
  });
}
