// Moves a page within the tree: shown at once, sent after, taken back with a reason when the server refuses.
import { t } from '../../../../../core/client/messages.ts';
import { failed, toast } from '../../../../../core/client/toast.ts';
import { requestPageMove } from '../move/move-page.ts';
import { expand, forgetLevel, settleBranch } from './tree-levels.ts';
import { moreIn } from './tree-paging.ts';
import {
  below,
  depthOf,
  levelRows,
  mayDo,
  rowById,
  setDepth,
  type TreeRow,
  treeElement,
  treeRowId,
  treeTitle,
} from './tree-rows.ts';

/** Where a row goes: into a page ('' is the top), before one of its rows or at the end. */
export interface TreePosition {
  parent: string;
  before: TreeRow | null;
}

const parentOf = (row: TreeRow): string => row.dataset.parent ?? '';
const positionOf = (row: TreeRow): number => Number(row.dataset.position);

export function treePosition(row: TreeRow): TreePosition {
  const siblings = levelRows(parentOf(row));
  return { parent: parentOf(row), before: siblings[siblings.indexOf(row) + 1] ?? null };
}

/** Whether the reader may put pages at the top of the workspace. */
const mayAddAtTop = (): boolean => 'editable' in (treeElement()?.dataset ?? {});

/** Whether the reader may move a page there: not into itself, not into a file, and to where they may add pages. */
export function mayGo(row: TreeRow, parent: string): boolean {
  if (!mayDo(row, 'move')) return false;
  if (!parent) return parentOf(row) === '' || mayAddAtTop();
  const target = rowById(parent);
  return target !== null && target !== row && !below(row).includes(target) && mayDo(target, 'add');
}

/** Puts the row and all below it there in the document. */
function show(row: TreeRow, { parent, before }: TreePosition): void {
  const target = parent ? rowById(parent) : null;
  const block = [row, ...below(row)];
  const shift = (target ? depthOf(target) + 1 : 0) - depthOf(row);
  const last = target
    ? (below(target)
        .filter((one) => !block.includes(one))
        .at(-1) ?? target)
    : null;
  for (const one of block) setDepth(one, depthOf(one) + shift);
  const hadFocus = document.activeElement === row;
  const more = moreIn(parent, 'more');
  if (before) before.before(...block);
  else if (more) more.before(...block);
  else if (last) last.after(...block);
  else treeElement()?.append(...block);
  row.dataset.parent = parent;
  if (hadFocus) row.focus();
}

/** Positions as the server counts them: the gap is closed first, then room is made. */
function renumber(row: TreeRow, from: { parent: string; position: number }, parent: string, place: number): void {
  for (const one of levelRows(from.parent))
    if (one !== row && positionOf(one) > from.position) one.dataset.position = String(positionOf(one) - 1);
  for (const one of levelRows(parent))
    if (one !== row && positionOf(one) >= place) one.dataset.position = String(positionOf(one) + 1);
  row.dataset.position = String(place);
}

/** Behind the last row that is shown of a level of which there is more; else at its end, wherever that is. */
function endPosition(row: TreeRow, from: string, parent: string): number | undefined {
  const last = moreIn(parent, 'more')
    ? levelRows(parent)
        .filter((one) => one !== row)
        .at(-1)
    : undefined;
  if (!last) return undefined;
  const closesGap = parent === from && positionOf(row) < positionOf(last);
  return positionOf(last) + (closesGap ? 0 : 1);
}

function wantedPosition(row: TreeRow, from: string, { parent, before }: TreePosition): number | undefined {
  if (!before) return endPosition(row, from, parent);
  const closesGap = parent === from && positionOf(row) < positionOf(before);
  return positionOf(before) - (closesGap ? 1 : 0);
}

let turn: Promise<unknown> = Promise.resolve();

/** Positions are known when all that was asked before has been answered. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const mine = turn.then(work);
  turn = mine.catch(() => undefined);
  return mine;
}

let dismiss = (): void => undefined;

function tell(row: TreeRow, origin: TreePosition): void {
  const parent = parentOf(row) ? rowById(parentOf(row)) : null;
  const siblings = levelRows(parentOf(row));
  const title = treeTitle(row);
  // Among the same pages it is the place that is another one.
  const text =
    parent && parentOf(row) !== origin.parent
      ? t('web.client.tree.moved_inside', { title, parent: treeTitle(parent) })
      : t('web.client.tree.moved', { title, at: siblings.indexOf(row) + 1, total: siblings.length });
  dismiss();
  const undo = { label: t('core.client.undo'), run: () => void moveRow(row, origin, true) };
  dismiss = toast(text, { action: undo });
}

/** Shows a move, sends it, and offers the way back. */
export async function moveRow(row: TreeRow, place: TreePosition, isUndo = false): Promise<void> {
  if (place.before === row || !mayGo(row, place.parent)) return;
  const target = place.parent ? rowById(place.parent) : null;
  if (target && !place.before) await expand(target);
  const origin = treePosition(row);
  if (origin.parent === place.parent && origin.before === place.before) return;
  const from = parentOf(row);
  show(row, place);
  settleBranch(place.parent);
  settleBranch(from);
  forgetLevel(place.parent, from);
  try {
    await inTurn(async () => {
      const body = {
        parent_id: place.parent ? Number(place.parent) : null,
        position: wantedPosition(row, from, place),
      };
      const moved = await requestPageMove<{ position: number }>(treeRowId(row), treeTitle(row), body);
      renumber(row, { parent: from, position: positionOf(row) }, place.parent, moved.position);
    });
    if (isUndo) dismiss();
    else tell(row, origin);
  } catch (error) {
    show(row, origin);
    settleBranch(from);
    settleBranch(place.parent);
    failed(error);
  }
}
