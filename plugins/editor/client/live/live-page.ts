// The page written together: its live document with the title, the versions and the people at it.
import { send } from '../../../../core/client/request.ts';
import { failed } from '../../../../core/client/toast.ts';
import type { PageData } from '../editor/page-data.ts';
import type { Title } from '../page-head/title.ts';
import type { Keeper, SaveState } from '../saving/strategy.ts';
import { LiveEditor } from './live-editor.ts';
import { showPresence } from './presence.ts';
import { SharedTitle } from './shared-title.ts';

export { LiveEditor } from './live-editor.ts';

export class PageLive extends LiveEditor implements Keeper {
  readonly #page: PageData;
  readonly #field: Title;
  #title: SharedTitle | null = null;
  #isKeeping = false;

  constructor(page: PageData, field: Title) {
    super({ userId: page.userId, place: `pages/${page.id}` });
    this.#page = page;
    this.#field = field;
  }

  protected override bound(): void {
    this.#title = new SharedTitle(this.doc, this.#field);
    this.#title.show(this.#page.id);
    const bar = document.querySelector<HTMLElement>('.topbar-end');
    if (bar) showPresence(this.awareness, this.#page.userId, bar);
  }

  protected override get state(): SaveState {
    const state = super.state;
    return state.name === 'saved' && this.#isKeeping ? { name: 'saving' } : state;
  }

  /** Somebody wrote into the title; the text is followed by the editor's own plugin. */
  changed(title?: string): void {
    if (title !== undefined) this.#title?.write(title);
  }

  /** Waits until the server has everything, and keeps it as a version. */
  async save(): Promise<void> {
    if (!this.line.isOnline) return this.line.connect();
    await this.stored();
    if (!this.line.isStored || this.state.name === 'closed') return;
    this.#isKeeping = true;
    this.show();
    try {
      await send('POST', `/api/pages/${this.#page.id}/versions`);
    } catch (error) {
      failed(error);
    } finally {
      this.#isKeeping = false;
      this.show();
    }
  }

  raised(): void {
    // Versions of the record are the server's affair.
  }
}
