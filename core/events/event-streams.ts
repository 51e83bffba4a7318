// Readers of the stream: each is handed what it asks for, in order and at least once, by one process at a time.
import type { App } from '../kernel/app.ts';
import type { DomainEvent, EventHandler, EventStream } from '../kernel/domain-event.ts';
import { enterCursors, leaseCursor, passCursors, releaseCursor, renewCursor, SEQUENCER } from './event-cursors.ts';

/** A reader with the types it asks for now; what is newer than `newest` was committed after it was asked for them. */
interface Asking {
  name: string;
  stream: EventStream;
  types: string[];
  newest: number;
}

const RENEW_MS = 20_000;
/** Failures of one reader at one event, after which the events behind it no longer wait. */
const FAILURES_MAX = 8;

/** Whether one of the types that somebody asks for, such as `page.created`, `page.*` or `*`, is this one. */
export const matchesType = (types: string[], type: string): boolean =>
  types.some(
    (wanted) => wanted === '*' || wanted === type || (wanted.endsWith('.*') && type.startsWith(wanted.slice(0, -1))),
  );

/** A stream of handlers by type (or `page.*`): each event is handed on by itself, and again when its handler throws. */
export function eachEvent(handlers: Record<string, EventHandler>): EventStream {
  return {
    types: () => Object.keys(handlers),
    atOnce: 1,
    async run(ctx, events) {
      for (const event of events)
        for (const [type, handle] of Object.entries(handlers))
          if (matchesType([type], event.type)) await handle(ctx, event);
    },
  };
}

/** Most readers write for each event, and whoever else writes waits for them. */
const HANDED = 200;

/** What people write together is told of when it rests: until then, and by that mark, it is nobody's business here. */
const told = ({ data: { checkpoint: _, ...data }, ...event }: DomainEvent): DomainEvent => ({ ...event, data });

export class EventStreams {
  readonly #app: App;
  readonly #batch: number;
  readonly #streams = new Map<string, EventStream>();
  /** failures by reader and seq; a new process counts anew */
  readonly #failures = new Map<string, number>();
  /** readers that failed at several events at once, and are handed them one by one until they are past them */
  readonly #singly = new Set<string>();
  #ending = false;

  /** @param batch how many events are read at once */
  constructor(app: App, batch: number) {
    this.#app = app;
    this.#batch = batch;
  }

  add(name: string, stream: EventStream): void {
    this.#streams.set(name, stream);
  }

  enter(): Promise<void> {
    return enterCursors(this.#app, [...this.#streams.keys()]);
  }

  end(): void {
    this.#ending = true;
  }

  /** Up to where all of them have read. */
  async readByAll(): Promise<number> {
    const names = [SEQUENCER, ...this.#streams.keys()];
    const query = this.#app.database.reader('event_cursors').whereIn('name', names).min({ least: 'position' });
    return Number((await query)[0]?.least ?? 0);
  }

  /** Brings every reader up to date that no other process has in hand. */
  async deliver(): Promise<void> {
    for (const reader of await this.#behind()) {
      try {
        while ((await this.#deliver(reader)) === this.#batch);
      } catch (error) {
        this.#app.log.error({ err: error, reader: reader.name }, 'event handler failed; it will be called again');
      }
    }
  }

  /** Readers for whom there may be something. They say what they ask for after it is known what there is. */
  async #behind(): Promise<Asking[]> {
    const { database } = this.#app;
    const rows = await database.reader('event_cursors').select('name', 'position');
    const at = new Map<string, number>(rows.map(({ name, position }) => [name, position]));
    const newest = at.get(SEQUENCER) ?? 0;
    const placeOf = (name: string): number => at.get(name) ?? 0;
    const behind = [...this.#streams].filter(([name]) => placeOf(name) < newest);
    if (!behind.length) return [];
    const range = [Math.min(...behind.map(([name]) => placeOf(name))) + 1, newest] as const;
    const types: string[] = await database.reader('domain_events').whereBetween('seq', range).distinct().pluck('type');
    const asking: Asking[] = [];
    for (const [name, stream] of behind) asking.push({ name, stream, types: await stream.types(this.#app), newest });
    const wanted = asking.filter((one) => types.some((type) => matchesType(one.types, type)));
    const idle = asking.filter((one) => !wanted.includes(one)).map(({ name }) => name);
    if (idle.length) await passCursors(this.#app, idle, newest);
    return wanted;
  }

  /** One leased batch for one reader: another process that holds the lease does the work instead. */
  async #deliver(reader: Asking): Promise<number> {
    const position = await leaseCursor(this.#app, reader.name);
    if (position === null) return 0;
    const after = await this.#app.events.after(this.#app.database.reader, position, this.#batch);
    const events = after.filter(({ seq }) => seq <= reader.newest);
    let done = position;
    let leased = Date.parse(this.#app.now());
    try {
      for (const some of this.#parts(reader, events)) {
        if (this.#ending) return 0;
        const now = Date.parse(this.#app.now());
        if (now - leased >= RENEW_MS) {
          if (!(await renewCursor(this.#app, reader.name))) return 0;
          leased = now;
        }
        await this.#hand(reader, some);
        done = some.at(-1)?.seq ?? done;
      }
      done = events.at(-1)?.seq ?? done;
      this.#singly.delete(reader.name);
    } finally {
      await releaseCursor(this.#app, reader.name, done);
    }
    return events.length;
  }

  #parts({ name, stream, types }: Asking, events: DomainEvent[]): DomainEvent[][] {
    const wanted = events.filter((event) => matchesType(types, event.type) && !event.data.live).map(told);
    const size = this.#singly.has(name) ? 1 : (stream.atOnce ?? HANDED);
    return Array.from({ length: Math.ceil(wanted.length / size) }, (_, part) =>
      wanted.slice(part * size, (part + 1) * size),
    );
  }

  /** @throws what the reader threw, unless it failed at this one event so often that it is left out */
  async #hand({ name, stream }: Asking, events: DomainEvent[]): Promise<void> {
    const seq = events[0]?.seq;
    const key = `${name}:${seq}`;
    try {
      await stream.run(this.#app.context({ type: 'system', reason: name }), events);
    } catch (error) {
      if (events.length > 1) {
        this.#singly.add(name);
        throw error;
      }
      const failures = (this.#failures.get(key) ?? 0) + 1;
      this.#failures.set(key, failures);
      if (failures < FAILURES_MAX) throw error;
      this.#app.log.error({ err: error, reader: name, seq, failures }, 'event left out');
    }
    this.#failures.delete(key);
  }
}
