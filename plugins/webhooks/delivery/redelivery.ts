// Messages that are asked for: a test, one again, and all that did not arrive since some time.
import { randomUUID } from 'node:crypto';
import { notFound, Problem } from '../../../core/http/problem.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { TEST_EVENT } from '../event-catalog.ts';
import { asksFor, deliveriesOf, queueDeliveries, sightOf } from '../fan-out.ts';
import type { WebhookMessage } from '../message.ts';
import { type WebhookRow, webhookStore } from '../store.ts';
import { attempt, lettersOf } from './attempt.ts';
import { type DeliveryRow, deliveryStore } from './delivery-store.ts';
import { arrived, outcomeColumns } from './outcome-record.ts';

const BATCH = 200;

/** Sent at once, whether the hook is on or off, and written down with what came of it. */
export async function testWebhook(ctx: Ctx, hook: WebhookRow): Promise<DeliveryRow> {
  const message: WebhookMessage = {
    ...{ type: TEST_EVENT, timestamp: ctx.now(), id: randomUUID(), workspace_id: hook.workspace_id },
    seq: await ctx.app.events.newest(ctx.db),
    ...{ actor_id: actorId(ctx), origin: 'user', changed: [], data: { id: hook.id, name: hook.name } },
  };
  const payload = JSON.stringify(message);
  const letter = { event_id: message.id, event: TEST_EVENT, payload };
  const [[ready] = []] = await lettersOf(ctx, [{ hook, deliveries: [letter] }]);
  const outcome = await attempt(ctx, hook, ready ?? 'no_access', new AbortController().signal);
  return ctx.tx(async (tx) => {
    const row = { webhook_id: hook.id, page_id: null, ...letter, ...outcomeColumns(outcome) };
    const [made] = await deliveryStore.insert(tx, [{ ...row, status: outcome.fault === null ? 'success' : 'failed' }]);
    if (outcome.fault === null) await webhookStore.change(tx, hook.id, arrived(tx.now()));
    return made as DeliveryRow;
  });
}

function refuseOff(hook: WebhookRow): void {
  if (!hook.enabled) throw new Problem('conflict', 'The webhook is off: switch it on first.');
}

/** A further message with the same id. @throws Problem not_found, conflict */
export async function redeliver(ctx: Ctx, hook: WebhookRow, deliveryId: number): Promise<DeliveryRow> {
  refuseOff(hook);
  return ctx.tx(async (tx) => {
    const before = await deliveryStore.byId(tx, hook.id, deliveryId);
    if (!before) throw notFound();
    if (before.payload === '{}') throw new Problem('conflict', 'What the message said is not known any more.');
    const { webhook_id, event_id, event, page_id, payload } = before;
    const [made] = await queueDeliveries(tx, [{ webhook_id, event_id, event, page_id, payload }]);
    return made as DeliveryRow;
  });
}

/**
 * What happened since then and did not arrive, whether it was tried or the hook was off; answers how many messages.
 * @param since ISO 8601; what is older than the stream is not known any more
 * @throws Problem conflict, validation_failed
 */
export async function recover(ctx: Ctx, hook: WebhookRow, since: string): Promise<number> {
  refuseOff(hook);
  const system = ctx.as({ type: 'system', reason: 'webhooks' });
  let queued = 0;
  for (let position = await ctx.app.events.before(system.db, since); ; ) {
    const events = await ctx.app.events.after(system.db, position, BATCH);
    const asked = events.filter((event) => !event.data.live && asksFor(hook, event));
    const told = await deliveryStore.told(
      system,
      hook.id,
      asked.map(({ id }) => id),
    );
    const missing = asked.filter(({ id }) => !told.get(id));
    const one = { hook, events: missing };
    const rows = missing.length ? await deliveriesOf(one, await sightOf(system, [one])) : [];
    // What was never told keeps its cause, so that it is noted once though it may just be read elsewhere.
    const again = rows.map((row) => (told.has(row.event_id) ? { ...row, cause: null } : row));
    const made = await system.tx((tx) => queueDeliveries(tx, again));
    queued += made.length;
    const last = events.at(-1);
    if (!last || events.length < BATCH) return queued;
    position = last.seq;
  }
}
