// What leads out of pages, or stays open while rights change: exports, menus and rooms.
import assert from 'node:assert/strict';
import { WebSocket } from 'ws';
import { until } from '../../testing/until.ts';
import { entriesOf } from '../exporters/unpacking.ts';
import type { Name, TestApp } from '../kit/app.ts';
import type { Model } from './model.ts';
import { MARK, type Traces } from './surfaces.ts';

const FORMATS = ['markdown', 'archive', 'html'];

export class Doors {
  readonly t: TestApp;
  readonly model: Model;
  readonly traces: Map<number, Traces>;
  readonly marked: Map<number, number>;
  readonly address: string;
  /** rooms that somebody has been let into */
  readonly entered: { who: Name; id: number; socket: WebSocket }[] = [];
  #exported = 0;

  constructor(t: TestApp, model: Model, traces: Map<number, Traces>, marked: Map<number, number>, address: string) {
    this.t = t;
    this.model = model;
    this.traces = traces;
    this.marked = marked;
    this.address = address.replace('http', 'ws');
  }

  #isMember = (who: Name): boolean => this.model.members.has(who) || this.model.admins.has(who);

  /** Of the whole workspace for members, of a page with all below it for guests; each time in another format. */
  async exports(who: Name): Promise<void> {
    const { t, model, marked } = this;
    const readable = model.readable(who);
    const [first] = readable;
    const isMember = this.#isMember(who);
    if (first === undefined && !isMember) return;
    const target = isMember ? { workspace_id: t.ws1 } : { page_id: first, subtree: true };
    const format = FORMATS[this.#exported++ % FORMATS.length];
    const entries = await entriesOf(t, who, { format, ...target });
    const text = [...entries].map(([name, content]) => `${name} ${content}`).join('\n');
    const found = new Set([...text.matchAll(MARK)].map(([, number]) => marked.get(Number(number)) as number));
    for (const id of found) {
      const isLeft = model.pages.has(id) && model.isLeft(who, id);
      assert.ok(readable.includes(id) || isLeft, `${who} learns of page ${id} by an export as ${format}`);
    }
    const whole = isMember ? readable.filter((id) => model.up(id).every((one) => model.reads(who, one.id))) : [first];
    for (const id of whole)
      assert.ok(found.has(id as number), `${who}: page ${id} is missing in an export as ${format}`);
  }

  /** One level at a time, and whether there is more. */
  async menus(who: Name): Promise<void> {
    const readable = this.model.readable(who);
    const below = (id: number | null) => readable.filter((one) => this.model.page(one).parent === id);
    const levels = [null, ...readable];
    for (const id of this.#isMember(who) ? levels : []) {
      const url = `/api/nav/menu?workspace_id=${this.t.ws1}${id === null ? '' : `&parent_id=${id}`}`;
      const { body, text, status } = await this.t.call(who, 'GET', url);
      assert.equal(status, 200, text);
      const items = body.items as { id: number; has_children: boolean }[];
      assert.deepEqual(
        items.map((one) => [one.id, one.has_children]).sort(([a], [b]) => Number(a) - Number(b)),
        below(id).map((one) => [one, below(one).length > 0]),
        `${who}: menu below ${id}`,
      );
    }
  }

  /** Whom a room lets in is who reads the page, and whoever reads it no more is shown out. */
  async rooms(who: Name): Promise<void> {
    const { model, entered } = this;
    for (const [at, { who: one, id, socket }] of [...entered.entries()].reverse()) {
      if (model.pages.has(id) && model.reads(one, id)) continue;
      await until(() => socket.readyState === WebSocket.CLOSED);
      entered.splice(at, 1);
    }
    for (const [id, { syncedId }] of this.traces) {
      const reads = model.pages.has(id) && model.reads(who, id);
      const socket = await this.#enter(who, `/ws/pages/${id}`);
      assert.equal(socket !== undefined, reads, `${who}: the room of page ${id}`);
      if (socket) entered.push({ who, id, socket });
      const isLeft = model.pages.has(id) && model.isLeft(who, id);
      const synced = await this.#enter(who, `/ws/synced/${syncedId}`);
      assert.equal(synced !== undefined, reads || isLeft, `${who}: the room of the synced block of page ${id}`);
      synced?.terminate();
    }
  }

  #enter(who: Name, path: string): Promise<WebSocket | undefined> {
    const socket = new WebSocket(`${this.address}${path}`, { headers: this.t.session(who) });
    return new Promise((resolve, reject) => {
      socket.on('open', () => resolve(socket));
      socket.on('unexpected-response', (_request, { statusCode }) => {
        if (statusCode === 404) resolve(undefined);
        else reject(new Error(`${who} ${path}: ${statusCode}`));
        socket.terminate();
      });
      socket.on('error', () => {});
    });
  }

  leave(): void {
    for (const { socket } of this.entered) socket.terminate();
  }
}
