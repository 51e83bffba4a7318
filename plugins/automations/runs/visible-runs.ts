// Runs as somebody may see them: pages and properties that are hidden from a reader are not told of.
import type { ListPage } from '../../../core/http/pagination.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import type { AutomationRun, Rule } from '../model.ts';
import { propertySight, unseenReason } from '../rules/property-sight.ts';
import { automationRunStore } from './store.ts';

export type VisibleRun = Omit<AutomationRun, 'cause' | 'workspace_id'>;

/** Newest first. */
export async function listRuns(
  ctx: Ctx,
  rule: Rule,
  window: { status?: string; limit: number; offset: number },
): Promise<ListPage<VisibleRun>> {
  const [runs, total] = await Promise.all([
    automationRunStore.of(ctx, rule.id, window),
    automationRunStore.count(ctx, rule.id, window.status),
  ]);
  return { items: await presentRuns(ctx, rule, runs), total };
}

type Told = Pick<AutomationRun, 'status' | 'detail' | 'steps'>;

/** Steps without those about properties that the reader does not see, and no word of why such a one failed. */
export async function visibleSteps(ctx: Ctx, rule: Rule, told: Told[]): Promise<<T extends Told>(run: T) => T> {
  const named = told.flatMap(({ steps }) => steps.flatMap(({ properties = [] }) => properties));
  const sight = await propertySight(ctx, rule, named);
  return (run) => {
    const shown = run.steps.filter(({ properties = [] }) => properties.every(sight.sees));
    const hidden = run.steps.filter((step) => !shown.includes(step)).flatMap(({ properties = [] }) => properties);
    const isWhole = run.status !== 'error' || shown.length === run.steps.length;
    const steps = shown.map(({ properties: _, locked: __, ...step }) => step);
    return { ...run, steps, detail: isWhole ? run.detail : unseenReason(ctx, sight, hidden) };
  };
}

/** What a run says of a page that the reader does not see is left out with it. */
export async function presentRuns(ctx: Ctx, rule: Rule, runs: AutomationRun[]): Promise<VisibleRun[]> {
  const ids = [...new Set(runs.flatMap(({ page_id }) => page_id ?? []))];
  const [seen, visible] = await Promise.all([ctx.use(pages).versions(ctx, ids), visibleSteps(ctx, rule, runs)]);
  return runs.map(({ cause: _, workspace_id: __, ...run }) =>
    run.page_id === null || seen.has(run.page_id)
      ? visible(run)
      : { ...run, page_id: null, collection_id: null, detail: '', steps: [] },
  );
}
