// Rules of the clock: each slot once, whichever process sees it; one that was missed by more than an hour is skipped.

import { daysAgo } from '../../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Rule } from '../model.ts';
import { nextSlot } from '../rules/schedule.ts';
import { releaseUnnamed } from '../rules/service.ts';
import { automationStore } from '../rules/store.ts';
import { disableRule } from '../rules/switch.ts';
import { missedRun, runRule } from './run-rule.ts';
import { automationRunStore } from './store.ts';

const AT_ONCE = 100;
const LATE_MS = 3_600_000;
const SKIPPED_DAYS = 7;
const KEPT_DAYS = 90;
const KEPT_MOST = 1000;

export async function tick(ctx: Ctx, _payload: unknown, signal: AbortSignal): Promise<void> {
  const failed: number[] = [];
  for (;;) {
    const due = await automationStore.due(ctx, ctx.now(), AT_ONCE, failed);
    for (const rule of due) {
      signal.throwIfAborted();
      // One that cannot be looked at comes again with the next tick, and holds up nobody else's.
      await runSlot(ctx, rule).catch((error) => {
        failed.push(rule.id);
        ctx.log.error({ err: error, automation: rule.id }, 'automation failed');
      });
    }
    if (due.length < AT_ONCE) return;
  }
}

async function runSlot(ctx: Ctx, rule: Rule): Promise<void> {
  const slot = rule.next_run_at as string;
  const isLate = Date.parse(ctx.now()) - Date.parse(slot) > LATE_MS;
  const cause = { key: `slot:${slot}`, source: 'cron', event: null, pageId: null, presserId: null } as const;
  // The run first: a process that ends between leaves a slot that is looked at again, and has its run by then.
  if (!isLate) await runRule(ctx, rule, cause);
  await ctx.tx(async (tx) => {
    const fresh = await automationStore.byId(tx, rule.id);
    if (!fresh?.enabled || fresh.next_run_at !== slot) return;
    if (isLate) await automationRunStore.insert(tx, missedRun(rule, cause, slot));
    try {
      await automationStore.change(tx, rule.id, { next_run_at: nextSlot(fresh, tx.now()) });
    } catch (error) {
      await disableRule(tx, fresh, `The time ${(error as Error).message}.`);
    }
  });
}

/** Once a day, what is not kept for longer. */
export async function purgeRuns(ctx: Ctx): Promise<void> {
  await ctx.tx((tx) =>
    automationRunStore.purge(tx, {
      skipped: daysAgo(tx.app, SKIPPED_DAYS),
      others: daysAgo(tx.app, KEPT_DAYS),
      most: KEPT_MOST,
    }),
  );
  await releaseUnnamed(ctx);
}
