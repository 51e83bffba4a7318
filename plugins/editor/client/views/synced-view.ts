// A synced block in the page: its blocks in an editor of their own, written together on every page that shows them.
import type { Node } from 'prosemirror-model';
import { Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { confirmed } from '../../../../core/client/dialog.ts';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { openMenu } from '../../../../core/client/popover.ts';
import { type RequestError, send } from '../../../../core/client/request.ts';
import { failed } from '../../../../core/client/toast.ts';
import type { Block } from '../../../blocks/block.ts';
import { fromDoc, toDoc } from '../../../blocks/schema/document.ts';
import type { SurfaceHost } from '../editor/editor-view.ts';
import type { PageData } from '../editor/page-data.ts';
import { statusText } from '../saving/save-status.ts';
import type { SaveState } from '../saving/strategy.ts';
import { leaveRoom, type SyncedRoom, takeRoom } from '../saving/synced-rooms.ts';
import type { SyncedSaving } from '../saving/synced-saving.ts';
import { ChosenView } from './atom-view.ts';

/** What the service says of a synced block. */
export interface SyncedFound {
  id: number;
  title: string;
  blocks: Block[];
  sync_version: number;
  editable: boolean;
  /** pages that show it, of those the reader may see */
  uses: { page_id: number; title: string }[];
}

/** What an editor of these blocks needs of its own; the rest is that of the editor around it. */
type Nested = Required<Pick<SurfaceHost, 'onChange' | 'stored' | 'isWritable' | 'text'>> &
  Pick<SurfaceHost, 'shared'> & { blocks: Block[] };

export interface SyncedHost {
  page: PageData;
  /** synced blocks around this one */
  within: readonly number[];
  /** puts an editor of the blocks of this synced block into the element */
  mount(element: HTMLElement, id: number, nested: Nested): EditorView;
}

const AGAIN_FIRST_MS = 500;
const AGAIN_MOST_MS = 10_000;

export class SyncedView extends ChosenView {
  readonly #view: EditorView;
  readonly #position: () => number | undefined;
  readonly #host: SyncedHost;
  readonly #id: number;
  #nested: EditorView | undefined;
  #room: SyncedRoom | undefined;
  #saving: SyncedSaving | undefined;
  #isWritable = false;
  #isGone = false;

  constructor(node: Node, view: EditorView, position: () => number | undefined, host: SyncedHost) {
    super(el('div', { class: 'block-synced', role: 'group' }));
    this.#view = view;
    this.#position = position;
    this.#host = host;
    this.#id = Number(node.attrs.syncedBlockId);
    const missing = () => this.dom.replaceChildren(this.#note(t('editor.synced_missing')));
    this.dom.append(this.#note(t('editor.synced_loading')));
    // Within itself it would never end.
    if (host.within.includes(this.#id)) missing();
    else this.#load().catch(() => this.#isGone || missing());
  }

  update(node: Node): boolean {
    return node.type.name === 'synced' && node.attrs.syncedBlockId === this.#id;
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && Boolean(event.target.closest('.synced-body, button'));
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#isGone = true;
    this.#saving?.flush();
    const selection = this.#nested?.hasFocus() ? this.#nested.state.selection.toJSON() : undefined;
    this.#nested?.destroy();
    if (this.#room) leaveRoom(this.#id, { ...this.#room, selection });
  }

  async #load(): Promise<void> {
    // One that is drawn anew leaves its room in the same step.
    await Promise.resolve();
    if (this.#isGone) return;
    this.#room = takeRoom(this.#id);
    const found = this.#room?.found ?? (await this.#find());
    if (this.#isGone) return;
    const body = el('div', { class: 'synced-body' });
    const state = el('span', { class: 'synced-state', role: 'status' });
    const label = t('editor.synced_label', { title: found.title });
    this.dom.setAttribute('aria-label', label);
    this.dom.replaceChildren(this.#bar(found, state), body);
    const { page } = this.#host;
    if (page.isLive && !this.#room) {
      const { LiveEditor } = await import('../live/live-page.ts');
      if (this.#isGone) return;
      const live = new LiveEditor({ userId: page.userId, place: `synced/${this.#id}` });
      this.#room = { found, live };
      await live.open();
      if (this.#isGone) return;
    }
    const live = this.#room?.live;
    this.#isWritable = !live && found.editable;
    const view = this.#host.mount(body, this.#id, {
      blocks: found.blocks,
      onChange: () => this.#saving?.changed(),
      stored: async () => (this.#saving ?? this.#room?.live)?.stored(),
      isWritable: () => this.#isWritable,
      shared: live?.plugins,
      text: live?.text ?? null,
    });
    view.setProps({
      attributes: () => ({
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(this.#isWritable ? {} : { 'aria-readonly': 'true' }),
      }),
    });
    this.#nested = view;
    if (!(await this.#join(view, state))) await this.#keepBySaves(view, found, state);
  }

  /** Asks until there is an answer: a line that is cut says nothing of the block. */
  async #find(): Promise<SyncedFound> {
    for (let wait = AGAIN_FIRST_MS; ; wait = Math.min(2 * wait, AGAIN_MOST_MS)) {
      try {
        return await send<SyncedFound>('GET', `/api/synced/${this.#id}`);
      } catch (error) {
        if (this.#isGone || [403, 404, 422].includes((error as RequestError).status)) throw error;
      }
      const patience = AbortSignal.timeout(wait);
      await new Promise((resolve) => {
        patience.addEventListener('abort', resolve);
        addEventListener('online', resolve, { signal: patience });
      });
    }
  }

  /** Into the room of the block; false: no socket gets through. */
  async #join(view: EditorView, state: HTMLElement): Promise<boolean> {
    let isQuiet = true;
    const isTogether = await this.#room?.live.join({
      view,
      show(now) {
        // That it is saved is news to somebody who has written.
        isQuiet &&= now.name === 'saved';
        state.textContent = isQuiet ? '' : wordsOf(now);
      },
      setWritable: (isWritable) => {
        this.#isWritable = isWritable;
        if (this.#isGone) return;
        view.setProps({});
        if (isWritable) this.#goOn(view);
      },
    });
    return isTogether === true;
  }

  /** Whoever wrote here when it was drawn anew goes on, unless they are elsewhere already. */
  #goOn(view: EditorView): void {
    const { selection } = this.#room ?? {};
    if (!selection || document.activeElement !== document.body) return;
    this.#room = { ...(this.#room as SyncedRoom), selection: undefined };
    const { tr } = view.state;
    try {
      view.dispatch(tr.setSelection(Selection.fromJSON(tr.doc, selection)));
    } catch {
      // What stood there has gone meanwhile.
      view.dispatch(tr.setSelection(Selection.atEnd(tr.doc)));
    }
    view.focus();
  }

  /** Without a room the block is saved as a whole, a moment after it changed. */
  async #keepBySaves(view: EditorView, found: SyncedFound, state: HTMLElement): Promise<void> {
    const [{ unsharedState }, { SyncedSaving: Saving }] = await Promise.all([
      import('../saving/local-history.ts'),
      import('../saving/synced-saving.ts'),
    ]);
    if (this.#isGone) return;
    view.updateState(unsharedState(view.state, this.#room?.live.plugins ?? []));
    this.#isWritable = found.editable;
    view.setProps({});
    this.#saving = new Saving(this.#id, found.sync_version, {
      read: () => fromDoc(view.state.doc),
      onState: (text) => {
        state.textContent = text;
      },
      onConflict: () => this.#resolve().catch(failed),
    });
  }

  #bar(found: SyncedFound, state: HTMLElement): HTMLElement {
    const button = (text: string, run: (button: HTMLElement) => void) =>
      el(
        'button',
        { type: 'button', class: 'button quiet', onclick: (event: Event) => run(event.currentTarget as HTMLElement) },
        text,
      );
    const { page, within } = this.#host;
    // One just made stands here before the server has been told.
    const isNew = !within.length && !found.uses.some(({ page_id }) => page_id === page.id);
    const uses = isNew ? [...found.uses, { page_id: page.id, title: page.title }] : found.uses;
    return el(
      'div',
      { class: 'synced-bar', contenteditable: 'false' },
      icon('refresh-cw'),
      el('span', { class: 'synced-title' }, found.title || t('editor.block_synced')),
      state,
      button(t('editor.synced_uses', { count: uses.length }), (anchor) => {
        const items = uses.map(({ page_id, title }) => ({
          label: title || t('editor.untitled'),
          icon: 'file-text',
          href: `/pages/${page_id}`,
        }));
        if (items.length) void openMenu(anchor, t('editor.synced_used_on'), items);
      }),
      button(t('editor.synced_unsync'), () => void this.#unsync().catch(failed)),
    );
  }

  #note(text: string): HTMLElement {
    return el('p', { class: 'inert-note' }, icon('refresh-cw'), el('span', {}, text));
  }

  /** This place gets blocks of its own; everywhere else nothing changes. */
  async #unsync(): Promise<void> {
    const { unsync } = await import('../block-controls/synced-commands.ts');
    await this.#saving?.flush();
    const at = this.#position();
    if (at !== undefined && this.#nested) unsync(this.#view, at, this.#nested.state.doc);
  }

  /** Somebody saved the block meanwhile: one of the two texts stays, and the person says which. */
  async #resolve(): Promise<void> {
    const theirs = await send<SyncedFound>('GET', `/api/synced/${this.#id}`);
    const keepMine = await confirmed(t('editor.synced_conflict'), t('editor.synced_conflict_text'), {
      label: t('editor.synced_keep_mine'),
    });
    if (this.#isGone || !this.#nested || !this.#saving) return;
    this.#saving.seen(theirs.sync_version);
    if (keepMine) return this.#saving.changed();
    const { tr } = this.#nested.state;
    this.#nested.dispatch(tr.replaceWith(0, tr.doc.content.size, toDoc(theirs.blocks).content));
    this.#saving.forget();
  }
}

function wordsOf(state: SaveState): string {
  if (state.name !== 'closed') return statusText(state);
  return t(state.status === 404 ? 'editor.synced_missing' : 'editor.synced_read_only');
}
