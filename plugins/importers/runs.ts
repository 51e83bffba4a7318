// Imports that other plugins start with what they have fetched, and wait for.
import type { Ctx } from '../../core/kernel/context.ts';
import type { ImportRuns } from './contract.ts';
import { jobReport } from './present.ts';
import { beginFetched, work } from './service.ts';
import { isCompleted, itemStore, jobStore } from './store.ts';

export const importRunner: ImportRuns = {
  async run(ctx, file, signal) {
    const { id } = await beginFetched(ctx, file);
    const system = ctx.as({ type: 'system', reason: 'import' });
    await work(system, id, signal, undefined, { prune: true, file: file.path });
    const ended = await jobStore.byId(ctx, id);
    if (!ended) throw new Error(`import ${id} is gone`);
    return { id, isComplete: isCompleted(ended.status), error: ended.error, report: jobReport(ended) };
  },
  faultAt: (ctx, workspaceId, source, place) => jobStore.faultAt(ctx, workspaceId, source, place),
  async originOf(ctx: Ctx, pageId: number, source: string) {
    const [found] = await itemStore.ofPage(ctx, pageId, source);
    if (!found) return undefined;
    const cut = found.external_id.indexOf('/');
    return { place: found.external_id.slice(0, cut), path: found.external_id.slice(cut + 1) };
  },
  pagesFrom: (ctx: Ctx, workspaceId: number, source: string, place: string) =>
    itemStore.below(ctx, workspaceId, source, `${place}/`),
};
