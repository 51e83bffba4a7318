// The trash: bring back and remove one or many without leaving the page, with a question before what cannot be undone.
import { openDialog } from '../../../core/client/dialog.ts';
import { el, icon, on } from '../../../core/client/dom.ts';
import { askPage } from '../../../core/client/fetch-document.ts';
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

/** Of the same place, be it the workspace or a project in it. */
function addressFor(words: string): string {
  const { pathname, search } = location;
  const query = new URLSearchParams(search);
  if (words) query.set('q', words);
  else query.delete('q');
  return query.size ? `${pathname}?${query}` : pathname;
}

/** The trash as it is now: lines that came into sight have boxes as the others. */
class Trash {
  readonly #root: HTMLElement;
  readonly #selection: LineSelection;
  #asked = 0;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#selection = new LineSelection(root, {
      lines: () => this.#lines,
      boxPlace: (line) => line,
      label: (line) => t('web.places.trash.select', { title: titleOf(line) }),
      changed: (selected) => this.#showBar(selected),
    });
    on(root, 'click', '[data-act]', (event, button) => {
      event.preventDefault();
      const line = button.closest<HTMLElement>('[data-id]') as HTMLElement;
      this.#run(button.dataset.act === 'restore' ? restore : remove, [line]);
    });
    on(root, 'input', '#trash-q', (_event, field) => void this.#find((field as HTMLInputElement).value));
  }

  get #lines(): HTMLElement[] {
    return [...this.#root.querySelectorAll<HTMLElement>('.trash-rows > [data-may]:not([data-may=""])')];
  }

  #run(act: (lines: HTMLElement[]) => Promise<void>, lines: HTMLElement[]): void {
    act(lines)
      .then(() => this.#settle())
      .catch(failed);
  }

  /** Without lines it says so, and offers nothing to do with them. */
  async #settle(): Promise<void> {
    this.#selection.refresh();
    if (this.#root.querySelector('.trash-rows > li')) return;
    const now = (await askPage(addressFor(''))).querySelector('[data-trash]');
    if (now) this.#take(this.#root, now);
  }

  async #find(words: string): Promise<void> {
    const address = addressFor(words.trim());
    const asked = ++this.#asked;
    const now = (await askPage(address).catch(() => null))?.querySelector('[data-found]');
    const shown = this.#root.querySelector('[data-found]');
    // Whoever has typed on meanwhile asks for something else.
    if (!now || !shown || asked !== this.#asked) return;
    history.replaceState(history.state, '', address);
    this.#take(shown, now);
  }

  #take(shown: Element, now: Element): void {
    shown.replaceChildren(...document.adoptNode(now).childNodes);
    for (const line of this.#lines) this.#selection.add(line);
    this.#selection.refresh();
  }

  #showBar(selected: HTMLElement[]): void {
    const bar = this.#root.querySelector<HTMLElement>('[data-bar]');
    bar?.replaceChildren();
    if (!selected.length) return;
    const button = (label: string, sign: SVGSVGElement, run: () => void, kind = 'quiet') =>
      el('button', { type: 'button', class: `button ${kind}`, onclick: run }, sign, label);
    const count = t('web.places.explorer.selected', { count: selected.length });
    const [restored, removed] = [t('web.places.trash.restore'), t('web.places.trash.remove')];
    bar?.replaceChildren(
      el(
        'div',
        { class: 'selection-bar' },
        el('span', { class: 'selection-count', role: 'status' }, count),
        mayAll(selected, 'restore') && button(restored, icon('undo-2'), () => this.#run(restore, selected)),
        mayAll(selected, 'remove') &&
          button(removed, icon('trash-2'), () => this.#run(remove, selected), 'quiet danger'),
        button(t('web.places.explorer.clear'), icon('x'), () => this.#selection.clear()),
      ),
    );
  }
}

const root = document.querySelector<HTMLElement>('[data-trash]');
if (root) new Trash(root);
showNotice();
