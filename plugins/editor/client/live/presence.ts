// Who else has this page open: their pictures in the bar at the top.
import type { Awareness } from 'y-protocols/awareness';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { othersIn, type Participant, personColour } from './carets.ts';

const SHOWN = 4;
const SIZE = 24;

export function showPresence(awareness: Awareness, ownId: number, bar: HTMLElement): void {
  const list = el('ul', { class: 'presence', 'aria-label': t('editor.here_now') });
  let shown = '';
  const draw = () => {
    const people = new Map<number, Participant>();
    for (const [, { user }] of othersIn(awareness)) if (user && user.id !== ownId) people.set(user.id, user);
    const now = JSON.stringify([...people.values()]);
    if (now === shown) return;
    shown = now;
    const all = [...people.values()];
    const rest = all.slice(SHOWN).map(({ name }) => name);
    list.replaceChildren(
      ...all.slice(0, SHOWN).map(portrait),
      ...(rest.length ? [el('li', { class: 'more', title: rest.join(', ') }, `+${rest.length}`)] : []),
    );
    if (all.length) bar.prepend(list);
    else list.remove();
  };
  awareness.on('change', draw);
}

/** A picture that cannot be had is a letter. */
function portrait(person: Participant): HTMLElement {
  const { name, avatar_url } = person;
  const letter = () => el('span', { role: 'img', 'aria-label': name }, name.slice(0, 1));
  const picture = el('img', { class: 'avatar', src: avatar_url, alt: name, width: SIZE, height: SIZE });
  picture.addEventListener('error', () => picture.replaceWith(letter()));
  const place = el('li', { class: 'of-person', title: name }, picture);
  place.style.cssText = personColour(person);
  return place;
}
