// A text written together: its live document in an editor, kept in step with the server and with everybody else.
import type { Node } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { KeptText } from '../editor/page-data.ts';
import type { SaveState } from '../saving/strategy.ts';
import { Binding } from './binding.ts';
import { carets } from './carets.ts';
import { LiveConnection } from './connection.ts';
import type { LiveAccess } from './connection-host.ts';
import { UnsentUpdates } from './offline-updates.ts';

/** Origin of changes that an earlier visit left in this browser. */
const LEFT = 'left';
const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

const SIGN_IN_CHECK_MS = 15_000;
/** How long the text of the page is shown as it came before the editor takes its place without the document. */
const PATIENCE_MS = 1_000;

export interface LiveHost {
  view: EditorView;
  show(state: SaveState): void;
  /** whether somebody may write now */
  setWritable(isWritable: boolean): void;
}

export class LiveEditor {
  /** `place`: which document, e.g. `pages/7` */
  readonly #own: { userId: number; place: string };
  protected readonly doc = new Y.Doc();
  protected readonly awareness = new Awareness(this.doc);
  readonly #binding = new Binding(this.doc);
  protected readonly line: LiveConnection;
  #host: LiveHost | null = null;
  #unsent: UnsentUpdates | null = null;
  #epoch: string | null = null;
  #isBound = false;
  /** somebody else is signed in, or the document is another one now */
  #isStrange: 'other_user' | 'outdated' | null = null;
  #hasCome = false;
  #hasLeft = false;
  #isGivenUp = false;
  #answer: (isBound: boolean) => void = () => {};
  #settle: () => void = () => {};
  #waiting: (() => void)[] = [];
  #signIn: ReturnType<typeof setTimeout> | undefined;
  /** of the editor, from its beginning on */
  readonly plugins: Plugin[] = [this.#binding.plugin, carets(this.awareness)];

  constructor(own: { userId: number; place: string }) {
    this.#own = own;
    this.line = new LiveConnection({
      place: own.place,
      doc: this.doc,
      awareness: this.awareness,
      admit: (access) => this.#admit(access),
      onSynced: () => this.#come(),
      onChange: () => this.show(),
      onStored: (count) => this.#unsent?.stored(count),
      onBlocked: () => this.#giveUp(),
    });
  }

  /**
   * Shows the document as this device keeps it, with what waits to be sent; the room merges with it when there is a
   * connection.
   */
  async openKept({ epoch, state, isLocal }: KeptText): Promise<void> {
    this.#epoch = epoch;
    this.#unsent = new UnsentUpdates(this.#own.userId, this.#own.place, epoch);
    this.line.follow();
    if (state) Y.applyUpdate(this.doc, bytesOf(state), this.line);
    await this.#takeLeft();
    this.#come();
    if (isLocal) this.line.stop();
    else void this.line.connect();
  }

  /** Opens the room; resolves when the document has come, or is not to be waited for. */
  open(): Promise<void> {
    void this.line.connect();
    return new Promise((resolve) => {
      this.#settle = resolve;
      setTimeout(resolve, PATIENCE_MS);
    });
  }

  /** The text of the document, where it has come before the editor. */
  get text(): Node | null {
    return this.#hasCome ? this.#binding.text() : null;
  }

  /** Shows the opened document in an editor; false: no socket gets through, and the text is to be saved by other means. */
  join(host: LiveHost): Promise<boolean> {
    this.#host = host;
    if (this.#isGivenUp) return Promise.resolve(false);
    if (this.#isBound) {
      this.#binding.show(host.view);
      this.show();
      return Promise.resolve(true);
    }
    const joined = new Promise<boolean>((resolve) => {
      this.#answer = resolve;
    });
    if (this.#hasCome) this.#bind();
    else this.show();
    return joined;
  }

  #admit({ user_id, epoch }: LiveAccess): boolean {
    const isAnother = this.#epoch !== null && epoch !== this.#epoch;
    this.#isStrange = user_id !== this.#own.userId ? 'other_user' : isAnother ? 'outdated' : null;
    if (epoch === null) this.#giveUp();
    if (epoch === null || this.#isStrange) {
      this.show();
      return false;
    }
    this.#epoch = epoch;
    this.#unsent ??= new UnsentUpdates(user_id, this.#own.place, epoch);
    return true;
  }

  #giveUp(): void {
    if (this.#isBound) return;
    this.line.stop();
    this.awareness.destroy();
    this.#isGivenUp = true;
    this.#settle();
    this.#answer(false);
  }

  /** The first time, and again after each time that the line was gone. */
  #come(): void {
    if (this.#hasCome) return;
    this.#hasCome = true;
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === this.line || origin === LEFT) return;
      this.#unsent?.keep(this.#unsent.wantsWhole ? Y.encodeStateAsUpdate(this.doc) : update, this.line.made);
    });
    this.#bind();
    this.#settle();
  }

  #bind(): void {
    const host = this.#host;
    if (this.#isBound || !host) return;
    this.#isBound = true;
    this.bound();
    this.#binding.show(host.view);
    void this.#takeLeft();
    addEventListener('focus', () => this.line.ending === 401 && this.line.connect());
    for (const type of ['offline', 'online']) addEventListener(type, () => this.show());
    this.show();
    this.#answer(true);
  }

  /** The document has come. */
  protected bound(): void {}

  /** What was written here and not stored before the page was left goes on its way now. */
  async #takeLeft(): Promise<void> {
    // A kept document has it already.
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    try {
      for (const update of (await this.#unsent?.left()) ?? []) Y.applyUpdate(this.doc, update, LEFT);
      this.#unsent?.adopt(this.line.made);
    } catch {
      // A browser that keeps nothing has left nothing.
    }
  }

  protected show(): void {
    if (this.line.isFailing || this.line.ending !== null || this.#isStrange) this.#settle();
    const { state } = this;
    const isRefused =
      state.name === 'closed' || state.name === 'outdated' || (state.name === 'refused' && state.status !== 413);
    const isReadOnly = !this.#isBound || isRefused || this.#isStrange !== null;
    this.#host?.setWritable(!isReadOnly);
    this.#host?.show(state);
    if (state.name !== 'saving') for (const done of this.#waiting.splice(0)) done();
    clearTimeout(this.#signIn);
    if (state.name === 'signed_out' || state.name === 'other_user')
      this.#signIn = setTimeout(() => void this.line.connect(), SIGN_IN_CHECK_MS);
  }

  protected get state(): SaveState {
    const { ending, refusal, isOnline, isFailing, isStored } = this.line;
    if (this.#isStrange) return { name: this.#isStrange };
    if (ending === 401) return { name: 'signed_out' };
    if (ending === 409) return { name: 'outdated' };
    const status = ending ?? refusal;
    if (status !== null && status !== 413 && isStored) return { name: 'closed', status };
    if (status !== null) return { name: 'refused', status, message: '' };
    // A line that is cut seems to be there until it is asked; nothing is on its way meanwhile.
    const isCut = !isOnline || (!isStored && !navigator.onLine);
    // At first there is nothing to say: the page is on its way.
    if (isCut) return { name: this.#isBound ? 'offline' : isFailing ? 'waiting' : 'saved' };
    return { name: isStored ? 'saved' : 'saving' };
  }

  /** The editor is gone; the document is kept in step for another one. */
  hide(): void {
    this.#host = null;
    this.#binding.hide();
  }

  /** Nobody shows the document here any more; what the server does not have yet is kept in this browser. */
  leave(): void {
    clearTimeout(this.#signIn);
    this.#host = null;
    this.line.stop();
    this.awareness.destroy();
    this.doc.destroy();
  }

  /** Whether nothing will come of waiting, and a new attempt has to begin anew. */
  get isOver(): boolean {
    return this.line.ending !== null || this.#isStrange !== null || this.#isGivenUp;
  }

  /** Resolves once the server has all that is written, or cannot be reached. */
  async stored(): Promise<void> {
    if (this.state.name === 'saving') await new Promise<void>((done) => this.#waiting.push(done));
  }

  get isStored(): boolean {
    return this.line.isStored;
  }

  get isAtRisk(): boolean {
    return !this.line.isStored && this.#unsent?.isKept === false;
  }
}
