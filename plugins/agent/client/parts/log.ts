// The part of the page that the server draws: what was said and done, brought anew when a run has ended or waits.
import { askPage } from '../../../../core/client/fetch-document.ts';

const element = (root: Document): HTMLElement | null => root.querySelector<HTMLElement>('#agent-log');

export interface LogState {
  runId: number;
  lastEvent: number;
  /** while a run is going: what it tells begins behind this event */
  watchAfter: number | null;
}

/** What the server drew last: what is open on the page stays so where nothing else has come. */
let drawn: string | undefined;

/**
 * Whoever has decided by the keyboard goes on at what waits next, or at the next question once nothing more can come to
 * wait; not at a button, which a second press of the same key would press unread.
 */
function focusNext(shown: HTMLElement): void {
  const place = shown.querySelector<HTMLElement>('.agent-approval') ?? (shown.dataset.watch ? shown : null);
  if (place) place.tabIndex = -1;
  (place ?? document.querySelector<HTMLElement>('#agent-question'))?.focus();
}

/** Draws it as it is now. @throws RequestError */
export async function refreshLog(): Promise<LogState> {
  const fresh = element(await askPage(location.href));
  const shown = element(document);
  if (fresh && shown) {
    Object.assign(shown.dataset, fresh.dataset);
    drawn ??= shown.innerHTML;
    const hadFocus = shown.contains(document.activeElement);
    if (fresh.innerHTML !== drawn) {
      drawn = fresh.innerHTML;
      shown.replaceChildren(...fresh.childNodes);
    }
    if (hadFocus && !shown.querySelector(':focus')) focusNext(shown);
  }
  const { run, event, watch } = shown?.dataset ?? {};
  return { runId: Number(run), lastEvent: Number(event), watchAfter: watch ? Number(watch) : null };
}

export interface DecisionChoice {
  action_id: number;
  allow: string;
}

/** Calls when somebody decides on something, or has an interrupted run go on; returns how that ends. */
export function onActs(acts: { decide(decision: DecisionChoice): void; goOn(): void }): () => void {
  const act = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('[data-decide], [data-continue]')) return;
    event.preventDefault();
    if (form.matches('[data-continue]')) return acts.goOn();
    const fields = new FormData(form, event.submitter);
    acts.decide({ action_id: Number(fields.get('action_id')), allow: String(fields.get('allow')) });
  };
  document.addEventListener('submit', act);
  return () => document.removeEventListener('submit', act);
}
