// The values under the title of a row follow what is changed elsewhere, also what is computed of other rows.
import { askPage } from '../../../core/client/fetch-document.ts';
import { onPageEvent, type PageEvent } from '../../../core/client/page-events.ts';

/** Changes come in bursts. */
const SOON_MS = 500;

const shown = (): HTMLElement | null => document.querySelector('.row-properties');
let isWaiting = false;

/** Of this row, of what its database computes, or anything after the line was down. */
function concerns(event: PageEvent | null, { row, collection }: DOMStringMap): boolean {
  if (!event) return true;
  return event.resource === 'page' ? event.id === Number(row) : event.id === Number(collection);
}

/** Anew as a whole, so that the next editor begins with what is there now; whoever is at a button stays there. */
async function follow(): Promise<void> {
  const head = shown();
  const now = (await askPage(location.pathname + location.search)).querySelector<HTMLElement>('.row-properties');
  if (!head || head !== shown() || !now || now.isEqualNode(head)) return;
  const active = head.contains(document.activeElement) ? document.activeElement : null;
  const property = active instanceof HTMLElement ? active.dataset.property : undefined;
  head.replaceWith(document.adoptNode(now));
  if (property) now.querySelector<HTMLElement>(`[data-property="${property}"]`)?.focus();
}

/** Nobody looks at a hidden tab, and a value that is being changed stays below the hands that do it. */
function look(): void {
  if (document.hidden) document.addEventListener('visibilitychange', look, { once: true });
  else if (document.querySelector('.cell-editor, dialog[open]')) setTimeout(look, SOON_MS);
  else {
    isWaiting = false;
    // Without an answer the values stay as they are until the next change.
    follow().catch(() => undefined);
  }
}

onPageEvent((event) => {
  const head = shown();
  if (isWaiting || !head || !concerns(event, head.dataset)) return;
  isWaiting = true;
  setTimeout(look, SOON_MS);
});
