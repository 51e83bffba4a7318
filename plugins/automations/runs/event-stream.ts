// Events, as the stream hands them on: rules whose conditions do not hold are noted together, the others run one by one.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { DomainEvent } from '../../../core/kernel/domain-event.ts';
import type { RuleIndex } from '../rules/rule-index.ts';
import { ruleStore } from '../rules/store.ts';
import { ask, fires, newRun, runRule } from './run-rule.ts';
import { type Cause, pageOf } from './situation.ts';
import { type NewRun, runStore } from './store.ts';

export const eventCause = (event: DomainEvent): Cause => ({
  key: `event:${event.id}`,
  source: 'event',
  event,
  pageId: pageOf(event),
  presserId: null,
});

export async function followEvents(ctx: Ctx, index: RuleIndex, events: DomainEvent[]): Promise<void> {
  const skipped: NewRun[] = [];
  for (const event of events)
    for (const { id } of await index.concerned(event)) {
      const run = await follow(ctx, id, eventCause(event));
      if (run) skipped.push(run);
    }
  if (skipped.length) await ctx.tx((tx) => runStore.insertMany(tx, skipped));
}

/** A run that was skipped, to be kept with others. */
async function follow(ctx: Ctx, id: number, cause: Cause): Promise<NewRun | undefined> {
  const rule = await ruleStore.byId(ctx, id);
  // Changed since the index was read, or made after what happened.
  if (!rule?.enabled || rule.trigger_type !== 'event') return undefined;
  if (cause.event && cause.event.timestamp < rule.created_at) return undefined;
  const found = await ask(ctx, rule, cause);
  if (found === undefined) return undefined;
  if (!fires(found) && found.status === 'skipped') return newRun(rule, cause, found);
  await runRule(ctx, rule, cause);
  return undefined;
}
