// The socket that tells a browser what happens elsewhere: one JSON message for each page or database that changed and may be seen.
import type { App } from '../../core/app.ts';
import { DATABASE_CHANGED } from '../../core/bus.ts';
import type { UserActor } from '../../core/context.ts';
import type { DomainEvent } from '../../core/events.ts';
import { authenticator } from '../../core/lifecycle.ts';
import { pages } from '../pages/contract.ts';
import { CLOSE, type Connection } from './connection.ts';

const BATCH = 200;
const EVENTS = 'events';

export class Stream {
  readonly #app: App;
  readonly #connections = new Set<Connection>();
  /** the event told last; null while nobody listens */
  #position: number | null = null;
  #reading: Promise<void> = Promise.resolve();
  #off: (() => void)[] = [];

  constructor(app: App) {
    this.#app = app;
  }

  start(): void {
    const look = () => this.#look();
    this.#off = [EVENTS, DATABASE_CHANGED].map((channel) => this.#app.bus.subscribe(channel, look));
  }

  async enter(connection: Connection): Promise<void> {
    connection.listen(
      () => {},
      () => {
        this.#connections.delete(connection);
        if (!this.#connections.size) this.#position = null;
      },
    );
    this.#connections.add(connection);
    this.#position ??= await this.#app.events.newest(this.#app.database.reader);
  }

  #look(): void {
    if (this.#position === null) return;
    this.#reading = this.#reading
      .then(() => this.#read())
      .catch((error) => this.#app.log.warn({ err: error }, 'events for sockets'));
  }

  async #read(): Promise<void> {
    while (this.#position !== null) {
      const events = await this.#app.events.after(this.#app.database.reader, this.#position, BATCH);
      const last = events.at(-1);
      if (!last) return;
      this.#position = last.seq;
      await this.#tell(events.filter((event) => pageOf(event) !== undefined));
      if (events.length < BATCH) return;
    }
  }

  /** Everybody gets those of the events that concern a page they may see now; a database is seen by its page. */
  async #tell(events: DomainEvent[]): Promise<void> {
    if (!events.length) return;
    const ids = [...new Set(events.map(pageOf))] as number[];
    const seen = new Map<string, Promise<Map<number, number>>>();
    for (const connection of this.#connections) {
      const key = keyOf(connection.actor);
      const versions = seen.get(key) ?? this.#versions(connection.actor, ids);
      seen.set(key, versions);
      for (const event of events) {
        const version = (await versions).get(pageOf(event) as number);
        if (version !== undefined) connection.send(JSON.stringify(messageOf(event, version)));
      }
    }
  }

  #versions(actor: UserActor, ids: number[]): Promise<Map<number, number>> {
    const ctx = this.#app.context(actor);
    return ctx.use(pages).versions(ctx, ids);
  }

  async recheck(): Promise<void> {
    const connections = [...this.#connections];
    if (!connections.length) return;
    const actors = await this.#app.use(authenticator).renew(connections.map(({ actor }) => actor));
    for (const [index, connection] of connections.entries()) {
      const actor = actors[index];
      if (actor) connection.actor = actor;
      else connection.close(CLOSE.signedOut, 'signed out');
    }
  }

  stop(): void {
    for (const off of this.#off) off();
    for (const connection of this.#connections) connection.close(CLOSE.stopping, 'the server stops');
  }
}

const keyOf = ({ id, isAdmin }: UserActor): string => `${id} ${isAdmin}`;

/** The page by which an event is seen. */
const pageOf = ({ type, data }: DomainEvent): number | undefined =>
  type.startsWith('page.') ? data.id : (data.page_id as number | undefined);

/** Of a row, its database too: whoever shows that knows the row by it. */
const messageOf = ({ type, data, actor_id }: DomainEvent, version: number) => ({
  type,
  resource: type.split('.')[0],
  id: data.id,
  version,
  actor_id,
  ...(data.collection_id ? { collection_id: data.collection_id } : {}),
});
