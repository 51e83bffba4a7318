// The values under the title of a row follow what is changed elsewhere, also what is computed of other rows.
import { askPage } from '../../../core/client/fetch-document.ts';
import { onPageEvent, type PageEvent } from '../../../core/client/page-events.ts';
import { keepCookie } from '../../../core/client/request.ts';

/** Changes come in bursts. */
const SOON_MS = 500;

const shown = (): HTMLElement | null => document.querySelector('.row-properties');
let isWaiting = false;

/** Of this row, of what its database computes, or anything after the line was down. */
function concerns(event: PageEvent | null, { row, collection }: DOMStringMap): boolean {
  if (!event) return true;
  return event.resource === 'page' ? event.id === Number(row) : event.id === Number(collection);
}

const FOLD = '.row-empty';
const idIn = (line: Element): string | undefined => line.querySelector<HTMLElement>('[data-value]')?.dataset.value;

/** Whoever works here finds each line where it was: what was emptied stays in sight, what was filled stays in an open fold. */
function keepPlaces(head: HTMLElement, now: HTMLElement): void {
  const isOpen = head.querySelector(FOLD)?.hasAttribute('open') ?? false;
  for (const fold of now.querySelectorAll(FOLD)) fold.toggleAttribute('open', isOpen);
  for (const before of head.querySelectorAll('dl > div')) {
    const line = now.querySelector(`[data-value="${idIn(before)}"]`)?.closest('dl > div');
    const wasFolded = before.closest(FOLD) !== null;
    const group = line?.closest(FOLD)?.parentElement ?? line?.closest('dl')?.parentElement;
    if (!line || wasFolded === (line.closest(FOLD) !== null) || (wasFolded && !isOpen)) continue;
    group?.querySelector(wasFolded ? `:scope > ${FOLD} > dl` : ':scope > dl')?.append(line);
  }
}

/** Anew as a whole, so that the next editor begins with what is there now; whoever is at a button stays there. */
async function follow(): Promise<void> {
  const head = shown();
  const now = (await askPage(location.pathname + location.search)).querySelector<HTMLElement>('.row-properties');
  if (!head || head !== shown() || !now) return;
  keepPlaces(head, now);
  if (now.isEqualNode(head)) return;
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

// Events of folds do not bubble.
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.matches(FOLD))
      keepCookie('empty_values', target.open ? 'open' : 'closed');
  },
  true,
);
