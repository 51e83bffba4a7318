// Saves the blocks of a synced block a moment after they changed, one save at a time, each naming what it changes.
import { t } from '../../../../core/client/messages.ts';
import { type RequestError, send } from '../../../../core/client/request.ts';
import { toast } from '../../../../core/client/toast.ts';
import type { Block } from '../../../blocks/block.ts';

const AFTER_MS = 800;
const AGAIN_MS = 5000;

export interface SyncedSavingHost {
  read(): Block[];
  /** how the save stands, to be shown; empty: nothing to say */
  onState(text: string): void;
  /** the block was saved by somebody else since */
  onConflict(): Promise<void>;
}

export class SyncedSaving {
  readonly #path: string;
  readonly #host: SyncedSavingHost;
  #version: number;
  #isDirty = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;

  constructor(id: number, version: number, host: SyncedSavingHost) {
    this.#path = `/api/v2/synced-blocks/${id}`;
    this.#version = version;
    this.#host = host;
    addEventListener('beforeunload', this.#warn);
  }

  changed(): void {
    this.#isDirty = true;
    this.#host.onState(t('editor.save_saving'));
    this.#later(AFTER_MS);
  }

  /** The version that the next save changes. */
  seen(version: number): void {
    this.#version = version;
  }

  /** What is shown is what is saved. */
  forget(): void {
    this.#isDirty = false;
    this.#host.onState('');
    clearTimeout(this.#timer);
  }

  /** Saves what is still to be saved; for the moment before the block leaves the page. */
  async flush(): Promise<void> {
    removeEventListener('beforeunload', this.#warn);
    await this.stored();
  }

  readonly #warn = (event: BeforeUnloadEvent): void => {
    if (this.#isDirty) event.preventDefault();
  };

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), ms);
  }

  /** Saves now. */
  async stored(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#save();
  }

  async #save(): Promise<void> {
    await this.#running;
    if (!this.#isDirty) return;
    this.#running = this.#send(this.#host.read());
    await this.#running;
  }

  async #send(blocks: Block[]): Promise<void> {
    this.#isDirty = false;
    try {
      const headers = { 'if-match': `"v${this.#version}"` };
      const saved = await send<{ sync_version: number }>('PATCH', this.#path, { blocks }, { headers });
      this.#version = saved.sync_version;
      if (!this.#isDirty) this.#host.onState(t('editor.save_saved'));
    } catch (error) {
      this.#isDirty = true;
      await this.#refused(error as RequestError);
    }
  }

  async #refused(error: RequestError): Promise<void> {
    this.#host.onState(t('editor.synced_unsaved'));
    if (error.status === 412) return this.#host.onConflict();
    // No answer or a server in trouble: it is tried again; a refusal is for the person to see.
    if (error.status === 0 || error.status >= 500) return this.#later(AGAIN_MS);
    toast(error.message, { tone: 'danger' });
  }
}
