// The page of all tags: what deletes one asks first, Escape leaves what is changed, and the list follows what is looked for.
import { on } from '../../../core/client/dom.ts';
import { askBeforeForms } from '../../../core/client/form-confirmation.ts';

const EDIT = '.tag-edit';

function openEdit(edit: HTMLDetailsElement): void {
  if (edit.open) edit.querySelector<HTMLInputElement>('input[name="name"]')?.select();
}

/** As it was: nothing that was typed comes back with the next press. */
function leaveEdit(edit: HTMLDetailsElement): void {
  for (const form of edit.querySelectorAll('form')) form.reset();
  edit.open = false;
  edit.querySelector('summary')?.focus();
}

function narrow(words: string): void {
  const wanted = words.trim().toLocaleLowerCase();
  let count = 0;
  for (const row of document.querySelectorAll<HTMLElement>('.tag-rows > li')) {
    row.hidden = !row.querySelector('.tag')?.textContent?.toLocaleLowerCase().includes(wanted);
    count += Number(!row.hidden);
  }
  document.querySelector('.tag-none')?.toggleAttribute('hidden', count > 0);
}

askBeforeForms();
// It does not bubble.
document.addEventListener(
  'toggle',
  ({ target }) => target instanceof HTMLDetailsElement && target.matches(EDIT) && openEdit(target),
  true,
);
on(document, 'keydown', `${EDIT}[open]`, (event, edit) => {
  if (event.key === 'Escape' && !event.defaultPrevented) leaveEdit(edit as HTMLDetailsElement);
});
// A list that came narrowed is asked for anew.
if (!location.search) on(document, 'input', '#tag-q', (_event, field) => narrow((field as HTMLInputElement).value));
// Of tabs that do not fit, the one that is shown is never out of sight.
const tab = document.querySelector<HTMLElement>('.tabs [aria-current]');
const list = tab?.closest('ul');
if (tab && list) list.scrollLeft += tab.getBoundingClientRect().right - list.getBoundingClientRect().right;
