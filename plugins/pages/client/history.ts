// The list of versions by keyboard: arrows go through it, as in every list; the links are the way without.
import { moveFocus } from '../../../core/client/popover.ts';

const list = document.querySelector<HTMLElement>('.history-list');
list?.addEventListener('keydown', (event) =>
  moveFocus(
    event,
    [...list.querySelectorAll<HTMLElement>('ol a')].filter((link) => link.checkVisibility()),
  ),
);
list?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
