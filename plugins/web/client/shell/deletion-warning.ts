// Before pages go where others do not see them: what these look at or show, and whether that is meant.
import { openDialog } from '../../../../core/client/dialog.ts';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { loadMoveWords } from './move/move-words.ts';

interface Losses {
  databases: { title: string; rows: number; properties: string[] }[];
  synced: { page_id: number; title: string; uses: number; pages: { title: string }[] }[];
}

export type DeletionAct = 'trash' | 'remove' | 'move';

const titled = (title: string): string => title || t('core.client.untitled');

function looked({ databases }: Losses): HTMLElement[] {
  if (!databases.length) return [];
  const lines = databases.map(({ title, rows, properties }) =>
    el('li', {}, t('web.moves.breaks', { title: titled(title), count: rows, names: properties.join(', ') })),
  );
  return [el('p', {}, t('web.moves.breaks_text')), el('ul', {}, ...lines)];
}

function shown({ synced }: Losses, act: DeletionAct): HTMLElement[] {
  if (!synced.length) return [];
  const lines = synced.map(({ page_id, title, uses, pages }) => {
    const names = pages.map((page) => titled(page.title)).join(', ');
    const text = t('web.moves.shown', { title: titled(title), count: uses, names });
    const href = `/pages/${page_id}/links#synced`;
    // What is in the trash has no such page.
    return el('li', {}, text, ' ', act === 'remove' ? null : el('a', { href }, t('web.moves.shown_where')));
  });
  return [el('p', {}, t(`web.moves.shown_${act}`)), el('ul', {}, ...lines)];
}

/** What others would miss, as the content of a question; empty: nothing. */
export async function lossesFor(pageIds: number[], act: DeletionAct): Promise<HTMLElement[]> {
  const [asked] = await Promise.all([
    Promise.all(pageIds.map((id) => send<Losses>('GET', `/api/pages/${id}/impact`))),
    loadMoveWords(),
  ]);
  const all: Losses = {
    databases: act === 'move' ? [] : asked.flatMap(({ databases }) => databases),
    synced: asked.flatMap(({ synced }) => synced),
  };
  return [...looked(all), ...shown(all, act)];
}

/** Asks only where others would miss something; `label` names what is done. */
export async function confirmImpact(pageIds: number[], act: 'trash' | 'move', label: string): Promise<boolean> {
  const losses = await lossesFor(pageIds, act);
  if (!losses.length) return true;
  const chosen = await openDialog(t('web.moves.breaks_title'), losses, [
    { label: t('core.client.cancel'), value: '' },
    { label, value: 'yes', kind: 'danger' },
  ]);
  return chosen === 'yes';
}
