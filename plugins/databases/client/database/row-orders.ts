// The order of rows by hand: what the server is asked for, as a step that can be taken back, and what a sort says to it.
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import type { Row } from '../../model.ts';
import type { HistoryStep, StepPart } from './history.ts';
import type { Model } from './model.ts';

/** What the server is asked for. */
export interface RowOrder {
  move: number[];
  before?: number;
  after?: number;
}

/** Says that a sort keeps rows where they are, and takes it away if that is what is wanted. */
export async function endSorting(model: Model): Promise<boolean> {
  const { confirmed } = await import('../../../../core/client/dialog.ts');
  const isMeant = await confirmed(t('databases.view.row_move.sorted'), t('databases.view.row_move.sorted_text'), {
    label: t('databases.view.row_move.end_sorting'),
  });
  if (!isMeant) return false;
  await model.drafts.change({ sorts: [] });
  return !model.drafts.fault;
}

export async function askOrders(model: Model, orders: RowOrder[]): Promise<void> {
  for (const order of orders) {
    const { moved } = await send<{ moved: Row[] }>('POST', `${model.path}/rows/bulk`, { ...order });
    model.put(moved);
  }
}

export async function sendOrders(model: Model, orders: RowOrder[], back: RowOrder[], step: HistoryStep): Promise<void> {
  await askOrders(model, orders);
  const count = orders.reduce((sum, { move }) => sum + move.length, 0);
  let isUndone = false;
  const part: StepPart = {
    turn: async (way) => {
      if (isUndone === (way === 'undone')) return { what: '' };
      await askOrders(model, isUndone ? orders : back);
      isUndone = !isUndone;
      await model.refresh();
      return { what: t('databases.view.moved_rows', { count }) };
    },
  };
  if (count) step.parts.push(part);
}

/** What brings the row at this place of a list back to it. */
export function orderBack(ids: (number | undefined)[], at: number): RowOrder[] {
  const [move, previous, next] = [ids[at], ids[at - 1], ids[at + 1]];
  if (move === undefined) return [];
  if (previous !== undefined) return [{ move: [move], after: previous }];
  return next === undefined ? [] : [{ move: [move], before: next }];
}
