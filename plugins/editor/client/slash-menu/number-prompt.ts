// Asks for one number in a small form, e.g. the width of a column; loaded on first use.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { type Anchor, openPopover } from '../../../../core/client/popover.ts';

export interface NumberQuestion {
  label: string;
  hint?: string;
  value: number;
  min: number;
  max: number;
  step?: number;
}

/** Runs `take` with the number, or with null when the field was left empty. */
export function askNumber(
  anchor: Anchor,
  { label, hint, ...limits }: NumberQuestion,
  take: (number: number | null) => void,
): void {
  const field = el('input', { id: 'asked-number', type: 'number', ...limits });
  const form = el(
    'form',
    { class: 'field-popover', novalidate: '' },
    el('label', { for: 'asked-number' }, label),
    field,
    hint ? el('p', { class: 'hint' }, hint) : null,
    el('button', { class: 'button primary' }, t('editor.save')),
  );
  const panel = el('div', { role: 'dialog', 'aria-label': label }, form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    panel.hidePopover();
    take(field.value ? Number(field.value) : null);
  });
  openPopover(anchor, panel, { focus: field });
}
