// What is a person's own about pages, as the frame shows it: the tags of the page, its star, and the list of favorites.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { addLine } from '../../../../favorites/client/contract.ts';
import { fillTags } from '../../../../tags/client/contract.ts';
import { favoritesShown } from '../favorites.ts';
import type { PageRecord, Store } from '../store.ts';
import { tagsShown } from '../tags.ts';

interface OwnScripts {
  tagsScript: string;
  tagsWords: string;
  favoritesScript: string;
  favoritesWords: string;
}

const scripts = (): OwnScripts => {
  const {
    tagsScript = '',
    tagsWords = '',
    favoritesScript = '',
    favoritesWords = '',
  } = document.querySelector<HTMLElement>('[data-offline-frame]')?.dataset ?? {};
  return { tagsScript, tagsWords, favoritesScript, favoritesWords };
};

/** The row under the title, as templates/tags/head.ejs writes it. */
export async function tagsOf(store: Store, id: number): Promise<HTMLElement> {
  const { tagsScript, tagsWords } = scripts();
  await import(tagsWords);
  const add = el(
    'button',
    {
      type: 'button',
      class: 'button quiet',
      ...{ 'data-module': tagsScript, 'data-words': tagsWords, 'data-do': 'add' },
      ...{ 'aria-haspopup': 'dialog', 'aria-expanded': 'false' },
    },
    icon('tag'),
    t('sync.offline.tags.add'),
  );
  const about = { role: 'group', 'aria-label': t('sync.offline.tags.of_page'), 'data-tags': id };
  const row = el('div', { class: 'page-tags colours', ...about }, el('ul', { class: 'tags' }), add);
  fillTags(add, await tagsShown(store, id));
  return row;
}

/** In the bar above the page, and among the favorites beside it. */
export async function drawFavorites(store: Store, page: PageRecord | undefined): Promise<void> {
  const { favoritesScript, favoritesWords } = scripts();
  await import(favoritesWords);
  const ids = await favoritesShown(store);
  const star = starOf(page?.id ?? 0, ids.includes(page?.id ?? 0), favoritesScript, favoritesWords);
  if (page) document.querySelector('.topbar-end')?.append(star);
  for (const id of ids) {
    const one = await store.get('pages', id);
    if (one) addLine({ page_id: id, title: one.title, page_icon: one.page_icon }, star);
  }
}

function starOf(id: number, isFavorite: boolean, module: string, words: string): HTMLElement {
  return el(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      ...{ 'data-module': module, 'data-words': words, 'data-do': 'star', 'data-star': id },
      ...{ 'aria-pressed': String(isFavorite), 'aria-label': t('sync.offline.favorites') },
      title: t(isFavorite ? 'favorites.list.remove' : 'favorites.list.add'),
    },
    icon('star'),
  );
}
