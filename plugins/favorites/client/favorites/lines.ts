// The lines of the favorites in the sidebar.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';

export interface FavoriteItem {
  page_id: number;
  title: string;
  page_icon: string;
}

export const listElement = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-favorites]');
export const favoriteLines = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-favorites] > li')];
export const favoriteLine = (id: string | number): HTMLElement | undefined =>
  favoriteLines().find((line) => line.dataset.id === String(id));
export const favoriteTitle = (line: HTMLElement): string => line.querySelector('.menu-label')?.textContent ?? '';

/** The list is on every page; without a line it is hidden. */
export function showList(): void {
  const section = listElement()?.closest('nav');
  if (section) section.hidden = favoriteLines().length === 0;
}

/** The same line that templates/favorites/lists.ejs writes; `like` is what names the module. */
export function addLine({ page_id, title, page_icon }: FavoriteItem, like: HTMLElement): void {
  const name = title || t('core.client.untitled');
  const sign = page_icon && !page_icon.startsWith('custom:') ? page_icon : icon('star');
  const href = `/pages/${page_id}`;
  const menu = el(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'data-module': like.dataset.module,
      'data-words': like.dataset.words,
      'data-do': 'menu',
      'aria-haspopup': 'menu',
      'aria-label': t('favorites.list.menu_of', { title: name }),
    },
    icon('ellipsis'),
  );
  const link = el(
    'a',
    { href, 'aria-current': location.pathname === href ? 'page' : null },
    el('span', { class: 'tree-icon', 'aria-hidden': 'true' }, sign),
    el('span', { class: 'menu-label' }, name),
  );
  listElement()?.append(el('li', { 'data-id': page_id }, link, menu));
  showList();
}
