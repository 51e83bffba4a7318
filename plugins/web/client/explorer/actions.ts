// What people do with the lines they selected: move, trash, rename; each with its way back.
import { openDialog } from '../../../../core/client/dialog.ts';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { tellPageChange } from '../../../../core/client/page-events.ts';
import { send } from '../../../../core/client/request.ts';
import { failed, toast } from '../../../../core/client/toast.ts';
import { type ChoiceGroup, openChooser } from '../shell/combobox.ts';
import { requestPageMove } from '../shell/move-page.ts';
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

interface Found {
  id: number;
  title: string;
  path: string[];
  type: string;
}

const FOUND = 30;

/** What lies beside the lines and at the top of their workspace, before anything is typed. */
async function nearPlaces(workspace: string, folder: number | null): Promise<Found[]> {
  const level = async (query: string, path: string[]): Promise<Found[]> => {
    const { items } = await send<{ items: { id: number; title: string; kind: string }[] }>(
      'GET',
      `/api/nav/menu?${query}&limit=100`,
    );
    return items.map(({ id, title, kind }) => ({ id, title, path, type: kind }));
  };
  const here = document.querySelector('h1')?.textContent ?? '';
  const levels = await Promise.all([
    folder === null ? [] : level(`parent_id=${folder}`, [here]),
    level(`workspace_id=${workspace}`, []),
  ]);
  return levels.flat().filter(({ id }) => id !== folder);
}

/** The id of the chosen page, null for the top, undefined when nothing was chosen. */
async function choosePlace(
  lines: HTMLElement[],
  workspace: string,
  folder: number | null,
): Promise<number | null | undefined> {
  const own = new Set(lines.map(lineId));
  let chosen: number | null | undefined;
  const choice = (id: number | null, label: string, note: string) => ({
    label,
    note,
    icon: id === null ? 'house' : 'folder',
    run: () => {
      chosen = id;
    },
  });
  const find = async (query: string, signal: AbortSignal): Promise<ChoiceGroup[]> => {
    const q = new URLSearchParams({ q: query, limit: String(FOUND), workspace_id: workspace });
    const found = query
      ? (await send<{ results: Found[] }>('GET', `/api/search?${q}`, undefined, { signal })).results
      : await nearPlaces(workspace, folder);
    const choices = found
      .filter(({ id, type }) => type !== 'file' && !own.has(id))
      .map(({ id, title, path }) => choice(id, title || t('core.client.untitled'), path.join(' / ')));
    const top = query ? [] : [choice(null, t('web.client.tree.top'), '')];
    return [{ label: t('web.client.tree.where'), choices: [...top, ...choices] }];
  };
  const label = t('web.places.explorer.move_title', { count: lines.length });
  await openChooser({ label, placeholder: t('web.client.tree.move_hint'), find });
  return chosen;
}

export async function moveLines(lines: HTMLElement[], workspace: string, folder: number | null): Promise<void> {
  const target = await choosePlace(lines, workspace, folder);
  if (target === undefined || target === folder) return;
  await moveInto(lines, target, folder);
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
