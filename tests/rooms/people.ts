/** People with an unmodified y-websocket client each, in the rooms of a started product. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import type { Block } from '../../plugins/pages/blocks/block.ts';
import { project, write } from '../../plugins/rooms/document/body.ts';

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

const PATIENCE_MS = 30_000;

/** Waits until it holds. */
export async function until(holds: () => unknown): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await holds()); ) {
    if (Date.now() > end) assert.fail(`never came: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const firstText = (doc: Y.Doc): Y.XmlText => {
  const block = doc.getXmlFragment('blocks').get(0) as Y.XmlElement;
  return (block.get(0) as Y.XmlElement).get(0) as Y.XmlText;
};

/** Opens the room of a page, or of a synced block; `address` is where the product listens. */
export function come(
  address: string,
  id: number,
  headers: Record<string, string>,
  {
    doc = new Y.Doc(),
    params = {},
    kind = 'pages',
  }: { doc?: Y.Doc; params?: Record<string, string>; kind?: 'pages' | 'synced' } = {},
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
