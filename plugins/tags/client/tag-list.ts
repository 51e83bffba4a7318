// The page of all tags: what deletes one asks first, Escape leaves what is changed, the list follows what is looked for,
// and what merges two can be taken back.
import { on } from '../../../core/client/dom.ts';
import { askPage } from '../../../core/client/fetch-document.ts';
import { askBeforeForms } from '../../../core/client/form-confirmation.ts';
import { t } from '../../../core/client/messages.ts';
import { send } from '../../../core/client/request.ts';
import { failed, toast } from '../../../core/client/toast.ts';

const EDIT = '.tag-edit';

interface Merged {
  tag: { id: number; name: string; count: number };
  /** what takes it back; null: too many pages */
  undo: object | null;
}

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

/** The list as it has become, at its own address, with the focus on one of its tags. */
async function showAnew(id: number): Promise<void> {
  const rows = (await askPage('/tags')).querySelector('.tag-rows');
  document.querySelector('.tag-rows')?.replaceWith(rows ?? '');
  document.querySelector('.banner')?.remove();
  history.replaceState(null, '', '/tags');
  document.getElementById(`tag-${id}`)?.focus();
}

async function takeBack(left: number, undo: object): Promise<void> {
  const { id } = await send<{ id: number }>('POST', `/api/settings/tags/${left}/unmerge`, undo);
  await showAnew(id);
}

async function merge(form: HTMLFormElement): Promise<void> {
  const into = Number(new FormData(form).get('into'));
  const { tag, undo } = await send<Merged>('POST', `/api/settings/tags/${form.dataset.merge}/merge`, { into });
  await showAnew(tag.id);
  const text = t('tags.field.merged', { from: form.dataset.from ?? '', into: tag.name, count: tag.count });
  const run = () => undo && takeBack(tag.id, undo).catch(failed);
  toast(text, undo ? { action: { label: t('core.client.undo'), run } } : {});
}

askBeforeForms();
on(document, 'submit', 'form[data-merge]', (event, form) => {
  event.preventDefault();
  merge(form as HTMLFormElement).catch(failed);
});
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
if (!new URLSearchParams(location.search).get('q'))
  on(document, 'input', '#tag-q', (_event, field) => narrow((field as HTMLInputElement).value));
// Of tabs that do not fit, the one that is shown is never out of sight.
const tab = document.querySelector<HTMLElement>('.tabs [aria-current]');
const list = tab?.closest('ul');
if (tab && list) list.scrollLeft += tab.getBoundingClientRect().right - list.getBoundingClientRect().right;
