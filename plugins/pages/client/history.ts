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
list?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });

const article = document.querySelector<HTMLElement>('.history-version .article[data-page]');
if (article) tellWriters(article, () => writersOf(Number(article.dataset.page), article.dataset.version));
