// The way back from a change of the properties: offered when it is done, and a step of what was done in this window.
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import { failed, toast } from '../../../../../core/client/toast.ts';
import { type History, HistoryStep } from '../history.ts';
import type { Job } from '../job-status.ts';
import type { Model } from '../model.ts';

/** What the server says of a change: with which number it is taken back, or the job that it has become. */
export interface SchemaChangeAnswer extends Record<string, unknown> {
  undo?: number | null;
  job?: { id: number };
}

export interface ReversibleChange {
  /** said when it is done */
  text: string;
  /** what is said to be undone or done again */
  what: string;
  again(): Promise<SchemaChangeAnswer>;
}

const takeBack = (model: Model, change: number) =>
  send<SchemaChangeAnswer>('POST', `/api/collections/${model.id}/changes/${change}/undo`, {});

const offer = (text: string, run: () => void) => toast(text, { action: { label: t('databases.view.undo'), run } });

/** `back`: that of a step of this window; a change that was made in another one is none. */
export function offerUndo(model: Model, text: string, change: number, back?: () => void): void {
  offer(
    text,
    back ??
      (() =>
        void takeBack(model, change)
          .then(() => model.load())
          .catch(failed)),
  );
}

/** Shows a change that was made here, and keeps it as a step once it is done. */
export async function recordSchemaChange(
  model: Model,
  history: History,
  answer: SchemaChangeAnswer,
  change: ReversibleChange,
): Promise<void> {
  const { job, undo } = answer;
  const kept = (id: number) => {
    const step = new HistoryStep();
    step.parts.push(partOf(model, history, step, change, id));
    history.add(step);
    return () => history.undo(step);
  };
  if (job) model.whenEnded(job.id, async (ended) => (ended.undo === null ? undefined : kept(ended.undo)));
  await model.load();
  if (undo) offer(change.text, kept(undo));
}

function partOf(model: Model, history: History, step: HistoryStep, change: ReversibleChange, made: number) {
  let undo: number | null = made;
  let isUndone = false;
  return {
    turn: async (way: 'undone' | 'redone') => {
      if (isUndone === (way === 'undone')) return { what: '' };
      const answer = undo === null ? await change.again() : await takeBack(model, undo);
      const done = await ended(model, answer, () => history.undo(step));
      if (!done) return { what: '' };
      isUndone = !isUndone;
      undo = isUndone ? null : done.undo;
      return { what: change.what };
    },
  };
}

/** Undefined: the job that it had become was cancelled, or has failed. */
async function ended(model: Model, { job, undo = null }: SchemaChangeAnswer, back: () => void) {
  if (!job) {
    await model.load();
    return { undo };
  }
  const over = new Promise<Job>((resolve) => {
    model.whenEnded(job.id, async (one) => {
      resolve(one);
      return back;
    });
  });
  await model.load();
  const { status, undo: next } = await over;
  return status === 'completed' ? { undo: next } : undefined;
}
