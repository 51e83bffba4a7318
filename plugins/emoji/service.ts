// Use cases of a workspace's own emoji: a small picture under a name, made, listed and removed.

import { isUniqueViolation } from '../../core/database/engine-errors.ts';
import { sniff } from '../../core/files/file-response.ts';
import { invalid, Problem } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { files } from '../files/contract.ts';
import type { EmojiSource } from '../pages/contract.ts';
import { type EmojiRow, emojiStore } from './store.ts';

/** Largest upload in bytes. */
export const EMOJI_BYTES = 262_144;
/** Side of the kept picture in pixels. */
const EDGE = 128;
/** The picker shows all of them at once. */
const EMOJI_MAX = 1000;

const kinds = new Set(['image/png', 'image/gif', 'image/webp']);

/** An emoji as the specification has it. */
export interface CustomEmoji {
  id: number;
  workspace_id: number;
  name: string;
  url: string;
  created_at: string;
}

export const emojiUrl = (id: number): string => `/api/emoji/${id}`;

export const presentEmoji = ({ id, workspace_id, name, created_at }: EmojiRow): CustomEmoji => ({
  id,
  workspace_id,
  name,
  url: emojiUrl(id),
  created_at,
});

/**
 * @throws Problem validation_failed unless the content is a PNG, GIF or WebP picture that can be drawn, payload_too_large,
 * conflict when the name is taken or the workspace has 1,000 of them, storage_full
 */
export async function createEmoji(
  ctx: Ctx,
  { workspaceId, name: given, content }: { workspaceId: number; name: string; content: Buffer },
): Promise<CustomEmoji> {
  const name = given.toLowerCase();
  if (content.length > EMOJI_BYTES) throw new Problem('payload_too_large', 'An emoji may have at most 256 KiB.');
  if (!kinds.has(sniff(content.subarray(0, 64)).mime))
    throw invalid(['body', 'file'], 'must be a PNG, GIF or WebP image', 'value_error');
  await requirePlace(ctx, workspaceId, name);
  const service = ctx.use(files);
  const picture = await service.scaled(content, { edge: EDGE, animated: true });
  const file = await service.store(ctx, {
    content: picture,
    name: `${name}.webp`,
    workspaceId,
    maxBytes: picture.length,
  });
  const row = { workspace_id: workspaceId, name, created_at: ctx.now() };
  const id = await ctx
    .tx(async (tx) => {
      const made = await emojiStore.insert(tx, { ...row, file_id: file.id });
      await tx.emit({ type: 'emoji.created', data: { id: made, name }, workspace_id: workspaceId });
      return made;
    })
    .catch((error) => {
      throw isUniqueViolation(error) ? taken(name) : error;
    });
  return presentEmoji({ ...row, id });
}

const taken = (name: string): Problem =>
  new Problem('conflict', `This workspace has an emoji called :${name}: already; choose another name.`);

async function requirePlace(ctx: Ctx, workspaceId: number, name: string): Promise<void> {
  if ((await emojiStore.named(ctx, workspaceId, [name])).length) throw taken(name);
  const { total } = await emojiStore.page(ctx, [workspaceId], 1, 0);
  if (total >= EMOJI_MAX)
    throw new Problem('conflict', `A workspace has at most ${EMOJI_MAX} emoji of its own; remove one first.`);
}

/** Pages that name it show the name from now on; the picture goes with the next clean-up of files. */
export async function removeEmoji(ctx: Ctx, { id, name, workspace_id }: EmojiRow): Promise<void> {
  await ctx.tx(async (tx) => {
    await emojiStore.remove(tx, id);
    await tx.emit({ type: 'emoji.deleted', data: { id, name }, workspace_id });
  });
}

/** What pages ask while they are shown or read. */
export const emojiOfWorkspace: EmojiSource = {
  async named(ctx, workspaceId, names) {
    const scope = await ctx.app.access.scope(ctx, workspaceId);
    if (!scope.everything && !scope.workspaceIds.includes(workspaceId)) return new Map();
    const found = await emojiStore.named(ctx, workspaceId, names);
    return new Map(found.map(({ id, name }) => [name, emojiUrl(id)]));
  },
  has: async (ctx, workspaceId, id) => (await emojiStore.byId(ctx, id))?.workspace_id === workspaceId,
};
