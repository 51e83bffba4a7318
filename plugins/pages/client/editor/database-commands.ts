// Puts a database into the text: a new one, or a view of one that is there.
import type { EditorView } from 'prosemirror-view';
import { openDialog } from '../../../../core/client/dialog.ts';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { failed } from '../../../../core/client/toast.ts';
import { schema } from '../../blocks/schema.ts';
import { insertContents } from './insert.ts';
import type { PageData } from './page-data.ts';

interface Named {
  id: number;
  name: string;
}

const field = (label: string, control: HTMLElement): HTMLElement =>
  el('label', { class: 'field' }, el('span', {}, label), control);

const options = (list: Named[]): HTMLElement[] =>
  list.map(({ id, name }) => el('option', { value: id }, name || t('pages.editor.untitled')));

/** Asks which one, and shows it where the caret is. */
export async function insertDatabase(view: EditorView, { id, workspaceId }: PageData): Promise<void> {
  const known = await send<Named[] & Record<string, unknown>>(
    'GET',
    `/api/v2/collections?workspace_id=${workspaceId}&limit=100`,
  );
  const which = el('select', {});
  which.append(el('option', { value: '' }, t('pages.editor.database_new')), ...options(known));
  const name = el('input', { maxlength: 500, autocomplete: 'off' });
  name.value = t('pages.editor.block_database');
  const shown = el('select', {});
  const nameField = field(t('pages.editor.database_name'), name);
  const viewField = field(t('pages.editor.database_view'), shown);
  viewField.hidden = true;
  which.addEventListener('change', () => {
    nameField.hidden = which.value !== '';
    viewField.hidden = which.value === '';
    shown.replaceChildren();
    if (which.value)
      send<Named[] & Record<string, unknown>>('GET', `/api/v2/collections/${which.value}/views`)
        .then((views) => shown.replaceChildren(...options(views)))
        .catch(failed);
  });
  const chosen = await openDialog(
    t('pages.editor.block_database'),
    [el('div', { class: 'stack' }, field(t('pages.editor.database_which'), which), nameField, viewField)],
    [{ label: t('pages.editor.database_insert'), value: 'insert', kind: 'primary' }],
    { focus: which },
  );
  if (chosen === 'insert') {
    const attrs = which.value
      ? { collectionId: Number(which.value), viewId: Number(shown.value) || null }
      : { collectionId: await makeDatabase(name.value.trim() || t('pages.editor.block_database'), id), viewId: null };
    insertContents(view, [schema.nodes.database!.create(attrs)]);
  }
  view.focus();
}

async function makeDatabase(title: string, parent_id: number): Promise<number> {
  const { collection } = await send<{ collection: { id: number } }>('POST', '/db/inline/api', { title, parent_id });
  return collection.id;
}
