// What a process that died left undone: words that never came into their row, documents whose row is gone.
import type { Ctx } from '../../core/kernel/context.ts';
import { type LiveKind, liveKinds } from './points.ts';
import { docStore } from './store.ts';

/** An open room brings its words into the row within ten seconds. */
const LEFT_BEHIND_MS = 30_000;
const BATCH = 200;

export async function bringAll(ctx: Ctx): Promise<void> {
  const before = new Date(Date.parse(ctx.now()) - LEFT_BEHIND_MS).toISOString();
  const kinds = ctx.app.contributions(liveKinds).map(({ kind }) => kind);
  const behind = await docStore.behind(ctx, kinds, before, BATCH);
  if (!behind.length) return;
  const [{ foldDocument, systemCtx }, { checkpointDocument, settleDocument }] = await Promise.all([
    import('./document-service.ts'),
    import('./projection.ts'),
  ]);
  for (const name of behind) {
    if (!(await settleDocument(ctx, name))) continue;
    await checkpointDocument(systemCtx(ctx.app), name);
    await foldDocument(ctx.app, name);
  }
}

export async function removeOrphans(ctx: Ctx): Promise<void> {
  for (const kind of ctx.app.contributions(liveKinds)) await removeOrphansOf(ctx, kind);
}

async function removeOrphansOf(ctx: Ctx, { kind, subjects }: LiveKind): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await docStore.ids(ctx, kind, after, BATCH);
    const last = ids.at(-1);
    if (last === undefined) return;
    const kept = await subjects(ctx, ids);
    const gone = ids.filter((id) => !kept.has(id));
    if (gone.length) await ctx.tx((tx) => docStore.remove(tx, kind, gone));
    after = last;
  }
}
