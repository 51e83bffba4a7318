// What a process that died left undone: words that never came into their page, documents whose page is gone.
import type { Ctx } from '../../core/context.ts';
import { pages } from '../pages/contract.ts';
import { checkpointPage, foldDocument, settleDocument } from './documents.ts';
import { docStore } from './store.ts';

/** An open room brings its words into the page within ten seconds. */
const LEFT_BEHIND_MS = 30_000;
const BATCH = 200;

export async function bringAll(ctx: Ctx): Promise<void> {
  const before = new Date(Date.parse(ctx.now()) - LEFT_BEHIND_MS).toISOString();
  for (const id of await docStore.behind(ctx, before, BATCH)) {
    if (!(await settleDocument(ctx, id))) continue;
    await checkpointPage(ctx.app, id);
    await foldDocument(ctx.app, id);
  }
}

export async function removeOrphans(ctx: Ctx): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await docStore.ids(ctx, after, BATCH);
    const last = ids.at(-1);
    if (last === undefined) return;
    const kept = new Set((await ctx.use(pages).byIds(ctx, ids)).map((page) => page.id));
    const gone = ids.filter((id) => !kept.has(id));
    if (gone.length) await ctx.tx((tx) => docStore.remove(tx, gone));
    after = last;
  }
}
