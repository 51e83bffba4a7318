// The list of versions by keyboard: arrows go through it, as in every list; the links are the way without. Beside a block
// stands who wrote it. One key goes from change to change.
import { on } from '../../../core/client/dom.ts';
import { moveFocus } from '../../../core/client/popover.ts';
import { tellWriters, writersOf } from './reading/block-writers.ts';

const list = document.querySelector<HTMLElement>('.history-list');
list?.addEventListener('keydown', (event) =>
  moveFocus(
    event,
    [...list.querySelectorAll<HTMLElement>('ol a')].filter((link) => link.checkVisibility()),
  ),
);
const shown = list?.querySelector('[aria-current]');
// `scrollIntoView` would also let the first Tab begin here, behind the link to the content.
if (list && shown)
  list.scrollTop += Math.max(0, shown.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom);

const article = document.querySelector<HTMLElement>('.history-version .article[data-page]');
if (article) tellWriters(article, () => writersOf(Number(article.dataset.page), article.dataset.version));

const CHANGES = '.compared .change, .changes > .change:not(.same)';
let reached = -1;

/** To the change before or after; behind the last one is the first. */
function jump(step: number): void {
  const changes = [...document.querySelectorAll<HTMLElement>(CHANGES)];
  if (!changes.length) return;
  changes[reached]?.removeAttribute('data-reached');
  reached = reached < 0 && step < 0 ? changes.length - 1 : (reached + step + changes.length) % changes.length;
  const change = changes[reached] as HTMLElement;
  change.dataset.reached = '';
  // Of a long one the beginning is seen.
  change.scrollIntoView({ block: change.offsetHeight > innerHeight / 2 ? 'start' : 'center' });
}

on(document, 'click', '[data-jump]', (_event, { dataset }) => jump(Number(dataset.jump)));
document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || (target as Element).closest('input, textarea, select, [contenteditable]')) return;
  if (key !== 'n' && key !== 'p') return;
  event.preventDefault();
  jump(key === 'n' ? 1 : -1);
});
