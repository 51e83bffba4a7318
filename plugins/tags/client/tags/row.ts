// The row of tags on a page as it stands in the document.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { toast } from '../../../../core/client/toast.ts';
import { paletteTone } from '../../palette-color.ts';

export interface PageTag {
  id: number;
  name: string;
  color: string;
}

export const rowOf = (element: HTMLElement): HTMLElement => element.closest('[data-tags]') as HTMLElement;
const pathOf = (row: HTMLElement): string => `/api/local-workspace/items/${row.dataset.tags}/tags`;

export const idsOn = (element: HTMLElement): number[] =>
  [...rowOf(element).querySelectorAll<HTMLElement>('li')].map((line) => Number(line.dataset.id));

/** The same line that templates/tags/head.ejs writes. */
function lineOf({ id, name, color }: PageTag, like: HTMLElement): HTMLElement {
  const { module, words } = like.dataset;
  const acting = { 'data-module': module, 'data-words': words };
  const label = t('tags.field.remove_of', { name });
  const remove = el(
    'button',
    { name: 'tag_id', value: id, ...acting, 'data-do': 'remove', 'aria-label': label },
    icon('x'),
  );
  const link = el('a', { href: `/tags/${id}`, ...acting, 'data-do': 'change', 'aria-haspopup': 'dialog' }, name);
  return el('li', { class: 'tag', 'data-id': id, 'data-tone': paletteTone(color) }, link, remove);
}

/** Shows these in a row that the service has not written. */
export function fillTags(button: HTMLElement, tags: PageTag[]): void {
  rowOf(button)
    .querySelector('.tags')
    ?.replaceChildren(...tags.map((tag) => lineOf(tag, button)));
}

/** Tags that were made without a connection have numbers by now: what shows them leads to them. */
export function renumberTags(tags: PageTag[]): void {
  const known = new Map(tags.map((tag) => [tag.name, tag]));
  for (const line of document.querySelectorAll<HTMLElement>('[data-tags] li')) {
    const tag = known.get(line.querySelector('a')?.textContent ?? '');
    if (!tag || line.dataset.id === String(tag.id)) continue;
    line.dataset.id = String(tag.id);
    line.dataset.tone = paletteTone(tag.color);
    line.querySelector('a')?.setAttribute('href', `/tags/${tag.id}`);
    line.querySelector('button')?.setAttribute('value', String(tag.id));
  }
}

/** Shows a tag as it has become. */
export function redrawTag({ id, name, color }: PageTag): void {
  for (const line of document.querySelectorAll<HTMLElement>(`[data-tags] li[data-id="${id}"]`)) {
    line.dataset.tone = paletteTone(color);
    line.querySelector('a')?.replaceChildren(name);
    line.querySelector('button')?.setAttribute('aria-label', t('tags.field.remove_of', { name }));
  }
}

/** Puts a tag on the page and shows it; a new name makes a new tag. */
export async function putOn(button: HTMLElement, name: string): Promise<PageTag> {
  const row = rowOf(button);
  const tag = await send<PageTag & { ok: true }>('POST', pathOf(row), { name });
  if (!idsOn(button).includes(tag.id)) row.querySelector('.tags')?.append(lineOf(tag, button));
  return tag;
}

export async function takeOff(button: HTMLElement): Promise<void> {
  const row = rowOf(button);
  const line = button.closest('li') as HTMLElement;
  await send('DELETE', `${pathOf(row)}/${line.dataset.id}`);
  const next = (line.nextElementSibling ?? line.previousElementSibling)?.querySelector('button');
  line.remove();
  (next ?? row.querySelector<HTMLElement>('[data-do="add"]'))?.focus();
  toast(t('tags.field.removed', { name: line.querySelector('a')?.textContent ?? '' }));
}
