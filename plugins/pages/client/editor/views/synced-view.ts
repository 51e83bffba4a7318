// A synced block in the page: its blocks in an editor of their own, which saves for every page that shows them.
import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { confirmed } from '../../../../../core/client/dialog.ts';
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { openMenu } from '../../../../../core/client/popover.ts';
import { send } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { Block } from '../../../blocks/block.ts';
import { fromDoc, toDoc } from '../../../blocks/document.ts';
import { unsync } from '../synced-commands.ts';
import { SyncedSaving } from '../synced-saving.ts';
import { ChosenView } from './chosen-view.ts';

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

/** Puts an editor of these blocks into the element. */
export type MountNested = (element: HTMLElement, blocks: Block[], onChange: () => void) => EditorView;

export class SyncedView extends ChosenView {
  readonly #view: EditorView;
  readonly #position: () => number | undefined;
  readonly #mount: MountNested;
  readonly #id: number;
  #nested: EditorView | undefined;
  #saving: SyncedSaving | undefined;
  #isGone = false;

  constructor(node: Node, view: EditorView, position: () => number | undefined, mount: MountNested) {
    super(el('section', { class: 'block-synced' }));
    this.#view = view;
    this.#position = position;
    this.#mount = mount;
    this.#id = Number(node.attrs.syncedBlockId);
    this.dom.append(this.#note(t('pages.editor.synced_loading')));
    this.#load().catch(() => this.#isGone || this.dom.replaceChildren(this.#note(t('pages.editor.synced_missing'))));
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
    this.#nested?.destroy();
  }

  async #load(): Promise<void> {
    const found = await send<SyncedFound>('GET', `/api/synced/${this.#id}`);
    if (this.#isGone) return;
    const body = el('div', { class: 'synced-body' });
    const state = el('span', { class: 'synced-state', role: 'status' });
    const label = t('pages.editor.synced_label', { title: found.title });
    this.dom.setAttribute('aria-label', label);
    this.dom.replaceChildren(this.#bar(found, state), body);
    this.#nested = this.#mount(body, found.blocks, () => this.#saving?.changed());
    const isEditable = found.editable;
    this.#nested.setProps({
      editable: () => isEditable,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(isEditable ? {} : { 'aria-readonly': 'true' }),
      },
    });
    this.#saving = new SyncedSaving(this.#id, found.sync_version, {
      read: () => fromDoc((this.#nested as EditorView).state.doc),
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
    const { uses } = found;
    return el(
      'header',
      { class: 'synced-bar', contenteditable: 'false' },
      icon('refresh-cw'),
      el('span', { class: 'synced-title' }, found.title || t('pages.editor.block_synced')),
      state,
      button(t('pages.editor.synced_uses', { count: uses.length }), (anchor) => {
        const items = uses.map(({ page_id, title }) => ({
          label: title || t('pages.editor.untitled'),
          icon: 'file-text',
          href: `/pages/${page_id}`,
        }));
        if (items.length) void openMenu(anchor, t('pages.editor.synced_used_on'), items);
      }),
      button(t('pages.editor.synced_unsync'), () => void this.#unsync()),
    );
  }

  #note(text: string): HTMLElement {
    return el('p', { class: 'inert-note' }, icon('refresh-cw'), el('span', {}, text));
  }

  /** This place gets blocks of its own; everywhere else nothing changes. */
  async #unsync(): Promise<void> {
    await this.#saving?.flush();
    const at = this.#position();
    if (at !== undefined && this.#nested) unsync(this.#view, at, this.#nested.state.doc);
  }

  /** Somebody saved the block meanwhile: one of the two texts stays, and the person says which. */
  async #resolve(): Promise<void> {
    const theirs = await send<SyncedFound>('GET', `/api/synced/${this.#id}`);
    const keepMine = await confirmed(t('pages.editor.synced_conflict'), t('pages.editor.synced_conflict_text'), {
      label: t('pages.editor.synced_keep_mine'),
    });
    if (this.#isGone || !this.#nested || !this.#saving) return;
    this.#saving.seen(theirs.sync_version);
    if (keepMine) return this.#saving.changed();
    const { tr } = this.#nested.state;
    this.#nested.dispatch(tr.replaceWith(0, tr.doc.content.size, toDoc(theirs.blocks).content));
    this.#saving.forget();
  }
}
