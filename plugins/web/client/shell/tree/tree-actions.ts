// What a row of the tree can do: its menu, another name, another place, the trash and the way back.
import { copyOut } from '../../../../../core/client/clipboard.ts';
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { tellPageChange } from '../../../../../core/client/page-events.ts';
import { requestPeek } from '../../../../../core/client/peek-request.ts';
import { type Anchor, type MenuItem, openMenu } from '../../../../../core/client/popover.ts';
import { send } from '../../../../../core/client/request.ts';
import { keysText } from '../../../../../core/client/shortcuts.ts';
import { failed, toast } from '../../../../../core/client/toast.ts';
import { TypeAhead } from '../../../../../core/client/type-ahead/type-ahead.ts';
import { forgetLevel, settleBranch } from './tree-levels.ts';
import { moveRow, type TreePosition, treePosition } from './tree-moves.ts';
import {
  below,
  levelRows,
  linkOf,
  mayDo,
  nextRow,
  parentRow,
  type TreeAction,
  type TreeRow,
  treeElement,
  treeRowId,
  treeTitle,
} from './tree-rows.ts';

export function openRowMenu(row: TreeRow, anchor: Anchor): Promise<void> {
  const reading: MenuItem[] = [
    { label: t('web.client.tree.open_tab'), icon: 'external-link', run: () => void window.open(linkOf(row).href) },
    {
      label: t('web.client.tree.keep_beside'),
      icon: 'panel-right',
      hint: keysText('mod+enter'),
      run: () => requestPeek({ id: treeRowId(row), from: row, keep: true }),
    },
    {
      label: t('web.client.tree.copy'),
      icon: 'link',
      run: () => void copyOut(linkOf(row).href, t('web.client.tree.copied')),
    },
  ];
  const href = `/pages/new?parent_id=${treeRowId(row)}`;
  const writing: [TreeAction, MenuItem][] = [
    ['rename', { label: t('web.client.tree.rename'), icon: 'pencil', hint: 'F2', run: () => rename(row) }],
    ['add', { label: t('web.client.tree.add'), icon: 'file-plus', href }],
    [
      'add',
      {
        label: t('web.client.tree.from_template'),
        icon: 'layout-grid',
        href: `/templates?parent_id=${treeRowId(row)}`,
      },
    ],
    ['move', { label: t('web.client.tree.move'), icon: 'folder-input', run: () => void chooseTarget(row) }],
    [
      'trash',
      {
        label: t('web.client.tree.trash'),
        icon: 'trash-2',
        hint: keysText('delete'),
        danger: true,
        separated: true,
        run: () => void trashRow(row),
      },
    ],
  ];
  const open = writing.filter(([action]) => mayDo(row, action)).map(([, item]) => item);
  if (open[0]) open[0].separated = true;
  return openMenu(anchor, t('web.client.tree.menu_of', { title: treeTitle(row) }), [...reading, ...open]);
}

async function save(row: TreeRow, title: string, before: string): Promise<void> {
  tellPageChange({ id: treeRowId(row), title });
  forgetLevel(row.dataset.parent);
  try {
    await send('PUT', `/api/pages/${treeRowId(row)}/rename`, { title });
  } catch (error) {
    tellPageChange({ id: treeRowId(row), title: before });
    failed(error);
  }
}

/** Turns the title into a field; Enter keeps, Escape drops. */
export function rename(row: TreeRow): void {
  if (!mayDo(row, 'rename')) return;
  const link = linkOf(row);
  const before = treeTitle(row);
  const field = el('input', { 'aria-label': t('web.client.tree.name'), maxlength: 500, autocomplete: 'off' });
  field.value = before;
  link.hidden = true;
  link.after(field);
  field.select();
  field.focus();
  let done = false;
  const finish = (keep: boolean, refocus: boolean) => {
    if (done) return;
    done = true;
    const title = field.value.trim();
    field.remove();
    link.hidden = false;
    if (refocus) row.focus();
    if (keep && title && title !== before) void save(row, title, before);
  };
  field.addEventListener('blur', () => finish(true, false));
  field.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === 'Enter') finish(true, true);
    if (event.key === 'Escape') finish(false, true);
  });
}

async function restore(row: TreeRow, block: TreeRow[], place: TreePosition): Promise<void> {
  try {
    const restored = await send<{ parent_id: number | null; position: number }>(
      'POST',
      `/api/pages/${treeRowId(row)}/restore`,
    );
    // What it lay in is gone by now: only the server knows where it is.
    if (String(restored.parent_id ?? '') !== place.parent) location.reload();
    putBack(block, { parent: place.parent, before: null });
    row.dataset.position = String(restored.position);
    // The server puts it last; it goes on to where it stood.
    if (place.before?.isConnected) await moveRow(row, place, true);
  } catch (error) {
    failed(error);
  }
}

/** After the rows that stood before it, or at the end of its level. */
function putBack(block: TreeRow[], { parent, before }: TreePosition): void {
  const target = parent ? (document.querySelector(`.tree > li[data-id="${parent}"]`) as TreeRow | null) : null;
  if (before?.isConnected) before.before(...block);
  else if (target) (below(target).at(-1) ?? target).after(...block);
  else treeElement()?.append(...block);
  settleBranch(parent);
}

/** Positions count live pages only; the siblings behind one that leaves move up. */
function closeGap(row: TreeRow, parent: string, by: 1 | -1): void {
  const from = Number(row.dataset.position) + (by === 1 ? -1 : 0);
  for (const one of levelRows(parent))
    if (Number(one.dataset.position) > from) one.dataset.position = String(Number(one.dataset.position) + by);
}

/** What others look at or show is asked about first, also where it lies inside. */
async function mayTrash(row: TreeRow): Promise<boolean> {
  if (row.dataset.kind === 'file') return true;
  const { confirmImpact } = await import('../deletion-warning.ts');
  return confirmImpact([treeRowId(row)], 'trash', t('web.client.tree.trash'));
}

/** Into the trash with all below it, and a way back. */
export async function trashRow(row: TreeRow): Promise<void> {
  if (!mayDo(row, 'trash')) return;
  try {
    if (!(await mayTrash(row))) return;
  } catch (error) {
    failed(error);
    return;
  }
  const place = treePosition(row);
  const block = [row, ...below(row)];
  const isShown = block.some((one) => one.getAttribute('aria-current') === 'page');
  const next = nextRow(block.at(-1) as TreeRow) ?? (row.previousElementSibling as TreeRow | null);
  for (const one of block) one.remove();
  closeGap(row, place.parent, -1);
  next?.focus();
  settleBranch(place.parent);
  try {
    await send('POST', `/api/pages/${treeRowId(row)}/trash`);
  } catch (error) {
    closeGap(row, place.parent, 1);
    putBack(block, place);
    failed(error);
    return;
  }
  // The page itself then says where it is, and offers the way back.
  if (isShown) location.reload();
  const undo = { label: t('core.client.undo'), run: () => void restore(row, block, place) };
  toast(t('web.client.tree.trashed', { title: treeTitle(row) }), { action: undo });
}

/** Alt and an arrow: up and down among its siblings, in below the one above, out beside its parent. */
export function moveByKey(row: TreeRow, key: string): Promise<void> | undefined {
  const isRtl = document.documentElement.dir === 'rtl';
  const siblings = levelRows(row.dataset.parent ?? '');
  const at = siblings.indexOf(row);
  const parent = row.dataset.parent ?? '';
  const above = siblings[at - 1];
  if (key === 'ArrowUp') return above && moveRow(row, { parent, before: above });
  if (key === 'ArrowDown') return siblings[at + 1] && moveRow(row, { parent, before: siblings[at + 2] ?? null });
  if (key === (isRtl ? 'ArrowLeft' : 'ArrowRight'))
    return above && moveRow(row, { parent: String(treeRowId(above)), before: null });
  const outer = parentRow(row);
  return outer ? moveRow(row, { parent: outer.dataset.parent ?? '', before: treePosition(outer).before }) : undefined;
}

async function chooseTarget(row: TreeRow): Promise<void> {
  const ahead = new TypeAhead();
  const { choosePlaceOf } = await import('../move/move-dialog.ts');
  await choosePlaceOf(treeRowId(row), ahead).catch(failed);
}
