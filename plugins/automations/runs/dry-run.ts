// What a rule would do, asked of what did happen: each in the transaction of a real run, which is then taken back.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { DomainEvent } from '../../../core/kernel/domain-event.ts';
import { pages } from '../../pages/contract.ts';
import type { AutomationRun, Rule } from '../model.ts';
import { eventCause } from './event-stream.ts';
import { rehearse } from './run-rule.ts';
import type { Cause } from './situation.ts';
import { visibleSteps } from './visible-runs.ts';

/** Events that a rule is tried on, the newest first. */
const EVENTS_MAX = 50;

export type Trial = Pick<AutomationRun, 'status' | 'reason' | 'detail' | 'steps' | 'page_id'> & {
  event: Pick<DomainEvent, 'id' | 'type' | 'timestamp'> | null;
};

/** Nothing of it is kept. What whoever the rule acts as may not see is left out. */
export async function tryRule(ctx: Ctx, rule: Rule, pageId: number | null): Promise<Trial[]> {
  const causes = rule.trigger_type === 'event' ? await pastCauses(ctx, rule) : [causeOf(rule, ctx, pageId)];
  const trials: Trial[] = [];
  for (const cause of causes) {
    const found = await rehearse(ctx, rule, cause);
    if (!found) continue;
    const { status, reason, detail, steps } = found;
    const event = cause.event && { id: cause.event.id, type: cause.event.type, timestamp: cause.event.timestamp };
    trials.push({ event, status, reason, detail, steps, page_id: cause.pageId });
  }
  const visible = await visibleSteps(ctx, rule, trials);
  return (await withoutHidden(ctx, trials)).map(visible);
}

/** The rule may act as somebody who sees more than whoever tries it. */
async function withoutHidden(ctx: Ctx, trials: Trial[]): Promise<Trial[]> {
  const ids = trials.flatMap(({ page_id }) => page_id ?? []);
  const seen = await ctx.use(pages).versions(ctx, ids);
  return trials.filter(({ page_id }) => page_id === null || seen.has(page_id));
}

const causeOf = (rule: Rule, ctx: Ctx, pageId: number | null): Cause => ({
  key: 'test',
  source: rule.trigger_type === 'cron' ? 'cron' : 'button',
  event: null,
  pageId,
  presserId: ctx.actor.type === 'user' ? ctx.actor.id : null,
});

async function pastCauses(ctx: Ctx, rule: Rule): Promise<Cause[]> {
  const type = rule.event.replace(/^row\./, 'page.');
  const events = await ctx.app.events.latest(ctx.db, { type, workspaceId: rule.workspace_id, limit: EVENTS_MAX * 4 });
  const concerned = events.filter(
    ({ data, origin }) =>
      (rule.collection_id === null ||
        (type.startsWith('collection.') ? data.id : data.collection_id) === rule.collection_id) &&
      (origin !== 'import' || rule.include_imports),
  );
  return concerned.slice(0, EVENTS_MAX).map(eventCause);
}
