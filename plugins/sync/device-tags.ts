// The tags of pages that a device keeps: a person's own, so that no change of a page tells of them.
import type { Ctx } from '../../core/kernel/context.ts';
import { pages } from '../pages/contract.ts';
import { type NamedTag, tagNames } from '../tags/contract.ts';
import { refuseSeen } from './delta/delta.ts';

export interface DeviceTags {
  /** all that the reader has, by name */
  tags: NamedTag[];
  /** pages that carry some of them */
  pages: { id: number; tags: string[] }[];
}

/** Of these pages, those that the reader sees. */
export async function tagsForDevice(ctx: Ctx, ids: number[]): Promise<DeviceTags> {
  refuseSeen(ctx);
  const seen = await ctx.use(pages).versions(ctx, [...new Set(ids)]);
  const [tags, carried] = await Promise.all([
    ctx.use(tagNames).all(ctx),
    ctx.use(tagNames).ofMany(ctx, [...seen.keys()]),
  ]);
  return { tags, pages: [...carried].map(([id, some]) => ({ id, tags: some.map(({ name }) => name) })) };
}
