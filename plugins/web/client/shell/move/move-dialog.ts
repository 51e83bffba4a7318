// Chooses by name where a page goes: the way without dragging, also for pages and places that the tree does not show.
import { t } from '../../../../../core/client/messages.ts';
import { failed, toast } from '../../../../../core/client/toast.ts';
import type { TypeAhead } from '../../../../../core/client/type-ahead/type-ahead.ts';
import { forgetLevel } from '../tree/tree-levels.ts';
import { moveRow } from '../tree/tree-moves.ts';
import { below, rowById } from '../tree/tree-rows.ts';
import { requestPageMove } from './move-page.ts';
import { choosePlace, type Place } from './move-places.ts';
import { loadMoveWords } from './move-words.ts';
import { type MovedPage, movedPage, ownPages } from './moved-page.ts';

/** The tree asks for what has come to places of it; what has left it goes at once. */
function leaveTree({ row }: MovedPage, parent: number | null): void {
  if (!row) return;
  forgetLevel(row.dataset.parent, String(parent ?? ''));
  for (const one of [row, ...below(row)]) one.remove();
}

const putBack = ({ id, title, parent, position }: MovedPage): Promise<unknown> =>
  requestPageMove(id, title, { parent_id: parent, position });

async function moveAway(page: MovedPage, { id, title, workspace }: Place): Promise<void> {
  const { confirmImpact } = await import('../deletion-warning.ts');
  if (!(await confirmImpact([page.id], 'move', t('web.moves.move')))) return;
  await requestPageMove(page.id, page.title, { parent_id: id, workspace_id: workspace });
  // What stands around the page that is shown belongs to the workspace it has left.
  const shown = Number(/^\/pages\/(\d+)/.exec(location.pathname)?.[1]);
  if (ownPages(page).has(shown)) return location.assign(`/pages/${shown}`);
  leaveTree(page, id);
  toast(t('web.moves.moved_to', { title: page.title, place: title }));
}

async function moveTo(page: MovedPage, place: Place): Promise<void> {
  if (place.workspace !== page.workspace) return moveAway(page, place);
  const { row, id, title } = page;
  // A place that the tree shows takes the row along.
  if (row && (place.id === null || rowById(place.id)))
    return moveRow(row, { parent: String(place.id ?? ''), before: null });
  if (place.id === page.parent) return;
  await requestPageMove(id, title, { parent_id: place.id });
  leaveTree(page, place.id);
  const undo = { label: t('core.client.undo'), run: () => void putBack(page).catch(failed) };
  toast(t('web.moves.moved_to', { title, place: place.title }), { action: undo });
}

/** @param ahead what is typed until there is a field */
export async function choosePlaceOf(id: number, ahead: TypeAhead): Promise<void> {
  const [page] = await Promise.all([movedPage(id), loadMoveWords()]).catch((error) => {
    ahead.take();
    throw error;
  });
  const label = t('web.moves.title', { title: page.title });
  const place = await choosePlace({ label, workspace: page.workspace, own: ownPages(page), isFree: true, ahead });
  if (place) await moveTo(page, place);
}
