// Takes a clip: once for each client_id, as a page of its own, as a row, or into a page that is there.
import { invalid, Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { databases } from '../../databases/contract.ts';
import { files } from '../../files/contract.ts';
import { pages } from '../../pages/contract.ts';
import { tagNames } from '../../tags/contract.ts';
import { type ClipContent, clipContent } from './clip-body.ts';
import type { ClipInput, ClipType } from './clip-input.ts';
import { clipStore } from './clip-store.ts';
import { presentClips } from './clips.ts';
import { linkMissing, type StoredPictures, storePictures, withPictures } from './pictures.ts';
import { type ClipTarget, checkPlace, makeHome, resolveClipTarget } from './place.ts';
import { takeQuota, takeTry } from './quota.ts';
import { filledValues } from './row-values.ts';
import { addressKey, addressTitle, sourceAddress } from './source-address.ts';

export interface ClipResult {
  id: number;
  pageId: number | null;
  /** it was sent before */
  isRepeated: boolean;
}

const BODIES = ['html', 'markdown', 'image'] as const;
/** What each kind is made of; an article without either is read by the service. */
const TAKES: Record<ClipType, { bodies: readonly (typeof BODIES)[number][]; isNeeded: boolean }> = {
  article: { bodies: ['html', 'markdown'], isNeeded: false },
  selection: { bodies: ['html', 'markdown'], isNeeded: true },
  bookmark: { bodies: [], isNeeded: false },
  screenshot: { bodies: ['image'], isNeeded: true },
};

/** @throws Problem validation_failed */
function checkBodies(type: ClipType, input: ClipInput): void {
  const { bodies, isNeeded } = TAKES[type];
  const sent = BODIES.filter((name) => input[name] !== undefined);
  const odd = sent.find((name) => !bodies.includes(name)) ?? sent[1];
  if (odd) {
    const why = bodies.includes(odd) ? `cannot be sent together with ${sent[0]}` : `does not belong to a ${type}`;
    throw invalid(['body', odd], why, 'extra_forbidden');
  }
  if (isNeeded && !sent.length) throw invalid(['body', bodies[0] as string], 'Field required', 'missing');
}

/** Whether the service reads the page itself. */
const isToRead = ({ clip_type, html, markdown }: ClipInput): boolean =>
  clip_type === 'article' && html === undefined && markdown === undefined;

/**
 * A clip that comes to nothing costs nothing.
 * @throws Problem validation_failed, conflict, rate_limited, not_found, forbidden, page_locked, storage_full, private_url
 */
export async function takeClip(ctx: Ctx, given: ClipInput): Promise<ClipResult> {
  const { clip_type = 'article' } = given;
  const source_url = sourceAddress(given.source_url);
  const input = { ...given, clip_type, source_url, title: given.title?.trim() || addressTitle(source_url) };
  checkBodies(clip_type, input);
  checkPlace(input);
  if (isToRead(input)) ctx.app.outbound.check(source_url);
  const before = await repeated(ctx, input);
  if (before) return before;
  // Nothing is read for a place that does not take it.
  await resolveClipTarget(ctx, input);
  const giveBack = await takeQuota(ctx);
  const began = ctx.now();
  let stored: StoredPictures = new Map();
  try {
    await takeTry(ctx);
    const content = await clipContent(ctx, input);
    const place = await resolveClipTarget(ctx, input);
    stored = await storePictures(ctx, place.workspaceId, content.pictures);
    checkScreenshot(input, stored);
    const taken = await ctx.tx((tx) => write(tx, input, place, { ...content, stored }));
    if (taken.isRepeated) await giveBack();
    return taken;
  } catch (error) {
    await giveBack();
    await discard(ctx, stored, began);
    throw error;
  }
}

/** What a try has stored and no page holds. */
async function discard(ctx: Ctx, stored: StoredPictures, since: string): Promise<void> {
  const ids = [...stored.values()].map(({ fileId }) => fileId);
  if (ids.length) await ctx.tx((tx) => tx.use(files).discard(tx, ids, since));
}

/** The answer to the same clip, when it was sent before. @throws Problem conflict where the id was given to another one */
async function repeated(ctx: Ctx, input: ClipInput): Promise<ClipResult | undefined> {
  if (input.client_id === undefined) return undefined;
  const row = await clipStore.byClient(ctx, userOf(ctx).id, input.client_id);
  if (!row) return undefined;
  if (row.clip_type !== input.clip_type || row.source_url !== input.source_url)
    throw new Problem('conflict', 'This client_id was used for another clip.');
  const [clip] = await presentClips(ctx, [row]);
  return { id: row.id, pageId: clip?.page_id ?? null, isRepeated: true };
}

function checkScreenshot({ clip_type }: ClipInput, stored: StoredPictures): void {
  if (clip_type === 'screenshot' && !stored.size) throw invalid(['body', 'image'], 'is a damaged picture');
}

type Ready = ClipContent & { stored: StoredPictures };

async function write(tx: Ctx, input: ClipInput, place: ClipTarget, content: Ready): Promise<ClipResult> {
  const { id: user_id, device = null } = userOf(tx);
  const { clip_type, source_url, title = '', client_id = null } = input;
  const state = isToRead(input) ? 'reading' : 'done';
  const head = {
    user_id,
    device_id: device,
    client_id,
    clip_type: clip_type as ClipType,
    source_url,
    title,
    state,
  } as const;
  const id = await clipStore.insert(tx, { ...head, url_key: addressKey(source_url) });
  // Somebody was sooner with the same one.
  if (id === undefined) return (await repeated(tx, input)) as ClipResult;
  const blocks = withPictures(content.blocks, content.pictures, content.stored);
  const missing = linkMissing(blocks);
  const pageId = await placeBlocks(tx, input, place, blocks);
  if (input.tags?.length) await addPageTags(tx, pageId, input.tags);
  const is_part = place.kind === 'into' ? 1 : 0;
  const added_json = is_part || state === 'reading' ? idsOf(blocks) : null;
  const target = { target_page_id: pageId, target_workspace_id: place.workspaceId };
  const missing_json = missing.length ? JSON.stringify(missing) : null;
  await clipStore.update(tx, id, { ...target, is_part, added_json, missing_json });
  if (state === 'reading') await tx.enqueue('clipper.read', { clip_id: id });
  else if (missing.length) await tx.enqueue('clipper.pictures', { clip_id: id });
  return { id, pageId, isRepeated: false };
}

const idsOf = (blocks: Block[]): string => JSON.stringify(blocks.map(({ id }) => id));

type Of<Kind extends ClipTarget['kind']> = Extract<ClipTarget, { kind: Kind }>;
type Maker<Kind extends ClipTarget['kind']> = (
  tx: Ctx,
  input: ClipInput,
  place: Of<Kind>,
  blocks: Block[],
) => Promise<number>;

const below: Maker<'below'> = async (tx, { title = '' }, { workspaceId, parentId }, blocks) =>
  (await tx.use(pages).create(tx, { workspaceId, parentId, title, blocks })).id;

const makers: { [Kind in ClipTarget['kind']]: Maker<Kind> } = {
  below,
  async newHome(tx, input, { workspaceId }, blocks) {
    const parentId = await makeHome(tx, workspaceId);
    return below(tx, input, { kind: 'below', workspaceId, parentId }, blocks);
  },
  async row(tx, input, { collectionId }, blocks) {
    const service = tx.use(databases);
    const values = filledValues(tx, await service.properties(tx, collectionId), input);
    const [id] = await service.addRows(tx, collectionId, [{ title: input.title, values, blocks }]);
    return id as number;
  },
  async into(tx, { place = 'append', source_url }, { pageId }, blocks) {
    const note = `Clip of ${source_url}`.slice(0, 500);
    const joined = (there: Block[]) => (place === 'prepend' ? [...blocks, ...there] : [...there, ...blocks]);
    await tx.use(pages).save(tx, pageId, { blocks: joined, note });
    return pageId;
  },
};

/** In a transaction: the page that holds them then. */
export const placeBlocks = (tx: Ctx, input: ClipInput, place: ClipTarget, blocks: Block[]): Promise<number> =>
  makers[place.kind](tx, input, place as never, blocks);

/** Beside those that it has already. */
export async function addPageTags(tx: Ctx, pageId: number, names: string[]): Promise<void> {
  const there = await tx.use(tagNames).of(tx, pageId);
  await tx.use(tagNames).set(tx, pageId, [...new Set([...there, ...names])]);
}
