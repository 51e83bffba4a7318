// The socket of a live document: opened again and again, and aware of what the server has stored.
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness';
import { writeSyncStep1, writeSyncStep2, writeUpdate } from 'y-protocols/sync';
import * as Y from 'yjs';
import { RequestError, send } from '../../../../core/client/request.ts';
import type { ConnectionEnd, LineHost, LiveAccess } from './connection-host.ts';
import { openSocket, takeOpening } from './early-socket.ts';

/** `readyState` of a socket that carries; where there are none, there is no constant for it either. */
const OPEN = 1;

const SYNC = 0;
const AWARENESS = 1;
const AUTH = 2;
const STEP_1 = 0;
const STEP_2 = 1;

/** Close code of a socket that says nothing. */
const SILENT = 0;

const RETRY_FIRST_MS = 250;
const RETRY_MOST_MS = 10_000;
/** How long an opened socket may say nothing: the server repeats who is here every 15 seconds. */
const SILENCE_MS = 45_000;
const OPENING_MS = 8_000;
/** The same while the server owes an answer: people wait for it who have just written. */
const ANSWER_MS = 12_000;
/** After the last letter; then the server is asked whether it has all of them. */
const ASK_AFTER_MS = 250;
const ASK_LATEST_MS = 1_000;
/** A frame may have 1 MiB; what is larger goes by a call. */
const FRAME_BYTES = 900_000;
/** So many sockets in a row that do not open, though the server answers: something on the way lets none through. */
const BLOCKED_AFTER = 2;

/** whether any line of this window has carried: then nothing on the way lets none through */
let hasCarried = false;

export class LiveConnection {
  readonly #host: LineHost;
  #socket: WebSocket | null = null;
  #hasBegun = false;
  #isSynced = false;
  #isOpening = false;
  #hasAnswered = false;
  #failures = 0;
  #unopened = 0;
  #made = 0;
  #stored = 0;
  #asked: number[] = [];
  #posting: Promise<unknown> = Promise.resolve();
  #askTimer: ReturnType<typeof setTimeout> | undefined;
  #unaskedSince = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  /** status with which changes are refused; null: they are taken */
  refusal: number | null = null;
  ending: ConnectionEnd | null = null;

  constructor(host: LineHost) {
    this.#host = host;
    host.awareness.on('update', ({ added, updated, removed }: Record<string, number[]>, origin: unknown) => {
      if (origin !== this) this.#tellPresence([...(added ?? []), ...(updated ?? []), ...(removed ?? [])]);
    });
    addEventListener('online', () => this.#isOpen || this.connect());
  }

  /** How many changes were made here so far. */
  get made(): number {
    return this.#made;
  }

  /** Whether the server has stored all that was written here. */
  get isStored(): boolean {
    return this.#stored === this.#made;
  }

  get isOnline(): boolean {
    return this.#isSynced;
  }

  /** Whether the last attempts came to nothing. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  get #isOpen(): boolean {
    return this.#socket?.readyState === OPEN;
  }

  stop(): void {
    this.#isStopped = true;
    this.#hangUp();
  }

  /** Asks whether it may, and opens the socket. */
  async connect(): Promise<void> {
    clearTimeout(this.#retry);
    if (this.#socket || this.#isStopped) return;
    this.ending = null;
    try {
      const access = await send<LiveAccess>('GET', `/api/${this.#host.place}/access`);
      if (this.#socket || this.#isStopped) return;
      this.refusal = access.refusal?.status ?? null;
      this.#host.onChange();
      if (this.#host.admit(access)) this.#open();
    } catch (error) {
      const status = error instanceof RequestError ? error.status : 0;
      if (status === 401 || status === 403 || status === 404) this.#end(status);
      else this.#again();
    }
  }

  #open(): void {
    const early = takeOpening(this.#host.place);
    try {
      this.#socket = early?.socket ?? openSocket(this.#host.place);
    } catch {
      this.#host.onBlocked();
      return;
    }
    const socket = this.#socket;
    this.#hasAnswered = false;
    this.#isOpening = true;
    this.#listenFor(OPENING_MS);
    socket.onopen = () => this.#opened(() => this.#ask());
    socket.onmessage = ({ data }) => this.#hear(new Uint8Array(data as ArrayBuffer));
    socket.onclose = ({ code }) => socket === this.#socket && this.#closed(code);
    // Its question is on its way, or answered.
    if (this.#isOpen) this.#opened(() => this.#asked.push(this.#stored));
    for (const data of early?.heard ?? []) this.#hear(new Uint8Array(data));
  }

  #opened(ask: () => void): void {
    this.#isOpening = false;
    this.#unopened = 0;
    this.#listenFor(SILENCE_MS);
    this.#asked = [];
    ask();
    this.#tellPresence([this.#host.doc.clientID]);
  }

  #listenFor(ms: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#socket && this.#closed(SILENT), ms);
  }

  #hangUp(): void {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#silence);
    clearTimeout(this.#askTimer);
    this.#askTimer = undefined;
    this.#asked = [];
    socket?.close();
    const { awareness, doc } = this.#host;
    const others = [...awareness.getStates().keys()].filter((client) => client !== doc.clientID);
    removeAwarenessStates(awareness, others, this);
  }

  #closed(code: number): void {
    this.#isSynced = false;
    this.#hangUp();
    const ending = { 4401: 401, 4403: 403, 4404: 404, 4409: 409 }[code] as ConnectionEnd | undefined;
    if (ending) {
      this.#end(ending);
      return;
    }
    if (this.#isOpening && ++this.#unopened >= BLOCKED_AFTER && !hasCarried) this.#host.onBlocked();
    this.#again();
  }

  #end(ending: ConnectionEnd): void {
    this.ending = ending;
    this.#host.onChange();
  }

  #again(): void {
    if (this.#isStopped) return;
    // Without a network there may still be a server on this machine.
    const longest = Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** this.#failures++);
    const wait = navigator.onLine ? longest : RETRY_MOST_MS;
    clearTimeout(this.#retry);
    // Not all at once after a server has come back.
    this.#retry = setTimeout(() => void this.connect(), wait * (0.5 + Math.random()));
    this.#host.onChange();
  }

  #send(type: number, body: (to: encoding.Encoder) => void): void {
    if (!this.#isOpen) return;
    const message = encoding.encode((to) => {
      encoding.writeVarUint(to, type);
      body(to);
    });
    this.#socket?.send(message);
  }

  #tell(update: Uint8Array): void {
    this.#made++;
    if (this.#isStopped) return;
    if (update.length > FRAME_BYTES) this.#post(update);
    else this.#send(SYNC, (to) => writeUpdate(to, update));
    this.#askSoon();
    this.#host.onChange();
  }

  #tellPresence(clients: number[]): void {
    const { awareness, doc } = this.#host;
    const own = clients.filter((client) => client === doc.clientID);
    if (own.length)
      this.#send(AWARENESS, (to) => encoding.writeVarUint8Array(to, encodeAwarenessUpdate(awareness, own)));
  }

  /** What no frame can carry; nothing counts as stored before it has arrived. */
  #post(update: Uint8Array): void {
    const body = new Blob([update.slice()], { type: 'application/octet-stream' });
    const socket = this.#socket;
    this.#posting = this.#posting.then(async () => {
      try {
        await send('POST', `/api/${this.#host.place}/updates`, body, { timeoutMs: 60_000 });
      } catch (error) {
        const status = error instanceof RequestError ? error.status : 0;
        if (status === 413) this.#end(413);
        else if (status === 403 || status === 423) this.#refuse(status);
        else if (socket === this.#socket) socket?.close();
      }
    });
  }

  #askSoon(): void {
    this.#unaskedSince ||= Date.now();
    clearTimeout(this.#askTimer);
    const wait = Math.max(0, Math.min(ASK_AFTER_MS, this.#unaskedSince + ASK_LATEST_MS - Date.now()));
    this.#askTimer = setTimeout(() => void this.#posting.then(() => this.#ask()), wait);
  }

  /** The answer means that all that was sent before is stored. */
  #ask(): void {
    this.#unaskedSince = 0;
    if (!this.#isOpen) return;
    // What was written without a socket goes with the answer to what the server asks first.
    this.#asked.push(this.#hasAnswered ? this.#made : this.#stored);
    // Later questions do not put off the answer to the first.
    if (this.#asked.length === 1) this.#listenFor(ANSWER_MS);
    this.#send(SYNC, (to) => writeSyncStep1(to, this.#host.doc));
  }

  #hear(data: Uint8Array): void {
    const from = decoding.createDecoder(data);
    const type = decoding.readVarUint(from);
    if (type === AWARENESS) applyAwarenessUpdate(this.#host.awareness, decoding.readVarUint8Array(from), this);
    else if (type === AUTH) this.#refused(from);
    else if (type === SYNC) this.#sync(decoding.readVarUint(from), decoding.readVarUint8Array(from));
    this.#listenFor(this.#asked.length ? ANSWER_MS : SILENCE_MS);
  }

  #refused(from: decoding.Decoder): void {
    decoding.readVarUint(from);
    this.#refuse((JSON.parse(decoding.readVarString(from)) as { status: number }).status);
  }

  #refuse(status: number): void {
    this.refusal = status;
    this.#host.onChange();
  }

  #sync(step: number, body: Uint8Array): void {
    if (step === STEP_1) this.#answer(body);
    else this.#take(step, body);
  }

  #take(step: number, update: Uint8Array): void {
    Y.applyUpdate(this.#host.doc, update, this);
    if (step !== STEP_2) return;
    const stored = this.#asked.shift() ?? 0;
    if (this.refusal === null && stored > this.#stored) {
      this.#stored = stored;
      this.#host.onStored(stored);
    }
    if (!this.#isSynced) this.#begin();
    this.#host.onChange();
  }

  /** Counts and tells from here on what is written: of the whole text that comes first, nobody need be told. */
  follow(): void {
    if (!this.#hasBegun)
      this.#host.doc.on('update', (update: Uint8Array, origin: unknown) => origin !== this && this.#tell(update));
    this.#hasBegun = true;
  }

  #begin(): void {
    this.follow();
    this.#isSynced = true;
    hasCarried = true;
    this.#failures = 0;
    this.#host.onSynced();
  }

  /** The server asks for what it does not have: at first, and when somebody may write again. */
  #answer(vector: Uint8Array): void {
    if (this.#hasAnswered) this.refusal = null;
    this.#hasAnswered = true;
    // What is on its way back was said before the server had what it asks for now.
    this.#asked = this.#asked.map(() => this.#stored);
    const missing = Y.encodeStateAsUpdate(this.#host.doc, vector);
    if (missing.length > FRAME_BYTES) this.#post(missing);
    else this.#send(SYNC, (to) => writeSyncStep2(to, this.#host.doc, vector));
    this.#host.onChange();
    this.#askSoon();
  }
}
