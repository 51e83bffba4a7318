// Looks up what bookmarks without words lead to, as a job, and writes it into them. Reading a page asks nobody.
import { createHash } from 'node:crypto';
import { JobPostponement } from '../../core/events/jobs.ts';
import { isRasterImage, sniff } from '../../core/files/file-response.ts';
import { Problem } from '../../core/http/problem.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import { type Block, walk } from '../blocks/block.ts';
import { files } from '../files/contract.ts';
import { pages, type SavedPage } from '../pages/contract.ts';
import { paceOf } from './fetch-throttle.ts';
import type { PageMetadata } from './html-metadata.ts';
import { mayAskSites, PREVIEW_AGENT, REDIRECTS_FOLLOWED, siteMetadata } from './site-metadata.ts';

/** Somebody who writes is not disturbed: a page is changed once it has rested for so long. */
const REST_MS = 20_000;
const OF_A_PAGE = 20;
const PICTURE_MAX = 5 * 1_048_576;
const PICTURE_EDGE = 320;

const isBare = ({ type, data }: Block): boolean =>
  type === 'bookmark' && !data.title && !data.description && !data.imageFileId && /^https?:/i.test(String(data.url));

const bareAddresses = (blocks: Block[]): string[] => [
  ...new Set([...walk(blocks)].filter(isBare).map(({ data }) => String(data.url))),
];

const restedAt = (page: { updated_at: string }): number => Date.parse(page.updated_at) + REST_MS;

/** Joins the transaction of the save. */
export async function planDescriptions(ctx: Ctx, saved: SavedPage[]): Promise<void> {
  for (const one of saved) await planOf(ctx, one);
}

async function planOf(ctx: Ctx, { page, blocks }: SavedPage): Promise<void> {
  if (!blocks || !mayAskSites(ctx)) return;
  const user_id = actorId(ctx) ?? page.updated_by;
  if (user_id === null) return;
  const now = Date.parse(ctx.now());
  const pace = paceOf(ctx.app);
  const wanted = bareAddresses(blocks).filter((url) => !pace.isVain(url, now));
  for (const url of wanted.slice(0, OF_A_PAGE)) {
    const key = createHash('sha256').update(`${page.id} ${url}`).digest('base64url');
    const options = { runAt: new Date(restedAt(page)).toISOString(), uniqueKey: `bookmark:${key}` };
    await ctx.enqueue('bookmarks.describe', { page_id: page.id, url, user_id }, options);
  }
}

/** @throws JobPostponement; Error for what may go better another time */
export async function describeBookmark(
  system: Ctx,
  payload: Record<string, unknown>,
  signal: AbortSignal,
): Promise<void> {
  const { page_id, url, user_id } = payload as { page_id: number; url: string; user_id: number };
  const user = await system.use(accounts).byId(system, user_id);
  if (!user?.is_active || !mayAskSites(system)) return;
  const ctx = system.as(actorOf(user));
  const service = ctx.use(pages);
  const page = await service.byId(ctx, page_id);
  const now = Date.parse(ctx.now());
  const pace = paceOf(ctx.app);
  if (!page || page.deleted_at || page.is_locked || pace.isVain(url, now)) return;
  if (!bareAddresses(await service.blocks(ctx, page_id)).includes(url)) return;
  if (restedAt(page) > now)
    throw new JobPostponement('the page is being written', new Date(restedAt(page)).toISOString());
  pace.take(`${page_id} ${url}`, now);
  const found = await described(ctx, url, page.workspace_id, signal);
  if (!found) return pace.giveUp(url, now);
  try {
    await service.save(ctx, page_id, { blocks: (blocks) => withWords(blocks, url, found), note: `Preview of ${url}` });
  } catch (error) {
    // Locked, gone, or no longer this person's to write: the bookmark stays as it is.
    if (!(error instanceof Problem)) throw error;
  }
}

type Found = Pick<PageMetadata, 'title' | 'description'> & { imageFileId?: number };

/** Nothing for what has no words to show; a throw is worth another try. */
async function described(ctx: Ctx, url: string, workspaceId: number, signal: AbortSignal): Promise<Found | undefined> {
  const found = await siteMetadata(ctx, url, { signal });
  if (!found) return undefined;
  const { title, description, pictures } = found;
  const imageFileId = await pictureOf(ctx, pictures, workspaceId, signal);
  return { title, description, ...(imageFileId === undefined ? {} : { imageFileId }) };
}

const PICTURES_TRIED = 3;

/** Copied in, so that reading the page asks no other site; a page without a picture is a page, too. */
async function pictureOf(
  ctx: Ctx,
  addresses: string[],
  workspaceId: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  for (const address of addresses.slice(0, PICTURES_TRIED)) {
    try {
      const limits = { maxBytes: PICTURE_MAX, redirects: REDIRECTS_FOLLOWED, signal };
      const { status, body } = await ctx.app.outbound.request(address, { ...limits, headers: PREVIEW_AGENT });
      if (status !== 200 || !isRasterImage(sniff(body.subarray(0, 4096)).mime)) continue;
      const service = ctx.use(files);
      service.checkPicture(body);
      const content = await service.scaled(body, { edge: PICTURE_EDGE });
      const name = `${new URL(address).hostname}.webp`;
      return (await service.store(ctx, { content, name, workspaceId, maxBytes: PICTURE_MAX })).id;
    } catch (error) {
      signal.throwIfAborted();
      ctx.log.debug({ err: error }, 'no picture for a bookmark');
    }
  }
  return undefined;
}

/** Those that still say nothing; what somebody has written meanwhile stays. */
function withWords(blocks: Block[], url: string, { title, description, imageFileId }: Found): Block[] {
  const words = { title, ...(description && { description }), ...(imageFileId !== undefined && { imageFileId }) };
  return blocks.map((block) => {
    if (isBare(block) && block.data.url === url) return { ...block, data: { ...block.data, ...words } };
    return block.children
      ? { ...block, children: withWords(block.children, url, { title, description, imageFileId }) }
      : block;
  });
}
