// Events, as the stream hands them on: rules whose conditions do not hold are noted together, the others run one by one.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { DomainEvent } from '../../../core/kernel/domain-event.ts';
import type { Rule } from '../model.ts';
import type { RuleIndex } from '../rules/rule-index.ts';
import { automationStore } from '../rules/store.ts';
import { askAll, fires, newRun, runRule } from './run-rule.ts';
import { type Cause, eventPageId } from './situation.ts';
import { automationRunStore, type NewRun } from './store.ts';

export const eventCause = (event: DomainEvent): Cause => ({
  key: `event:${event.id}`,
  source: 'event',
  event,
  pageId: eventPageId(event),
  presserId: null,
});

export async function followEvents(ctx: Ctx, index: RuleIndex, events: DomainEvent[]): Promise<void> {
  const skipped: NewRun[] = [];
  const due: { rule: Rule; cause: Cause }[] = [];
  for (const [id, some] of await index.concerned(events)) await look(ctx, id, some.map(eventCause), { skipped, due });
  if (skipped.length) await ctx.tx((tx) => keepSkipped(tx, skipped));
  // In the order in which it happened, whichever rule it is.
  due.sort((a, b) => (a.cause.event?.seq ?? 0) - (b.cause.event?.seq ?? 0) || a.rule.id - b.rule.id);
  for (const { rule, cause } of due) await runIfOn(ctx, rule.id, cause);
}

/** Of rules that were deleted meanwhile nothing is kept. */
export async function keepSkipped(tx: Ctx, skipped: NewRun[]): Promise<void> {
  const ids = new Set(skipped.map(({ automation_id }) => automation_id));
  const there = new Set(await automationStore.holdAmong(tx, [...ids]));
  const kept = skipped.filter(({ automation_id }) => there.has(automation_id));
  if (kept.length) await automationRunStore.insertMany(tx, kept);
}

/** A run before may have switched the rule off. */
async function runIfOn(ctx: Ctx, id: number, cause: Cause): Promise<void> {
  const rule = await automationStore.byId(ctx, id);
  if (rule?.enabled && rule.trigger_type === 'event') await runRule(ctx, rule, cause);
}

/** Sorts what one rule is looked at for: runs that are skipped are kept together, the others are run. */
async function look(
  ctx: Ctx,
  id: number,
  causes: Cause[],
  { skipped, due }: { skipped: NewRun[]; due: { rule: Rule; cause: Cause }[] },
): Promise<void> {
  const rule = await automationStore.byId(ctx, id);
  // Changed since the index was read.
  if (!rule?.enabled || rule.trigger_type !== 'event') return;
  // What happened before it was made does not concern it.
  const wanted = causes.filter(({ event }) => !event || event.timestamp >= rule.created_at);
  const found = await askAll(ctx, rule, wanted);
  for (const [at, cause] of wanted.entries()) {
    const one = found[at];
    if (one === undefined) continue;
    if (!fires(one) && one.status === 'skipped') skipped.push(newRun(rule, cause, one));
    else due.push({ rule, cause });
  }
}
