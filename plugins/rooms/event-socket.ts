// The socket that tells a browser what happens elsewhere: one JSON message for each thing that changed and may be seen.

import { DATABASE_CHANGED, PEOPLE } from '../../core/events/bus.ts';
import { authenticator } from '../../core/http/request-lifecycle.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Actor, UserActor } from '../../core/kernel/context.ts';
import type { DomainEvent } from '../../core/kernel/domain-event.ts';
import { workspaces } from '../workspaces/contract.ts';
import { AttendanceFeed } from './attendance/feed.ts';
import { CLOSE_CODES, type Connection } from './connection.ts';
import { type LiveKind, liveKinds } from './points.ts';
import { personKey } from './room-permissions.ts';

const BATCH = 200;
/** Until what could not be told, since a database failed, is tried once more. */
const AGAIN_MS = 1000;
const EVENTS = 'events';
const SYSTEM: Actor = { type: 'system', reason: 'listeners' };

/** Rights that the listener has somewhere are others now: what they look at may not be for them any more. */
const RIGHTS_CHANGED = ownNote('access.changed');

interface Message {
  to: Connection;
  text: string;
}

/** What concerns the listener, and nothing that anybody else sees. */
function ownNote(type: string): string {
  return JSON.stringify({ type, resource: type.split('.')[0], id: 0, version: 0, actor_id: null });
}

export class Stream {
  readonly #app: App;
  /** with what their rights were when they were looked at last; null: not yet */
  readonly #connections = new Map<Connection, string | null>();
  #epochs: number | undefined;
  /** the event told last; null while nobody listens */
  #position: number | null = null;
  #reading: Promise<void> = Promise.resolve();
  #again: NodeJS.Timeout | undefined;
  #off: (() => void)[] = [];
  /** who is on which page, for those who ask */
  readonly faces: AttendanceFeed;

  constructor(app: App) {
    this.#app = app;
    this.faces = new AttendanceFeed(app);
  }

  start(): void {
    this.faces.attendance.start();
    const look = () => this.#look();
    this.#off = [EVENTS, DATABASE_CHANGED].map((channel) => this.#app.bus.subscribe(channel, look));
    this.#off.push(this.#app.bus.subscribe(PEOPLE, (payload) => this.#tellPeople(JSON.parse(payload))));
  }

  #tellPeople({ type, people }: { type: string; people: number[] }): void {
    for (const connection of this.#connections.keys())
      if (people.includes(connection.actor.id)) connection.send(ownNote(type));
  }

  /** `asksFaces`: who is on which page, too. `page`: what is read there, without a room. */
  async enter(connection: Connection, asksFaces: boolean, page?: number): Promise<void> {
    connection.listen(
      () => {},
      () => {
        this.faces.leave(connection);
        this.#connections.delete(connection);
        if (!this.#connections.size) this.#position = null;
      },
    );
    this.#connections.set(connection, null);
    if (asksFaces) this.faces.enter(connection);
    if (page !== undefined) await this.faces.read(connection, page);
    const [stamp, newest] = await Promise.all([
      this.#stampOf(connection.actor),
      this.#position ?? this.#app.events.newest(this.#app.database.reader),
    ]);
    if (!this.#connections.has(connection)) return;
    this.#connections.set(connection, stamp);
    this.#position ??= newest;
  }

  #look(): void {
    if (this.#position === null) return;
    clearTimeout(this.#again);
    this.#reading = this.#reading
      .then(() => this.#read())
      .catch((error) => {
        this.#app.log.warn({ err: error }, 'events for sockets');
        this.#again = setTimeout(() => this.#look(), AGAIN_MS).unref();
      });
  }

  async #read(): Promise<void> {
    while (this.#position !== null) {
      const from = this.#position;
      const events = await this.#app.events.after(this.#app.database.reader, from, BATCH);
      const last = events.at(-1);
      if (!last) return;
      // What was written together they were told of as it came.
      const messages = await this.#messagesOf(events.filter(({ data }) => !data.checkpoint));
      // Everybody has left meanwhile, and somebody may have come.
      if (this.#position !== from) continue;
      this.#position = last.seq;
      for (const { to, text } of messages) to.send(text);
      if (events.length < BATCH) return;
    }
  }

  /** Everybody gets those of the events that concern something they may see now. */
  async #messagesOf(all: DomainEvent[]): Promise<Message[]> {
    const kinds = this.#app.contributions(liveKinds);
    const messages: Message[] = [];
    for (const kind of kinds)
      messages.push(
        ...(await this.#messagesAbout(
          kind,
          all.flatMap((event) => {
            const id = subjectOf(event, kind, kinds);
            return id === undefined ? [] : [{ event, id }];
          }),
        )),
      );
    return messages;
  }

  async #messagesAbout(kind: LiveKind, events: { event: DomainEvent; id: number }[]): Promise<Message[]> {
    if (!events.length) return [];
    const ids = [...new Set(events.map(({ id }) => id))];
    const seen = new Map<string, Map<number, number>>();
    const messages: Message[] = [];
    for (const to of [...this.#connections.keys()]) {
      const key = personKey(to.actor);
      const versions = seen.get(key) ?? (await kind.versions(this.#app.context(to.actor), ids));
      seen.set(key, versions);
      for (const { event, id } of events) {
        const version = versions.get(id);
        if (version !== undefined) messages.push({ to, text: JSON.stringify(messageOf(event, version)) });
      }
    }
    return messages;
  }

  async recheck(): Promise<void> {
    const connections = [...this.#connections.keys()];
    if (!connections.length) return;
    const actors = await this.#app.use(authenticator).renew(connections.map(({ actor }) => actor));
    for (const [index, connection] of connections.entries()) {
      const actor = actors[index];
      if (actor) connection.actor = actor;
      else connection.close(CLOSE_CODES.signedOut, 'signed out');
    }
    await this.#tellRights();
  }

  async #tellRights(): Promise<void> {
    const epochs = await this.#app.use(workspaces).epochs(this.#app.context(SYSTEM));
    if (epochs === this.#epochs) return;
    this.#epochs = epochs;
    const stamps = new Map<string, Promise<string>>();
    for (const [connection, before] of [...this.#connections]) {
      const key = personKey(connection.actor);
      const stamp = stamps.get(key) ?? this.#stampOf(connection.actor);
      stamps.set(key, stamp);
      const now = await stamp;
      if (before === null || now === before || !this.#connections.has(connection)) continue;
      this.#connections.set(connection, now);
      connection.send(RIGHTS_CHANGED);
      this.faces.refresh(connection);
    }
  }

  #stampOf(actor: UserActor): Promise<string> {
    return this.#app.use(workspaces).stampOf(this.#app.context(actor));
  }

  stop(): void {
    for (const off of this.#off) off();
    clearTimeout(this.#again);
    this.faces.stop();
    for (const connection of this.#connections.keys()) connection.close(CLOSE_CODES.stopping, 'the server stops');
  }
}

/** By which thing of a kind an event is seen; what has no room of its own, such as a database, is seen by its page. */
function subjectOf({ type, data }: DomainEvent, kind: LiveKind, kinds: LiveKind[]): number | undefined {
  if (type.startsWith(kind.events)) return data.id;
  if (kind.kind !== 'page' || kinds.some(({ events }) => type.startsWith(events))) return undefined;
  return data.page_id as number | undefined;
}

/** Of a row its database too, and of a comment its page: whoever shows those knows it by them. */
const messageOf = ({ type, data, actor_id }: DomainEvent, version: number) => ({
  type,
  resource: type.split('.')[0],
  id: data.id,
  version,
  actor_id,
  ...(data.page_id ? { page_id: data.page_id } : {}),
  ...(data.collection_id && data.kind !== 'collection' ? { collection_id: data.collection_id } : {}),
});
