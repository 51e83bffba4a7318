// What an attempt came to, written down: whether it is tried again, how the hook fares, and whom it is told.

import { daysAgo } from '../../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type DisabledReason, type Health, type WebhookRow, webhookStore } from '../store.ts';
import { switchOff, tellFailing } from '../switch-off.ts';
import type { Fault, Outcome } from './attempt.ts';
import { type DeliveryRow, deliveryStore } from './delivery-store.ts';
import { nextAttempt } from './retry-schedule.ts';

export interface Attempted {
  delivery: DeliveryRow;
  outcome: Outcome;
}

/** So long a hook may fail before it is switched off. */
const FAILING_DAYS = 5;

/** The others say nothing about the receiver, or that it is well and wants this message no more. */
const countsAgainst = (fault: Fault): boolean =>
  !['no_access', 'secret_unreadable', 'interrupted', 'off', 'aborted'].includes(fault);

/** After these a hook is off at once. */
const REASONS: Partial<Record<Fault, DisabledReason>> = { gone: 'gone', secret_unreadable: 'secret_unreadable' };

/** Another attempt would come to the same. */
const FINAL = new Set<Fault>(['no_access', 'secret_unreadable', 'gone', 'aborted', 'off']);

function nextOf({ delivery, outcome }: Attempted, hook: WebhookRow, now: string): number | null {
  if (!outcome.fault || !hook.enabled || FINAL.has(outcome.fault)) return null;
  return nextAttempt(delivery.attempt, Date.parse(now), outcome.asked);
}

/** How it is kept beside the message. */
export const recordOf = ({ fault, http_code, answer, duration_ms, sent_headers }: Outcome) => ({
  ...{ http_code, answer, duration_ms, error: fault, sent_headers: JSON.stringify(sent_headers) },
});

/** What a hook is after a message has arrived. */
export const arrived = (now: string): Partial<WebhookRow> => ({
  ...{ health: 'well', last_success_at: now, failing_since: null, told_at: null },
});

async function writeAttempt(tx: Ctx, attempted: Attempted, hook: WebhookRow): Promise<{ isLast: boolean } | undefined> {
  const { delivery, outcome } = attempted;
  const { fault } = outcome;
  if (fault === 'interrupted') return void (await deliveryStore.end(tx, delivery.id, tx.app.instance, {}));
  const next_retry_at = nextOf(attempted, hook, tx.now());
  const status = fault === null ? 'success' : next_retry_at === null ? 'failed' : 'retrying';
  const isKept = await deliveryStore.end(tx, delivery.id, tx.app.instance, {
    ...{ status, next_retry_at, ...recordOf(outcome) },
    ...(fault === 'no_access' ? { payload: '{}' } : {}),
  });
  return isKept ? { isLast: status === 'failed' } : undefined;
}

/** A hook that fails for days is given up; until then its owner hears of the first message that was lost. */
async function followLast(tx: Ctx, hook: WebhookRow, fault: Fault | null): Promise<Partial<WebhookRow>> {
  if (!hook.enabled || fault === null) return {};
  const isGivenUp = hook.failing_since !== null && hook.failing_since < daysAgo(tx.app, FAILING_DAYS);
  const reason = REASONS[fault] ?? (isGivenUp && countsAgainst(fault) ? 'failing' : undefined);
  if (reason) {
    await switchOff(tx, hook, reason);
    return { enabled: 0 };
  }
  if (hook.told_at || !countsAgainst(fault)) return {};
  await tellFailing(tx, hook);
  return { told_at: tx.now() };
}

function faring(hook: WebhookRow, fault: Fault | null, now: string): Partial<WebhookRow> {
  if (fault === null) return arrived(now);
  const health: Health = fault === 'timeout' ? 'slow' : 'failed';
  return { health, failing_since: hook.failing_since ?? now };
}

/** In one transaction; what another process has taken over by now is left to it. */
export async function recordOutcomes(tx: Ctx, attempts: Attempted[]): Promise<void> {
  const byHook = Map.groupBy(attempts, ({ delivery }) => delivery.webhook_id);
  // In the order of their ids: two processes never wait for each other.
  for (const [hookId, some] of [...byHook].toSorted(([a], [b]) => a - b)) {
    let hook = await webhookStore.hold(tx, hookId);
    if (!hook) continue;
    for (const attempted of some) {
      const written = await writeAttempt(tx, attempted, hook);
      if (!written) continue;
      const { fault } = attempted.outcome;
      if (fault === null || countsAgainst(fault)) hook = { ...hook, ...faring(hook, fault, tx.now()) };
      if (written.isLast) hook = { ...hook, ...(await followLast(tx, hook, fault)) };
    }
    const { health, last_success_at, failing_since, told_at } = hook;
    await webhookStore.change(tx, hookId, { health, last_success_at, failing_since, told_at });
  }
}
