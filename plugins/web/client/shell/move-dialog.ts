// Chooses by name where a page goes: the way without dragging, also to places that the tree does not show.
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { toast } from '../../../../core/client/toast.ts';
import { type ChoiceGroup, openChooser } from './combobox.ts';
import { requestPageMove } from './move-page.ts';
import { forgetLevel } from './tree/tree-levels.ts';
import { mayGo, moveRow } from './tree/tree-moves.ts';
import { below, rowById, rows, type TreeRow, treeRowId, treeTitle } from './tree/tree-rows.ts';

const FOUND = 30;
/** What is offered before anybody types: of a tree that was opened far, only its beginning. */
const OFFERED = 100;

interface Found {
  id: number;
  title: string;
  path: string[];
  type: string;
}

/** A place that the tree shows takes the row along; any other one is loaded when the page is shown next. */
async function moveTo(row: TreeRow, parent: string): Promise<void> {
  if (!parent || rowById(parent)) {
    await moveRow(row, { parent, before: null });
    return;
  }
  await requestPageMove(treeRowId(row), treeTitle(row), { parent_id: Number(parent) });
  forgetLevel(row.dataset.parent, parent);
  for (const one of [row, ...below(row)]) one.remove();
  toast(t('web.client.tree.moved_away', { title: treeTitle(row) }));
}

interface Home {
  id: number;
  name: string;
  role: string;
  archived_at: string | null;
}

/** Workspaces beside this one in which somebody may write. */
async function otherHomes(workspace: string): Promise<Home[]> {
  const { workspaces } = await send<{ workspaces: Home[] }>('GET', '/api/workspaces');
  return workspaces.filter(
    ({ id, role, archived_at }) => String(id) !== workspace && /^(editor|owner)$/.test(role) && !archived_at,
  );
}

/** Another workspace is asked for its pages; the tree of this one does not show them. */
async function moveAway(row: TreeRow, { id, name }: Home): Promise<void> {
  let target: number | null | undefined;
  const choice = (label: string, parent: number | null, note = '') => ({
    label,
    note,
    icon: parent ? 'file-text' : 'house',
    run: () => {
      target = parent;
    },
  });
  const find = async (query: string, signal: AbortSignal): Promise<ChoiceGroup[]> => {
    const top = choice(t('web.client.tree.top'), null);
    if (!query) return [{ label: name, choices: [top] }];
    const q = new URLSearchParams({ q: query, limit: String(FOUND), workspace_id: String(id) });
    const { results } = await send<{ results: Found[] }>('GET', `/api/search?${q}`, undefined, { signal });
    const pages = results.filter(({ type }) => type !== 'file');
    return [{ label: name, choices: pages.map((one) => choice(one.title, one.id, one.path.join(' / '))) }];
  };
  const label = t('web.client.tree.move_of', { title: treeTitle(row) });
  await openChooser({ label, placeholder: t('web.client.tree.move_hint', { title: treeTitle(row) }), find });
  if (target === undefined) return;
  const { confirmImpact } = await import('./deletion-warning.ts');
  if (!(await confirmImpact([treeRowId(row)], 'move', t('web.client.tree.move_away')))) return;
  await requestPageMove(treeRowId(row), treeTitle(row), { parent_id: target, workspace_id: id });
  // What stands around the page that is shown belongs to the workspace it has left.
  const shown = [row, ...below(row)].find((one) => one.querySelector('[aria-current="page"]'));
  if (shown) return location.assign(`/pages/${treeRowId(shown)}`);
  forgetLevel(row.dataset.parent);
  for (const one of [row, ...below(row)]) one.remove();
  toast(t('web.client.tree.moved_away', { title: treeTitle(row) }));
}

export function chooseParent(row: TreeRow): Promise<void> {
  let chosen: string | undefined;
  let away: Home | undefined;
  const workspace = document.getElementById('menu')?.dataset.workspace ?? '';
  const homes = otherHomes(workspace);
  const choice = (id: string, label: string, note = '') => ({
    label,
    note,
    icon: id ? 'file-text' : 'house',
    run: () => {
      chosen = id;
    },
  });
  const find = async (query: string, signal: AbortSignal): Promise<ChoiceGroup[]> => {
    const top = choice('', t('web.client.tree.top'));
    if (!query) {
      const shown = rows()
        .filter((one) => one !== row && mayGo(row, String(treeRowId(one))))
        .slice(0, OFFERED);
      return [
        {
          label: t('web.client.tree.where'),
          choices: [top, ...shown.map((one) => choice(String(treeRowId(one)), treeTitle(one)))],
        },
        {
          label: t('web.client.tree.elsewhere'),
          choices: (await homes).map((home) => ({
            label: home.name,
            icon: 'log-out',
            run: () => {
              away = home;
            },
          })),
        },
      ];
    }
    const q = new URLSearchParams({ q: query, limit: String(FOUND), workspace_id: workspace });
    const { results } = await send<{ results: Found[] }>('GET', `/api/search?${q}`, undefined, { signal });
    const own = new Set([row, ...below(row)].map(treeRowId));
    const choices = results
      .filter(({ id, type }) => type !== 'file' && !own.has(id))
      .map(({ id, title, path }) => choice(String(id), title, path.join(' / ')));
    return [{ label: t('web.client.tree.where'), choices }];
  };
  const label = t('web.client.tree.move_of', { title: treeTitle(row) });
  return openChooser({ label, placeholder: t('web.client.tree.move_hint', { title: treeTitle(row) }), find }).then(
    () => (away ? moveAway(row, away) : chosen === undefined ? undefined : moveTo(row, chosen)),
  );
}
