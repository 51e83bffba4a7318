// Pictures of clips come along: a page depends on no other server, and tells none who reads it.
import { isRasterImage, sniff } from '../../../core/files/file-response.ts';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Block, type Data, walk } from '../../blocks/block.ts';
import { foreignAddress, linkForeign } from '../../blocks/external-media.ts';
import { files } from '../../files/contract.ts';

const MIB = 1024 * 1024;
export const PICTURE_MAX = 10 * MIB;
const HEAD = 4096;

export interface ClipPicture {
  address: string;
  bytes: Uint8Array;
}

/** A stored picture, by the address at which it was. */
export type StoredPictures = Map<string, { fileId: number; name: string }>;

const ENDINGS: Record<string, string> = { jpeg: 'jpg', 'svg+xml': 'svg' };

/** By what the bytes are, whatever their address says. */
function nameOf(address: string, mime: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : '';
  const stem = (path.split('/').at(-1) ?? '').replace(/\.\w{1,5}$/, '').replace(/[^\p{L}\p{N}._-]+/gu, ' ');
  const family = mime.slice('image/'.length);
  return `${stem.trim().slice(0, 100) || 'picture'}.${ENDINGS[family] ?? family}`;
}

/** Nothing for what is no picture that a page shows, whatever its name. @throws Problem storage_full */
export async function storePicture(ctx: Ctx, workspaceId: number, { address, bytes }: ClipPicture) {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { mime } = sniff(content.subarray(0, HEAD));
  if (!isRasterImage(mime) || content.length > PICTURE_MAX) return undefined;
  try {
    ctx.use(files).checkPicture(content);
    const name = nameOf(address, mime);
    const { id } = await ctx.use(files).store(ctx, { content, name, workspaceId, maxBytes: PICTURE_MAX });
    return { fileId: id, name };
  } catch (error) {
    // A damaged picture is left where it is; a full disk concerns all of them.
    if (error instanceof Problem && error.code !== 'storage_full') return undefined;
    throw error;
  }
}

/** @throws Problem storage_full */
export async function storePictures(
  ctx: Ctx,
  workspaceId: number,
  pictures: Iterable<ClipPicture>,
): Promise<StoredPictures> {
  const stored: StoredPictures = new Map();
  for (const picture of pictures) {
    if (stored.has(picture.address)) continue;
    const made = await storePicture(ctx, workspaceId, picture);
    if (made) stored.set(picture.address, made);
  }
  return stored;
}

/** The same blocks, in which stored pictures are files of ours; what came with the page and is no picture is left out. */
export function withPictures(blocks: Block[], pictures: ClipPicture[], stored: StoredPictures): Block[] {
  const lost = new Set(pictures.flatMap(({ address }) => (stored.has(address) || isWeb(address) ? [] : [address])));
  const placed = (all: Block[]): Block[] =>
    all
      .filter(({ type, data }) => type !== 'image' || !lost.has(String(data.url)))
      .map((block) => {
        const made = block.type === 'image' ? stored.get(String(block.data.url)) : undefined;
        const data = made ? shownBy(made, block.data) : block.data;
        return { ...block, data, ...(block.children && { children: placed(block.children) }) };
      });
  return placed(blocks);
}

const isWeb = (address: string): boolean => /^https?:/i.test(address);

function shownBy({ fileId, name }: { fileId: number; name: string }, { url: _, ...data }: Data): Data {
  return { ...data, name: data.name || name, fileId };
}

/** A picture on another server, and the block that leads there until it is fetched. */
export interface MissingPicture {
  blockId: string;
  url: string;
  data: Data;
}

/** In place: no page shows what lies on another server, so each such thing becomes a link; returns the pictures among them. */
export function linkMissing(blocks: Block[]): MissingPicture[] {
  const missing = [...walk(blocks)].flatMap((block): MissingPicture[] => {
    const url = block.type === 'image' ? foreignAddress(block) : null;
    if (!url || !isWeb(url)) return [];
    const { url: _, ...data } = block.data;
    return [{ blockId: block.id, url, data }];
  });
  linkForeign(blocks);
  return missing;
}

/** With the pictures that are there by now, wherever nobody has put anything else in their place. */
export function withFetched(blocks: Block[], missing: MissingPicture[], stored: StoredPictures): Block[] {
  return blocks.map((block) => {
    const children = block.children && { children: withFetched(block.children, missing, stored) };
    const wanted = missing.find(({ blockId }) => blockId === block.id);
    const made = wanted && stored.get(wanted.url);
    if (!made || !leadsTo(block, wanted.url)) return { ...block, ...children };
    return { id: block.id, type: 'image', data: shownBy(made, wanted.data) };
  });
}

const leadsTo = ({ type, content = [] }: Block, url: string): boolean =>
  type === 'paragraph' &&
  content.some((node) => node.type === 'text' && node.marks?.some(({ attrs }) => attrs?.href === url));
