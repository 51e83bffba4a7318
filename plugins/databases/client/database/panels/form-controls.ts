// Small pieces of the panels of a database: fields with labels, choices, and lists whose lines move up and down.
import { type DialogAction, openDialog } from '../../../../../core/client/dialog.ts';
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { Anchor } from '../../../../../core/client/popover.ts';

/** Between a dialog and what it stands beside, in pixels. */
const BESIDE = 8;

export type Choices = [value: string, label: string][];

export function select(label: string, choices: Choices, value: string): HTMLSelectElement {
  const made = el('select', { 'aria-label': label });
  made.append(...choices.map(([one, text]) => el('option', { value: one }, text)));
  made.value = value;
  return made;
}

/** A few choices beside each other, of which one is on. */
export function segments(label: string, choices: Choices, value: string, choose: (value: string) => void): HTMLElement {
  const segment = (one: string) => ({
    ...{ type: 'button', 'data-turn': one, 'aria-pressed': String(one === value) },
    onclick: () => choose(one),
  });
  const buttons = choices.map(([one, text]) => el('button', segment(one), text));
  return el('div', { class: 'segments' }, el('fieldset', { 'aria-label': label }, ...buttons));
}

/** More would be read one after the other anyway. */
const FEW = 4;
let fields = 0;

/** One of a few choices, which are all in sight; where they are many, a list. */
export function choiceOf(label: string, choices: Choices, value: string): { element: HTMLElement; read(): string } {
  if (choices.length > FEW) {
    const field = select('', choices, value);
    return { element: labelled(label, field), read: () => field.value };
  }
  const name = `choice-${++fields}`;
  const lines = choices.map(([one, text]) => {
    const radio = el('input', { type: 'radio', name, value: one });
    radio.checked = one === value;
    return el('label', {}, radio, el('span', {}, text));
  });
  const box = el('div', { class: 'choice-segments' }, ...lines);
  return {
    element: el('fieldset', { class: 'panel-set' }, el('legend', {}, label), box),
    read: () => box.querySelector<HTMLInputElement>('input:checked')?.value ?? value,
  };
}

export function input(label: string, value: string, more: Record<string, string | number> = {}): HTMLInputElement {
  const made = el('input', { 'aria-label': label, autocomplete: 'off', ...more });
  made.value = value;
  return made;
}

export const labelled = (label: string, field: HTMLElement): HTMLElement => {
  field.removeAttribute('aria-label');
  return el('label', { class: 'panel-field' }, el('span', {}, label), field);
};

export function checkbox(label: string, checked: boolean): { element: HTMLElement; box: HTMLInputElement } {
  const box = el('input', { type: 'checkbox' });
  box.checked = checked;
  return { box, element: el('label', { class: 'panel-check' }, box, ` ${label}`) };
}

export const iconButton = (name: string, label: string, run: () => void): HTMLButtonElement =>
  el('button', { type: 'button', class: 'icon-button', 'aria-label': label, onclick: run }, icon(name));

export const quietButton = (name: string, label: string, run: () => void): HTMLButtonElement =>
  el('button', { type: 'button', class: 'button quiet', onclick: run }, icon(name), label);

/** Buttons that move a line of a list by one; the focus stays on the button. */
export function movers(line: HTMLElement, name: string): HTMLElement[] {
  const mover = (key: 'up' | 'down') => {
    const button = iconButton(`arrow-${key}`, t(`databases.view.move_${key}`, { name }), () => {
      const other = key === 'up' ? line.previousElementSibling : line.nextElementSibling;
      if (key === 'up') other?.before(line);
      else other?.after(line);
      button.focus();
    });
    return button;
  };
  return [mover('up'), mover('down')];
}

/** Below the head of what it changes, pushed into the window; on a phone as high as that is. */
function placeBelow(anchor: Anchor, dialog: HTMLElement): void {
  dialog.classList.add('beside', 'tall');
  const { left, right, bottom } = anchor.getBoundingClientRect();
  const room = document.documentElement.clientWidth;
  if (room < dialog.offsetWidth + 8 * BESIDE) return;
  const wanted = document.documentElement.dir === 'rtl' ? right - dialog.offsetWidth : left;
  const [most, lowest] = [room - dialog.offsetWidth - BESIDE, innerHeight - dialog.offsetHeight - BESIDE];
  dialog.style.setProperty('--left', `${Math.max(BESIDE, Math.min(wanted, most))}px`);
  dialog.style.setProperty('--top', `${Math.max(BESIDE, Math.min(bottom + BESIDE / 2, lowest))}px`);
  dialog.dataset.placed = '';
}

/**
 * Asks until what was filled in is taken: when it is refused the dialog comes back as it was, with the reason in front.
 * Undefined when it was given up.
 */
export async function askUntilTaken<T>(
  title: string,
  content: Node[],
  actions: DialogAction[],
  { beside, ...options }: { wide?: boolean; focus?: HTMLElement; beside?: Anchor },
  take: () => Promise<T>,
): Promise<T | undefined> {
  const fault = el('p', { class: 'fault', role: 'alert' });
  for (;;) {
    const asked = openDialog(title, [fault, ...content], actions, options);
    // What it changes stays in sight.
    const dialog = fault.closest('dialog');
    if (beside && dialog) placeBelow(beside, dialog);
    if (!(await asked)) return undefined;
    try {
      return await take();
    } catch (error) {
      fault.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
