// Questions that stop everything else, on the native dialog: focus stays inside, Escape means no.
import { el, icon } from './dom.ts';
import { t } from './messages.ts';

export interface DialogAction {
  label: string;
  /** what the dialog resolves with */
  value: string;
  kind?: 'primary' | 'danger';
}

let count = 0;

/** Shows content with actions; resolves with the value of the chosen action, '' when closed otherwise. */
export function openDialog(
  title: string,
  content: (Node | string)[],
  actions: DialogAction[],
  options: { wide?: boolean; focus?: HTMLElement } = {},
): Promise<string> {
  const id = `dialog-${++count}`;
  const close = el('button', { type: 'button', class: 'icon-button', 'aria-label': t('core.client.close') }, icon('x'));
  // Enter in a field presses the first submit button of the form: only what goes on may be that.
  const buttons = actions.map(({ label, value, kind }) =>
    el(
      'button',
      {
        type: kind === 'primary' ? 'submit' : 'button',
        value,
        class: kind ? `button ${kind}` : 'button',
        onclick: kind === 'primary' ? null : () => dialog.close(value),
      },
      label,
    ),
  );
  const form = el(
    'form',
    { method: 'dialog', class: 'dialog-body' },
    el('div', { class: 'dialog-head' }, el('h2', { id }, title), close),
    el('div', { class: 'dialog-content' }, ...content),
    buttons.length ? el('div', { class: 'dialog-actions' }, ...buttons) : null,
  );
  const dialog = el('dialog', { 'aria-labelledby': id, class: options.wide ? 'dialog wide' : 'dialog' }, form);
  close.addEventListener('click', () => dialog.close(''));
  document.body.append(dialog);
  dialog.showModal();
  (options.focus ?? buttons.at(-1) ?? close).focus();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
}

/** A question with two answers. */
export async function confirmed(
  title: string,
  text: string,
  action: { label: string; danger?: boolean },
): Promise<boolean> {
  const answer = await openDialog(
    title,
    [el('p', {}, text)],
    [
      { label: t('core.client.cancel'), value: '' },
      { label: action.label, value: 'yes', kind: action.danger ? 'danger' : 'primary' },
    ],
  );
  return answer === 'yes';
}
