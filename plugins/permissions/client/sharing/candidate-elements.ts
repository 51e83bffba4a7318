// Who may be invited, as a line of a list and as a chip.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';

export interface Candidate extends Record<string, unknown> {
  kind: 'user' | 'group' | 'email';
  /** what is sent to invite them */
  typed: string;
  name: string;
  about: string;
  avatar_url: string;
  /** by which they have a role on the page already; null: they have none of their own */
  grant_id: number | null;
}

/** Addresses in a text that has several, e.g. `Ann <ann@example.org>, bob@example.org`. */
export const ADDRESSES = /[^\s,;<>"]+@[^\s,;<>"]+/g;

function face({ kind, avatar_url }: Candidate, size: number): Node {
  if (avatar_url) return el('img', { class: 'avatar', src: avatar_url, alt: '', width: size, height: size });
  if (kind === 'group') return icon('users');
  return kind === 'user' ? icon('user') : icon('mail');
}

export function candidateElement(candidate: Candidate, id: string): HTMLElement {
  const { name, about } = candidate;
  const text = el('span', { class: 'menu-label' }, name, about ? el('small', {}, about) : null);
  const isHere = candidate.grant_id !== null;
  const mark = isHere ? el('span', { class: 'badge' }, t('permissions.field.has_access')) : null;
  return el(
    'div',
    { class: 'menu-item', role: 'option', id, 'aria-selected': 'false' },
    face(candidate, 28),
    text,
    mark,
  );
}

export function chipElement(candidate: Candidate, remove: () => void): HTMLElement {
  const label = t('permissions.field.remove_of', { name: candidate.name });
  const button = el('button', { type: 'button', 'aria-label': label, title: label, onclick: remove }, icon('x'));
  return el('span', { class: 'person-chip' }, face(candidate, 20), el('span', {}, candidate.name), button);
}
