// Which synced blocks show which: none may show itself, not even through others.
import type { Ctx } from '../../core/kernel/context.ts';
import type { Block } from '../blocks/block.ts';
import { collectReferences } from '../blocks/references.ts';
import { syncedStore } from './store.ts';

/** All synced blocks that are shown where these are, directly and through each other. */
export async function reached(ctx: Ctx, ids: number[]): Promise<Set<number>> {
  const seen = new Set<number>();
  for (let next = ids; next.length; ) {
    for (const id of next) seen.add(id);
    const contents = await syncedStore.contents(ctx, next);
    const inside = [...contents.values()].flatMap(
      (content) => collectReferences(JSON.parse(content) as Block[]).synced,
    );
    next = [...new Set(inside)].filter((id) => !seen.has(id));
  }
  return seen;
}
