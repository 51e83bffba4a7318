// Fetches the pictures of a clip that did not come along, as a job: those that everybody may see.
import PQueue from 'p-queue';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts, actorOf } from '../../auth/contract.ts';
import { pages } from '../../pages/contract.ts';
import { CLIP_PICTURES_MAX } from './clip-input.ts';
import { clipStore } from './clip-store.ts';
import { type ClipPicture, type MissingPicture, PICTURE_MAX, storePictures, withFetched } from './pictures.ts';
import { hostOf } from './source-address.ts';

const BYTES_MAX = 100 * 1024 * 1024;
const AT_ONCE = 4;
/** After which no further one is begun: a slow site holds up no other work for longer. */
const TIME_MS = 300_000;
const HEADERS = { accept: 'image/*', 'user-agent': 'Commonplace clipper' };

/** The person whose clip it is, as long as they may act. */
export async function ownerOf(system: Ctx, userId: number): Promise<Ctx | undefined> {
  const user = await system.use(accounts).byId(system, userId);
  return user?.is_active ? system.as(actorOf(user), 'user') : undefined;
}

export async function fetchPictures(system: Ctx, payload: Record<string, unknown>, signal: AbortSignal): Promise<void> {
  const clip = await clipStore.byId(system, Number(payload.clip_id));
  const ctx = clip && (await ownerOf(system, clip.user_id));
  if (!ctx || clip.target_page_id === null) return;
  const page = await ctx.use(pages).byId(ctx, clip.target_page_id);
  if (!page || page.deleted_at) return;
  const missing = (JSON.parse(clip.missing_json ?? '[]') as MissingPicture[]).slice(0, CLIP_PICTURES_MAX);
  const wanted = [...new Set(missing.map(({ url }) => url))];
  const stored = await storePictures(ctx, page.workspace_id, await fetched(ctx, wanted, signal));
  await ctx.tx((tx) => clipStore.update(tx, clip.id, { missing_json: null }));
  if (!stored.size) return;
  const note = `Pictures from ${hostOf(clip.source_url)}`;
  try {
    await ctx.use(pages).save(ctx, page.id, { blocks: (there) => withFetched(there, missing, stored), note });
  } catch (error) {
    // Locked, gone, or no longer this person's to write: the pictures stay where they are.
    if (!(error instanceof Problem)) throw error;
  }
}

/** Those that can be had, as long as they are not too much altogether. */
async function fetched(ctx: Ctx, addresses: string[], signal: AbortSignal): Promise<ClipPicture[]> {
  const queue = new PQueue({ concurrency: AT_ONCE });
  const found: ClipPicture[] = [];
  const ends = AbortSignal.any([signal, AbortSignal.timeout(TIME_MS)]);
  let left = BYTES_MAX;
  const one = async (address: string): Promise<void> => {
    if (left <= 0 || ends.aborted) return;
    const options = { headers: HEADERS, maxBytes: PICTURE_MAX, redirects: 3, signal };
    const answer = await ctx.app.outbound.request(address, options).catch(() => undefined);
    if (answer?.status !== 200) return;
    left -= answer.body.length;
    if (left > 0) found.push({ address, bytes: answer.body });
  };
  await Promise.all(addresses.map((address) => queue.add(() => one(address))));
  signal.throwIfAborted();
  return found;
}
