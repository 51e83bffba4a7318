// The open rooms of this process, and what the processes tell each other about theirs.
import type { Subject } from '../../core/access/access-control.ts';
import { DATABASE_CHANGED } from '../../core/events/bus.ts';
import { notFound, Problem } from '../../core/http/problem.ts';
import { authenticator } from '../../core/http/request-lifecycle.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { PageBody } from '../pages/contract.ts';
import type { Attendance } from './attendance/attendance.ts';
import { broadcast, CHANNEL, INLINE_BYTES, liveNameKey, publishUpdate } from './broadcast.ts';
import { CLOSE_CODES, type Connection } from './connection.ts';
import { liveKindOf, pageKind } from './document-kinds.ts';
import { ensureDocument, mergeUpdates, prepareWrite, readDocument, systemCtx } from './document-service.ts';
import { begunDocument, foundDocument } from './founding.ts';
import { type LiveName, liveKinds, type RoomService, type WholeDocument } from './points.ts';
import { openDocument, settleDocument } from './projection.ts';
import { readMessage } from './protocol.ts';
import { Room } from './room.ts';
import type { RoomHost, RoomWriter } from './room-host.ts';
import { personKey, type RoomRights, roomRights } from './room-permissions.ts';
import { docStore } from './store.ts';

export class Rooms implements RoomHost, RoomService {
  readonly app: App;
  readonly #attendance: Attendance;
  readonly #open = new Map<string, Promise<Room>>();
  /** changes without a socket that are on their way into each */
  readonly #visits = new WeakMap<Room, number>();
  #off: (() => void)[] = [];
  #stopped = false;

  constructor(app: App, attendance: Attendance) {
    this.app = app;
    this.#attendance = attendance;
  }

  start(): void {
    this.#off = [
      this.app.bus.subscribe(CHANNEL, (payload) => this.#hear(payload)),
      this.app.bus.subscribe(DATABASE_CHANGED, () => this.#each((room) => room.catchUp())),
    ];
  }

  /** The room of a document, opened if it is not. @throws Problem not_found */
  async room(name: LiveName): Promise<Room> {
    const key = liveNameKey(name);
    const known = this.#open.get(key);
    if (known) return known;
    if (this.#stopped) throw new Problem('unavailable');
    const opening = this.#openRoom(name);
    this.#open.set(key, opening);
    opening.catch(() => this.#open.delete(key));
    return opening;
  }

  async #openRoom(name: LiveName): Promise<Room> {
    const ctx = systemCtx(this.app);
    if (!(await ensureDocument(ctx, name))) throw notFound();
    const {
      view: { resource },
      isText,
    } = liveKindOf(this.app, name);
    const [opened, subject] = await Promise.all([
      openDocument(ctx, name),
      this.app.resource(resource).load(ctx, name.id),
    ]);
    if (!opened || !subject || !isText(subject)) throw notFound();
    const room = new Room(this, name, { ...opened, subject });
    void broadcast(this.app, 'who', name, 0);
    return room;
  }

  /** Lets a socket in, and follows it until it is gone. */
  async enter(name: LiveName, connection: Connection, writer: RoomWriter): Promise<void> {
    const early: Uint8Array[] = [];
    let room: Room | undefined;
    const receive = (data: Uint8Array) => (room ? void this.#receive(room, writer, data) : early.push(data));
    connection.listen(receive, () => room && this.#left(room, connection));
    room = await this.room(name);
    if (!connection.open) return this.#close(room);
    if (room.broken) return connection.close(CLOSE_CODES.again, 'try again');
    room.join(writer);
    if (name.kind === pageKind.kind) this.#attendance.come(name.id, connection, writer.identity.id);
    for (const data of early) await this.#receive(room, writer, data);
  }

  async #receive(room: Room, writer: RoomWriter, data: Uint8Array): Promise<void> {
    try {
      const message = readMessage(data);
      if (message) await room.receive(writer, message);
    } catch (error) {
      this.app.log.debug({ err: error, room: room.name }, 'a message of a socket');
      writer.connection.close(CLOSE_CODES.garbage, 'no message of this protocol');
    }
  }

  /** One change without a socket. @throws Problem validation_failed, unavailable */
  async add(name: LiveName, update: Uint8Array, writer: RoomWriter): Promise<void> {
    const room = await this.room(name);
    this.#visits.set(room, this.#visitsOf(room) + 1);
    try {
      room.take(update, writer);
      await room.flush();
      await room.project();
    } finally {
      this.#visits.set(room, this.#visitsOf(room) - 1);
      this.#close(room);
    }
    if (room.broken) throw new Problem('unavailable');
    if (writer.refusal) throw new Problem(writer.refusal.code);
  }

  #left(room: Room, connection: Connection): void {
    room.leave(connection);
    if (room.name.kind === pageKind.kind) this.#attendance.go(room.name.id, connection);
    this.#close(room);
  }

  #visitsOf = (room: Room): number => this.#visits.get(room) ?? 0;

  #isInUse = (room: Room): boolean => room.members.size + this.#visitsOf(room) > 0;

  /** Ends a room that nobody is in; whoever comes meanwhile keeps it open. */
  #close(room: Room): void {
    if (this.#isInUse(room) || this.#stopped) return;
    room
      .settle()
      .catch((error) => this.app.log.warn({ err: error, room: room.name }, 'closing a room'))
      .finally(() => {
        if (!this.#isInUse(room)) this.drop(room);
      });
  }

  drop(room: Room): void {
    const key = liveNameKey(room.name);
    const forget = (one: Room): void => {
      if (one === room) this.#open.delete(key);
    };
    // Whoever opens one anew meanwhile hears themselves that it cannot be opened.
    this.#open.get(key)?.then(forget, () => {});
    room.destroy();
  }

  async tell(name: LiveName, row: number, update: Uint8Array): Promise<void> {
    // On SQLite the bus ends at this process.
    if (this.app.database.engine === 'postgres') await publishUpdate(this.app, 'typed', name, row, update);
  }

  tellPresence(name: LiveName, update: Uint8Array): void {
    if (this.app.database.engine === 'postgres' && update.length <= INLINE_BYTES)
      void broadcast(this.app, 'presence', name, 0, update);
  }

  async #hear(payload: string): Promise<void> {
    const [told, instance, key = '', , bytes] = payload.split(' ');
    const opening = this.#open.get(key);
    if (!opening || (told !== 'update' && instance === this.app.instance)) return;
    const update = bytes ? new Uint8Array(Buffer.from(bytes, 'base64')) : null;
    try {
      const room = await opening;
      if (told === 'update' || told === 'typed') await room.hear(update);
      else if (told === 'presence' && update) room.presence.hear(update);
      else if (told === 'who') this.#answerWho(room);
    } catch (error) {
      this.app.log.warn({ err: error, room: key }, 'a message of another process');
    }
  }

  #answerWho(room: Room): void {
    const own = room.presence.own();
    if (own) this.tellPresence(room.name, own);
  }

  async #each(work: (room: Room) => Promise<void>): Promise<void> {
    for (const opening of [...this.#open.values()]) {
      try {
        await work(await opening);
      } catch (error) {
        this.app.log.warn({ err: error }, 'a room');
      }
    }
  }

  /** Looks at the rights of everybody in a room anew, and closes the sockets of those who have lost theirs. */
  async recheck(): Promise<void> {
    const rooms = await Promise.all([...this.#open.values()].map((opening) => opening.catch(() => null)));
    const writers = rooms.flatMap((room) => [...(room?.members.values() ?? [])].map((writer) => ({ room, writer })));
    if (!writers.length) return;
    const actors = await this.app.use(authenticator).renew(writers.map(({ writer }) => writer.connection.actor));
    const subjects = await this.#subjects(rooms.flatMap((room) => room ?? []));
    // One person may have many windows, and is asked about once.
    const known = new Map<string, Promise<RoomRights>>();
    for (const [index, { room, writer }] of writers.entries()) {
      const actor = actors[index];
      const { name } = room as Room;
      const subject = subjects.get(liveNameKey(name));
      if (!actor) writer.connection.close(CLOSE_CODES.signedOut, 'signed out');
      else if (!subject || subject.trashed) writer.connection.close(CLOSE_CODES.gone, 'it is gone');
      else if (!liveKindOf(this.app, name).isText(subject))
        writer.connection.close(CLOSE_CODES.outdated, 'reload the page');
      else {
        writer.connection.actor = actor;
        const key = `${liveNameKey(name)} ${personKey(actor)}`;
        const asked = known.get(key) ?? roomRights(this.app, actor, liveKindOf(this.app, name).view.resource, subject);
        known.set(key, asked);
        const rights = await asked;
        (room as Room).setRefusal(writer, rights.refusal);
        if (!rights.visible) writer.connection.close(CLOSE_CODES.forbidden, 'no right to this any more');
      }
    }
  }

  /** What access knows of what is written in these rooms, by key. */
  async #subjects(open: Room[]): Promise<Map<string, Subject>> {
    const found = new Map<string, Subject>();
    for (const { kind, subjects } of this.app.contributions(liveKinds)) {
      const ids = [...new Set(open.flatMap(({ name }) => (name.kind === kind ? name.id : [])))];
      if (!ids.length) continue;
      for (const [id, subject] of await subjects(systemCtx(this.app), ids))
        found.set(liveNameKey({ kind, id }), subject);
    }
    return found;
  }

  async settle(ctx: Ctx, name: LiveName): Promise<boolean> {
    // Within a transaction an open room would wait for its own turn to write.
    const room = ctx.inTransaction ? null : await this.#open.get(liveNameKey(name))?.catch(() => null);
    const before = room && (await docStore.standing(ctx, name));
    if (!room || room.broken || !before) return settleDocument(ctx, name);
    await room.project();
    // It was closed meanwhile, and may have stopped half-way.
    if (room.broken) await settleDocument(ctx, name);
    const after = await docStore.standing(ctx, name);
    return after?.projected_upto !== before.projected_upto;
  }

  begun = async (updates: Uint8Array[]) => begunDocument(updates);

  found = foundDocument;

  async read(ctx: Ctx, name: LiveName): Promise<WholeDocument | undefined> {
    await this.settle(ctx, name);
    const stored = (await ensureDocument(ctx, name)) && (await readDocument(ctx, name));
    if (!stored) return undefined;
    const { epoch, schema_version, updates } = stored;
    return { epoch, schema_version, state: mergeUpdates(updates) };
  }

  prepare(ctx: Ctx, name: LiveName, change: Partial<PageBody>): Promise<(tx: Ctx) => Promise<void>> {
    return prepareWrite(ctx, name, change);
  }

  /** Puts everything in order before the process ends. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const off of this.#off) off();
    const settling: Promise<void>[] = [];
    await this.#each(async (room) => {
      for (const connection of room.members.keys()) connection.close(CLOSE_CODES.stopping, 'the server stops');
      settling.push(room.settle());
    });
    for (const ended of await Promise.allSettled(settling))
      if (ended.status === 'rejected') this.app.log.warn({ err: ended.reason }, 'closing a room');
    await this.#each(async (room) => room.destroy());
  }
}
