// A change of the properties that goes on in the background: how far it is, and the way to cancel it.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { RequestError, send } from '../../../../core/client/request.ts';
import { failed, toast } from '../../../../core/client/toast.ts';
import type { Model } from './model.ts';
import { offerUndo } from './panels/undo.ts';

export interface Job extends Record<string, unknown> {
  id: number;
  status: 'queued' | 'running' | 'cancelling' | 'completed' | 'failed' | 'cancelled';
  property_id: number | null;
  done: number;
  total: number;
  undo: number | null;
  error: string;
}

const ASKED_EVERY_MS = 1000;

export class JobLine {
  readonly element = el('div', { class: 'schema-job', role: 'status', hidden: '' });
  readonly #model: Model;
  readonly #text = el('p');
  readonly #bar = el('progress', { max: '1' }) as HTMLProgressElement;
  readonly #cancel = el('button', { type: 'button', class: 'button quiet' }, t('databases.view.cancel'));
  #followed: number | null = null;
  /** what was asked for before a job ended may still name it */
  readonly #ended = new Set<number>();

  constructor(model: Model, signal?: AbortSignal) {
    this.#model = model;
    this.element.append(this.#text, this.#bar, this.#cancel);
    this.#cancel.addEventListener('click', () => void this.#stop().catch(failed));
    signal?.addEventListener('abort', () => {
      this.#followed = null;
    });
  }

  /** Shows the job that the model knows of, until it has ended. */
  show(): void {
    const { awaited: jobId, isEditable } = this.#model;
    if (jobId === null || !isEditable || this.#followed === jobId || this.#ended.has(jobId)) return;
    this.#followed = jobId;
    void this.#follow(jobId).catch(failed);
  }

  async #follow(id: number): Promise<void> {
    while (this.#followed === id) {
      const job = await this.#ask(id);
      if (!job || this.#followed !== id) break;
      if (/^(completed|failed|cancelled)$/.test(job.status)) return this.#end(job);
      this.#draw(job);
      await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS));
    }
    this.element.hidden = true;
  }

  /** Undefined: it changes another database, and is not for this reader. */
  #ask = (id: number): Promise<Job | undefined> =>
    send<Job>('GET', `/api/v2/jobs/${id}`).catch((error: unknown) => {
      if (error instanceof RequestError && (error.status === 403 || error.status === 404)) return undefined;
      throw error;
    });

  #draw({ status, done, total }: Job): void {
    this.element.hidden = false;
    const word = status === 'cancelling' ? 'stopping' : done < total ? 'running' : 'settling';
    this.#text.textContent = t(`databases.view.job.${word}`, { done, total });
    this.#bar.value = total ? done / total : 0;
    this.#cancel.hidden = status === 'cancelling';
  }

  async #stop(): Promise<void> {
    if (this.#followed !== null) this.#draw(await send<Job>('POST', `/api/v2/jobs/${this.#followed}/cancel`, {}));
  }

  async #end(job: Job): Promise<void> {
    this.#ended.add(job.id);
    await this.#model.load();
    const back = await this.#model.ended(job);
    // Only now: who waits for the line to go may press Ctrl+Z next.
    this.element.hidden = true;
    this.#followed = null;
    this.show();
    const text = t(`databases.view.job.${job.status}`, { reason: job.error });
    if (job.undo !== null) offerUndo(this.#model, text, job.undo, back);
    else toast(text, job.status === 'failed' ? { tone: 'danger' } : {});
  }
}
