// The open rooms of this process, and what the processes tell each other about theirs.
import type { App } from '../../core/app.ts';
import { DATABASE_CHANGED } from '../../core/bus.ts';
import type { Ctx } from '../../core/context.ts';
import { authenticator } from '../../core/lifecycle.ts';
import { notFound, Problem } from '../../core/problem.ts';
import { type LiveDocument, pages } from '../pages/contract.ts';
import { CLOSE, type Connection } from './connection.ts';
import type { RoomService } from './contract.ts';
import { open } from './document/body.ts';
import { ensureDocument, prepareWrite, readDocument, settleDocument, systemCtx } from './documents.ts';
import { readMessage } from './protocol.ts';
import { rightsOf, stampOf } from './rights.ts';
import { type House, Room, type Writer } from './room.ts';
import { docStore } from './store.ts';

const CHANNEL = 'rooms';
/** A message of the bus holds 7,500 bytes; larger updates are read from the log. */
const INLINE_BYTES = 5_400;

type Told = 'update' | 'presence' | 'who';

export class Rooms implements House, RoomService {
  readonly app: App;
  readonly #open = new Map<number, Promise<Room>>();
  #off: (() => void)[] = [];
  #stopped = false;

  constructor(app: App) {
    this.app = app;
  }

  start(): void {
    this.#off = [
      this.app.bus.subscribe(CHANNEL, (payload) => this.#hear(payload)),
      this.app.bus.subscribe(DATABASE_CHANGED, () => this.#each((room) => room.catchUp())),
    ];
  }

  /** The room of a page, opened if it is not. @throws Problem not_found */
  async room(id: number): Promise<Room> {
    const known = this.#open.get(id);
    if (known) return known;
    if (this.#stopped) throw new Problem('unavailable');
    const opening = this.#openRoom(id);
    this.#open.set(id, opening);
    opening.catch(() => this.#open.delete(id));
    return opening;
  }

  async #openRoom(id: number): Promise<Room> {
    const ctx = systemCtx(this.app);
    if (!(await ensureDocument(ctx, id))) throw notFound();
    const [stored, subject] = await Promise.all([readDocument(ctx, id), this.app.resource('page').load(ctx, id)]);
    if (!stored || !subject) throw notFound();
    const room = new Room(this, id, { doc: open(stored.updates), upto: stored.last, stamp: stampOf(subject) });
    this.#publish('who', id, 0);
    return room;
  }

  /** Lets a socket in, and follows it until it is gone. */
  async enter(id: number, connection: Connection, writer: Writer): Promise<void> {
    const early: Uint8Array[] = [];
    let room: Room | undefined;
    const receive = (data: Uint8Array) => (room ? void this.#receive(room, writer, data) : early.push(data));
    connection.listen(receive, () => room && this.#left(room, connection));
    room = await this.room(id);
    if (!connection.open) return this.#close(room);
    if (room.broken) return connection.close(CLOSE.again, 'try again');
    room.join(writer);
    for (const data of early) await this.#receive(room, writer, data);
  }

  async #receive(room: Room, writer: Writer, data: Uint8Array): Promise<void> {
    try {
      const message = readMessage(data);
      if (message) await room.receive(writer, message);
    } catch (error) {
      this.app.log.debug({ err: error, page: room.id }, 'a message of a socket');
      writer.connection.close(CLOSE.garbage, 'no message of this protocol');
    }
  }

  /** One change without a socket. @throws Problem validation_failed, unavailable */
  async add(id: number, update: Uint8Array, writer: Writer): Promise<void> {
    const room = await this.room(id);
    try {
      room.take(update, writer);
      await room.flush();
      await room.project();
    } finally {
      this.#close(room);
    }
    if (room.broken) throw new Problem('unavailable');
  }

  #left(room: Room, connection: Connection): void {
    room.leave(connection);
    this.#close(room);
  }

  /** Ends a room that nobody is in; whoever comes meanwhile keeps it open. */
  #close(room: Room): void {
    if (room.members.size || this.#stopped) return;
    room
      .settle()
      .catch((error) => this.app.log.warn({ err: error, page: room.id }, 'closing a room'))
      .finally(() => {
        if (!room.members.size) this.drop(room);
      });
  }

  drop(room: Room): void {
    const kept = this.#open.get(room.id);
    void kept?.then((one) => {
      if (one === room) this.#open.delete(room.id);
    });
    room.destroy();
  }

  async tell(id: number, row: number, update: Uint8Array): Promise<void> {
    await this.#publish('update', id, row, update.length <= INLINE_BYTES ? update : undefined);
  }

  tellPresence(id: number, update: Uint8Array): void {
    // On SQLite the bus ends at this process.
    if (this.app.database.engine === 'postgres' && update.length <= INLINE_BYTES)
      void this.#publish('presence', id, 0, update);
  }

  /** What nobody hears is read from the log when the next change is written. */
  async #publish(told: Told, id: number, row: number, update?: Uint8Array): Promise<void> {
    const bytes = update ? Buffer.from(update).toString('base64') : '';
    await this.app.bus
      .publish(CHANNEL, [told, this.app.instance, id, row, bytes].join(' '))
      .catch((error) => this.app.log.warn({ err: error, page: id }, 'the other processes were not told'));
  }

  async #hear(payload: string): Promise<void> {
    const [told, instance, page, , bytes] = payload.split(' ');
    const opening = this.#open.get(Number(page));
    if (!opening || (told !== 'update' && instance === this.app.instance)) return;
    const update = bytes ? new Uint8Array(Buffer.from(bytes, 'base64')) : null;
    try {
      const room = await opening;
      if (told === 'update') await room.hear(update);
      else if (told === 'presence' && update) room.presence.hear(update);
      else if (told === 'who') this.#answerWho(room);
    } catch (error) {
      this.app.log.warn({ err: error, page }, 'a message of another process');
    }
  }

  #answerWho(room: Room): void {
    const own = room.presence.own();
    if (own) this.tellPresence(room.id, own);
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
    const ids = [...new Set(writers.map(({ room }) => (room as Room).id))];
    const actors = await this.app.use(authenticator).renew(writers.map(({ writer }) => writer.connection.actor));
    const subjects = await this.app.use(pages).subjects(systemCtx(this.app), ids);
    for (const [index, { room, writer }] of writers.entries()) {
      const actor = actors[index];
      const subject = subjects.get((room as Room).id);
      if (!actor) writer.connection.close(CLOSE.signedOut, 'signed out');
      else if (!subject || subject.trashed) writer.connection.close(CLOSE.gone, 'the page is gone');
      else {
        writer.connection.actor = actor;
        const rights = await rightsOf(this.app, actor, subject);
        (room as Room).setRefusal(writer, rights.refusal);
        if (!rights.visible) writer.connection.close(CLOSE.forbidden, 'no right to this page any more');
      }
    }
  }

  async settle(ctx: Ctx, id: number): Promise<boolean> {
    // Within a transaction an open room would wait for its own turn to write.
    const room = ctx.inTransaction ? null : await this.#open.get(id)?.catch(() => null);
    const before = room && (await docStore.standing(ctx, id));
    if (!room || room.broken || !before) return settleDocument(ctx, id);
    await room.project();
    const after = await docStore.standing(ctx, id);
    return after?.projected_upto !== before.projected_upto;
  }

  prepare(ctx: Ctx, id: number, change: Parameters<LiveDocument['prepare']>[2]): Promise<(tx: Ctx) => Promise<void>> {
    return prepareWrite(ctx, id, change, (row, update) => this.tell(id, row, update));
  }

  /** Puts everything in order before the process ends. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const off of this.#off) off();
    const settling: Promise<void>[] = [];
    await this.#each(async (room) => {
      for (const connection of room.members.keys()) connection.close(CLOSE.stopping, 'the server stops');
      settling.push(room.settle());
    });
    for (const ended of await Promise.allSettled(settling))
      if (ended.status === 'rejected') this.app.log.warn({ err: ended.reason }, 'closing a room');
    await this.#each(async (room) => room.destroy());
  }
}
