// Asks for a database that goes into a page: a new one, or a view of one that is there.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { input, labelled, select } from './form-controls.ts';

interface Named {
  id: number;
  name: string;
}

const options = (list: Named[]): HTMLElement[] =>
  list.map(({ id, name }) => el('option', { value: id }, name || t('core.client.untitled')));

const list = (path: string) => send<Named[] & Record<string, unknown>>('GET', path);

/** `id` is the page that a new one lies in. */
export async function openDatabaseChooser({ id, workspaceId }: { id: number; workspaceId: number }) {
  const known = await list(`/api/v2/collections?workspace_id=${workspaceId}&limit=100`);
  const which = select('', [['', t('databases.view.inline.new')]], '');
  which.append(...options(known));
  const name = input('', t('databases.view.inline.title'), { maxlength: 500 });
  const shown = select('', [], '');
  const nameField = labelled(t('databases.view.name'), name);
  const viewField = labelled(t('databases.view.inline.view'), shown);
  viewField.hidden = true;
  which.addEventListener('change', () => {
    nameField.hidden = which.value !== '';
    viewField.hidden = which.value === '';
    shown.replaceChildren();
    if (which.value)
      list(`/api/v2/collections/${which.value}/views?limit=100`)
        .then((views) => shown.replaceChildren(...options(views)))
        .catch(failed);
  });
  const chosen = await openDialog(
    t('databases.view.inline.title'),
    [el('div', { class: 'panel-form' }, labelled(t('databases.view.inline.which'), which), nameField, viewField)],
    [
      { label: t('databases.view.cancel'), value: '' },
      { label: t('databases.view.inline.insert'), value: 'insert', kind: 'primary' },
    ],
    { focus: which },
  );
  if (chosen !== 'insert') return null;
  if (which.value) return { collectionId: Number(which.value), viewId: Number(shown.value) || null };
  const title = name.value.trim() || t('databases.view.inline.title');
  const { collection } = await send<{ collection: Named }>('POST', '/db/inline/api', { title, parent_id: id });
  return { collectionId: collection.id };
}
