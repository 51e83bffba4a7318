// Who is in a room and where their carets stand; names are those of the accounts, whatever a client says.
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import type { User } from '../auth/contract.ts';
import type { Connection } from './connection.ts';

type Owner = Pick<Connection, 'actor' | 'send' | 'close'>;

/** What others see of a person. */
export type Identity = Pick<User, 'id' | 'avatar_url' | 'avatar_color'> & { name: string };

const ELSEWHERE = 'elsewhere';
const BATCH_MS = 15;
/** A caret and a name take a few hundred bytes. */
const STATE_MAX = 4096;
/** Windows of one socket: one, and what is left of earlier ones. */
const CLIENTS_MAX = 8;

interface Change {
  added: number[];
  updated: number[];
  removed: number[];
}

export class Presence {
  readonly #awareness: Awareness;
  readonly #owners = new Map<number, Owner>();
  readonly #elsewhere = new Set<number>();
  readonly #tell: (update: Uint8Array, own: boolean) => void;
  readonly #changed = { own: new Set<number>(), elsewhere: new Set<number>() };
  #timer: NodeJS.Timeout | undefined;

  /** `tell` gets what changed, in batches; `own`: by people of this process. */
  constructor(doc: Y.Doc, tell: (update: Uint8Array, own: boolean) => void) {
    this.#awareness = new Awareness(doc);
    this.#awareness.setLocalState(null);
    this.#tell = tell;
    this.#awareness.on('update', ({ added, updated, removed }: Change, origin: unknown) => {
      for (const id of origin === ELSEWHERE ? [...added, ...updated] : []) this.#elsewhere.add(id);
      for (const id of removed) this.#elsewhere.delete(id);
      const changed = origin === ELSEWHERE ? this.#changed.elsewhere : this.#changed.own;
      for (const id of [...added, ...updated, ...removed]) changed.add(id);
      this.#timer ??= setTimeout(() => this.#flush(), BATCH_MS).unref();
    });
  }

  /** People of other processes are in the room. */
  get elsewhere(): boolean {
    return this.#elsewhere.size > 0;
  }

  /** Takes what a socket says of its own windows. Throws when it is garbage. */
  accept(connection: Owner, identity: Identity, update: Uint8Array): void {
    const from = decoding.createDecoder(update);
    const kept: [number, number, string][] = [];
    for (let left = decoding.readVarUint(from); left > 0; left--) {
      const [client, clock, text] = [
        decoding.readVarUint(from),
        decoding.readVarUint(from),
        decoding.readVarString(from),
      ];
      if (text.length > STATE_MAX || !this.#owns(connection, client)) continue;
      const state = JSON.parse(text) as object | null;
      kept.push([client, clock, JSON.stringify(state && { ...state, user: identity })]);
    }
    if (kept.length) applyAwarenessUpdate(this.#awareness, encode(kept), connection);
  }

  /** A client also repeats what it heard of others; only the first socket to speak of a window speaks for it. */
  #owns(connection: Owner, client: number): boolean {
    const owner = this.#owners.get(client);
    if (owner || this.#elsewhere.has(client)) return owner === connection;
    const mine = [...this.#owners.values()].filter((one) => one === connection).length;
    if (mine >= CLIENTS_MAX) return false;
    this.#owners.set(client, connection);
    return true;
  }

  /** What another process told. */
  hear(update: Uint8Array): void {
    applyAwarenessUpdate(this.#awareness, update, ELSEWHERE);
  }

  leave(connection: Owner): void {
    const gone = [...this.#owners].filter(([, owner]) => owner === connection).map(([client]) => client);
    for (const client of gone) this.#owners.delete(client);
    removeAwarenessStates(this.#awareness, gone, connection);
  }

  /** Everybody in the room; null: nobody. */
  all(): Uint8Array | null {
    const clients = [...this.#awareness.states.keys()];
    return clients.length ? encodeAwarenessUpdate(this.#awareness, clients) : null;
  }

  /** The people of this process, for another one that has just opened the room. */
  own(): Uint8Array | null {
    const clients = [...this.#owners.keys()].filter((client) => this.#awareness.states.has(client));
    return clients.length ? encodeAwarenessUpdate(this.#awareness, clients) : null;
  }

  #flush(): void {
    this.#timer = undefined;
    for (const [whose, changed] of Object.entries(this.#changed)) {
      if (changed.size) this.#tell(encodeAwarenessUpdate(this.#awareness, [...changed]), whose === 'own');
      changed.clear();
    }
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#awareness.destroy();
  }
}

function encode(states: [number, number, string][]): Uint8Array {
  return encoding.encode((to) => {
    encoding.writeVarUint(to, states.length);
    for (const [client, clock, state] of states) {
      encoding.writeVarUint(to, client);
      encoding.writeVarUint(to, clock);
      encoding.writeVarString(to, state);
    }
  });
}
