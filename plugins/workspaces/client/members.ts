// The members page in the browser: roles change at once with a way back, and long lists can be searched.
import { el, on } from '../../../core/client/dom.ts';
import { askBeforeForms, offerCopies } from '../../../core/client/form-confirmation.ts';
import { t } from '../../../core/client/messages.ts';
import { RequestError, send } from '../../../core/client/request.ts';
import { failed, toast } from '../../../core/client/toast.ts';

/** A list as short as this is read faster than it is searched. */
const SEARCH_FROM = 8;

const kept = new WeakMap<HTMLSelectElement, string>();

async function change(workspaceId: string, select: HTMLSelectElement, role: string, isUndo = false): Promise<void> {
  const before = kept.get(select) ?? '';
  const row = select.closest('li');
  const userId = select.form?.dataset.role;
  select.value = role;
  select.disabled = true;
  try {
    await send('PUT', `/api/workspace/${workspaceId}/members/${userId}`, { role });
    kept.set(select, role);
    if (row) row.dataset.member = role;
    const values = {
      name: row?.querySelector('strong')?.textContent ?? '',
      role: select.selectedOptions[0]?.textContent ?? '',
    };
    const undo = { label: t('core.client.undo'), run: () => void change(workspaceId, select, before, true) };
    toast(t('workspaces.list.changed', values), isUndo ? {} : { action: undo });
  } catch (error) {
    select.value = before;
    const isLast = error instanceof RequestError && error.code === 'conflict';
    if (isLast) toast(t('workspaces.list.last_owner'), { tone: 'danger' });
    else failed(error);
  } finally {
    select.disabled = false;
    select.focus();
  }
}

/** The roles that there are, each as often as somebody has it. */
function roleFilter(rows: HTMLElement[]): HTMLSelectElement {
  const names = new Map<string, string>();
  for (const row of rows) {
    const chosen = row.querySelector<HTMLSelectElement>('form.role select')?.selectedOptions[0];
    const label = chosen?.textContent ?? row.querySelector('.role')?.textContent;
    if (row.dataset.member && label) names.set(row.dataset.member, label);
  }
  const options = [...names].map(([value, label]) => el('option', { value }, label));
  const attributes = { class: 'menu-select', 'aria-label': t('workspaces.list.role'), autocomplete: 'off' };
  return el('select', attributes, el('option', { value: '' }, t('workspaces.list.all')), ...options);
}

function addSearch(area: HTMLElement): void {
  const rows = [...area.querySelectorAll<HTMLElement>('li[data-name]')];
  if (rows.length < SEARCH_FROM) return;
  const label = t('workspaces.list.search');
  const input = el('input', { type: 'search', 'aria-label': label, placeholder: label });
  const roles = roleFilter(rows);
  const found = el('p', { class: 'hidden', role: 'status' });
  const none = el('p', { class: 'hint', hidden: true }, t('workspaces.list.none'));
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const isOfRole = !roles.value || row.dataset.member === roles.value;
      row.hidden = !isOfRole || !words.every((word) => row.dataset.name?.includes(word));
    }
    const count = rows.filter((row) => !row.hidden).length;
    none.hidden = count > 0;
    found.textContent = t('workspaces.list.found', { count });
  };
  input.addEventListener('input', filter);
  roles.addEventListener('change', filter);
  area.querySelector('.list-head')?.after(el('div', { class: 'member-search' }, input, roles), found, none);
}

// The event of opening would come after the first keys of whoever types at once.
on(document, 'click', '#invite > summary', (event, { parentElement: form }) => {
  event.preventDefault();
  if (!form?.toggleAttribute('open')) return;
  form.querySelector<HTMLElement>(':is(textarea, choice-field input):not([hidden])')?.focus();
});

const area = document.querySelector<HTMLElement>('[data-members]');
if (area) {
  for (const select of area.querySelectorAll<HTMLSelectElement>('form[data-role] select'))
    kept.set(select, select.value);
  on(area, 'change', 'form[data-role] select', (_event, found) => {
    const select = found as HTMLSelectElement;
    void change(area.dataset.members ?? '', select, select.value);
  });
  addSearch(area);
}
askBeforeForms();
offerCopies();
