// Changes of this person's devices that somebody else was sooner with: both sides beside each other, and which one stays.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { syncNow } from '../session.ts';

interface Conflict {
  id: number;
  target_id: number;
  title: string;
  words: { name: string; mine: string; theirs: string }[];
  copy_page_id: number | null;
}

/** @throws RequestError without a connection: they are decided where both sides are */
export async function drawConflicts(place: HTMLElement, section: HTMLElement): Promise<void> {
  const all = await send<Conflict[] & object>('GET', '/api/v2/sync/conflicts?state=open&limit=100');
  section.hidden = all.length === 0;
  place.replaceChildren(...all.map((one) => conflictCard(one, () => drawConflicts(place, section))));
}

function conflictCard(conflict: Conflict, changed: () => Promise<void>): HTMLElement {
  const decide = async (keep: 'mine' | 'theirs' | 'both') => {
    await send('POST', `/api/v2/sync/conflicts/${conflict.id}`, { keep });
    await changed();
    syncNow();
  };
  const acts = (['mine', 'theirs', 'both'] as const).map((keep) =>
    el(
      'button',
      { type: 'button', class: 'button', onclick: () => void decide(keep).catch(failed) },
      t(`sync.offline.keep_${keep}`),
    ),
  );
  const side = (name: 'mine' | 'theirs') =>
    el('div', { class: 'conflict-side' }, el('h4', {}, t(`sync.offline.side_${name}`)), fieldsOf(conflict.words, name));
  const link = el('a', { href: `/pages/${conflict.target_id}` }, conflict.title || t('core.client.untitled'));
  return el(
    'article',
    { class: 'card conflict' },
    el('h3', {}, link),
    el('div', { class: 'conflict-sides' }, side('mine'), side('theirs')),
    el('div', { class: 'inline-form' }, ...acts),
  );
}

function fieldsOf(words: Conflict['words'], side: 'mine' | 'theirs'): HTMLElement {
  return el('dl', {}, ...words.flatMap((one) => [el('dt', {}, one.name), el('dd', {}, one[side] || '–')]));
}
