// What cells are drawn with: chips, links, and commas between them.
import { el } from '../../../../core/client/dom.ts';
import type { Option } from '../../model.ts';

export const chip = ({ name, color }: Pick<Option, 'name' | 'color'>): HTMLElement =>
  el('span', { class: 'chip', 'data-tone': color }, name);

export const cellLink = (href: string, text: string): HTMLElement =>
  el('a', { href, tabindex: -1, ...(/^https?:/.test(href) ? { rel: 'noopener noreferrer nofollow' } : {}) }, text);

/** Between links, so that they are words of their own. */
export const withCommas = (parts: HTMLElement[]): (HTMLElement | string)[] =>
  parts.flatMap((one, at) => (at ? [', ', one] : [one]));
