// What was done to a database in this window, step by step: the last one is taken back, or done again, as a whole.
import { t } from '../../../../core/client/messages.ts';
import { failed, toast } from '../../../../core/client/toast.ts';

const SAID = { undone: 'databases.view.undone', redone: 'databases.view.redone' } as const;
type Way = keyof typeof SAID;

export interface HistoryResult {
  /** e.g. `4 cells`; empty when nothing was turned */
  what: string;
  /** cells that stay, because they were changed elsewhere since */
  missed?: number;
}

/** Something of a step; asked again for what it has done already it does nothing. */
export interface StepPart {
  turn(way: Way): Promise<HistoryResult>;
}

/** One thing that somebody did, of however many writes. */
export class HistoryStep {
  readonly parts: StepPart[] = [];
  ended: Promise<unknown> = Promise.resolve();
}

const STEPS_MAX = 200;

export class History {
  readonly #done: HistoryStep[] = [];
  readonly #undone: HistoryStep[] = [];
  #turn: Promise<void> = Promise.resolve();

  /** What `run` adds to the step becomes one; it can be taken back from now on, which waits until `run` has ended. */
  async step<T>(run: (step: HistoryStep) => Promise<T>): Promise<T> {
    const step = new HistoryStep();
    this.add(step);
    const running = run(step);
    step.ended = running.catch(() => undefined);
    try {
      return await running;
    } finally {
      if (!step.parts.length) for (const steps of [this.#done, this.#undone]) take(steps, step);
    }
  }

  /** The last thing that was done; what was taken back before is not done again after it. */
  add(step: HistoryStep): void {
    this.#done.push(step);
    if (this.#done.length > STEPS_MAX) this.#done.shift();
    this.#undone.length = 0;
  }

  /** Takes back the last step, or this one if it is not taken back yet. */
  undo(step = this.#done.at(-1)): void {
    if (step) this.#move(step, this.#done, this.#undone, 'undone');
  }

  redo(): void {
    const step = this.#undone.at(-1);
    if (step) this.#move(step, this.#undone, this.#done, 'redone');
  }

  /** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, where nobody writes into a field. */
  obey(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    const letter = key.toLowerCase();
    if (!(ctrlKey || metaKey) || altKey || (letter !== 'z' && letter !== 'y')) return;
    if (target instanceof Element && target.closest('input, textarea, select, [contenteditable]')) return;
    event.preventDefault();
    event.stopPropagation();
    if (letter === 'y' || shiftKey) this.redo();
    else this.undo();
  }

  /** One after the other; a step that could not be turned can be tried again. */
  #move(step: HistoryStep, from: HistoryStep[], to: HistoryStep[], way: Way): void {
    if (!take(from, step)) return;
    to.push(step);
    const back = () => take(to, step) && from.push(step);
    this.#turn = this.#turn.then(async () => {
      try {
        await step.ended;
        if (step.parts.length && !(await turned(step, way))) back();
      } catch (error) {
        back();
        failed(error);
      }
    });
  }
}

function take(steps: HistoryStep[], step: HistoryStep): boolean {
  const at = steps.indexOf(step);
  if (at >= 0) steps.splice(at, 1);
  return at >= 0;
}

/** Says what was turned. False when all of it was refused, which has been said where that is. */
async function turned({ parts }: HistoryStep, way: Way): Promise<boolean> {
  const whats: string[] = [];
  let count = 0;
  for (const part of way === 'undone' ? parts.toReversed() : parts) {
    const { what, missed = 0 } = await part.turn(way);
    if (what) whats.push(what);
    count += missed;
  }
  const said = [
    ...(whats.length ? [t(SAID[way], { what: whats.join(', ') })] : []),
    ...(count ? [t('databases.view.changed_since', { count })] : []),
  ];
  if (said.length) toast(said.join('. '));
  return said.length > 0;
}
