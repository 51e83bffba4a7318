// What people do with the lines they selected: move, trash, rename; each with its way back.
import { openDialog } from '../../../../core/client/dialog.ts';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { tellPageChange } from '../../../../core/client/page-events.ts';
import { send } from '../../../../core/client/request.ts';
import { failed, toast } from '../../../../core/client/toast.ts';
import { requestPageMove } from '../shell/move/move-page.ts';
import { choosePlace } from '../shell/move/move-places.ts';
import { below, rowById } from '../shell/tree/tree-rows.ts';
import { forEach } from './bulk-action.ts';
import { reloadWith } from './flash-message.ts';
import { removeLines } from './selection.ts';

export const lineId = (line: HTMLElement): number => Number(line.dataset.id);
export const lineTitle = (line: HTMLElement): string => line.dataset.title ?? '';

/** The tree beside the list shows the same pages. */
function leaveTree(ids: number[]): void {
  for (const id of ids) {
    const row = rowById(String(id));
    if (row) for (const one of [row, ...below(row)]) one.remove();
  }
}

const undone = () => reloadWith(t('web.places.explorer.restored'));

const moveTo = (line: HTMLElement, parent: number | null, position?: number): Promise<unknown> =>
  requestPageMove(lineId(line), lineTitle(line), { parent_id: parent, ...(position !== undefined && { position }) });

/** Each where it was; from the top, since a place counts those above it. */
const putBack = (lines: HTMLElement[], folder: number | null, before: (line: HTMLElement) => Promise<unknown>) => {
  const positionOf = (line: HTMLElement): number => Number(line.dataset.position);
  const fromTop = [...lines].sort((a, b) => positionOf(a) - positionOf(b));
  return forEach(fromTop, (line) => before(line).then(() => moveTo(line, folder, positionOf(line))), true);
};

/** What others look at or show is asked about first, also where it lies inside of pages and folders. */
async function mayTrash(lines: HTMLElement[]): Promise<boolean> {
  const some = lines.filter(({ dataset }) => dataset.kind !== 'file');
  if (!some.length) return true;
  const { confirmImpact } = await import('../shell/deletion-warning.ts');
  return confirmImpact(some.map(lineId), 'trash', t('web.client.tree.trash'));
}

export async function trashLines(lines: HTMLElement[], folder: number | null): Promise<void> {
  if (!(await mayTrash(lines))) return;
  const done = await forEach(lines, (line) => send('DELETE', `/api/local-workspace/items/${lineId(line)}`));
  if (!done.length) return;
  removeLines(done);
  leaveTree(done.map(lineId));
  const restore = async () => {
    await putBack(done, folder, (line) => send('POST', `/api/local-workspace/items/${lineId(line)}/restore`));
    undone();
  };
  toast(t('web.places.explorer.trashed', { count: done.length }), {
    action: { label: t('core.client.undo'), run: () => void restore() },
  });
}

export async function moveLines(lines: HTMLElement[], workspace: string, folder: number | null): Promise<void> {
  const label = t('web.places.explorer.move_title', { count: lines.length });
  const own = new Set(lines.map(lineId));
  const level = folder === null ? undefined : { id: folder, title: document.querySelector('h1')?.textContent ?? '' };
  const place = await choosePlace({ label, workspace: Number(workspace), own, isFree: false, level });
  if (place && place.id !== folder) await moveInto(lines, place.id, folder);
}

export async function moveInto(lines: HTMLElement[], target: number | null, folder: number | null): Promise<void> {
  const done = await forEach(lines, (line) => moveTo(line, target), true);
  if (!done.length) return;
  removeLines(done);
  leaveTree(done.map(lineId));
  const back = async () => {
    await putBack(done, folder, async () => {});
    undone();
  };
  toast(t('web.places.explorer.moved', { count: done.length }), {
    action: { label: t('core.client.undo'), run: () => void back() },
  });
}

/** The name becomes a field; Enter and leaving it save, Escape does not. */
export function renameLine(line: HTMLElement): void {
  const link = line.querySelector<HTMLElement>('.item-name');
  const shown = link?.querySelector('.item-title');
  if (!link || !shown || line.querySelector('.rename')) return;
  const before = lineTitle(line);
  const field = el('input', {
    class: 'rename',
    value: before,
    maxlength: 500,
    'aria-label': t('web.places.explorer.rename_of', { title: before }),
  });
  let ended = false;
  const end = async (save: boolean) => {
    if (ended) return;
    ended = true;
    const name = field.value.trim();
    field.replaceWith(link);
    link.focus();
    if (!save || !name || name === before) return;
    shown.textContent = name;
    try {
      await send('PUT', `/api/local-workspace/items/${lineId(line)}`, { name });
      line.dataset.title = name;
      tellPageChange({ id: lineId(line), title: name });
    } catch (error) {
      shown.textContent = before;
      failed(error);
    }
  };
  field.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Enter' || event.key === 'Escape') {
      event.preventDefault();
      void end(event.key === 'Enter');
    }
  });
  field.addEventListener('blur', () => void end(true));
  link.replaceWith(field);
  field.focus();
  field.select();
}

export async function newFolder(folder: number | null): Promise<void> {
  const field = el('input', { id: 'folder-name', maxlength: 500, required: true, autocomplete: 'off' });
  const content = el(
    'div',
    { class: 'field' },
    el('label', { for: 'folder-name' }, t('web.places.explorer.folder_name')),
    field,
  );
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    // Of its own accord the browser presses the first button of a form, which here is the one that closes it.
    event.preventDefault();
    field.form?.querySelector<HTMLButtonElement>('button[value="yes"]')?.click();
  });
  const answer = await openDialog(
    t('web.places.explorer.new_folder'),
    [content],
    [{ label: t('web.places.explorer.create'), value: 'yes', kind: 'primary' }],
    { focus: field },
  );
  const name = field.value.trim();
  if (answer !== 'yes' || !name) return;
  try {
    await send('POST', '/api/local-workspace/items', { name, type: 'folder', parent_id: folder });
    location.reload();
  } catch (error) {
    failed(error);
  }
}
