// What cells are drawn with: chips, links, and commas between them.
import { el } from '../../../../core/client/dom.ts';
import type { NamesById, Option, Value } from '../../model.ts';
import { valueList } from './value-parts.ts';

/** An option of a status has a sign of how far it is, for whoever does not tell its colour. */
export const chip = ({ name, color, group }: Pick<Option, 'name' | 'color' | 'group'>): HTMLElement =>
  el('span', { class: 'chip', 'data-tone': color, 'data-group': group }, name);

const FACE = 18;

/** Somebody by picture and name; a picture that cannot be had is left out. */
const personPart = (id: Value, name: string, face: string | undefined): HTMLElement => {
  const src = face ?? `/api/settings/avatar/initials-${id}.svg`;
  const picture = el('img', { class: 'avatar', src, alt: '', width: FACE, height: FACE, draggable: 'false' });
  picture.addEventListener('error', () => picture.remove());
  return el('span', { class: 'named-face' }, picture, name);
};

/** The people whose ids these are, as far as the reader knows them; each keeps the comma behind the name. */
export function peopleParts({ people, faces }: NamesById, value: Value | undefined): (HTMLElement | string)[] {
  const known = valueList(value).filter((id) => people[String(id)] !== undefined);
  return known.flatMap((id, at) => {
    const isLast = at === known.length - 1;
    const part = personPart(id, `${people[String(id)]}${isLast ? '' : ','}`, faces?.[String(id)]);
    return isLast ? [part] : [part, ' '];
  });
}

export const cellLink = (href: string, text: string): HTMLElement =>
  el('a', { href, tabindex: -1, ...(/^https?:/.test(href) ? { rel: 'noopener noreferrer nofollow' } : {}) }, text);

/** Between links, so that they are words of their own. */
export const withCommas = (parts: HTMLElement[]): (HTMLElement | string)[] =>
  parts.flatMap((one, at) => (at ? [', ', one] : [one]));
