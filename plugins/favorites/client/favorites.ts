// Favorites in the browser: the star of a page, and the menu and the order of the list in the sidebar.
import './favorites/order.ts';
import { moveByMenu, toggleFavorite } from './favorites/actions.ts';

export const act = (element: HTMLElement): Promise<void> =>
  element.dataset.do === 'star' ? toggleFavorite(element) : moveByMenu(element);
