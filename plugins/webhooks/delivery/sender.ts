// Sends what waits: takes as much as it has room for, and writes down what came of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded } from '../../../core/boot/instance.ts';
import { DATABASE_CHANGED } from '../../../core/events/bus.ts';
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { DELIVERIES } from '../fan-out.ts';
import { type WebhookRow, webhookStore } from '../store.ts';
import { type AttemptFault, attempt, failedAttempt, type HookDeliveries, type Letter, lettersOf } from './attempt.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { type DeliveryLease, type DeliveryRow, deliveryStore } from './delivery-store.ts';
import { countsAgainst, type DeliveryAttempt, recordOutcomes } from './outcome-record.ts';

const LOOK_MS = 1000;
const LEASE_MS = 60_000;
/** Attempts that end within this are written down together, and what follows them goes out together. */
const GATHER_MS = 5;
/** A turn is followed by so many times its length without one: whoever else writes waits for few. */
const REST = 3;
/** While somebody is being answered it is longer, and few begin together: a message is as good a moment later. */
const REST_BESIDE = 8;
const BEGUN_BESIDE = 2;
const PAUSE_MS = 10;
/** However long a turn took, a message that is due waits no longer than this for the next one. */
const REST_MAX_MS = 2000;
/** But not what waits for longer than this. */
const PATIENCE_MS = 30_000;
const GRACE_MS = 8000;

const leaseEnd = (ctx: Ctx): string => new Date(Date.parse(ctx.now()) + LEASE_MS).toISOString();

/** Whether there is room for it, of which there is one less then. */
function occupy(rooms: Map<number, number>, { webhook_id }: DeliveryRow): boolean {
  const room = rooms.get(webhook_id) ?? 0;
  if (room > 1) rooms.set(webhook_id, room - 1);
  else rooms.delete(webhook_id);
  return room > 0;
}

export class Sender {
  readonly #app: App;
  readonly #queue = new DeliveryQueue();
  readonly #attempts = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  #ended: DeliveryAttempt[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** when it goes off */
  #at = 0;
  #turn: Promise<void> | undefined;
  /** when the next turn may begin */
  #rested = 0;
  #isWoken = false;
  #dispatch: Promise<void> | undefined;
  /** something has arrived since what waits was last looked through */
  #hasRoom = false;
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
    await this.#turn;
    await this.#dispatch;
    await Promise.all(this.#attempts);
    clearTimeout(grace);
    this.#end(this.#queue.drop(), 'interrupted');
    await this.#takeTurn().catch((error) => this.#app.log.error({ err: error }, 'webhooks'));
  }

  /** Looks for what is due, soon. */
  wake(waitMs = 0): void {
    if (this.#isStopped) return;
    if (this.#turn) {
      this.#isWoken = true;
      return;
    }
    const now = performance.now();
    const at = Math.max(now + waitMs, this.#rested);
    if (this.#timer && this.#at <= at) return;
    clearTimeout(this.#timer);
    this.#at = at;
    this.#timer = setTimeout(() => this.#begin(), Math.ceil(at - now)).unref();
  }

  #begin(): void {
    this.#isWoken = false;
    this.#timer = undefined;
    const began = performance.now();
    this.#turn = this.#takeTurn()
      .catch((error) => this.#app.log.error({ err: error }, 'webhooks'))
      .then(() => {
        this.#turn = undefined;
        const ended = performance.now();
        const rest = (this.#givesWay() ? REST_BESIDE : REST) * (ended - began);
        this.#rested = ended + Math.min(rest, REST_MAX_MS);
        this.wake(this.#isWoken || this.#ended.length ? GATHER_MS : LOOK_MS);
      });
  }

  #givesWay(): boolean {
    return this.#app.traffic.isOn && this.#queue.oldest > Date.parse(this.#app.now()) - PATIENCE_MS;
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

  /** Writes down what has ended, and takes what there is room for. */
  async #takeTurn(): Promise<void> {
    this.#end(this.#queue.dropLate(), 'interrupted');
    const ended = this.#ended.splice(0);
    const ctx = this.#ctx();
    try {
      await recordOutcomes(ctx, ended);
    } catch (error) {
      // Written down by a later turn.
      this.#ended.unshift(...ended);
      throw error;
    }
    if (this.#isStopped) return;
    const rooms = this.#queue.rooms(await deliveryStore.dueHooks(this.#app.database.reader, ctx.now()));
    if (rooms.size) this.#queue.add(await this.#take(ctx, rooms));
    // What waits here may have room though nothing was taken: those on their way may be late by now.
    this.#send();
  }

  async #take(ctx: Ctx, rooms: Map<number, number>): Promise<DeliveryRow[]> {
    const { database, instance } = this.#app;
    const lease = { lease_owner: instance, lease_until: leaseEnd(ctx) };
    const most = rooms.values().reduce((sum, room) => sum + room, 0);
    const again = (await deliveryStore.dueAgain(database.reader, [...rooms.keys()], ctx.now(), most)).filter((one) =>
      occupy(rooms, one),
    );
    const taken = again.length ? await ctx.tx((tx) => this.#renew(tx, again, lease)) : [];
    if (rooms.size)
      taken.push(...(await deliveryStore.take(database.writer, database.dialect, rooms, lease, ctx.now())));
    return taken.sort((a, b) => a.id - b.id);
  }

  /** A row for each attempt: that of an earlier one gives way to a new one. */
  async #renew(tx: Ctx, again: DeliveryRow[], lease: DeliveryLease): Promise<DeliveryRow[]> {
    const ids = again.map(({ id }) => id);
    const claimed = await deliveryStore.claimAgain(tx.db as never, tx.dialect, ids, tx.now());
    const before = await deliveryStore.supersede(tx, claimed);
    const rows = before.map(({ webhook_id, event_id, event, page_id, payload, attempt: last }) => ({
      ...{ webhook_id, event_id, event, page_id, payload, attempt: last + 1, ...lease },
    }));
    return deliveryStore.insert(tx, rows);
  }

  /** Without an attempt. */
  #end(deliveries: DeliveryRow[], fault: AttemptFault): void {
    this.#ended.push(...deliveries.map((delivery) => ({ delivery, outcome: failedAttempt(fault) })));
  }

  /** Sends what waits and has room, once what arrives just now has made room too. */
  #send(waitMs = 0): void {
    this.#hasRoom = true;
    if (this.#dispatch || this.#isStopped || !this.#queue.hookIds.length) return;
    this.#hasRoom = false;
    this.#dispatch = sleep(waitMs)
      .then(() => this.#sendNext())
      .catch((error) => {
        this.#app.log.error({ err: error }, 'webhooks');
        this.#end(this.#queue.drop(), 'interrupted');
      })
      .then(() => {
        this.#dispatch = undefined;
        if (this.#hasRoom) this.#send(this.#givesWay() ? PAUSE_MS : 0);
      });
  }

  async #sendNext(): Promise<void> {
    const ctx = this.#ctx();
    const { hookIds } = this.#queue;
    const hooks = await webhookStore.byIds(ctx, hookIds);
    const on = new Set(hooks.flatMap(({ id, enabled }) => (enabled ? id : [])));
    // Switched off since they were taken, or gone with all that was to be sent.
    this.#end(this.#queue.drop(hookIds.filter((id) => !on.has(id))), 'off');
    const begun = this.#queue.next(hooks, this.#givesWay() ? BEGUN_BESIDE : undefined);
    // The others begin after a pause, whether or not these receivers answer.
    if (begun.reduce((sum, { deliveries }) => sum + deliveries.length, 0) === BEGUN_BESIDE) this.#hasRoom = true;
    const byOwner = Map.groupBy(begun, ({ hook: { user_id, workspace_id } }) => `${user_id} ${workspace_id}`);
    await Promise.all([...byOwner.values()].map((some) => this.#sendAll(ctx, some)));
  }

  /** @param hooks of one owner in one workspace */
  async #sendAll(ctx: Ctx, hooks: HookDeliveries<DeliveryRow>[]): Promise<void> {
    const letters = await lettersOf(ctx, hooks).catch((error) => {
      this.#app.log.error({ err: error }, 'webhooks');
      return hooks.map(({ deliveries }) => deliveries.map((): AttemptFault => 'interrupted'));
    });
    for (const [at, { hook, deliveries }] of hooks.entries())
      for (const [index, delivery] of deliveries.entries()) {
        const made = this.#attempt(ctx, hook, delivery, letters[at]?.[index] ?? 'no_access');
        this.#attempts.add(made);
        made.finally(() => this.#attempts.delete(made));
      }
  }

  async #attempt(ctx: Ctx, hook: WebhookRow, delivery: DeliveryRow, letter: Letter | AttemptFault): Promise<void> {
    const outcome = await attempt(ctx, hook, letter, this.#abort.signal).catch((error) => {
      this.#app.log.error({ err: error, delivery: delivery.id }, 'webhooks');
      return failedAttempt('interrupted');
    });
    this.#queue.land(delivery);
    this.#ended.push({ delivery, outcome });
    // Whether more of it is tried soon is decided by how it fares.
    if (outcome.fault && countsAgainst(outcome.fault)) this.#end(this.#queue.drop([hook.id]), 'interrupted');
    this.#send(GATHER_MS);
    this.wake(GATHER_MS);
  }
}
