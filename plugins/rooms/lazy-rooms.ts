// The rooms, made for the first document that is written together: loading what they need is a tenth of a start.
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { PageBody } from '../pages/contract.ts';
import type { Attendance } from './attendance/attendance.ts';
import type { LiveName, RoomService, WholeDocument } from './points.ts';
import type { RoomWriter } from './room-host.ts';
import type { Rooms } from './rooms.ts';

export class LazyRooms implements RoomService {
  readonly #app: App;
  readonly #attendance: Attendance;
  #rooms: Promise<Rooms> | undefined;
  #stopped = false;

  constructor(app: App, attendance: Attendance) {
    this.#app = app;
    this.#attendance = attendance;
  }

  ready(): Promise<Rooms> {
    this.#rooms ??= this.#make();
    return this.#rooms;
  }

  async #make(): Promise<Rooms> {
    const { Rooms } = await import('./rooms.ts');
    const made = new Rooms(this.#app, this.#attendance);
    if (this.#stopped) await made.stop();
    else made.start();
    return made;
  }

  settle = async (ctx: Ctx, name: LiveName): Promise<boolean> => (await this.ready()).settle(ctx, name);

  read = async (ctx: Ctx, name: LiveName): Promise<WholeDocument | undefined> => (await this.ready()).read(ctx, name);

  begun = async (updates: Uint8Array[]) => (await this.ready()).begun(updates);

  found = async (tx: Ctx, name: LiveName, update: Uint8Array, body: PageBody): Promise<void> =>
    (await this.ready()).found(tx, name, update, body);

  prepare = async (ctx: Ctx, name: LiveName, change: Partial<PageBody>): Promise<(tx: Ctx) => Promise<void>> =>
    (await this.ready()).prepare(ctx, name, change);

  add = async (name: LiveName, update: Uint8Array, writer: RoomWriter): Promise<void> =>
    (await this.ready()).add(name, update, writer);

  async recheck(): Promise<void> {
    await (await this.#rooms)?.recheck();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await (await this.#rooms)?.stop();
  }
}
