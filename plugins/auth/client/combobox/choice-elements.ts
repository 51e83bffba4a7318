// What may be chosen in a field, mostly people: as a line of its list and as a chip.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';

export interface Choice {
  /** what is sent for it */
  typed: string;
  name: string;
  /** second line */
  about: string;
  /** without one, its kind has an icon */
  avatar_url: string;
  kind?: 'user' | 'group' | 'email';
}

function face({ kind, avatar_url }: Choice, size: number): Node | null {
  if (avatar_url) return el('img', { class: 'avatar', src: avatar_url, alt: '', width: size, height: size });
  if (kind === 'group') return icon('users');
  if (kind === 'email') return icon('mail');
  return kind ? icon('user') : null;
}

/** @param mark what is said at its end */
export function choiceElement(choice: Choice, id: string, mark: Node | null): HTMLElement {
  const { name, about } = choice;
  const text = el('span', { class: 'menu-label' }, name, about ? el('small', {}, about) : null);
  const attributes = { class: 'menu-item', role: 'option', id, 'aria-selected': 'false' };
  return el('div', attributes, face(choice, 28), text, mark);
}

export function chipElement(choice: Choice, remove: () => void): HTMLElement {
  const label = t('auth.combobox.remove_of', { name: choice.name });
  const button = el('button', { type: 'button', 'aria-label': label, title: label, onclick: remove }, icon('x'));
  return el('span', { class: 'person-chip' }, face(choice, 20), el('span', {}, choice.name), button);
}
