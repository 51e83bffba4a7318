// What the frame shows where no page was asked for: what is kept, what a search finds, and why something is not here.
import { el, signOf } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { searchLocalPages } from '../answers/lists.ts';
import type { PageRecord, Store } from '../store.ts';

/** A heading and what can be done. */
export const frameNotice = (name: string, ...more: HTMLElement[]): HTMLElement[] => [
  el('h1', {}, t(`sync.offline.${name}`)),
  el('p', {}, t(`sync.offline.${name}_words`)),
  ...more,
];

const line = ({ id, title, page_icon }: PageRecord, more = ''): HTMLElement =>
  el(
    'li',
    {},
    el(
      'a',
      { href: `/pages/${id}` },
      el('span', { class: 'tree-icon', 'aria-hidden': 'true' }, signOf(page_icon)),
      el('span', { class: 'menu-label' }, title || t('core.client.untitled')),
      more && el('span', { class: 'meta' }, more),
    ),
  );

export async function drawHome(store: Store, place: HTMLElement): Promise<void> {
  const documents = (await store.getAll('documents')).sort((a, b) => b.seen_at - a.seen_at);
  const pages = await Promise.all(documents.map(({ id }) => store.get('pages', id)));
  const lines = pages.flatMap((page) => (page ? [line(page)] : []));
  if (!lines.length) return place.replaceChildren(...frameNotice('none_kept'));
  place.replaceChildren(el('h1', {}, t('sync.offline.kept')), el('ul', { class: 'links' }, ...lines));
}

export async function drawSearch(store: Store, place: HTMLElement): Promise<void> {
  const words = new URLSearchParams(location.search).get('q') ?? '';
  const found = await searchLocalPages(store, words);
  const heading = el('h1', {}, t('sync.offline.found', { count: found.length, words }));
  place.replaceChildren(
    heading,
    el('ul', { class: 'links' }, ...found.map(({ page, snippet }) => line(page, snippet))),
  );
}
