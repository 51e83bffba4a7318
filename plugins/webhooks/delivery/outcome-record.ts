// What an attempt came to, written down: whether it is tried again, how the hook fares, and whom it is told.

import { daysAgo } from '../../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type DisabledReason, type Health, type WebhookRow, webhookStore } from '../store.ts';
import { switchOff, tellFailing } from '../switch-off.ts';
import type { AttemptFault, AttemptOutcome } from './attempt.ts';
import { type DeliveryRow, deliveryStore, type EndedDelivery } from './delivery-store.ts';
import { nextAttempt } from './retry-schedule.ts';

export interface DeliveryAttempt {
  delivery: DeliveryRow;
  outcome: AttemptOutcome;
}

/** So long a hook may fail before it is switched off. */
const FAILING_DAYS = 5;

/** The others say nothing about the receiver, or that it is well and wants this message no more. */
export const countsAgainst = (fault: AttemptFault): boolean =>
  !['no_access', 'secret_unreadable', 'interrupted', 'off', 'aborted'].includes(fault);

/** It was none: the process stopped. */
const isInterrupted = ({ outcome }: DeliveryAttempt): boolean => outcome.fault === 'interrupted';

/** After these a hook is off at once. */
const REASONS: Partial<Record<AttemptFault, DisabledReason>> = { gone: 'gone', secret_unreadable: 'secret_unreadable' };

/** Another attempt would come to the same. */
const FINAL = new Set<AttemptFault>(['no_access', 'secret_unreadable', 'gone', 'aborted', 'off']);

function nextOf({ delivery, outcome }: DeliveryAttempt, hook: WebhookRow, now: string): number | null {
  if (!outcome.fault || !hook.enabled || FINAL.has(outcome.fault)) return null;
  return nextAttempt(delivery.attempt, Date.parse(now), outcome.asked);
}

/** How it is kept beside the message. */
export const outcomeColumns = ({ fault, http_code, answer, duration_ms, sent_headers }: AttemptOutcome) => ({
  ...{ http_code, answer, duration_ms, error: fault, sent_headers: JSON.stringify(sent_headers) },
});

/** What a hook is after a message has arrived. */
export const arrived = (now: string): Partial<WebhookRow> => ({
  ...{ health: 'well', last_success_at: now, failing_since: null, told_at: null },
});

function endOf(attempted: DeliveryAttempt, hook: WebhookRow, now: string): EndedDelivery {
  const { delivery, outcome } = attempted;
  const next_retry_at = nextOf(attempted, hook, now);
  const status = outcome.fault === null ? 'success' : next_retry_at === null ? 'failed' : 'retrying';
  return { id: delivery.id, status, next_retry_at, ...outcomeColumns(outcome) };
}

/** A hook that fails for days is given up; until then its owner hears of the first message that was lost. */
async function followLast(tx: Ctx, hook: WebhookRow, fault: AttemptFault | null): Promise<Partial<WebhookRow>> {
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

function faring(hook: WebhookRow, fault: AttemptFault | null, now: string): Partial<WebhookRow> {
  if (fault === null) return arrived(now);
  const health: Health = fault === 'timeout' ? 'slow' : 'failed';
  return { health, failing_since: hook.failing_since ?? now };
}

/** How a hook is after these attempts, in their order, and how each of them ends. */
async function follow(tx: Ctx, before: WebhookRow, attempts: DeliveryAttempt[]) {
  let hook = before;
  const ended: EndedDelivery[] = [];
  for (const attempted of attempts) {
    const end = endOf(attempted, hook, tx.now());
    ended.push(end);
    const { fault } = attempted.outcome;
    if (fault === null || countsAgainst(fault)) hook = { ...hook, ...faring(hook, fault, tx.now()) };
    if (end.status === 'failed') hook = { ...hook, ...(await followLast(tx, hook, fault)) };
  }
  const { health, last_success_at, failing_since, told_at } = hook;
  return { ended, change: { health, last_success_at, failing_since, told_at } };
}

/** All have arrived, which is true whoever has them in hand by now: two statements without a transaction around them. */
async function recordArrivals({ app, dialect, now }: Ctx, attempts: DeliveryAttempt[]): Promise<void> {
  const { writer } = app.database;
  const ended = attempts.map(({ delivery, outcome }): EndedDelivery => {
    return { id: delivery.id, status: 'success', next_retry_at: null, ...outcomeColumns(outcome) };
  });
  await deliveryStore.end(writer, dialect, ended, app.instance);
  const hookIds = [...new Set(attempts.map(({ delivery }) => delivery.webhook_id))].sort((a, b) => a - b);
  await webhookStore.changeAll(writer, hookIds, arrived(now()));
}

/** In the transaction of `tx`; what another process has taken over by now is left to it. */
async function recordFaults(tx: Ctx, attempts: DeliveryAttempt[]): Promise<void> {
  const { dialect, app, db } = tx;
  const hooks = await webhookStore.hold(tx, [...new Set(attempts.map(({ delivery }) => delivery.webhook_id))]);
  const ids = attempts.map(({ delivery }) => delivery.id);
  const held = new Set(await deliveryStore.held(db as never, dialect, ids, app.instance));
  const own = attempts.filter(({ delivery }) => held.has(delivery.id));
  const [interrupted, made] = [own.filter(isInterrupted), own.filter((one) => !isInterrupted(one))];
  const byHook = Map.groupBy(made, ({ delivery }) => delivery.webhook_id);
  const ended: EndedDelivery[] = [];
  const changes = new Map<string, number[]>();
  for (const hook of hooks) {
    const found = await follow(tx, hook, byHook.get(hook.id) ?? []);
    ended.push(...found.ended);
    const key = JSON.stringify(found.change);
    changes.set(key, [...(changes.get(key) ?? []), hook.id]);
  }
  if (ended.length) await deliveryStore.end(db, dialect, ended, app.instance);
  const unseen = made.filter(({ outcome }) => outcome.fault === 'no_access').map(({ delivery }) => delivery.id);
  if (unseen.length) await deliveryStore.blankPayload(tx, unseen);
  if (interrupted.length)
    await deliveryStore.free(
      tx,
      interrupted.map(({ delivery }) => delivery.id),
    );
  for (const [change, hookIds] of changes) await webhookStore.changeAll(db, hookIds, JSON.parse(change));
}

/** What is written down twice, because it is not known whether it was, comes to the same. */
export async function recordOutcomes(ctx: Ctx, attempts: DeliveryAttempt[]): Promise<void> {
  const faulty = new Set(attempts.flatMap(({ delivery, outcome }) => (outcome.fault ? delivery.webhook_id : [])));
  const { true: faults = [], false: arrivals = [] } = Object.groupBy(
    attempts,
    ({ delivery }) => String(faulty.has(delivery.webhook_id)) as 'true' | 'false',
  );
  if (arrivals.length) await recordArrivals(ctx, arrivals);
  if (faults.length) await ctx.tx((tx) => recordFaults(tx, faults));
}
