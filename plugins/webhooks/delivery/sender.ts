// Sends what waits: takes as much as it has room for, never much of one hook, and little of those that do not answer.
import { hasEnded } from '../../../core/boot/instance.ts';
import { DATABASE_CHANGED } from '../../../core/events/bus.ts';
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { DELIVERIES } from '../fan-out.ts';
import type { WebhookRow } from '../store.ts';
import { type AttemptOutcome, attempt, lettersOf } from './attempt.ts';
import { type ClaimedDelivery, type DeliveryRow, deliveryStore } from './delivery-store.ts';
import { type DeliveryAttempt, recordOutcomes } from './outcome-record.ts';

const AT_ONCE = 32;
const AT_ONCE_A_HOOK = 4;
/** Of all hooks together whose last attempt failed. */
const AT_ONCE_FAILING = 8;
/** On their way in all, late ones too. */
const OPEN_MAX = 512;
const LATE_MS = 1000;
const LOOK_MS = 1000;
const LEASE_MS = 60_000;
/** Attempts that end within this are written down together. */
const GATHER_MS = 5;
const GRACE_MS = 8000;

const leaseEnd = (ctx: Ctx): string => new Date(Date.parse(ctx.now()) + LEASE_MS).toISOString();

interface Flight {
  hookId: number;
  isFailing: boolean;
  /** by `performance.now` */
  since: number;
}

/** A receiver that has not answered so far gets nothing more until it has. */
const isLate = ({ since }: Flight): boolean => performance.now() - since > LATE_MS;

export class Sender {
  readonly #app: App;
  readonly #flights = new Map<number, Flight & { done: Promise<void> }>();
  readonly #abort = new AbortController();
  #ended: DeliveryAttempt[] = [];
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
      if (!ended.length && !hooks.some((hook) => this.#roomFor(hook) > 0)) return;
      const taken = await ctx.tx(async (tx) => {
        await recordOutcomes(tx, ended);
        return this.#take(tx, hooks);
      });
      const byHook = Map.groupBy(taken, ({ webhook_id }) => webhook_id);
      for (const hook of hooks) this.#send(hook, byHook.get(hook.id) ?? []);
    } catch (error) {
      // Written down by a later turn.
      this.#ended.unshift(...ended);
      throw error;
    }
  }

  /** How many more of a hook may be on their way. */
  #roomFor({ id, health }: WebhookRow): number {
    const own = [...this.#flights.values()].filter(({ hookId }) => hookId === id);
    if (own.some(isLate)) return 0;
    return Math.max(0, (health === 'slow' ? 1 : AT_ONCE_A_HOOK) - own.length);
  }

  /** Of what was found, as much as there is room for: one of each hook first, so that no hook waits for the many of another. */
  #chosen(found: ClaimedDelivery[], hooks: WebhookRow[]): number[] {
    const flights = [...this.#flights.values()];
    const failing = new Set(hooks.flatMap(({ id, health }) => (health === 'well' ? [] : [id])));
    // Receivers that keep their connections open without an answer take nobody else's place.
    let room = Math.min(AT_ONCE - flights.filter((one) => !isLate(one)).length, OPEN_MAX - flights.length);
    let failingRoom = AT_ONCE_FAILING - flights.filter((one) => one.isFailing || isLate(one)).length;
    const rounds = [...Map.groupBy(found, ({ webhook_id }) => webhook_id).values()];
    // Begun anywhere, so that none of many hooks always comes last.
    const first = Math.floor(Math.random() * rounds.length);
    const turns = [...rounds.slice(first), ...rounds.slice(0, first)];
    const chosen: number[] = [];
    for (let round = 0; round < AT_ONCE_A_HOOK; round += 1)
      for (const { id, webhook_id } of turns.flatMap((some) => some[round] ?? [])) {
        const isFailing = failing.has(webhook_id);
        if (room <= 0 || (isFailing && failingRoom <= 0)) continue;
        room -= 1;
        if (isFailing) failingRoom -= 1;
        chosen.push(id);
      }
    return chosen;
  }

  async #take(tx: Ctx, hooks: WebhookRow[]): Promise<DeliveryRow[]> {
    const rooms = new Map(hooks.map((hook) => [hook.id, this.#roomFor(hook)] as const).filter(([, room]) => room > 0));
    if (!rooms.size) return [];
    const found = await deliveryStore.claim(tx.db as never, tx.dialect, rooms, tx.now());
    const ids = this.#chosen(found, hooks);
    return ids.length ? this.#attempts(tx, await deliveryStore.byIds(tx, ids)) : [];
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

  #send(hook: WebhookRow, deliveries: DeliveryRow[]): void {
    if (!deliveries.length) return;
    const ctx = this.#ctx();
    const coming = lettersOf(ctx, hook, deliveries);
    const flight = { hookId: hook.id, isFailing: hook.health !== 'well', since: performance.now() };
    for (const [index, delivery] of deliveries.entries()) {
      const done = coming
        .then((letters) => attempt(ctx, hook, letters[index] ?? 'no_access', this.#abort.signal))
        .catch((error): AttemptOutcome => {
          this.#app.log.error({ err: error, delivery: delivery.id }, 'webhooks');
          return { fault: 'interrupted', http_code: null, answer: null, duration_ms: null, sent_headers: {} };
        })
        .then((outcome) => {
          this.#flights.delete(delivery.id);
          this.#ended.push({ delivery, outcome });
          this.wake(GATHER_MS);
        });
      this.#flights.set(delivery.id, { ...flight, done });
    }
  }
}
