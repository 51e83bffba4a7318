// The title of the page, written where it is read; Enter goes on in the text.
import { t } from '../../../../core/client/messages.ts';
import { toast } from '../../../../core/client/toast.ts';
import { TITLE_MAX } from '../editor/page-data.ts';

export interface TitleHost {
  onChange(title: string): void;
  /** the caret goes to the start of the text */
  leave(): void;
  save(): void;
  /** what had no room in the title goes to the start of the text */
  putBelow(rest: string): void;
}

export class Title {
  readonly #field: HTMLElement;
  readonly #host: TitleHost;

  constructor(field: HTMLElement, host: TitleHost) {
    this.#field = field;
    this.#host = host;
    field.contentEditable = 'plaintext-only';
    field.setAttribute('role', 'textbox');
    field.setAttribute('aria-label', t('editor.title'));
    field.dataset.placeholder = t('editor.untitled');
    field.spellcheck = true;
    field.addEventListener('input', () => this.#settle());
    field.addEventListener('keydown', (event) => this.#onKey(event));
    field.addEventListener('paste', (event) => this.#paste(event));
    field.addEventListener('drop', (event) => event.preventDefault());
  }

  get value(): string {
    return (this.#field.textContent ?? '').replace(/\s+/g, ' ').trim();
  }

  set value(text: string) {
    this.#field.textContent = text;
    this.#show();
  }

  /** What it says now was not typed, and is to be kept all the same. */
  changed(): void {
    this.#host.onChange(this.value);
  }

  /** Shows what somebody else wrote; the caret stays before or after what it stood before or after. */
  show(text: string): void {
    const before = this.#field.textContent ?? '';
    const { anchorNode, anchorOffset = 0 } = getSelection() ?? {};
    this.value = text;
    const node = this.#field.firstChild;
    if (!node || !anchorNode || document.activeElement !== this.#field) return;
    let same = 0;
    while (same < anchorOffset && before[same] === text[same]) same++;
    const moved = same === anchorOffset ? same : anchorOffset + text.length - before.length;
    getSelection()?.collapse(node, Math.max(same, Math.min(moved, text.length)));
  }

  set isWritable(isWritable: boolean) {
    this.#field.contentEditable = isWritable ? 'plaintext-only' : 'false';
    this.#field.ariaReadOnly = isWritable ? null : 'true';
  }

  /** Puts the caret at the end. */
  focus(): void {
    this.#field.focus();
    getSelection()?.selectAllChildren(this.#field);
    getSelection()?.collapseToEnd();
  }

  #settle(): void {
    const text = this.#field.textContent ?? '';
    // Browsers leave a line end behind in an emptied field, which hides the placeholder.
    if (text.trim() === '' || text.length > TITLE_MAX || text.includes('\n')) {
      this.#field.textContent = text
        .replace(/\s*\n\s*/g, ' ')
        .slice(0, TITLE_MAX)
        .trimStart();
      this.focus();
    }
    if (text.length > TITLE_MAX) toast(t('editor.title_cut', { max: TITLE_MAX }));
    this.#show();
    this.#host.onChange(this.value);
  }

  #show(): void {
    this.#field.dir = this.value ? 'auto' : '';
    document.title = `${this.value || t('editor.untitled')} · Commonplace`;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 's') this.#host.save();
    else if (event.key === 'Enter' || event.key === 'ArrowDown') this.#host.leave();
    else return;
    event.preventDefault();
  }

  #paste(event: ClipboardEvent): void {
    event.preventDefault();
    const text = (event.clipboardData?.getData('text/plain') ?? '').replace(/\s+/g, ' ').trim();
    const selected = getSelection()?.toString().length ?? 0;
    const room = Math.max(0, TITLE_MAX - (this.#field.textContent ?? '').length + selected);
    const rest = text.slice(room).trim();
    const action = { label: t('editor.title_rest'), run: () => this.#host.putBelow(rest) };
    if (rest) toast(t('editor.title_cut', { max: TITLE_MAX }), { action });
    // The one way to put in text that the browser can undo.
    document.execCommand('insertText', false, text.slice(0, room));
  }
}
