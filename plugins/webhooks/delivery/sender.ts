// Sends what waits: takes as much as it has room for, never much of one hook, and little of those that do not answer.
import { hasEnded } from '../../../core/boot/instance.ts';
import { DATABASE_CHANGED } from '../../../core/events/bus.ts';
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { DELIVERIES } from '../fan-out.ts';
import type { WebhookRow } from '../store.ts';
import { attempt, type Outcome } from './attempt.ts';
import { type DeliveryRow, deliveryStore } from './delivery-store.ts';
import { type Attempted, recordOutcomes } from './outcome-record.ts';

const AT_ONCE = 32;
const AT_ONCE_A_HOOK = 4;
/** Of all hooks together whose last attempt failed. */
const AT_ONCE_FAILING = 8;
const LOOK_MS = 1000;
const LEASE_MS = 60_000;
/** Attempts that end within this are written down together. */
const GATHER_MS = 5;
const GRACE_MS = 8000;

const leaseEnd = (ctx: Ctx): string => new Date(Date.parse(ctx.now()) + LEASE_MS).toISOString();

interface Flight {
  hookId: number;
  isFailing: boolean;
}

export class Sender {
  readonly #app: App;
  readonly #flights = new Map<number, Flight & { done: Promise<void> }>();
  readonly #abort = new AbortController();
  #ended: Attempted[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** when it goes off */
  #at = 0;
  #turn: Promise<void> | undefined;
  #isWoken = false;
  #isStopped = true;
  #off: (() => void)[] = [];

  constructor(app: App) {
    this.#app = app;
  }

  async start(): Promise<void> {
    this.#isStopped = false;
    const { bus } = this.#app;
    this.#off = [DELIVERIES, DATABASE_CHANGED].map((channel) => bus.subscribe(channel, () => this.wake()));
    await this.#releaseEnded();
    this.wake();
  }

  /** Takes nothing more, and waits for what is on its way; what does not end in time is sent again by a later start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const off of this.#off) off();
    clearTimeout(this.#timer);
    const grace = setTimeout(() => this.#abort.abort(), GRACE_MS).unref();
    await Promise.all([...this.#flights.values()].map(({ done }) => done));
    clearTimeout(grace);
    await this.#turn;
    await this.#takeTurn().catch((error) => this.#app.log.error({ err: error }, 'webhooks'));
  }

  /** Looks for what is due, soon. */
  wake(waitMs = 0): void {
    if (this.#isStopped) return;
    if (this.#turn) {
      this.#isWoken = true;
      return;
    }
    const at = performance.now() + waitMs;
    if (this.#timer && this.#at <= at) return;
    clearTimeout(this.#timer);
    this.#at = at;
    this.#timer = setTimeout(() => this.#begin(), waitMs).unref();
  }

  #begin(): void {
    this.#isWoken = false;
    this.#timer = undefined;
    this.#turn = this.#takeTurn()
      .catch((error) => this.#app.log.error({ err: error }, 'webhooks'))
      .then(() => {
        this.#turn = undefined;
        this.wake(this.#isWoken || this.#ended.length ? GATHER_MS : LOOK_MS);
      });
  }

  #ctx(): Ctx {
    return this.#app.context({ type: 'system', reason: 'webhooks' });
  }

  /** What a process of this machine had in hand when it was killed goes on at once, not when its lease ends. */
  async #releaseEnded(): Promise<void> {
    const { database } = this.#app;
    const ended = (await deliveryStore.owners(database.reader)).filter(hasEnded);
    if (ended.length) await deliveryStore.release(database.writer, ended);
  }

  /** Writes down what has ended, and takes what there is room for, in one transaction. */
  async #takeTurn(): Promise<void> {
    const ended = this.#ended.splice(0);
    const ctx = this.#ctx();
    try {
      const hooks = this.#isStopped ? [] : await deliveryStore.dueHooks(this.#app.database.reader, ctx.now());
      if (!ended.length && !hooks.some((hook) => this.#roomFor(hook, []) > 0)) return;
      const taken = await ctx.tx(async (tx) => {
        await recordOutcomes(tx, ended);
        return this.#take(tx, hooks);
      });
      for (const one of taken) this.#send(one.hook, one.delivery);
    } catch (error) {
      // Written down by a later turn.
      this.#ended.unshift(...ended);
      throw error;
    }
  }

  #roomFor({ id, health }: WebhookRow, taken: Flight[]): number {
    const flying = [...this.#flights.values(), ...taken];
    const ofHook = health === 'slow' ? 1 : AT_ONCE_A_HOOK;
    const failing = health === 'well' ? AT_ONCE : AT_ONCE_FAILING - flying.filter((one) => one.isFailing).length;
    return Math.min(AT_ONCE - flying.length, failing, ofHook - flying.filter(({ hookId }) => hookId === id).length);
  }

  async #take(tx: Ctx, hooks: WebhookRow[]): Promise<{ hook: WebhookRow; delivery: DeliveryRow }[]> {
    const taken: Flight[] = [];
    const found: DeliveryRow[] = [];
    // Begun anywhere, so that none of many hooks always comes last.
    const first = Math.floor(Math.random() * hooks.length);
    for (const hook of [...hooks.slice(first), ...hooks.slice(0, first)]) {
      const room = this.#roomFor(hook, taken);
      if (room <= 0) continue;
      const due = await deliveryStore.claim(tx.db as never, tx.dialect, hook.id, tx.now(), room);
      taken.push(...due.map(() => ({ hookId: hook.id, isFailing: hook.health !== 'well' })));
      found.push(...due);
    }
    const byId = new Map(hooks.map((hook) => [hook.id, hook]));
    const deliveries = await this.#attempts(tx, found);
    return deliveries.map((delivery) => ({ delivery, hook: byId.get(delivery.webhook_id) as WebhookRow }));
  }

  /** A row for each attempt: that of an earlier one gives way to a new one. */
  async #attempts(tx: Ctx, found: DeliveryRow[]): Promise<DeliveryRow[]> {
    const fresh = found.filter(({ status }) => status === 'pending');
    const again = found.filter(({ status }) => status === 'retrying');
    const lease = { lease_owner: this.#app.instance, lease_until: leaseEnd(tx) };
    const idsOf = (rows: DeliveryRow[]) => rows.map(({ id }) => id);
    if (fresh.length) await deliveryStore.lease(tx, idsOf(fresh), lease.lease_owner, lease.lease_until);
    if (!again.length) return fresh;
    await deliveryStore.supersede(tx, idsOf(again));
    const rows = again.map(({ webhook_id, event_id, event, page_id, payload, attempt: before }) => ({
      ...{ webhook_id, event_id, event, page_id, payload, attempt: before + 1, ...lease },
    }));
    return [...fresh, ...(await deliveryStore.insert(tx, rows))];
  }

  #send(hook: WebhookRow, delivery: DeliveryRow): void {
    const done = attempt(this.#ctx(), hook, delivery, this.#abort.signal)
      .catch((error): Outcome => {
        this.#app.log.error({ err: error, delivery: delivery.id }, 'webhooks');
        return { fault: 'interrupted', http_code: null, answer: null, duration_ms: null, sent_headers: {} };
      })
      .then((outcome) => {
        this.#flights.delete(delivery.id);
        this.#ended.push({ delivery, outcome });
        this.wake(GATHER_MS);
      });
    this.#flights.set(delivery.id, { hookId: hook.id, isFailing: hook.health !== 'well', done });
  }
}
