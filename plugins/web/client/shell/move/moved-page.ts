// A page that goes elsewhere: the tree shows it, or only the server knows where it is.
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import { below, rowById, type TreeRow, treeRowId, treeTitle } from '../tree/tree-rows.ts';

export interface MovedPage {
  id: number;
  title: string;
  workspace: number;
  parent: number | null;
  position: number;
  /** null: the tree does not show it */
  row: TreeRow | null;
}

export const shownWorkspace = (): number => Number(document.getElementById('menu')?.dataset.workspace);

export async function movedPage(id: number): Promise<MovedPage> {
  const row = rowById(id);
  if (row) {
    const { parent, position } = row.dataset;
    return {
      ...{ id, row, title: treeTitle(row), workspace: shownWorkspace() },
      ...{ parent: parent ? Number(parent) : null, position: Number(position) },
    };
  }
  const page = await send<{ title: string; workspace_id: number; parent_id: number | null; position: number }>(
    'GET',
    `/api/v2/pages/${id}`,
  );
  return {
    ...{ id, row, title: page.title || t('core.client.untitled'), workspace: page.workspace_id },
    ...{ parent: page.parent_id, position: page.position },
  };
}

/** Itself and what is shown below it: nothing of that can hold it. */
export const ownPages = ({ id, row }: MovedPage): Set<number> =>
  new Set([id, ...(row ? below(row).map(treeRowId) : [])]);
