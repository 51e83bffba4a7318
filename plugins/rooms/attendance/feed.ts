// Tells sockets that asked for it who else is on the pages they may see, a few times a second at most.
import type { App } from '../../../core/kernel/app.ts';
import type { Actor } from '../../../core/kernel/context.ts';
import { accounts, type User } from '../../auth/contract.ts';
import type { Connection } from '../connection.ts';
import { pageKind } from '../document-kinds.ts';
import { personKey } from '../room-permissions.ts';
import { Attendance } from './attendance.ts';

/** Whoever goes from one page to the next has left one and come to the other by then. */
const PAUSE_MS = 500;
/** Pages that somebody is told of when they begin to listen. */
const PAGES_MAX = 500;
/** Faces of one page; the others are a number. */
const FACES_MAX = 3;
const SYSTEM: Actor = { type: 'system', reason: 'attendance' };

type Face = Pick<User, 'id' | 'avatar_url'> & { name: string };

interface PageFaces {
  id: number;
  people: Face[];
  /** how many more there are */
  more: number;
}

export class AttendanceFeed {
  readonly #app: App;
  readonly attendance: Attendance;
  /** with what each was told of each page */
  readonly #listeners = new Map<Connection, Map<number, string>>();
  /** pages that are read without a room */
  readonly #read = new Map<Connection, number>();
  readonly #dirty = new Set<number>();
  /** to be told of everything: they have come, or may see other pages now */
  readonly #fresh = new Set<Connection>();
  #soon: NodeJS.Timeout | undefined;
  #telling: Promise<void> = Promise.resolve();

  constructor(app: App) {
    this.#app = app;
    this.attendance = new Attendance(app, (pages) => {
      if (!this.#listeners.size) return;
      for (const page of pages) this.#dirty.add(page);
      this.#tellSoon();
    });
  }

  enter(connection: Connection): void {
    if (!this.#listeners.size) this.attendance.ask();
    this.#listeners.set(connection, new Map());
    this.refresh(connection);
  }

  /** Somebody reads a page that they do not write: they are on it for as long as they may see it. */
  async read(connection: Connection, page: number): Promise<void> {
    this.#read.set(connection, page);
    await this.#lookAt(connection, page);
  }

  async #lookAt(connection: Connection, page: number): Promise<void> {
    const seen = await pageKind.versions(this.#app.context(connection.actor), [page]);
    if (!this.#read.has(connection)) return;
    if (seen.has(page)) this.attendance.come(page, connection, connection.actor.id);
    else this.attendance.go(page, connection);
  }

  leave(connection: Connection): void {
    const page = this.#read.get(connection);
    this.#read.delete(connection);
    if (page !== undefined) this.attendance.go(page, connection);
    this.#listeners.delete(connection);
    this.#fresh.delete(connection);
  }

  /** What the listener may see has changed. */
  refresh(connection: Connection): void {
    const page = this.#read.get(connection);
    if (page !== undefined)
      this.#lookAt(connection, page).catch((error) => this.#app.log.warn({ err: error }, 'who reads a page'));
    if (!this.#listeners.has(connection)) return;
    this.#fresh.add(connection);
    this.#tellSoon();
  }

  #tellSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#telling = this.#telling
        .then(() => this.#tellAll())
        .catch((error) => this.#app.log.warn({ err: error }, 'who is on pages'))
        .finally(() => {
          this.#soon = undefined;
          if (this.#dirty.size || this.#fresh.size) this.#tellSoon();
        });
    }, PAUSE_MS).unref();
  }

  /** What could not be told, since a database failed, is told the next time. */
  async #tellAll(): Promise<void> {
    const [dirty, fresh] = [[...this.#dirty], new Set(this.#fresh)];
    this.#dirty.clear();
    this.#fresh.clear();
    try {
      await this.#tell(dirty, fresh);
    } catch (error) {
      for (const page of dirty) this.#dirty.add(page);
      for (const connection of fresh) if (this.#listeners.has(connection)) this.#fresh.add(connection);
      throw error;
    }
  }

  async #tell(dirty: number[], fresh: Set<Connection>): Promise<void> {
    const all = fresh.size ? this.attendance.pages().slice(-PAGES_MAX) : [];
    const faces = await this.#facesOn([...new Set([...dirty, ...all])]);
    const seen = new Map<string, Promise<Map<number, number>>>();
    for (const [connection, before] of [...this.#listeners]) {
      const pages = fresh.has(connection) ? [...new Set([...dirty, ...all, ...before.keys()])] : dirty;
      const { actor } = connection;
      const key = `${personKey(actor)} ${pages}`;
      const visible = seen.get(key) ?? pageKind.versions(this.#app.context(actor), pages);
      seen.set(key, visible);
      const versions = await visible;
      const now = pages.map((page) => facesFor(actor.id, page, versions.has(page) ? faces.get(page) : undefined));
      this.#send(connection, before, now);
    }
  }

  async #facesOn(pages: number[]): Promise<Map<number, { first: Face[]; all: number[] }>> {
    const present = new Map(pages.map((page) => [page, this.attendance.on(page)]));
    // One more than is shown, since nobody sees their own.
    const wanted = new Set([...present.values()].flatMap((all) => all.slice(0, FACES_MAX + 1)));
    const people = wanted.size ? await this.#app.use(accounts).byIds(this.#app.context(SYSTEM), [...wanted]) : [];
    const byId = new Map(
      people.map(({ id, full_name, login, avatar_url }) => [id, { id, name: full_name || login, avatar_url }]),
    );
    return new Map(
      [...present].map(([page, all]) => [
        page,
        { all, first: all.slice(0, FACES_MAX + 1).flatMap((id) => byId.get(id) ?? []) },
      ]),
    );
  }

  /** Only what is different from what this one was told last. */
  #send(connection: Connection, before: Map<number, string>, now: PageFaces[]): void {
    const pages = now.filter((one) => {
      const text = one.people.length ? JSON.stringify(one) : '';
      if (text === (before.get(one.id) ?? '')) return false;
      if (text) before.set(one.id, text);
      else before.delete(one.id);
      return true;
    });
    if (pages.length)
      connection.send(JSON.stringify({ type: 'presence', resource: 'page', id: 0, version: 0, actor_id: null, pages }));
  }

  stop(): void {
    clearTimeout(this.#soon);
    this.attendance.stop();
  }
}

function facesFor(reader: number, id: number, faces: { first: Face[]; all: number[] } | undefined): PageFaces {
  const people = (faces?.first ?? []).filter((one) => one.id !== reader).slice(0, FACES_MAX);
  const others = (faces?.all ?? []).filter((one) => one !== reader).length;
  return { id, people, more: Math.max(0, others - people.length) };
}
