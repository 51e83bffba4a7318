// The page written together: its live document in the editor, kept in step with the server and with everybody else.
import type { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { on } from '../../../../core/client/dom.ts';
import { send } from '../../../../core/client/request.ts';
import { failed } from '../../../../core/client/toast.ts';
import type { Keeper, SaveState } from '../editor/keeper.ts';
import type { PageData } from '../editor/page-data.ts';
import type { SaveStatus } from '../editor/status.ts';
import type { Title } from '../editor/title.ts';
import { Binding } from './binding.ts';
import { carets } from './carets.ts';
import { type Access, Line } from './line.ts';
import { showPresence } from './presence.ts';
import { SharedTitle } from './shared-title.ts';
import { forgetUnsent, Unsent } from './unsent.ts';

/** Origin of changes that an earlier visit left in this browser. */
const LEFT = 'left';
const SIGN_IN_CHECK_MS = 15_000;

export interface LiveHost {
  view: EditorView;
  title: Title;
  status: SaveStatus;
  /** whether somebody may write now */
  setWritable(isWritable: boolean): void;
}

export class Live implements Keeper {
  readonly #page: PageData;
  readonly #doc = new Y.Doc();
  readonly #awareness = new Awareness(this.#doc);
  readonly #binding = new Binding(this.#doc);
  readonly #line: Line;
  #host: LiveHost | null = null;
  #unsent: Unsent | null = null;
  #epoch: string | null = null;
  #title: SharedTitle | null = null;
  #isBound = false;
  #isKeeping = false;
  /** somebody else is signed in, or the document is another one now */
  #isStrange: 'other_user' | 'outdated' | null = null;
  #answer: (isBound: boolean) => void = () => {};
  #waiting: (() => void)[] = [];
  #signIn: ReturnType<typeof setTimeout> | undefined;
  /** of the editor, from its beginning on */
  readonly plugins: Plugin[] = [this.#binding.plugin, carets(this.#awareness)];

  constructor(page: PageData) {
    this.#page = page;
    this.#line = new Line({
      pageId: page.id,
      doc: this.#doc,
      awareness: this.#awareness,
      admit: (access) => this.#admit(access),
      onSynced: () => this.#bind(),
      onChange: () => this.#show(),
      onStored: (count) => this.#unsent?.stored(count),
      onBlocked: () => this.#giveUp(),
    });
    this.#doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== this.#line && origin !== LEFT) this.#unsent?.keep(update, this.#line.made);
    });
  }

  /** Opens the room; false: no socket gets through, and the page is to be saved by other means. */
  join(host: LiveHost): Promise<boolean> {
    this.#host = host;
    this.#show();
    void this.#line.connect();
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  #admit({ user_id, epoch }: Access): boolean {
    const isAnother = this.#epoch !== null && epoch !== this.#epoch;
    this.#isStrange = user_id !== this.#page.userId ? 'other_user' : isAnother ? 'outdated' : null;
    if (epoch === null) this.#giveUp();
    if (epoch === null || this.#isStrange) {
      this.#show();
      return false;
    }
    this.#epoch = epoch;
    this.#unsent ??= new Unsent(user_id, this.#page.id, epoch);
    return true;
  }

  #giveUp(): void {
    if (this.#isBound) return;
    this.#line.stop();
    this.#awareness.destroy();
    this.#answer(false);
  }

  #bind(): void {
    const host = this.#host;
    if (this.#isBound || !host) return;
    this.#isBound = true;
    this.#title = new SharedTitle(this.#doc, host.title);
    this.#title.show(this.#page.id);
    this.#binding.show(host.view);
    void this.#takeLeft();
    const bar = document.querySelector<HTMLElement>('.topbar-end');
    if (bar) showPresence(this.#awareness, this.#page.userId, bar);
    on(document, 'click', 'a[href="/auth/logout"]', forgetUnsent);
    addEventListener('focus', () => this.#line.ending === 401 && this.#line.connect());
    this.#show();
    this.#answer(true);
  }

  /** What was written here and not stored before the page was left goes on its way now. */
  async #takeLeft(): Promise<void> {
    try {
      for (const update of (await this.#unsent?.left()) ?? []) Y.applyUpdate(this.#doc, update, LEFT);
      this.#unsent?.adopt(this.#line.made);
    } catch {
      // A browser that keeps nothing has left nothing.
    }
  }

  #show(): void {
    const state = this.#state();
    const isRefused =
      state.name === 'closed' || state.name === 'outdated' || (state.name === 'refused' && state.status !== 413);
    const isReadOnly = !this.#isBound || isRefused || this.#isStrange !== null;
    this.#host?.setWritable(!isReadOnly);
    this.#host?.status.show(state);
    clearTimeout(this.#signIn);
    if (state.name === 'signed_out' || state.name === 'other_user')
      this.#signIn = setTimeout(() => void this.#line.connect(), SIGN_IN_CHECK_MS);
    if (state.name !== 'saving') for (const done of this.#waiting.splice(0)) done();
  }

  #state(): SaveState {
    const { ending, refusal, isOnline, isFailing, isStored } = this.#line;
    if (this.#isStrange) return { name: this.#isStrange };
    if (ending === 401) return { name: 'signed_out' };
    if (ending === 409) return { name: 'outdated' };
    const status = ending ?? refusal;
    if (status !== null && status !== 413 && isStored) return { name: 'closed', status };
    if (status !== null) return { name: 'refused', status, message: '' };
    // At first there is nothing to say: the page is on its way.
    if (!isOnline) return { name: this.#isBound || isFailing ? 'offline' : 'saved' };
    return { name: isStored && !this.#isKeeping ? 'saved' : 'saving' };
  }

  /** Somebody wrote into the title; the text is followed by the editor's own plugin. */
  changed(title?: string): void {
    if (title !== undefined) this.#title?.write(title);
  }

  /** Waits until the server has everything, and keeps it as a version. */
  async save(): Promise<void> {
    if (!this.#line.isOnline) return this.#line.connect();
    if (!this.#line.isStored) await new Promise<void>((done) => this.#waiting.push(done));
    if (!this.#line.isStored || this.#state().name === 'closed') return;
    this.#isKeeping = true;
    this.#show();
    try {
      await send('POST', `/api/pages/${this.#page.id}/versions`);
    } catch (error) {
      failed(error);
    } finally {
      this.#isKeeping = false;
      this.#show();
    }
  }

  raised(): void {
    // Versions of the record are the server's affair.
  }

  get isAtRisk(): boolean {
    return !this.#line.isStored && this.#unsent?.isKept === false;
  }
}
