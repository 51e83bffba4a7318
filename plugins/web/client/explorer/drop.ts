// Where files come in: the button, and dropping them anywhere on the list; the panel that shows how far it is.
import { openDialog } from '../../../../core/client/dialog.ts';
import { el, icon, on } from '../../../../core/client/dom.ts';
import { number, t } from '../../../../core/client/messages.ts';
import { failed } from '../../../../core/client/toast.ts';
import { type DroppedItems, fromDrop, fromField, isUserFile } from '../../../../core/client/upload/dropped-files.ts';
import { reloadWith } from './flash-message.ts';
import { type UploadResult, uploadAll } from './upload.ts';

/** From here on it is worth a question: so many pages are a burden if they were meant as an import. */
const MANY = 200;

class Panel {
  readonly #element: HTMLElement;
  readonly #text = el('p', { role: 'status' });
  readonly #bar = el('progress', { max: 1, 'aria-label': t('web.places.upload.title') });
  readonly #list = el('ul', { class: 'upload-faults' });
  readonly #close: HTMLButtonElement;
  onClose = () => {};

  constructor() {
    this.#close = el(
      'button',
      { type: 'button', class: 'icon-button', 'aria-label': t('core.client.cancel') },
      icon('x'),
    );
    this.#close.addEventListener('click', () => this.onClose());
    this.#element = el('section', { class: 'upload-panel', 'aria-label': t('web.places.upload.title') });
    this.#element.append(el('div', { class: 'title-row' }, this.#text, this.#close), this.#bar, this.#list);
    this.#bar.removeAttribute('value');
    document.body.append(this.#element);
  }

  say(text: string, share?: number): void {
    this.#text.textContent = text;
    if (share !== undefined) this.#bar.value = share;
  }

  fail({ uploaded, faults }: UploadResult): void {
    this.#bar.remove();
    this.#element.classList.add('failed');
    this.say(t('web.places.upload.failed', { count: faults.length }));
    this.#list.append(
      ...faults.slice(0, 100).map(({ name, detail }) => el('li', {}, el('strong', {}, name), ` ${detail}`)),
    );
    this.#close.setAttribute('aria-label', t('core.client.close'));
    this.onClose = () => this.#element.remove();
    if (!uploaded) return;
    const show = el('button', { type: 'button', class: 'button' }, t('web.places.upload.show'));
    show.addEventListener('click', () => location.reload());
    this.#element.append(el('p', {}, t('web.places.upload.done', { count: uploaded })), show);
  }

  remove(): void {
    this.#element.remove();
  }
}

async function isSure(count: number): Promise<boolean> {
  if (count <= MANY) return true;
  const text = el('p', {}, t('web.places.upload.many', { count }));
  const answer = await openDialog(
    t('web.places.upload.title'),
    [text],
    [
      { label: t('core.client.cancel'), value: '' },
      { label: t('web.places.upload.many_go', { count }), value: 'yes', kind: 'primary' },
    ],
  );
  return answer === 'yes';
}

async function run(root: HTMLElement, panel: Panel, gathered: Promise<DroppedItems>): Promise<void> {
  const all = await gathered;
  const meant = { files: all.files.filter(({ path }) => isUserFile(path)), folders: all.folders.filter(isUserFile) };
  const total = meant.files.length;
  panel.say(t('web.places.upload.reading', { count: total }));
  if ((!total && !meant.folders.length) || !(await isSure(total))) return panel.remove();
  const abort = new AbortController();
  panel.onClose = () => abort.abort();
  const progress = (done: number) => {
    const text = t('web.places.upload.progress', { done: number(Math.floor(done)), total: number(total) });
    panel.say(text, total ? done / total : 1);
  };
  progress(0);
  const folder = root.dataset.folder ? Number(root.dataset.folder) : null;
  const result = await uploadAll(meant, folder, Number(root.dataset.uploadMb), { progress, signal: abort.signal });
  if (abort.signal.aborted) reloadWith(t('web.places.upload.cancelled'));
  else if (result.faults.length) panel.fail(result);
  else reloadWith(t('web.places.upload.done', { count: total }));
}

function begin(root: HTMLElement, gather: (onCount: (count: number) => void) => Promise<DroppedItems>): void {
  const panel = new Panel();
  const gathered = gather((count) => panel.say(t('web.places.upload.reading', { count })));
  run(root, panel, gathered).catch((error) => {
    panel.remove();
    failed(error);
  });
}

export function startDrop(root: HTMLElement): void {
  const field = el('input', { type: 'file', multiple: true, class: 'hidden', tabindex: -1, 'aria-hidden': 'true' });
  root.append(field);
  field.addEventListener('change', () => {
    if (field.files?.length) begin(root, async () => fromField(field.files as FileList));
  });
  on(root, 'click', '[data-act="upload"]', () => {
    field.value = '';
    field.click();
  });
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  let depth = 0;
  const mark = (change: number) => {
    depth = Math.max(0, depth + change);
    root.classList.toggle('dropping', depth > 0);
  };
  root.dataset.drop = t('web.places.explorer.drop');
  root.addEventListener('dragenter', (event) => hasFiles(event) && mark(1));
  root.addEventListener('dragleave', (event) => hasFiles(event) && mark(-1));
  root.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault());
  root.addEventListener('drop', (event) => {
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    mark(-depth);
    const { dataTransfer } = event;
    begin(root, (onCount) => fromDrop(dataTransfer, onCount));
  });
}
