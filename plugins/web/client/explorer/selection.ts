// Which lines of a list are selected: boxes, clicks with Shift and Ctrl, and the keys that people know from files.
import { el, on } from '../../../../core/client/dom.ts';

export interface SelectionOptions {
  /** all lines, in their order */
  lines(): HTMLElement[];
  /** where the box of a line goes */
  boxPlace(line: HTMLElement): HTMLElement;
  label(line: HTMLElement): string;
  changed(selected: HTMLElement[]): void;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'hidden';

export class LineSelection {
  readonly #options: SelectionOptions;
  #from: HTMLElement | undefined;

  constructor(root: HTMLElement, options: SelectionOptions) {
    this.#options = options;
    for (const line of options.lines()) this.add(line);
    on(root, 'click', 'label.pick', (event, pick) => this.#onBox(event, pick));
    on(root, 'click', '[data-id]', (event, line) => this.#onClick(event, line));
    root.addEventListener('keydown', (event) => this.#onKey(event));
  }

  add(line: HTMLElement): void {
    const box = el('input', { type: 'checkbox', tabindex: -1, 'aria-label': this.#options.label(line) });
    this.#options.boxPlace(line).prepend(el('label', { class: 'pick' }, box));
  }

  get selected(): HTMLElement[] {
    return this.#options.lines().filter(isSelected);
  }

  all(): void {
    this.#set(this.#options.lines(), true);
  }

  clear(): void {
    this.#from = undefined;
    this.#set(this.#options.lines(), false);
  }

  only(line: HTMLElement): void {
    this.#mark(this.#options.lines(), false);
    this.#from = line;
    this.#set([line], true);
  }

  /** Tells anew, after lines went or came. */
  refresh(): void {
    this.#options.changed(this.selected);
  }

  #mark(lines: HTMLElement[], on: boolean): void {
    for (const line of lines) {
      line.classList.toggle('selected', on);
      const box = line.querySelector<HTMLInputElement>('.pick input');
      if (box) box.checked = on;
    }
  }

  #set(lines: HTMLElement[], on: boolean): void {
    this.#mark(lines, on);
    this.refresh();
  }

  #range(to: HTMLElement): void {
    const lines = this.#options.lines();
    const [a, b] = [lines.indexOf(this.#from ?? to), lines.indexOf(to)].sort((x, y) => x - y) as [number, number];
    this.#mark(lines, false);
    this.#set(lines.slice(Math.max(0, a), b + 1), true);
  }

  #toggle(line: HTMLElement): void {
    this.#from = line;
    this.#set([line], !isSelected(line));
  }

  /** A box selects beside what is selected already, as boxes do. */
  #onBox(event: MouseEvent, pick: HTMLElement): void {
    const line = pick.closest<HTMLElement>('[data-id]');
    if (!line) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.shiftKey) this.#range(line);
    else this.#toggle(line);
    // The browser puts a box back when its click was prevented.
    setTimeout(() => this.#mark([line], isSelected(line)));
  }

  #onClick(event: MouseEvent, line: HTMLElement): void {
    const target = event.target as Element;
    if (target.closest('a, button, input, label, form')) return;
    if (event.shiftKey) this.#range(line);
    else if (event.ctrlKey || event.metaKey) this.#toggle(line);
    else this.only(line);
    linkOf(line)?.focus({ preventScroll: true });
  }

  #onKey(event: KeyboardEvent): void {
    if (isField(event.target) || event.defaultPrevented) return;
    const lines = this.#options.lines();
    const line = (event.target as Element).closest<HTMLElement>('[data-id]');
    const isMod = event.ctrlKey || event.metaKey;
    if (isMod && event.key.toLowerCase() === 'a' && line) this.all();
    else if (event.key === 'Escape' && this.selected.length) this.clear();
    else if (event.key === ' ' && line && !(event.target as Element).closest('button')) this.#toggle(line);
    else if (line && !isMod && !event.altKey) {
      const to = lines[targetOf(event.key, lines.indexOf(line), lines.length)];
      if (!to) return;
      if (event.shiftKey) {
        this.#from ??= line;
        this.#range(to);
      } else this.#from = undefined;
      linkOf(to)?.focus();
    } else return;
    event.preventDefault();
  }
}

export const isSelected = (line: HTMLElement): boolean => line.classList.contains('selected');

const linkOf = (line: HTMLElement): HTMLElement | null => line.querySelector<HTMLElement>('a, .pick input');

/** Takes lines away; who works by keyboard goes on at the next one. */
export function removeLines(lines: HTMLElement[]): void {
  const beside = (end: HTMLElement | undefined, step: 'nextElementSibling' | 'previousElementSibling') => {
    let at = end?.[step];
    while (at && lines.includes(at as HTMLElement)) at = at[step];
    return at as HTMLElement | null | undefined;
  };
  const next = beside(lines.at(-1), 'nextElementSibling') ?? beside(lines[0], 'previousElementSibling');
  for (const line of lines) line.remove();
  const place = next ? linkOf(next) : document.querySelector<HTMLElement>('main a, main button, main input');
  place?.focus();
}

function targetOf(key: string, at: number, count: number): number {
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}
