// Two tags of a person become one, and what that changed can be taken back.
import { portions } from '../../core/database/chunks.ts';
import { notFound } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { inTurn, makeTag, ownTagNamed, presentTag, tagNameTaken } from './service.ts';
import { tagStore } from './store.ts';
import type { Tag } from './tag.ts';

/** More pages than these are not named by a request that takes it back. */
export const UNDONE_MAX = 1000;

/** The tag that is gone, and where it was. */
export interface MergedTag {
  name: string;
  color: string;
  page_ids: number[];
  /** of these, the ones that did not carry the tag that is left */
  added_ids: number[];
}

/**
 * What carries one tag of the actor carries another one instead, and the first is gone. `undo` is null where too many
 * pages carried it. @throws Problem not_found when one of them was deleted meanwhile
 */
export const mergeTags = (ctx: Ctx, from: number, into: number): Promise<{ tag: Tag; undo: MergedTag | null }> =>
  inTurn(ctx, async (tx) => {
    const [gone, left] = [await tagStore.byId(tx, from), await tagStore.byId(tx, into)];
    if (!gone || !left) throw notFound();
    if (from === into) return { tag: await presentTag(tx, left), undo: null };
    const page_ids = await tagStore.carriersOf(tx, from);
    const before = new Set(await tagStore.carriersOf(tx, into));
    const added_ids = page_ids.filter((id) => !before.has(id));
    await putOnAll(tx, into, added_ids);
    await tagStore.remove(tx, [from]);
    const { name, color } = gone;
    const undo = page_ids.length > UNDONE_MAX ? null : { name, color, page_ids, added_ids };
    return { tag: await presentTag(tx, left), undo };
  });

/**
 * Makes the tag again that became part of another one. It goes to no page but those that carry that one by now, so that
 * nobody reaches others by it. @throws Problem conflict when the actor has one of its name meanwhile
 */
export const takeMergeBack = (ctx: Ctx, from: number, { name, color, page_ids, added_ids }: MergedTag): Promise<Tag> =>
  inTurn(ctx, async (tx) => {
    if (await ownTagNamed(tx, name)) throw tagNameTaken();
    const made = await makeTag(tx, name, color);
    const carriers = new Set(await tagStore.carriersOf(tx, from));
    const there = page_ids.filter((id) => carriers.has(id));
    await putOnAll(tx, made.id, there);
    const added = new Set(added_ids);
    const without = there.filter((id) => added.has(id));
    for (const some of portions(without)) await tagStore.takeOffMany(tx, from, some);
    return presentTag(tx, made);
  });

async function putOnAll(tx: Ctx, tag_id: number, pageIds: number[]): Promise<void> {
  for (const some of portions(pageIds))
    await tagStore.put(
      tx,
      some.map((page_id) => ({ tag_id, page_id })),
      0,
    );
}
