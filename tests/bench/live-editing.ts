// How soon what one person types reaches the others of a room, and how many changes a room hands on in a second.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDecoder } from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';

export interface Together {
  /** from the key of one to the screen of another, ms */
  p99: number;
  /** changes that arrived a second when one wrote as fast as possible */
  deliveries: number;
}

/** Where a room is, and with what headers one comes in. */
export interface Door {
  url: string;
  headers?: Record<string, string>;
}

const UPDATES = 500;
const EVERY_MS = 10;
const BURST = 1_000;
/** Not the text of a block: nothing but the relaying is measured. */
const PLACE = 'measured';

/** One open copy of the document. */
class Copy {
  readonly doc = new Y.Doc();
  readonly #socket: WebSocket;
  readonly #answered = Promise.withResolvers<void>();

  constructor({ url, headers }: Door) {
    this.#socket = new WebSocket(url, { headers });
    this.#socket.on('message', (data: Buffer) => this.#read(data));
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== this) this.#send((encoder) => sync.writeUpdate(encoder, update));
    });
  }

  get text(): Y.Text {
    return this.doc.getText(PLACE);
  }

  async open(): Promise<void> {
    await once(this.#socket, 'open');
    this.#send((encoder) => sync.writeSyncStep1(encoder, this.doc));
    await this.#answered.promise;
  }

  close(): void {
    this.#socket.terminate();
    this.doc.destroy();
  }

  #send(write: (encoder: encoding.Encoder) => void): void {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, 0);
    write(encoder);
    this.#socket.send(encoding.toUint8Array(encoder));
  }

  #read(data: Buffer): void {
    if (data[0] !== 0) return;
    const decoder = createDecoder(data);
    decoder.pos = 1;
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, 0);
    const kind = sync.readSyncMessage(decoder, encoder, this.doc, this);
    if (encoding.length(encoder) > 1) this.#socket.send(encoding.toUint8Array(encoder));
    if (kind === sync.messageYjsSyncStep2) this.#answered.resolve();
  }
}

/** Resolves when the texts of all copies have this length. */
async function all(copies: Copy[], length: number): Promise<void> {
  while (!copies.every(({ text }) => text.length >= length)) await sleep(1);
}

/** One person writes, `people - 1` read. */
export async function together(door: Door, people: number): Promise<Together> {
  const copies = Array.from({ length: people }, () => new Copy(door));
  await Promise.all(copies.map((copy) => copy.open()));
  const [writer, ...readers] = copies as [Copy, ...Copy[]];
  const begin = writer.text.length;
  const sent: number[] = [];
  const waits: number[] = [];
  for (const { text } of readers) {
    let seen = begin;
    text.observe(() => {
      const now = performance.now();
      for (; seen < text.length; seen += 1) {
        const at = sent[seen - begin];
        if (at !== undefined) waits.push(now - at);
      }
    });
  }
  for (let count = 0; count < UPDATES; count += 1) {
    sent.push(performance.now());
    writer.text.insert(writer.text.length, 'x');
    await sleep(EVERY_MS);
  }
  await all(readers, begin + UPDATES);
  waits.sort((a, b) => a - b);
  const started = performance.now();
  for (let count = 0; count < BURST; count += 1) writer.text.insert(writer.text.length, 'x');
  await all(readers, begin + UPDATES + BURST);
  const seconds = (performance.now() - started) / 1000;
  for (const copy of copies) copy.close();
  return { p99: waits[Math.floor(waits.length * 0.99)] ?? Number.NaN, deliveries: (BURST * readers.length) / seconds };
}
