// One socket of a person: bounded in what it may send and in what waits for it.
import type { RawData, WebSocket } from 'ws';
import type { UserActor } from '../../core/kernel/context.ts';

/** Close codes of contract 9, and those of the protocol that are used. */
export const CLOSE_CODES = {
  stopping: 1001,
  text: 1003,
  garbage: 1007,
  flood: 1008,
  again: 1013,
  signedOut: 4401,
  forbidden: 4403,
  gone: 4404,
  outdated: 4409,
} as const;

/** Bytes that may wait for a slow reader. */
const BACKLOG = 4 * 1024 * 1024;
/** Messages a socket may send at once, and how many more each second. */
const BURST = 1000;
const PER_SECOND = 200;

export class Connection {
  readonly #socket: WebSocket;
  /** the person as of the last look */
  actor: UserActor;
  alive = true;
  #left = BURST;
  #counted = Date.now();

  constructor(socket: WebSocket, actor: UserActor) {
    this.#socket = socket;
    this.actor = actor;
    socket.on('pong', () => {
      this.alive = true;
    });
    // An error is followed by a close, which is what counts.
    socket.on('error', () => {});
  }

  get open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Calls `receive` with each binary message, and `left` once when the socket is gone. */
  listen(receive: (data: Uint8Array) => void, left: () => void): void {
    this.#socket.on('message', (data: RawData, binary: boolean) => {
      if (!this.open) return;
      if (!this.#counts()) return this.close(CLOSE_CODES.flood, 'too many messages');
      if (!binary) return this.close(CLOSE_CODES.text, 'binary messages only');
      receive(data as Buffer);
    });
    this.#socket.once('close', left);
  }

  #counts(): boolean {
    const now = Date.now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#counted) * PER_SECOND) / 1000) - 1;
    this.#counted = now;
    return this.#left >= 0;
  }

  send(message: Uint8Array | string): void {
    if (!this.open) return;
    if (this.#socket.bufferedAmount > BACKLOG) this.#socket.terminate();
    else this.#socket.send(message);
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** Ends a socket that did not answer the last ping, and pings again. */
  ping(): void {
    if (!this.alive) this.#socket.terminate();
    else if (this.open) this.#socket.ping();
    this.alive = false;
  }

  terminate(): void {
    this.#socket.terminate();
  }
}
