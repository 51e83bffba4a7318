// The trash: bring back and remove one or many without leaving the page, with a question before what cannot be undone.
import { openDialog } from '../../../core/client/dialog.ts';
import { el, icon, on } from '../../../core/client/dom.ts';
import { t } from '../../../core/client/messages.ts';
import { send } from '../../../core/client/request.ts';
import { failed, toast } from '../../../core/client/toast.ts';
import { forEach } from './explorer/bulk-action.ts';
import { showNotice } from './explorer/flash-message.ts';
import { LineSelection, removeLines } from './explorer/selection.ts';

const idOf = (line: HTMLElement): string => line.dataset.id ?? '';
const titleOf = (line: HTMLElement): string => line.dataset.title ?? '';

/** Whether the reader may do it to all of these lines. */
const mayAll = (lines: HTMLElement[], action: 'restore' | 'remove'): boolean =>
  lines.every(({ dataset }) => dataset.may?.split(' ').includes(action));

async function restore(lines: HTMLElement[]): Promise<void> {
  const done = await forEach(lines, (line) => send('POST', `/api/local-workspace/items/${idOf(line)}/restore`), true);
  if (!done.length) return;
  removeLines(done);
  const again = async () => {
    await forEach(done, (line) => send('DELETE', `/api/local-workspace/items/${idOf(line)}`));
    location.reload();
  };
  const [first] = done as [HTMLElement];
  toast(t('web.places.trash.restored', { count: done.length, title: titleOf(first) }), {
    action: { label: t('core.client.undo'), run: () => void again() },
  });
}

/** The question before what cannot be undone, with what others would miss. */
async function isSure(lines: HTMLElement[], text: string): Promise<boolean> {
  const { lossesFor } = await import('./shell/deletion-warning.ts');
  const losses = await lossesFor(
    lines.map((line) => Number(idOf(line))),
    'remove',
  );
  const chosen = await openDialog(
    t('web.places.trash.sure'),
    [el('p', {}, text), ...losses],
    [
      { label: t('core.client.cancel'), value: '' },
      { label: t('web.places.trash.remove'), value: 'yes', kind: 'danger' },
    ],
  );
  return chosen === 'yes';
}

async function remove(lines: HTMLElement[]): Promise<void> {
  const [first] = lines as [HTMLElement];
  const values = { count: lines.length, title: titleOf(first) };
  if (!(await isSure(lines, t('web.places.trash.sure_text', values)))) return;
  const done = await forEach(lines, (line) => send('DELETE', `/api/v2/pages/${idOf(line)}?permanent=true`));
  removeLines(done);
  if (done.length) toast(t('web.places.trash.removed', { count: done.length, title: titleOf(done[0] as HTMLElement) }));
}

function showBar(root: HTMLElement, selection: LineSelection, selected: HTMLElement[]): void {
  const bar = root.querySelector<HTMLElement>('[data-bar]');
  bar?.replaceChildren();
  if (!selected.length) return;
  const button = (label: string, sign: SVGSVGElement, run: () => Promise<void>, kind = 'quiet') => {
    const made = el('button', { type: 'button', class: `button ${kind}` }, sign, label);
    made.addEventListener(
      'click',
      () =>
        void run()
          .then(() => selection.refresh())
          .catch(failed),
    );
    return made;
  };
  const clear = async () => selection.clear();
  bar?.replaceChildren(
    el(
      'div',
      { class: 'selection-bar' },
      el(
        'span',
        { class: 'selection-count', role: 'status' },
        t('web.places.explorer.selected', { count: selected.length }),
      ),
      mayAll(selected, 'restore') && button(t('web.places.trash.restore'), icon('undo-2'), () => restore(selected)),
      mayAll(selected, 'remove') &&
        button(t('web.places.trash.remove'), icon('trash-2'), () => remove(selected), 'quiet danger'),
      button(t('web.places.explorer.clear'), icon('x'), clear),
    ),
  );
}

const root = document.querySelector<HTMLElement>('[data-trash]');
if (root?.querySelector('.trash-rows > [data-may]:not([data-may=""])')) {
  const selection: LineSelection = new LineSelection(root, {
    lines: () => [...root.querySelectorAll<HTMLElement>('.trash-rows > li')],
    boxPlace: (line) => line,
    label: (line) => t('web.places.trash.select', { title: titleOf(line) }),
    changed: (selected) => showBar(root, selection, selected),
  });
  on(root, 'click', '[data-act]', (event, button) => {
    event.preventDefault();
    const line = button.closest<HTMLElement>('[data-id]') as HTMLElement;
    const act = button.dataset.act === 'restore' ? restore : remove;
    act([line]).catch(failed);
  });
}
showNotice();
