// The deliveries that a process has in hand: those that wait here for their turn, and those on their way.
import type { WebhookRow } from '../store.ts';
import type { HookDeliveries } from './attempt.ts';
import type { DeliveryRow } from './delivery-store.ts';

const AT_ONCE = 32;
const AT_ONCE_A_HOOK = 4;
/** Of all hooks together whose last attempt failed. */
const AT_ONCE_FAILING = 8;
/** Taken from the database together, and sent as the ones before arrive: a turn costs as much for few as for many. */
const HELD_MAX = 256;
const HELD_A_HOOK = 32;
/** On their way in all, late ones too. */
const OPEN_MAX = 512;
const LATE_MS = 1000;

interface Flight {
  hookId: number;
  isFailing: boolean;
  /** by `performance.now` */
  since: number;
}

/** A receiver that has not answered so far gets nothing more until it has. */
const isLate = ({ since }: Flight): boolean => performance.now() - since > LATE_MS;

const isFailing = (hook: WebhookRow): boolean => hook.health !== 'well';

/** One of each list first, so that none waits for the many of another; begun anywhere, so that none always comes last. */
function alternate<T>(lists: T[][]): T[] {
  const first = Math.floor(Math.random() * lists.length);
  const turns = [...lists.slice(first), ...lists.slice(0, first)];
  const rounds = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => turns.flatMap((list) => list.slice(round, round + 1))).flat();
}

export class DeliveryQueue {
  readonly #flights = new Map<number, Flight>();
  /** by hook */
  readonly #waiting = new Map<number, DeliveryRow[]>();

  #flightsOf(hookId: number): Flight[] {
    return [...this.#flights.values()].filter((flight) => flight.hookId === hookId);
  }

  /** How many more of a hook may be on their way. */
  #roomOnTheWay({ id, health }: WebhookRow): number {
    const own = this.#flightsOf(id);
    return own.some(isLate) ? 0 : Math.max(0, (health === 'slow' ? 1 : AT_ONCE_A_HOOK) - own.length);
  }

  /** How many more of a hook may be taken: of one that fails, as many as are sent at once. */
  #roomFor(hook: WebhookRow): number {
    const onTheWay = this.#roomOnTheWay(hook);
    const waiting = this.#waiting.get(hook.id)?.length ?? 0;
    if (isFailing(hook) || onTheWay === 0) return Math.max(0, onTheWay - waiting);
    return Math.max(0, HELD_A_HOOK - waiting - this.#flightsOf(hook.id).length);
  }

  /** Of these in turns, as many as there is room for. */
  #within<T extends { webhook_id: number }>(found: T[], hooks: WebhookRow[], most: number): T[] {
    const failing = new Set(hooks.filter(isFailing).map(({ id }) => id));
    const flights = [...this.#flights.values()];
    let room = most;
    let failingRoom = AT_ONCE_FAILING - flights.filter((one) => one.isFailing || isLate(one)).length;
    return alternate([...Map.groupBy(found, ({ webhook_id }) => webhook_id).values()]).filter(({ webhook_id }) => {
      if (room <= 0 || (failing.has(webhook_id) && failingRoom <= 0)) return false;
      room -= 1;
      if (failing.has(webhook_id)) failingRoom -= 1;
      return true;
    });
  }

  /** Receivers that keep their connections open without an answer take nobody else's place. */
  #room(most: number): number {
    const flights = [...this.#flights.values()];
    return Math.min(most - flights.filter((one) => !isLate(one)).length, OPEN_MAX - flights.length);
  }

  /** How many more of each hook to take: none waits for the many of another. */
  rooms(hooks: WebhookRow[]): Map<number, number> {
    const waiting = [...this.#waiting.values()].flat().length;
    const places = hooks.flatMap((hook) => Array(this.#roomFor(hook)).fill({ webhook_id: hook.id }));
    const given = this.#within(places, hooks, this.#room(HELD_MAX) - waiting);
    return new Map(
      Map.groupBy(given, ({ webhook_id }) => webhook_id)
        .entries()
        .map(([id, own]) => [id, own.length]),
    );
  }

  /** When the first of what waits was made, in milliseconds; without any, never. */
  get oldest(): number {
    const first = [...this.#waiting.values()].flatMap((some) => some.slice(0, 1));
    return Math.min(...first.map(({ created_at }) => Date.parse(created_at)));
  }

  add(deliveries: DeliveryRow[]): void {
    for (const delivery of deliveries)
      this.#waiting.set(delivery.webhook_id, [...(this.#waiting.get(delivery.webhook_id) ?? []), delivery]);
  }

  /** Those of which something waits. */
  get hookIds(): number[] {
    return [...this.#waiting.keys()];
  }

  /** What to send now, by hook, of all `most`; counted as on its way from here on. */
  next(hooks: WebhookRow[], most = AT_ONCE): HookDeliveries<DeliveryRow>[] {
    const ready = hooks.flatMap((hook) => (this.#waiting.get(hook.id) ?? []).slice(0, this.#roomOnTheWay(hook)));
    const chosen = Map.groupBy(
      this.#within(ready, hooks, Math.min(most, this.#room(AT_ONCE))),
      ({ webhook_id }) => webhook_id,
    );
    return hooks.flatMap((hook) => {
      const deliveries = chosen.get(hook.id);
      if (!deliveries) return [];
      this.#keep(hook.id, (this.#waiting.get(hook.id) ?? []).slice(deliveries.length));
      const flight = { hookId: hook.id, isFailing: isFailing(hook), since: performance.now() };
      for (const { id } of deliveries) this.#flights.set(id, flight);
      return [{ hook, deliveries }];
    });
  }

  #keep(hookId: number, deliveries: DeliveryRow[]): void {
    if (deliveries.length) this.#waiting.set(hookId, deliveries);
    else this.#waiting.delete(hookId);
  }

  /** It has arrived, or not. */
  land({ id }: DeliveryRow): void {
    this.#flights.delete(id);
  }

  /** What waits of a hook, or of all; it waits here no more. */
  drop(hookIds = this.hookIds): DeliveryRow[] {
    return hookIds.flatMap((id) => {
      const dropped = this.#waiting.get(id) ?? [];
      this.#waiting.delete(id);
      return dropped;
    });
  }

  /** The same of hooks whose receivers keep what they were sent without an answer. */
  dropLate(): DeliveryRow[] {
    return this.drop(this.hookIds.filter((id) => this.#flightsOf(id).some(isLate)));
  }
}
