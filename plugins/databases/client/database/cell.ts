// A value as it stands in a cell, on a card or at the head of a row.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { isMany, type Option, type Property, seenAs, type Value } from '../../model.ts';
import type { Model } from './model.ts';
import { isNothing, listOf, optionsIn, textOf } from './value-text.ts';

export const chip = ({ name, color }: Pick<Option, 'name' | 'color'>): HTMLElement =>
  el('span', { class: 'chip', 'data-tone': color }, name);

const link = (href: string, text: string): HTMLElement =>
  el('a', { href, tabindex: -1, ...(/^https?:/.test(href) ? { rel: 'noopener noreferrer nofollow' } : {}) }, text);

/** Between links, so that they are words of their own. */
const joined = (parts: HTMLElement[]): (HTMLElement | string)[] =>
  parts.flatMap((one, at) => (at ? [', ', one] : [one]));

function progress(property: Property, value: number): HTMLElement {
  const bar = el('progress', { max: property.config.max ?? 100, value, 'aria-hidden': 'true' });
  return el('span', { class: 'progress' }, bar);
}

export function contentOf(model: Model, property: Property, value: Value | undefined): (Node | string)[] {
  if (property.type === 'rollup' && isMany(seenAs(property).type)) return contentOf(model, seenAs(property), value);
  const text = textOf(model, property, value);
  switch (property.type) {
    case 'checkbox':
      return [
        el(
          'span',
          {
            class: value ? 'check on' : 'check',
            role: 'img',
            'aria-label': t(value ? 'databases.view.yes' : 'databases.view.no'),
          },
          value ? icon('check') : '',
        ),
      ];
    case 'select':
    case 'status':
    case 'multi_select':
      return optionsIn(property, value).map(chip);
    case 'rating':
      return isNothing(value) ? [] : [el('span', { role: 'img', 'aria-label': text }, '★'.repeat(Number(value)))];
    case 'url':
      return text ? [link(text, text.replace(/^https?:\/\//, ''))] : [];
    case 'email':
      return text ? [link(`mailto:${text}`, text)] : [];
    case 'phone':
      return text ? [link(`tel:${text.replace(/[^\d+]/g, '')}`, text)] : [];
    case 'relation':
      return joined(
        listOf(value).flatMap((id) => {
          const name = model.names.rows[String(id)];
          return name === undefined ? [] : [link(`/pages/${id}`, name)];
        }),
      );
    case 'files':
      return joined(
        listOf(value).flatMap((id) => {
          const file = model.names.files[String(id)];
          return file ? [link(file.url, file.name)] : [];
        }),
      );
    case 'button':
      return [el('span', { class: 'button' }, property.config.label ?? property.name)];
    case 'number':
      return property.config.format === 'progress' && typeof value === 'number'
        ? [progress(property, value), text]
        : [text];
    default:
      return text ? [text] : [];
  }
}

/** The title of a row with its sign; rows without one are called so. */
export const titleOf = (row: { title: string; page_icon: string }): string => {
  const sign = row.page_icon && !row.page_icon.startsWith('custom:') ? `${row.page_icon} ` : '';
  return `${sign}${row.title || t('core.client.untitled')}`;
};
