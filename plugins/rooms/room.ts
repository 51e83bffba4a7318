// An open document in this process: takes changes in batches, stores them, tells everybody, and keeps its row in step.
import * as Y from 'yjs';
import type { Subject } from '../../core/access/access-control.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { refusedTo, wordsStored } from './authors.ts';
import { CLOSE_CODES } from './connection.ts';
import { type ItemReference, referencesAdded, withoutReferences } from './document/references.ts';
import { applyFullUpdate, createYDoc } from './document/ydoc.ts';
import { appendUnchanged, appendUpdates, byAuthor, foldDocument, readDocument, systemCtx } from './document-service.ts';
import type { LiveName } from './points.ts';
import { Presence } from './presence.ts';
import { checkpointDocument, projectBody, readingOf } from './projection.ts';
import {
  answerMessage,
  askMessage,
  type ProtocolMessage,
  presenceMessage,
  refusalMessage,
  updateMessage,
  type WriteRefusal,
} from './protocol.ts';
import { isWriter, type RoomChange, type RoomHost, type RoomUpdate, type RoomWriter } from './room-host.ts';
import { RightsLoss, type RoomRights, subjectNow } from './room-permissions.ts';
import { docStore } from './store.ts';
import { WriteQueue } from './write-queue.ts';

/** How long changes are gathered at most before they are stored together. */
const BATCH_MS = 15;
const PROJECT_MS = 2_000;
const PROJECT_MAX_MS = 10_000;
const CHECKPOINT_MS = 600_000;
const FOLD_ROWS = 200;
const FOLD_BYTES = 256 * 1024;

const TAKEN_BACK = Symbol('taken back');

export class Room {
  readonly name: LiveName;
  doc = new Y.Doc();
  readonly presence: Presence;
  readonly members = new Map<RoomWriter['connection'], RoomWriter>();
  readonly #house: RoomHost;
  #subject: Subject;
  /** all updates up to this one are in the document */
  #upto: number;
  #heard: RoomUpdate[] = [];
  readonly #waiting = new WriteQueue<RoomChange>(({ update, by }) => this.take(update, by));
  /** named by the last change in the document, and not yet asked of whoever wrote it; the next one waits for that */
  #unasked: ItemReference[] = [];
  #reading: Promise<unknown> = Promise.resolve();
  #storing: Promise<void> = Promise.resolve();
  #projecting: Promise<void> = Promise.resolve();
  /** when storing ended last, and how long to gather changes from then on */
  #stored = 0;
  #pause = 0;
  #batch: Disposable | undefined;
  #soon: NodeJS.Timeout | undefined;
  #since = 0;
  #versioned = Date.now();
  /** by anybody, since the last version */
  #changed = false;
  #log = { rows: 0, bytes: 0 };
  /** it failed, or was closed: nobody may come in any more */
  broken = false;

  constructor(house: RoomHost, name: LiveName, opened: { doc: Y.Doc; upto: number; subject: Subject }) {
    this.#house = house;
    this.name = name;
    this.#upto = opened.upto;
    this.#subject = opened.subject;
    // With a document of its own, since that of the text may be made anew.
    this.presence = new Presence(new Y.Doc(), (update, own) => {
      this.#send(presenceMessage(update));
      if (own) house.tellPresence(name, update);
    });
    this.#use(opened.doc);
  }

  #use(doc: Y.Doc): void {
    this.doc.destroy();
    this.doc = doc;
    doc.on('afterTransaction', (transaction: Y.Transaction) => {
      if (isWriter(transaction.origin)) this.#unasked = referencesAdded(transaction);
    });
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      this.#changed = true;
      if (isWriter(origin)) this.#heard.push({ update, by: origin });
      else if (origin === TAKEN_BACK) this.#heard.push({ update, by: null });
      else this.#send(updateMessage(update));
    });
  }

  join(writer: RoomWriter): void {
    this.members.set(writer.connection, writer);
    writer.connection.send(askMessage(this.doc));
    const present = this.presence.all();
    if (present) writer.connection.send(presenceMessage(present));
  }

  leave(connection: RoomWriter['connection']): void {
    this.members.delete(connection);
    this.presence.leave(connection);
  }

  /** Does what a message says. Throws when it is garbage. */
  async receive(writer: RoomWriter, message: ProtocolMessage): Promise<void> {
    if (message.kind === 'update') this.take(message.update, writer);
    else if (message.kind === 'presence') this.presence.accept(writer.connection, writer.identity, message.update);
    else if (message.kind === 'ask-presence') {
      const present = this.presence.all();
      if (present) writer.connection.send(presenceMessage(present));
    } else {
      Y.decodeStateVector(message.vector);
      // What somebody is told, they may rely on: all that they sent before is stored then.
      await this.#reading;
      do await this.flush();
      while (this.#unasked.length && !this.broken);
      if (!this.broken) writer.connection.send(answerMessage(this.doc, message.vector));
    }
  }

  /** Takes a change, or refuses it when the writer may not write and it holds anything new. Throws when it is garbage. */
  take(update: Uint8Array, by: RoomWriter): void {
    Y.decodeUpdate(update);
    if (by.refusal) {
      if (!Y.snapshotContainsUpdate(Y.snapshot(this.doc), update)) by.connection.send(refusalMessage(by.refusal));
      return;
    }
    if (this.#waiting.isHeld) {
      this.#waiting.add({ update, by });
      return;
    }
    try {
      if (!applyFullUpdate(this.doc, update, by)) by.connection.send(askMessage(this.doc));
    } catch (error) {
      // Half of it may be in the document now.
      this.fail(error);
    }
    if (this.#unasked.length) this.#waiting.hold();
    // The first of a burst goes at once; those that follow wait as long as storing took, so that a busy database gets
    // few large writes and an idle one passes on each key.
    const wait = this.#stored + this.#pause - performance.now();
    const store = () => void this.flush();
    // A timer takes a millisecond at least.
    this.#batch ??= wait > 0 ? setTimeout(store, wait) : setImmediate(store);
  }

  /** Somebody may write now, and what was refused before is asked for; or may not any more, and is told so. */
  setRefusal(writer: RoomWriter, refusal: WriteRefusal | null): void {
    if (writer.refusal && !refusal) writer.connection.send(askMessage(this.doc));
    if (refusal && refusal.code !== writer.refusal?.code) writer.connection.send(refusalMessage(refusal));
    writer.refusal = refusal;
  }

  /** Takes a change that is stored already; without its bytes it is read from the log. */
  async hear(update: Uint8Array | null): Promise<void> {
    if (update) Y.applyUpdate(this.doc, update);
    else await this.catchUp();
  }

  /** Stores what has been taken so far, and tells everybody. */
  flush(): Promise<void> {
    this.#batch?.[Symbol.dispose]();
    this.#batch = undefined;
    this.#storing = this.#storing.then(() => this.#store());
    return this.#storing;
  }

  async #store(): Promise<void> {
    const heard = this.#heard;
    if (!heard.length || this.broken) return;
    this.#heard = [];
    const began = performance.now();
    try {
      const { app } = this.#house;
      await this.#askFor(heard);
      const all = Y.mergeUpdates(heard.map(({ update }) => update));
      const parts = byAuthor(heard);
      const row =
        (await appendUnchanged(app, this.name, parts, this.#subject)) ??
        (await appendUpdates(app, this.name, parts, (tx) => this.#mayStill(tx, heard)));
      const [first, ...others] = new Set(heard.map(({ by }) => by?.connection));
      this.#send(updateMessage(all), others.length ? undefined : first);
      this.#log = { rows: this.#log.rows + 1, bytes: this.#log.bytes + all.length };
      this.#since ||= Date.now();
      this.#projectSoon();
      await this.#house.tell(this.name, row, all);
    } catch (error) {
      if (error instanceof RightsLoss) await this.#leaveOut(heard, error.rights).catch((problem) => this.fail(problem));
      else this.fail(error);
    }
    this.#stored = performance.now();
    this.#pause = Math.min(BATCH_MS, this.#stored - began);
  }

  /** Whoever wrote the last of it is asked for what it names; what they may not name goes before anybody is told of it. */
  async #askFor(heard: RoomUpdate[]): Promise<void> {
    const { actor } = heard.at(-1)?.by?.connection ?? {};
    if (!this.#unasked.length || !actor) return;
    const { app } = this.#house;
    const refused = await refusedTo(app, this.name, this.#unasked, actor, () => wordsStored(app, this.name));
    this.#unasked = [];
    withoutReferences(this.doc, refused, TAKEN_BACK);
    heard.push(...this.#heard.splice(0));
    this.#waiting.release();
  }

  /** @throws RightsLoss when somebody who wrote has lost their right to it */
  async #mayStill(tx: Ctx, heard: RoomUpdate[]): Promise<void> {
    const connections = new Set(heard.flatMap(({ by }) => by?.connection ?? []));
    this.#subject = await subjectNow(tx, this.name, this.#subject, connections);
  }

  /** The document is made anew without what those have written who may not any more; nobody has been told of it yet. */
  async #leaveOut(heard: RoomUpdate[], lost: ReadonlyMap<object, RoomRights>): Promise<void> {
    this.#waiting.hold();
    const stored = await readDocument(systemCtx(this.#house.app), this.name);
    if (!stored) throw new Error('what is written is gone');
    this.#use(createYDoc(stored.updates));
    this.#upto = stored.last;
    const changes = [...heard, ...this.#heard.splice(0)].filter((one): one is RoomChange => one.by !== null);
    const kept = changes.filter(({ by }) => !lost.has(by.connection));
    for (const by of new Set(heard.flatMap((one) => one.by ?? []))) {
      const rights = lost.get(by.connection);
      if (rights) this.setRefusal(by, rights.refusal);
      if (rights && !rights.visible) by.connection.close(CLOSE_CODES.forbidden, 'no right to this any more');
    }
    this.#waiting.putFirst(kept);
    // It is asked for again when it is taken again.
    if (this.#unasked.splice(0).length) this.#waiting.release();
    this.#waiting.release();
    await this.#store();
  }

  /** Everybody comes back, with what they have written, to a room made anew from what is stored. */
  fail(error: unknown): void {
    if (this.broken) return;
    this.broken = true;
    this.#house.app.log.warn({ err: error, room: this.name }, 'a room is opened anew');
    for (const connection of this.members.keys()) connection.close(CLOSE_CODES.again, 'try again');
    this.#house.drop(this);
  }

  #send(message: Uint8Array, except?: RoomWriter['connection']): void {
    for (const connection of this.members.keys()) if (connection !== except) connection.send(message);
  }

  /** Reads what other processes have stored. */
  async catchUp(): Promise<void> {
    const ctx = systemCtx(this.#house.app);
    const standing = await docStore.standing(ctx, this.name);
    if (!standing || standing.last <= this.#upto) return;
    const folded = standing.state_upto > this.#upto;
    const updates = folded
      ? ((await readDocument(ctx, this.name))?.updates ?? [])
      : (await docStore.updates(ctx, this.name, this.#upto, standing.last)).map(({ data }) => data);
    this.doc.transact(() => {
      for (const update of updates) Y.applyUpdate(this.doc, update);
    });
    this.#upto = standing.last;
  }

  #projectSoon(): void {
    const wait = Math.max(0, Math.min(PROJECT_MS, this.#since + PROJECT_MAX_MS - Date.now()));
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => {
      this.project().catch((error) => this.#house.app.log.warn({ err: error, room: this.name }, 'projection'));
    }, wait);
  }

  /** Brings the document into the page. */
  project(): Promise<void> {
    this.#projecting = this.#projecting.catch(() => {}).then(() => this.#project());
    return this.#projecting;
  }

  async #project(): Promise<void> {
    clearTimeout(this.#soon);
    this.#since = 0;
    const reading = this.#readStored();
    this.#reading = reading.catch(() => {});
    const read = await reading;
    if (!read) return;
    await projectBody(systemCtx(this.#house.app), this.name, read.standing, read.reading);
    if (this.#log.rows >= FOLD_ROWS || this.#log.bytes >= FOLD_BYTES) {
      this.#log = { rows: 0, bytes: 0 };
      await foldDocument(this.#house.app, this.name);
    }
    if (Date.now() - this.#versioned >= CHECKPOINT_MS) await this.checkpoint();
  }

  /** Writes a version of what the page says now. */
  async checkpoint(): Promise<void> {
    this.#versioned = Date.now();
    this.#changed = false;
    await checkpointDocument(systemCtx(this.#house.app), this.name);
  }

  /** Everybody has left: the page, its versions and the log are put in order. */
  async settle(): Promise<void> {
    if (this.broken) return;
    await this.project();
    if (this.#changed && !this.presence.elsewhere) await this.checkpoint();
    await foldDocument(this.#house.app, this.name);
  }

  /** What the document says once all of it is stored; null when the page says it too. */
  async #readStored() {
    this.#waiting.hold();
    try {
      await this.flush();
      await this.catchUp();
      const standing = await docStore.standing(systemCtx(this.#house.app), this.name);
      if (this.broken || !standing || this.#upto <= standing.projected_upto) return null;
      return { standing: { ...standing, last: this.#upto }, reading: readingOf(this.doc) };
    } finally {
      this.#waiting.release();
    }
  }

  destroy(): void {
    this.broken = true;
    this.#batch?.[Symbol.dispose]();
    clearTimeout(this.#soon);
    this.presence.destroy();
    this.doc.destroy();
  }
}
