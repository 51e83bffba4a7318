/** People with an unmodified y-websocket client each, in the rooms of a started product. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before } from 'node:test';
import { WebSocket } from 'ws';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import type { Block } from '../../plugins/blocks/block.ts';
import { project, write } from '../../plugins/rooms/document/ydoc.ts';
import type { TestDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

export interface Person {
  doc: Y.Doc;
  provider: WebsocketProvider;
  /** codes of the sockets that were closed, in order */
  closed: number[];
  /** reasons of refused changes, in order */
  refused: object[];
  blocks(): Block[];
  /** the text of the first block */
  text(): string;
  /** types at the end of the first block */
  type(text: string): void;
  rewrite(blocks: Block[]): void;
  leave(): void;
}

const firstText = (doc: Y.Doc): Y.XmlText => {
  const block = doc.getXmlFragment('blocks').get(0) as Y.XmlElement;
  return (block.get(0) as Y.XmlElement).get(0) as Y.XmlText;
};

interface Coming {
  doc?: Y.Doc;
  params?: Record<string, string>;
  kind?: 'pages' | 'synced';
}

/** Opens the room of a page, or of a synced block; `address` is where the product listens. */
export function come(
  address: string,
  id: number,
  headers: Record<string, string>,
  { doc = new Y.Doc(), params = {}, kind = 'pages' }: Coming = {},
): Person {
  class Socket extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols, { headers });
    }
  }
  const provider = new WebsocketProvider(`${address.replace('http', 'ws')}/ws/${kind}`, String(id), doc, {
    WebSocketPolyfill: Socket as never,
    disableBc: true,
    maxBackoffTime: 50,
    params,
  });
  const closed: number[] = [];
  const refused: object[] = [];
  provider.on('connection-close', (event: { code: number } | null) => event && closed.push(event.code));
  // Its own handler prints what it is told.
  provider.messageHandlers[2] = (_encoder, decoder) => {
    decoder.pos += 1;
    const length = decoder.arr[decoder.pos++] as number;
    refused.push(JSON.parse(Buffer.from(decoder.arr.slice(decoder.pos, decoder.pos + length)).toString()));
  };
  return {
    doc,
    provider,
    closed,
    refused,
    blocks: () => project(doc).blocks,
    text: () => firstText(doc).toString(),
    type: (text) => firstText(doc).insert(firstText(doc).length, text),
    rewrite: (blocks) => write(doc, { blocks }),
    leave() {
      provider.destroy();
      doc.destroy();
    },
  };
}

/** Starts the product before the tests, of which `started` is told, and shows out all who entered after them. */
export function withRooms(open: () => Promise<TestDatabase>, started: (t: TestApp, address: string) => void) {
  let t: TestApp;
  let address: string;
  const here: Person[] = [];
  before(async () => {
    t = await startApp(await open());
    address = await t.app.start();
    started(t, address);
  });
  after(async () => {
    for (const person of here) person.leave();
    await t.stop();
  });
  return {
    /** `who` in their browser, or with headers of another kind */
    enter(who: Name | Record<string, string>, id: number, more?: Coming): Person {
      const person = come(address, id, typeof who === 'string' ? t.session(who) : who, more);
      here.push(person);
      return person;
    },
    async make(blocks = [paragraph('a', 'one'), paragraph('b', 'two')], who: Name = 'ann'): Promise<number> {
      const made = await t.call(who, 'POST', '/api/pages', { title: 'Room', workspace_id: t.ws1, blocks });
      assert.equal(made.status, 200, made.text);
      return made.body.id;
    },
  };
}

export const synced = (...people: Person[]): Promise<void> => until(() => people.every((one) => one.provider.synced));

/** The status with which an upgrade is refused, or 101. */
export async function knock(address: string, path: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${path}`, { headers });
  const status = await Promise.race([
    once(socket, 'open').then(() => 101),
    once(socket, 'unexpected-response').then(([, response]) => (response as { statusCode: number }).statusCode),
  ]);
  socket.on('error', () => {});
  socket.terminate();
  return status;
}

export const paragraph = (id: string, text: string): Block => ({
  id,
  type: 'paragraph',
  data: {},
  content: text ? [{ type: 'text', text }] : [],
});

export const sayTheSame = (...people: Person[]): void => {
  for (const one of people) assert.deepEqual(one.blocks(), people[0]?.blocks());
};
