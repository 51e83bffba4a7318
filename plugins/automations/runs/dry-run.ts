// What a rule would do, asked of what did happen: each in the transaction of a real run, which is then taken back.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { DomainEvent } from '../../../core/kernel/domain-event.ts';
import type { AutomationRun, Rule } from '../model.ts';
import { concerns, emitted } from '../rules/rule-index.ts';
import { eventCause } from './event-stream.ts';
import { dryRunRule } from './run-rule.ts';
import { type Cause, visiblePages } from './situation.ts';
import { visibleSteps } from './visible-runs.ts';

/** Events that a rule is tried on, the newest first. */
const EVENTS_MAX = 50;
/** Of those that are tried, some may be hidden from whoever the rule acts as. */
const CAUSES_MAX = 200;
const BATCH = 200;

export type Trial = Pick<AutomationRun, 'status' | 'reason' | 'detail' | 'steps' | 'page_id'> & {
  event: Pick<DomainEvent, 'id' | 'type' | 'timestamp'> | null;
};

/** Nothing of it is kept. What whoever tries the rule, or whoever it acts as, may not see is left out. */
export async function tryRule(ctx: Ctx, rule: Rule, pageId: number | null): Promise<Trial[]> {
  const trials: Trial[] = [];
  for await (const cause of rule.trigger_type === 'event' ? pastCauses(ctx, rule) : [causeOf(rule, ctx, pageId)]) {
    const found = await dryRunRule(ctx, rule, cause);
    if (!found) continue;
    const { status, reason, detail, steps } = found;
    const event = cause.event && { id: cause.event.id, type: cause.event.type, timestamp: cause.event.timestamp };
    trials.push({ event, status, reason, detail, steps, page_id: cause.pageId });
    if (trials.length === EVENTS_MAX) break;
  }
  return trials.map(await visibleSteps(ctx, rule, trials));
}

const causeOf = (rule: Rule, ctx: Ctx, pageId: number | null): Cause => ({
  key: 'test',
  source: rule.trigger_type === 'cron' ? 'cron' : 'button',
  event: null,
  pageId,
  presserId: ctx.actor.type === 'user' ? ctx.actor.id : null,
});

/** The newest first, as far as whoever asks sees what they are about: the rule may act as somebody who sees more. */
async function* pastCauses(ctx: Ctx, rule: Rule): AsyncGenerator<Cause> {
  const wanted = { type: emitted(rule.event), workspaceId: rule.workspace_id, limit: BATCH };
  let looked = 0;
  for (let before: number | undefined; looked < CAUSES_MAX; ) {
    const events = await ctx.app.events.latest(ctx.db, { ...wanted, before, hasImports: rule.include_imports });
    const causes = events.filter((event) => !event.data.live && concerns(rule, event)).map(eventCause);
    const seen = new Set(await visiblePages(ctx, causes));
    const shown = causes.filter(({ pageId }) => pageId === null || seen.has(pageId)).slice(0, CAUSES_MAX - looked);
    looked += shown.length;
    yield* shown;
    if (events.length < BATCH) return;
    before = events.at(-1)?.seq;
  }
}
