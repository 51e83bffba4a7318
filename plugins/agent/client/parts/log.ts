// The part of the page that the server draws: what was said and done, brought anew when a run has ended or waits.
import { askPage } from '../../../../core/client/fetch-document.ts';

const element = (root: Document): HTMLElement | null => root.querySelector<HTMLElement>('#agent-log');

export interface LogState {
  runId: number;
  lastEvent: number;
}

/** Draws it as it is now. @throws RequestError */
export async function refreshLog(): Promise<LogState> {
  const fresh = element(await askPage(location.href));
  const shown = element(document);
  if (fresh && shown) {
    shown.replaceChildren(...fresh.childNodes);
    Object.assign(shown.dataset, fresh.dataset);
  }
  return { runId: Number(shown?.dataset.run), lastEvent: Number(shown?.dataset.event) };
}

export interface DecisionChoice {
  action_id: number;
  allow: string;
}

/** Calls when somebody decides on something; returns how that ends. */
export function onDecision(heard: (decision: DecisionChoice) => void): () => void {
  const decide = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('[data-decide]')) return;
    event.preventDefault();
    const fields = new FormData(form, event.submitter);
    heard({ action_id: Number(fields.get('action_id')), allow: String(fields.get('allow')) });
  };
  document.addEventListener('submit', decide);
  return () => document.removeEventListener('submit', decide);
}
