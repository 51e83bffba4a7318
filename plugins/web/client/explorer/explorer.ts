// Ties the list together: selection, the bar of what can be done with it, keys, order and preview.
import { el, icon, on } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { addShortcut } from '../../../../core/client/shortcuts.ts';
import type { TreeAction } from '../shell/tree/tree-rows.ts';
import { lineTitle, moveInto, moveLines, newFolder, renameLine, trashLines } from './actions.ts';
import { ExplorerPreview } from './preview.ts';
import { LineSelection } from './selection.ts';

const PREVIEW_FROM = '(width > 1100px)';

interface Parts {
  root: HTMLElement;
  selection: LineSelection;
  preview: ExplorerPreview;
  folder: number | null;
}

/** Whether the reader may do it to all of these lines. */
const mayAll = (lines: HTMLElement[], action: TreeAction): boolean =>
  lines.every(({ dataset }) => dataset.may?.split(' ').includes(action));

function button(label: string, sign: SVGSVGElement, run: () => void, kind = 'quiet'): HTMLElement {
  const made = el('button', { type: 'button', class: `button ${kind}`, title: label }, sign, label);
  made.addEventListener('click', run);
  return made;
}

/** Stands where the order is chosen as long as something is selected. */
function showBar({ root, selection, preview, folder }: Parts, selected: HTMLElement[]): void {
  const bar = root.querySelector<HTMLElement>('[data-bar]');
  const sort = bar?.querySelector<HTMLElement>('.explorer-sort');
  if (!bar || !sort) return;
  bar.querySelector('.selection-bar')?.remove();
  sort.hidden = selected.length > 0;
  if (!selected.length) return;
  const [first] = selected as [HTMLElement];
  const after = (work: Promise<void>) => void work.then(() => selection.refresh());
  const actions: (HTMLElement | false)[] = [
    el(
      'span',
      { class: 'selection-count', role: 'status' },
      t('web.places.explorer.selected', { count: selected.length }),
    ),
    selected.length === 1 && button(t('web.places.explorer.show_preview'), icon('eye'), () => preview.show(first)),
    mayAll(selected, 'rename') &&
      selected.length === 1 &&
      button(t('web.places.explorer.rename'), icon('pencil'), () => renameLine(first)),
    mayAll(selected, 'move') &&
      button(t('web.places.explorer.move'), icon('folder-input'), () =>
        after(moveLines(selected, root.dataset.workspace ?? '', folder)),
      ),
    mayAll(selected, 'trash') &&
      button(
        t('web.places.explorer.trash'),
        icon('trash-2'),
        () => after(trashLines(selected, folder)),
        'quiet danger',
      ),
    button(t('web.places.explorer.clear'), icon('x'), () => selection.clear()),
  ];
  bar.append(el('div', { class: 'selection-bar' }, ...actions));
}

/** Lines can be dragged onto folders of the list and of the pane beside it. */
function startDragging({ root, selection, preview, folder }: Parts): void {
  const targetOf = (event: Event): HTMLElement | null =>
    (event.target as Element).closest<HTMLElement>(
      'tr[data-kind="folder"][data-may~="add"], .explorer-folders a:not([data-more])',
    );
  const isOwn = (event: DragEvent) => event.dataTransfer?.types.includes('application/x-commonplace') ?? false;
  for (const link of root.querySelectorAll<HTMLElement>('tbody a')) link.setAttribute('draggable', 'false');
  for (const line of root.querySelectorAll<HTMLElement>('tbody tr')) line.draggable = mayAll([line], 'move');
  on(root, 'dragstart', 'tr[data-id]', (event, line) => {
    if (!line.classList.contains('selected') || !mayAll(selection.selected, 'move')) selection.only(line);
    // A pane that opens now would move the places away under the pointer.
    preview.close();
    event.dataTransfer?.setData('application/x-commonplace', selection.selected.map((one) => one.dataset.id).join(','));
  });
  root.addEventListener('dragover', (event) => {
    const target = isOwn(event) ? targetOf(event) : null;
    for (const one of root.querySelectorAll('.drop-here')) if (one !== target) one.classList.remove('drop-here');
    if (!target || target.classList.contains('selected')) return;
    event.preventDefault();
    target.classList.add('drop-here');
  });
  root.addEventListener('drop', (event) => {
    const target = isOwn(event) ? targetOf(event) : null;
    target?.classList.remove('drop-here');
    if (!target) return;
    event.preventDefault();
    const href =
      target instanceof HTMLAnchorElement ? new URL(target.href).searchParams.get('folder') : target.dataset.id;
    const into = href ? Number(href) : null;
    if (into !== folder) void moveInto(selection.selected, into, folder).then(() => selection.refresh());
  });
}

function startKeys({ root, selection, folder }: Parts): void {
  const group = 'web.places.explorer.shortcuts';
  addShortcut({ id: 'explorer.all', keys: ['mod+a'], label: 'web.places.explorer.key_all', group });
  if (!root.querySelector('tbody tr:is([data-may~="rename"], [data-may~="trash"])')) return;
  addShortcut({ id: 'explorer.rename', keys: ['f2'], label: 'web.places.explorer.key_rename', group });
  addShortcut({ id: 'explorer.trash', keys: ['delete'], label: 'web.places.explorer.key_trash', group });
  root.querySelector('tbody')?.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return;
    const line = (event.target as Element).closest<HTMLElement>('[data-id]');
    if (!line || (event.key !== 'F2' && event.key !== 'Delete')) return;
    event.preventDefault();
    event.stopPropagation();
    const lines = selection.selected.length ? selection.selected : [line];
    if (event.key === 'F2' && mayAll([line], 'rename')) renameLine(line);
    if (event.key === 'Delete' && mayAll(lines, 'trash'))
      void trashLines(lines, folder).then(() => selection.refresh());
  });
}

export function startExplorer(root: HTMLElement): void {
  const preview = new ExplorerPreview(root.querySelector('[data-preview]') as HTMLElement);
  const folder = root.dataset.folder ? Number(root.dataset.folder) : null;
  root.querySelector('thead tr')?.firstElementChild?.classList.add('with-box');
  const selection: LineSelection = new LineSelection(root, {
    lines: () => [...root.querySelectorAll<HTMLElement>('tbody tr')],
    boxPlace: (line) => line.querySelector('.item-cell') as HTMLElement,
    label: (line) => t('web.places.explorer.select', { title: lineTitle(line) }),
    changed: (selected) => {
      showBar(parts, selected);
      const [only] = selected;
      if (preview.isOpen || matchMedia(PREVIEW_FROM).matches) preview.show(selected.length === 1 ? only : undefined);
    },
  });
  const parts: Parts = { root, selection, preview, folder };
  startKeys(parts);
  startDragging(parts);
  const sort = root.querySelector<HTMLSelectElement>('#sort');
  sort?.addEventListener('change', () => sort.form?.requestSubmit());
  on(root, 'dblclick', 'tbody tr', (event, line) => {
    if (!(event.target as Element).closest('a, button, input, label'))
      line.querySelector<HTMLElement>('.item-name')?.click();
  });
  on(root, 'click', '[data-act="new-folder"]', (event) => {
    event.preventDefault();
    void newFolder(folder);
  });
}
