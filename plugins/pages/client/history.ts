// The list of versions by keyboard: arrows go through it, as in every list; the links are the way without. Beside a block
// stands who wrote it.
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
